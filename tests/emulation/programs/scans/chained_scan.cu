extern "C" __global__ void k(const int* x, int* chain, int* out) {
    __shared__ int s[128];
    __shared__ int base;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    s[t] = x[i];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o <<= 1) {
        int v = t >= o ? s[t - o] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 0) {
        int before = 0;
        if (blockIdx.x > 0)
            while ((before = atomicAdd(&chain[blockIdx.x - 1], 0)) < 0) {}
        base = before;
        atomicExch(&chain[blockIdx.x], before + s[blockDim.x - 1]);
    }
    __syncthreads();
    out[i] = base + s[t];
}
