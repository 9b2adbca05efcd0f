// Each block sums rows of 128 numbers; a row is copied into shared memory while the row before is summed.
extern "C" __global__ void k(int rows, const float* x, float* y) {
    __shared__ __align__(16) float s[2][128];
    int t = threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(&s[0][4 * t]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(x + 4 * t) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int row = 0; row < rows; ++row) {
        if (row + 1 < rows) {
            unsigned next = at + ((row + 1) & 1) * 512;
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(next), "l"(x + (row + 1) * 128 + 4 * t)
                         : "memory");
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        float sum = 0.0f;
        for (int i = 0; i < 4; ++i)
            sum += s[row & 1][(4 * t + i + 64) & 127];
        y[row * 32 + t] = sum;
        __syncthreads();
    }
}
