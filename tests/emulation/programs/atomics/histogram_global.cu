extern "C" __global__ void k(int n, const int* ids, int* bins) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[ids[i]], 1);
}
