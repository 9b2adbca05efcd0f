extern "C" __global__ void k(int n, int m, const float* x, const float* w, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > n - m) return;
    float sum = 0.0f;
    for (int j = 0; j < m; ++j)
        sum += x[i + j] * w[j];
    y[i] = sum;
}
