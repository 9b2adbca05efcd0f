extern "C" __global__ void k(int n, int m, const int* a, const int* b, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n + m) return;
    int low = i > m ? i - m : 0, high = i < n ? i : n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[i - middle - 1]) low = middle + 1;
        else high = middle;
    }
    int j = i - low;
    out[i] = j >= m || (low < n && a[low] <= b[j]) ? a[low] : b[j];
}
