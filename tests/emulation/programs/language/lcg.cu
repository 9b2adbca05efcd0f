extern "C" __global__ void k(unsigned seed, unsigned* out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = seed + i;
    for (int j = 0; j < 5; ++j) s = s * 1664525u + 1013904223u;
    out[i] = s >> 8;
}
