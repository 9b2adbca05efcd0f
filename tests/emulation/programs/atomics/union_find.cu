extern "C" __global__ void k(int edges, const int* from, const int* to, int* parent) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= edges) return;
    int a = from[i], b = to[i];
    while (true) {
        int up;
        while ((up = atomicAdd(&parent[a], 0)) != a) a = up;
        while ((up = atomicAdd(&parent[b], 0)) != b) b = up;
        if (a == b) break;
        if (a < b) {
            int v = a;
            a = b;
            b = v;
        }
        if (atomicCAS(&parent[a], a, b) == a) break;
    }
}
