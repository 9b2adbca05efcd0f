extern "C" __global__ void k(const int* x, int* out, int* count) {
    __shared__ int place[256];
    int t = threadIdx.x;
    int keep = x[t] > 7;
    place[t] = keep;
    __syncthreads();
    for (int o = 1; o < blockDim.x; o <<= 1) {
        int v = t >= o ? place[t - o] : 0;
        __syncthreads();
        place[t] += v;
        __syncthreads();
    }
    if (keep) out[place[t] - 1] = x[t];
    if (t == blockDim.x - 1) *count = place[t];
}
