// A warp multiplies 16 x 32 by 32 x 16 halves, in two steps, and doubles the sums in its fragment.
#define FRAGMENT "{%0, %1, %2, %3, %4, %5, %6, %7}"
extern "C" __global__ void k(const unsigned short* a, const unsigned short* b, float* c) {
    float d[8];
    for (int i = 0; i < 8; ++i) d[i] = 0.0f;
    for (int m = 0; m < 32; m += 16) {
        unsigned x[8], y[8];
        asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.global.f16 " FRAGMENT ", [%8], %9;"
                     : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]), "=r"(x[4]), "=r"(x[5]), "=r"(x[6]), "=r"(x[7])
                     : "l"(a + m), "r"(32) : "memory");
        asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.global.f16 " FRAGMENT ", [%8], %9;"
                     : "=r"(y[0]), "=r"(y[1]), "=r"(y[2]), "=r"(y[3]), "=r"(y[4]), "=r"(y[5]), "=r"(y[6]), "=r"(y[7])
                     : "l"(b + m * 16), "r"(16) : "memory");
        asm volatile("wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 " FRAGMENT ", {%8, %9, %10, %11, %12, %13, %14, "
                     "%15}, {%16, %17, %18, %19, %20, %21, %22, %23}, " FRAGMENT ";"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7])
                     : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(x[4]), "r"(x[5]), "r"(x[6]), "r"(x[7]),
                       "r"(y[0]), "r"(y[1]), "r"(y[2]), "r"(y[3]), "r"(y[4]), "r"(y[5]), "r"(y[6]), "r"(y[7]));
    }
    for (int i = 0; i < 8; ++i) d[i] *= 2.0f;
    asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%8], " FRAGMENT ", %9;" ::"f"(d[0]), "f"(d[1]),
                 "f"(d[2]), "f"(d[3]), "f"(d[4]), "f"(d[5]), "f"(d[6]), "f"(d[7]), "l"(c), "r"(16) : "memory");
}
