extern "C" __global__ void k(int n, const float* a, const float* b, float* c) {
    __shared__ float left[8][8];
    __shared__ float right[8][8];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * 8 + y, column = blockIdx.x * 8 + x;
    float sum = 0.0f;
    for (int m = 0; m < n; m += 8) {
        left[y][x] = a[row * n + m + x];
        right[y][x] = b[(m + y) * n + column];
        __syncthreads();
        for (int k = 0; k < 8; ++k)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
