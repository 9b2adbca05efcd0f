// A warp transposes 8 x 8 halves in its registers and stores them row by row, the last one first.
extern "C" __global__ void k(const unsigned* x, unsigned* y) {
    __shared__ __align__(16) unsigned s[8][4];
    int t = threadIdx.x;
    unsigned word = x[t];
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %0;" : "+r"(word));
    unsigned row = (unsigned)__cvta_generic_to_shared(&s[t % 8][0]);
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(row), "r"(word) : "memory");
    __syncwarp();
    y[t] = s[7 - t / 4][t % 4];
}
