// A warp multiplies 16 x 16 by 16 x 8 halves: rows by ldmatrix, the product by mma.sync, the sums by pairs.
extern "C" __global__ void k(const unsigned short* a, const unsigned short* b, float* c) {
    __shared__ __align__(16) unsigned short left[16][16];
    __shared__ __align__(16) unsigned short right[16][8];
    int t = threadIdx.x;
    for (int i = t; i < 256; i += 32)
        left[i / 16][i % 16] = a[i];
    for (int i = t; i < 128; i += 32)
        right[i / 8][i % 8] = b[i];
    __syncwarp();
    unsigned x[4], y[2];
    float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    unsigned row = (unsigned)__cvta_generic_to_shared(&left[t % 16][t / 16 * 8]);
    unsigned column = (unsigned)__cvta_generic_to_shared(&right[t % 16][0]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(row) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                 : "=r"(y[0]), "=r"(y[1]) : "r"(column) : "memory");
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                 "{%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
    for (int i = 0; i < 4; ++i)
        c[(t / 4 + i / 2 * 8) * 8 + t % 4 * 2 + i % 2] = d[i];
}
