"""Faults that are found as "race": a barrier is missing, so that shared memory is touched in no order."""

from tests.emulation.faults.fault import Fault

SYNC = "__syncthreads();"
FAULTS = {
    "a sum before all have loaded": Fault("reductions/block_sum", SYNC, "", "s["),
    "a sum's steps without a barrier": Fault("reductions/block_sum", SYNC, "", "s[t + w]", after="s[t + w]"),
    "a sum's steps by warps": Fault("reductions/block_sum", SYNC, "__syncwarp();", "s[t + w]", after="s[t + w]"),
    "sums of warps without a barrier": Fault("reductions/two_level_sum", SYNC, "", "part["),
    "sums of warps with a warp's barrier": Fault("reductions/two_level_sum", SYNC, "__syncwarp();", "part["),
    "a product before all have added": Fault("reductions/dot_product", SYNC, "", "s["),
    "a product's steps without a barrier": Fault("reductions/dot_product", SYNC, "", "s[", after="s[t + w]"),
    "argmax before all have loaded": Fault("reductions/argmax", SYNC, "", "[t"),
    "argmax's steps without a barrier": Fault("reductions/argmax", SYNC, "", "[t", after="place[t + w]"),
    "moments before all have loaded": Fault("reductions/mean_variance", SYNC, "", "s["),
    "moments' steps without a barrier": Fault("reductions/mean_variance", SYNC, "", "s[", after="s[1][t + w]"),
    "a scan before all have loaded": Fault("scans/hillis_steele", SYNC, "", "s["),
    "a scan that writes before all have read": Fault("scans/hillis_steele", SYNC, "", "s[", after="s[t - o]"),
    "a scan that reads before all have written": Fault("scans/hillis_steele", SYNC, "", "s[", after="+= v;"),
    "a sweep up without a barrier": Fault("scans/blelloch", SYNC, "", "s["),
    "a sweep down without a barrier": Fault("scans/blelloch", SYNC, "", "s[", after="step /= 2"),
    "a segment before all have loaded": Fault("scans/segmented_scan", SYNC, "", "[t"),
    "a segment that writes before all have read": Fault(
        "scans/segmented_scan", SYNC, "", "[t", after="t - o];\n        }"
    ),
    "a segment that reads before all have written": Fault("scans/segmented_scan", SYNC, "", "[t", after="|= f"),
    "places before all have loaded": Fault("scans/compaction", SYNC, "", "place["),
    "places written before all have read": Fault("scans/compaction", SYNC, "", "place[", after="place[t - o]"),
    "places read before all have written": Fault("scans/compaction", SYNC, "", "place[", after="+= v"),
    "a base before it is known": Fault("scans/chained_scan", SYNC, "", "base", after="atomicExch"),
    "a chain's tile without a barrier": Fault("scans/chained_scan", SYNC, "", "s[", after="s[t - o]"),
    "a tile before all have loaded": Fault("matrices/transpose_tiled", SYNC, "", "s["),
    "a tile with a warp's barrier": Fault("matrices/transpose_tiled", SYNC, "__syncwarp();", "s["),
    "a square tile before all have loaded": Fault("matrices/transpose_conflicts", SYNC, "", "s["),
    "two tiles before all have loaded": Fault("matrices/matmul_tiled", SYNC, "", "["),
    "two tiles loaded before all have read": Fault("matrices/matmul_tiled", SYNC, "", "[", after="right[k][x]"),
    "a sort before all have loaded": Fault("sorting/bitonic_sort", SYNC, "", "s["),
    "a sort's steps without a barrier": Fault("sorting/bitonic_sort", SYNC, "", "s[", after="s[other] = v"),
    "a sort by both partners": Fault("sorting/bitonic_sort", "if (other > t)", "if (other != t)", "s["),
    "a sort of pairs before all have loaded": Fault("sorting/odd_even_sort", SYNC, "", "s["),
    "a sort's rounds without a barrier": Fault("sorting/odd_even_sort", SYNC, "", "s[", after="s[i + 1] = v"),
    "a sort of pairs that overlap": Fault("sorting/odd_even_sort", "int i = 2 * t", "int i = t", "s["),
    "ones before all have loaded": Fault("sorting/radix_pass", SYNC, "", "ones["),
    "ones written before all have read": Fault("sorting/radix_pass", SYNC, "", "ones[", after="ones[t - o]"),
    "ones read before all have written": Fault("sorting/radix_pass", SYNC, "", "ones[", after="+= v"),
    "bins counted before they are cleared": Fault("atomics/histogram_shared", SYNC, "", "h["),
    "bins read before all have counted": Fault("atomics/histogram_shared", SYNC, "", "h[", after="atomicAdd(&h"),
    "a halo before all have loaded": Fault("grids/stencil_halo", SYNC, "", "s["),
    "a mirror before all have loaded": Fault("language/dynamic_shared", SYNC, "", "[last - t]"),
    "two arrays that overlap": Fault("language/dynamic_shared", "s + blockDim.x", "s + 1", "0.5f"),
    "bodies before all have loaded": Fault("science/nbody", SYNC, "", "s["),
    "bodies loaded before all have read": Fault("science/nbody", SYNC, "", "s[", after="ay +=", launch=2),
    "a transform before all have loaded": Fault("science/fft_step", SYNC, "", "["),
    "a transform's steps without a barrier": Fault("science/fft_step", SYNC, "", "[", after="im[i] += v"),
    "distances without a barrier": Fault("science/edit_distance", SYNC, "", "row["),
    "a maximum before all have loaded": Fault("learning/softmax", SYNC, "", "s["),
    "a maximum overwritten before all have read": Fault("learning/softmax", SYNC, "", "s[", after="float e ="),
    "a sum of exponentials before all are there": Fault("learning/softmax", SYNC, "", "s[", after="s[t] = e"),
    "scores before all are there": Fault("learning/attention_row", SYNC, "", "score["),
    "a total before it is known": Fault("learning/attention_row", SYNC, "", "", after="total +="),
    "a total by all threads": Fault("learning/attention_row", "if (t == 0)", "if (true)", "total"),
    "a copy that nobody waits for": Fault(
        "matrices/async_copy", '        asm volatile("cp.async.wait_group 1;" ::: "memory");\n', "", "sum += s"
    ),
    "a wait for the copy before the last": Fault("matrices/async_copy", "wait_group 1", "wait_group 2", "sum += s"),
    "copies in one group": Fault(
        "matrices/async_copy",
        '        asm volatile("cp.async.commit_group;" ::: "memory");\n',
        "",
        "sum += s",
        "unsigned next",
    ),
    "a copy waited for by its own thread alone": Fault(
        "matrices/async_copy", "        __syncthreads();\n", "", "sum += s"
    ),
    "a copy into what others still sum": Fault(
        "matrices/async_copy", "        __syncthreads();\n", "", "cp.async.cg", "y[row"
    ),
    "a row written before its copy has ended": Fault(
        "matrices/async_tail",
        '    asm volatile("cp.async.wait',
        '    s[t] = 0.0f;\n    asm volatile("cp.async.wait',
        "s[t] =",
    ),
    "rows of matrices that others still write": Fault("matrices/matmul_mma", "    __syncwarp();\n", "", "ldmatrix"),
    "a matrix read while it is stored": Fault("matrices/transpose_stmatrix", "    __syncwarp();\n", "", "y[t]"),
}
