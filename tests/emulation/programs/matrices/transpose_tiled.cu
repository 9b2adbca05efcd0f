extern "C" __global__ void k(const float* a, float* b) {
    __shared__ float s[16][17];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    s[y][x] = a[y * 16 + x];
    __syncthreads();
    b[y * 16 + x] = s[x][y];
}
