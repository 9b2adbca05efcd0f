extern "C" __global__ void k(int most, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double cx = -2.0 + 3.0 * (i % 16) / 16, cy = -1.5 + 3.0 * (i / 16) / 16, x = 0.0, y = 0.0;
    int n = 0;
    while (n < most && x * x + y * y <= 4.0) {
        double next = x * x - y * y + cx;
        y = 2.0 * x * y + cy;
        x = next;
        ++n;
    }
    out[i] = n;
}
