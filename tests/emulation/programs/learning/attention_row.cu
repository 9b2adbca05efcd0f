extern "C" __global__ void k(const float* q, const float* keys, const float* values, float* out) {
    __shared__ float score[64];
    __shared__ float total;
    int t = threadIdx.x, d = 8;
    float sum = 0.0f;
    for (int j = 0; j < d; ++j) sum += q[blockIdx.x * d + j] * keys[t * d + j];
    score[t] = expf(sum * 0.35355339f);
    __syncthreads();
    if (t == 0) {
        total = 0.0f;
        for (int j = 0; j < blockDim.x; ++j) total += score[j];
    }
    __syncthreads();
    if (t < d) {
        float v = 0.0f;
        for (int j = 0; j < blockDim.x; ++j) v += score[j] / total * values[j * d + t];
        out[blockIdx.x * d + t] = v;
    }
}
