extern "C" __global__ void k(int rows, int columns, const float* x, float* out) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    volatile float sum = 0.0f, lost = 0.0f;
    for (int j = 0; j < columns; ++j) {
        float y = x[row * columns + j] - lost;
        float next = sum + y;
        lost = (next - sum) - y;
        sum = next;
    }
    out[row] = sum;
}
