extern "C" __global__ void k(const int* a, const int* b, int* out) {
    __shared__ int row[3][33];
    int t = threadIdx.x;
    for (int d = 0; d <= 64; ++d) {
        int i = t, j = d - t;
        if (j >= 0 && j <= 32) {
            int best = i == 0 ? j : j == 0 ? i : 0;
            if (i && j) {
                best = row[(d + 1) % 3][i - 1] + (a[i - 1] != b[j - 1]);
                best = min(best, row[(d + 2) % 3][i - 1] + 1);
                best = min(best, row[(d + 2) % 3][i] + 1);
            }
            row[d % 3][i] = best;
            if (i == 32 && j == 32) *out = best;
        }
        __syncthreads();
    }
}
