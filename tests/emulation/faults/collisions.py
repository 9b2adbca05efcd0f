"""Faults that are found as "race": two threads meet at one address, by an index or for want of an atomic."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "a histogram without atomics": Fault(
        "atomics/histogram_global", "atomicAdd(&bins[ids[i]], 1)", "bins[ids[i]] += 1", "bins["
    ),
    "a shared histogram without atomics": Fault(
        "atomics/histogram_shared",
        "atomicAdd(&h[ids[blockIdx.x * blockDim.x + threadIdx.x]], 1)",
        "h[ids[blockIdx.x * blockDim.x + threadIdx.x]] += 1",
        "h[",
    ),
    "bins of blocks without atomics": Fault(
        "atomics/histogram_shared",
        "atomicAdd(&bins[threadIdx.x], h[threadIdx.x])",
        "bins[threadIdx.x] += h[threadIdx.x]",
        "bins[",
        launch=1,
    ),
    "a counter without an atomic": Fault("atomics/queue", "atomicAdd(count, 1)", "(*count)++", "count"),
    "depths without atomics": Fault(
        "atomics/bfs_step", "atomicMin(&depth[edges[j]], level + 1)", "depth[edges[j]] = level + 1", "depth["
    ),
    "a union by a plain store": Fault(
        "atomics/union_find", "if (atomicCAS(&parent[a], a, b) == a) break;", "parent[a] = b; break;", "parent["
    ),
    "a maximum without an atomic": Fault(
        "atomics/largest_by_cas",
        "int seen = atomicCAS(p, old, __float_as_int(v));",
        "int seen = old;\n        *best = fmaxf(*best, v);",
        "*best =",
    ),
    "a sum of doubles without an atomic": Fault(
        "atomics/double_sum",
        "old = atomicCAS(p, seen, (unsigned long long)__double_as_longlong(__longlong_as_double(seen) + v));",
        "*total += v;",
        "*total +=",
    ),
    "data without the lock": Fault("atomics/lock_and_data", "atomicCAS(lock, 0, 1) == 0", "true", "*total = *total"),
    "data whose lock is opened without a fence": Fault(
        "atomics/lock_and_data", "            __threadfence();\n", "", "*total = *total", after="*total + 1"
    ),
    "parts that are counted without a fence": Fault("reductions/last_block", "        __threadfence();\n", "", "part["),
    "parts that nobody counts": Fault(
        "reductions/last_block", "atomicInc(count, gridDim.x - 1) == gridDim.x - 1", "blockIdx.x == 1", "part["
    ),
    "a critical section without its lock": Fault(
        "atomics/spin_lock",
        "    while (atomicCAS(lock, 0, 1) != 0) {}\n    __threadfence();\n    int v = atomicAdd(total, 0);\n"
        "    atomicExch(total, v + 1);",
        "    *total += 1;",
        "*total",
    ),
    "a sum of blocks without an atomic": Fault(
        "reductions/dot_product", "atomicAdd(out, s[0])", "*out += s[0]", "*out", launch=1
    ),
    "a sum of warps without an atomic": Fault("science/pi", "atomicAdd(total, inside)", "*total += inside", "*total"),
    "a sum that every lane stores": Fault("reductions/warp_sum", "if ((threadIdx.x & 31) == 0) ", "", "out["),
    "one value that every lane stores": Fault("reductions/two_level_sum", "if (lane == 0) part", "part", "part["),
    "blocks that stride over each other": Fault(
        "language/grid_stride", "i += gridDim.x * blockDim.x", "i += blockDim.x", "y[i]"
    ),
    "two threads an element": Fault("language/saxpy", "y[i] = a", "y[i / 2] = a", "y[i / 2]"),
    "ranks without a tie break": Fault("sorting/rank_sort", " || (x[j] == x[i] && j < i)", "", "out[rank]"),
    "a cell changed in place": Fault("grids/life", "b[y * n + x] =", "((int*)a)[y * n + x] =", "a)[y"),
    "a field relaxed in place": Fault("grids/jacobi", "b[i] =", "((float*)a)[i] =", "0.25f"),
    "two threads a pixel": Fault("grids/bilinear", "out[i] =", "out[i / 2] =", "out[i / 2]"),
    "two halves of an image": Fault("grids/mandelbrot", "out[i] = n", "out[i % 128] = n", "out["),
    "two windows a result": Fault("grids/convolution", "y[i] =", "y[i & ~1] =", "y["),
    "places by two": Fault("language/gather_scatter", "y[to[i]]", "y[to[i] / 2]", "y[to"),
    "two vectors a place": Fault("language/vector_loads", "y)[i] =", "y)[i / 2] =", "float2*"),
    "rows of three in rows of four": Fault("sorting/top_k", "out[row * 4 + j]", "out[row * 3 + j]", "out["),
    "a transpose of a narrower matrix": Fault(
        "matrices/transpose_naive", "b[column * rows + row]", "b[column * (rows - 1) + row]", "b["
    ),
    "a product of a narrower matrix": Fault(
        "matrices/matmul_naive", "c[row * n + column]", "c[row * (n - 1) + column]", "c["
    ),
    "a tiled product of a narrower matrix": Fault(
        "matrices/matmul_tiled", "c[row * n + column]", "c[row * (n - 1) + column]", "c["
    ),
    "a row for two": Fault("matrices/spmv_scalar", "y[row] = sum", "y[row / 2] = sum", "y["),
    "sums of eight rows": Fault("reductions/kahan_sum", "out[row]", "out[row % 8]", "out["),
    "merged by two": Fault("sorting/merge_path", "out[i] =", "out[i / 2] =", "out["),
    "rows that overlap": Fault("learning/layernorm", "y[row * 32 + lane]", "y[row * 16 + lane]", "y["),
    "random numbers of pairs": Fault("language/lcg", "out[i]", "out[i & ~1u]", "out["),
    "activations of pairs": Fault("learning/gelu", "y[i] =", "y[i >> 1] =", "y["),
    "cases of pairs": Fault("language/switch_table", "y[i] = r", "y[i / 2] = r", "y["),
    "places of threads that have left": Fault(
        "scans/compaction", "    __syncthreads();", "    if (!keep) return;\n    __syncthreads();", "out["
    ),
}
