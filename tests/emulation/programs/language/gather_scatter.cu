extern "C" __global__ void k(int n, const int* from, const int* to, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[to[i]] = x[from[i]];
}
