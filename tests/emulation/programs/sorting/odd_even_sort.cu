extern "C" __global__ void k(const int* x, int* out) {
    extern __shared__ int s[];
    int t = threadIdx.x, n = 2 * blockDim.x;
    s[t] = x[t];
    s[t + blockDim.x] = x[t + blockDim.x];
    __syncthreads();
    for (int round = 0; round < n; ++round) {
        int i = 2 * t + (round & 1);
        if (i + 1 < n && s[i] > s[i + 1]) {
            int v = s[i];
            s[i] = s[i + 1];
            s[i + 1] = v;
        }
        __syncthreads();
    }
    out[t] = s[t];
    out[t + blockDim.x] = s[t + blockDim.x];
}
