"""Faults that are found as "uninitialized": what is read was written by nobody."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "an addend that nobody wrote": Fault("language/saxpy", "", "", "y[i] = a", empty=3),
    "bins that nobody cleared": Fault("atomics/histogram_global", "", "", "atomicAdd", empty=2),
    "bins of all blocks that nobody cleared": Fault("atomics/histogram_shared", "", "", "atomicAdd(&bins", empty=1),
    "rows that nobody wrote": Fault("reductions/kahan_sum", "", "", "x[row", empty=2),
    "a total that nobody cleared": Fault("reductions/dot_product", "", "", "atomicAdd", empty=3),
    "a counter that nobody cleared": Fault("atomics/queue", "", "", "atomicAdd", empty=3),
    "a maximum that nobody began": Fault("atomics/largest_by_cas", "", "", "atomicAdd", empty=1),
    "depths that nobody wrote": Fault("atomics/bfs_step", "", "", "atomicMin", empty=5),
    "weights that nobody wrote": Fault("grids/convolution", "", "", "w[j]", empty=3),
    "columns that nobody wrote": Fault("matrices/spmv_scalar", "", "", "x[columns[j]]", empty=2),
    "a lock that nobody made": Fault("atomics/spin_lock", "", "", "atomicCAS", empty=0),
    "keys that nobody wrote": Fault("learning/attention_row", "", "", "keys[", empty=1),
    "a block's sum of the first hundred": Fault(
        "reductions/block_sum", "    s[t] = x", "    if (t < 100) s[t] = x", "s[t + w]"
    ),
    "a bin that is not cleared": Fault(
        "atomics/histogram_shared", "if (threadIdx.x < 16) h", "if (threadIdx.x < 15) h", "atomicAdd(&h"
    ),
    "a scan of every other element": Fault("scans/blelloch", "    s[2 * t + 1] = x[2 * t + 1];\n", "", "s[step *"),
    "partial sums of warps that are not there": Fault(
        "reductions/two_level_sum", "lane < blockDim.x / 32 ? part[lane] : 0.0f", "part[lane]", "part[lane]"
    ),
    "a halo that nobody loads": Fault(
        "grids/stencil_halo", "    if (t == 0) s[0] = i > 0 ? x[i - 1] : 0.0f;\n", "", "y[i] = s[t]"
    ),
    "a right halo that nobody loads": Fault(
        "grids/stencil_halo", "    if (t == blockDim.x - 1) s", "    if (t == blockDim.x) s", "y[i] = s[t]"
    ),
    "half of a tile": Fault("matrices/transpose_tiled", "    s[y][x] =", "    if (y < 8) s[y][x] =", "s[x][y]"),
    "a tile's lower triangle": Fault(
        "matrices/transpose_conflicts", "    s[y][x] =", "    if (x <= y) s[y][x] =", "s[x][y]"
    ),
    "a tile without its first row": Fault(
        "matrices/matmul_tiled", "        right[y][x] =", "        if (y) right[y][x] =", "right[k][x]"
    ),
    "a total without its zero": Fault("learning/attention_row", "        total = 0.0f;\n", "", "total +="),
    "a half of shared memory that nobody fills": Fault(
        "language/dynamic_shared", "    f[t] = 0.5f * x[t];\n", "", "f[last - t]"
    ),
    "a local array that is half full": Fault("language/local_array", "j < 8", "j < 4", "a[ids[i] & 7]"),
    "places that nobody wrote": Fault(
        "reductions/argmax", "    place[t] = i;\n", "    if (t < 64) place[t] = i;\n", "place[t + w]"
    ),
    "an imaginary part that nobody cleared": Fault("science/fft_step", "    im[r] = 0.0f;\n", "", "float u ="),
    "bodies without their mass": Fault("science/nbody", "c < 3", "c < 2", "s[3 * j + 2]"),
    "a base for blocks but the first": Fault(
        "scans/chained_scan", "        base = before;", "        if (blockIdx.x) base = before;", "base + s[t]"
    ),
    "flags that nobody wrote": Fault("scans/segmented_scan", "    flag[t] = heads[t];\n", "", "flag["),
    "exponentials of the upper half": Fault(
        "learning/softmax", "    s[t] = x[i];", "    if (t > 31) s[t] = x[i];", "fmaxf"
    ),
    "a row of distances that nobody wrote": Fault("science/edit_distance", "if (i && j)", "if (i)", "row["),
    "second moments that nobody wrote": Fault("reductions/mean_variance", "    s[1][t] = v * v;\n", "", "s[1][t]"),
    "a shuffle that some lanes never reach": Fault(
        "scans/warp_scan",
        "        int before = __shfl_up_sync(0xffffffffu, v, o);\n        if (lane >= o) v += before;",
        "        if (lane >= o) v += __shfl_up_sync(0xffffffffu, v, o);",
        "__shfl_up_sync",
    ),
    "a shuffle down of the lower lanes": Fault(
        "reductions/warp_sum",
        "        v += __shfl_down",
        "        if ((threadIdx.x & 31) < o) v += __shfl_down",
        "__shfl_down_sync",
    ),
    "a shuffle from lanes that are not there": Fault("reductions/warp_sum", "", "", "__shfl_down_sync", launch=(1, 48)),
    "an exchange with lanes that are not there": Fault("learning/layernorm", "", "", "__shfl_xor_sync", launch=(1, 48)),
    "a sum with lanes that have left": Fault(
        "matrices/spmv_vector", "row >= rows", "row >= rows || lane > 19", "__shfl_xor_sync"
    ),
    "half of a matrix that nobody wrote": Fault("matrices/matmul_mma", "i < 256", "i < 128", "ldmatrix"),
    "the lower half of a factor": Fault("matrices/matmul_mma", "i < 128", "i < 64", "ldmatrix"),
    "an element of a thread that has left": Fault(
        "reductions/argmax", "    best[t] = x[i];", "    if (x[i] < -1.0f) return;\n    best[t] = x[i];", "best[t + w]"
    ),
    "a tile that rows leave": Fault(
        "matrices/matmul_tiled",
        "    float sum = 0.0f;",
        "    float sum = 0.0f;\n    if (a[row * n] > 0.5f) return;",
        "right[k][x]",
    ),
    "bodies that leave early": Fault(
        "science/nbody", "    for (int m = 0;", "    if (px > 1.0f) return;\n    for (int m = 0;", "s["
    ),
}
