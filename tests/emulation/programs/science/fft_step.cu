extern "C" __global__ void k(const float* x, float* out) {
    __shared__ float re[64];
    __shared__ float im[64];
    int t = threadIdx.x;
    int r = __brev(t) >> 26;
    re[r] = x[t];
    im[r] = 0.0f;
    __syncthreads();
    for (int h = 1; h < 64; h *= 2) {
        if (t < 32) {
            int k = t % h, i = t / h * 2 * h + k;
            float c = cospif((float)k / h), s = -sinpif((float)k / h);
            float u = re[i + h] * c - im[i + h] * s, v = re[i + h] * s + im[i + h] * c;
            re[i + h] = re[i] - u;
            im[i + h] = im[i] - v;
            re[i] += u;
            im[i] += v;
        }
        __syncthreads();
    }
    out[2 * t] = re[t];
    out[2 * t + 1] = im[t];
}
