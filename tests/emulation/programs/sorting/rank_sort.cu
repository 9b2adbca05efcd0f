extern "C" __global__ void k(int n, const int* x, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; ++j)
        rank += x[j] < x[i] || (x[j] == x[i] && j < i);
    out[rank] = x[i];
}
