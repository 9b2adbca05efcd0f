extern "C" __global__ void k(const int* x, int* out, int* count) {
    int t = threadIdx.x;
    bool keep = x[t] > 7;
    unsigned m = __ballot_sync(0xffffffffu, keep);
    if (keep) out[__popc(m & ((1u << t) - 1))] = x[t];
    if (t == 0) *count = __popc(m);
}
