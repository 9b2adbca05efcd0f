extern "C" __global__ void k(const float* x, float* out) {
    __shared__ float s[2][256];
    int t = threadIdx.x;
    float v = x[blockIdx.x * blockDim.x + t];
    s[0][t] = v;
    s[1][t] = v * v;
    __syncthreads();
    for (int w = blockDim.x / 2; w > 0; w >>= 1) {
        if (t < w) {
            s[0][t] += s[0][t + w];
            s[1][t] += s[1][t + w];
        }
        __syncthreads();
    }
    if (t < 2) {
        float mean = s[0][0] / blockDim.x;
        out[blockIdx.x * 2 + t] = t == 0 ? mean : s[1][0] / blockDim.x - mean * mean;
    }
}
