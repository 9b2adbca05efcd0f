extern "C" __global__ void k(int n, const int* x, int* out, int* count) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 7) {
        int place = atomicAdd(count, 1);
        out[place] = i;
    }
}
