extern "C" __global__ void k(int shift, const int* x, int* out) {
    __shared__ int ones[256];
    int t = threadIdx.x;
    int bit = (x[t] >> shift) & 1;
    ones[t] = bit;
    __syncthreads();
    for (int o = 1; o < blockDim.x; o <<= 1) {
        int v = t >= o ? ones[t - o] : 0;
        __syncthreads();
        ones[t] += v;
        __syncthreads();
    }
    int zeros = blockDim.x - ones[blockDim.x - 1];
    out[bit ? zeros + ones[t] - 1 : t - ones[t]] = x[t];
}
