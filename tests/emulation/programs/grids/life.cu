extern "C" __global__ void k(int n, const int* a, int* b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    int around = 0;
    for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
            if (i || j) around += a[(y + j + n) % n * n + (x + i + n) % n];
    b[y * n + x] = around == 3 || (around == 2 && a[y * n + x]);
}
