extern "C" __global__ void k(int rows, int columns, const float* x, float* out) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float best[4];
    for (int j = 0; j < 4; ++j) best[j] = -1e30f;
    for (int j = 0; j < columns; ++j) {
        float v = x[row * columns + j];
        for (int k = 0; k < 4; ++k)
            if (v > best[k]) {
                float old = best[k];
                best[k] = v;
                v = old;
            }
    }
    for (int j = 0; j < 4; ++j) out[row * 4 + j] = best[j];
}
