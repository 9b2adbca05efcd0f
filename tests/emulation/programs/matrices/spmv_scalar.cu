extern "C" __global__ void k(int rows, const int* begins, const int* columns, const float* values, const float* x, float* y) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = begins[row]; j < begins[row + 1]; ++j)
        sum += values[j] * x[columns[j]];
    y[row] = sum;
}
