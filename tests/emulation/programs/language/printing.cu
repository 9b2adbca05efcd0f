extern "C" int printf(const char*, ...);

extern "C" __global__ void k(int n, int* seen) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    printf("%d of %d: %.2f\n", i, n, 0.5 * i);
    seen[i] = i;
}
