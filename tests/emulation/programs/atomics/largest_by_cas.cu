extern "C" __global__ void k(const float* x, float* best) {
    int* p = (int*)best;
    float v = x[blockIdx.x * blockDim.x + threadIdx.x];
    int old = atomicAdd(p, 0);
    while (v > __int_as_float(old)) {
        int seen = atomicCAS(p, old, __float_as_int(v));
        if (seen == old) break;
        old = seen;
    }
}
