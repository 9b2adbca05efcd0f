extern "C" __global__ void k(const int* x, const int* heads, int* out) {
    __shared__ int value[256];
    __shared__ int flag[256];
    int t = threadIdx.x;
    value[t] = x[t];
    flag[t] = heads[t];
    __syncthreads();
    for (int o = 1; o < blockDim.x; o <<= 1) {
        int v = 0, f = 0;
        if (t >= o) {
            f = flag[t - o];
            if (!flag[t]) v = value[t - o];
        }
        __syncthreads();
        value[t] += v;
        flag[t] |= f;
        __syncthreads();
    }
    out[t] = value[t];
}
