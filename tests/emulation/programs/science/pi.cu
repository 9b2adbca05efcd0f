extern "C" __global__ void k(int* total) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = i * 747796405u + 2891336453u;
    int inside = 0;
    for (int j = 0; j < 16; ++j) {
        s = s * 1664525u + 1013904223u;
        unsigned x = s >> 16;
        s = s * 1664525u + 1013904223u;
        unsigned y = s >> 16;
        inside += x * x / 65536 + y * y / 65536 < 65536;
    }
    inside = __reduce_add_sync(0xffffffffu, inside);
    if ((threadIdx.x & 31) == 0) atomicAdd(total, inside);
}
