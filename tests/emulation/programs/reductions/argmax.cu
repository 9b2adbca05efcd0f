extern "C" __global__ void k(const float* x, int* out) {
    __shared__ float best[256];
    __shared__ int place[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    best[t] = x[i];
    place[t] = i;
    __syncthreads();
    for (int w = blockDim.x / 2; w > 0; w >>= 1) {
        if (t < w && best[t + w] > best[t]) {
            best[t] = best[t + w];
            place[t] = place[t + w];
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = place[0];
}
