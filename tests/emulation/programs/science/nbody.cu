extern "C" __global__ void k(int n, const float* p, float* a) {
    extern __shared__ float s[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    float px = p[3 * i], py = p[3 * i + 1], ax = 0.0f, ay = 0.0f;
    for (int m = 0; m < n; m += blockDim.x) {
        for (int c = 0; c < 3; ++c)
            s[3 * t + c] = p[3 * (m + t) + c];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) {
            float dx = s[3 * j] - px, dy = s[3 * j + 1] - py;
            float r = rsqrtf(dx * dx + dy * dy + 0.01f);
            float w = s[3 * j + 2] * r * r * r;
            ax += w * dx;
            ay += w * dy;
        }
        __syncthreads();
    }
    a[2 * i] = ax;
    a[2 * i + 1] = ay;
}
