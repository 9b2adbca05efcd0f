extern "C" __global__ void k(const int* ids, const int* x, int* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = x[i], r = 0;
    switch (ids[i]) {
        case 0: r = v + 11; break;
        case 1: r = v * 7; break;
        case 2: r = v - 5; break;
        case 3: r = v ^ 21; break;
        case 4: r = v << 3; break;
        case 5: r = v / 3; break;
        case 6: r = v % 5; break;
        default: r = -v;
    }
    y[i] = r;
}
