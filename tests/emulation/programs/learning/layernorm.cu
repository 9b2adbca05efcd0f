extern "C" __global__ void k(const float* x, const float* gain, float* y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    float v = x[row * 32 + lane], mean = v, square = v * v;
    for (int o = 16; o; o >>= 1) {
        mean += __shfl_xor_sync(0xffffffffu, mean, o);
        square += __shfl_xor_sync(0xffffffffu, square, o);
    }
    mean /= 32;
    y[row * 32 + lane] = (v - mean) * rsqrtf(square / 32 - mean * mean + 1e-5f) * gain[lane];
}
