extern "C" __global__ void k(int rows, const int* begins, const int* columns, const float* values, const float* x, float* y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0.0f;
    for (int j = begins[row] + lane; j < begins[row + 1]; j += 32)
        sum += values[j] * x[columns[j]];
    for (int o = 16; o; o >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, o);
    if (lane == 0) y[row] = sum;
}
