extern "C" __global__ void k(const int* x, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int v = x[i];
    for (int o = 1; o < 32; o <<= 1) {
        int before = __shfl_up_sync(0xffffffffu, v, o);
        if (lane >= o) v += before;
    }
    out[i] = v;
}
