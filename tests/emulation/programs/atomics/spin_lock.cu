extern "C" __global__ void k(int* lock, int* total) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    int v = atomicAdd(total, 0);
    atomicExch(total, v + 1);
    __threadfence();
    atomicExch(lock, 0);
}
