extern "C" __global__ void k(const float* x, float* out) {
    __shared__ float part[32];
    int t = threadIdx.x, lane = t & 31, warp = t / 32;
    float v = x[blockIdx.x * blockDim.x + t];
    for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? part[lane] : 0.0f;
        for (int o = 16; o; o >>= 1) v += __shfl_xor_sync(0xffffffffu, v, o);
        if (lane == 0) out[blockIdx.x] = v;
    }
}
