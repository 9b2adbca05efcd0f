extern "C" __global__ void k(int nodes, int level, const int* begins, const int* edges, const int* before, int* depth) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= nodes || before[node] != level) return;
    for (int j = begins[node]; j < begins[node + 1]; ++j)
        atomicMin(&depth[edges[j]], level + 1);
}
