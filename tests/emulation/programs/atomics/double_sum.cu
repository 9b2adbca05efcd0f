extern "C" __global__ void k(const double* x, double* total) {
    unsigned long long* p = (unsigned long long*)total;
    double v = x[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned long long old = atomicAdd(p, 0ull), seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, (unsigned long long)__double_as_longlong(__longlong_as_double(seen) + v));
    } while (old != seen);
}
