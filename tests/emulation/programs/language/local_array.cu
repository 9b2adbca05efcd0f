extern "C" __global__ void k(const int* ids, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a[8];
    for (int j = 0; j < 8; ++j) a[j] = j * j;
    y[i] = a[ids[i] & 7];
}
