extern "C" __global__ void k(int n, int m, const float* image, const float* at, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m) return;
    float u = at[2 * i] * (n - 1), v = at[2 * i + 1] * (n - 1);
    int x = min((int)u, n - 2), y = min((int)v, n - 2);
    float fx = u - x, fy = v - y;
    const float* p = image + y * n + x;
    out[i] = (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * p[n] + fx * p[n + 1]);
}
