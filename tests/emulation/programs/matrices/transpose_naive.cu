extern "C" __global__ void k(int rows, int columns, const float* a, float* b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int row = i / columns, column = i % columns;
    if (row < rows) b[column * rows + row] = a[row * columns + column];
}
