"""Faults that are found as "out_of_bounds": in shared and local memory."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "a reduction from twice as far": Fault("reductions/block_sum", "s[t + w]", "s[t + 2 * w]", "s[t + 2 * w]"),
    "a reduction that begins too wide": Fault("reductions/block_sum", "blockDim.x / 2", "blockDim.x", "s[t + w]"),
    "a byte too little for a reduction": Fault("reductions/block_sum", "", "", "s[t] = x", shared=-4),
    "room for two warps": Fault("reductions/two_level_sum", "part[32]", "part[2]", "part["),
    "room for half a block": Fault("reductions/dot_product", "s[256]", "s[64]", "s[", launch=2),
    "places for a hundred": Fault("reductions/argmax", "place[256]", "place[100]", "place["),
    "moments of half a block": Fault("reductions/mean_variance", "s[2][256]", "s[2][64]", "s["),
    "a scan from before the first": Fault("scans/hillis_steele", "t >= o ?", "t >= o - 1 ?", "s[t - o]"),
    "room for half a scan": Fault("scans/hillis_steele", "", "", "s[t] = x", shared=-256),
    "a sweep one too far": Fault("scans/blelloch", "step * (2 * t + 2) - 1", "step * (2 * t + 2)", "s[step"),
    "a scan without its guard": Fault("scans/segmented_scan", "if (t >= o)", "if (true)", "t - o]"),
    "places for half a block": Fault("scans/compaction", "place[256]", "place[64]", "place["),
    "a chain's tile too small": Fault("scans/chained_scan", "s[128]", "s[100]", "s["),
    "a tile that is too narrow": Fault("matrices/transpose_tiled", "s[16][17]", "s[16][15]", "s["),
    "half of the tile": Fault("matrices/transpose_conflicts", "s[16][16]", "s[8][16]", "s["),
    "a tile of seven rows": Fault("matrices/matmul_tiled", "left[8][8]", "left[7][8]", "left["),
    "a step beyond the tile": Fault("matrices/matmul_tiled", "right[k][x]", "right[k + 1][x]", "right[k + 1]"),
    "a partner beyond the block": Fault("sorting/bitonic_sort", "t ^ j", "t + j", "s[other]"),
    "a byte too little for a sort": Fault("sorting/bitonic_sort", "", "", "s[t] = x", shared=-4),
    "a pair beyond the end": Fault("sorting/odd_even_sort", "i + 1 < n", "i < n", "s[i + 1]"),
    "ones of all but one": Fault("sorting/radix_pass", "ones[256]", "ones[127]", "ones["),
    "bins for twelve": Fault("atomics/histogram_shared", "h[16]", "h[12]", "h["),
    "bins that are cleared too far": Fault("atomics/histogram_shared", "16) h", "20) h", "h[threadIdx.x] = 0"),
    "a halo without room": Fault("grids/stencil_halo", "", "", "s[", shared=-4),
    "a halo on one side": Fault("grids/stencil_halo", "s[t + 2];", "s[t + 3];", "s[t + 3]"),
    "mirrored one too far": Fault(
        "language/dynamic_shared", "last = blockDim.x - 1", "last = blockDim.x", "[last - t]"
    ),
    "a local array by a larger mask": Fault("language/local_array", "& 7", "& 15", "a[ids[i]"),
    "a local array by a negative index": Fault(
        "language/local_array", "a[ids[i] & 7]", "a[(ids[i] & 7) - 1]", "a[(ids"
    ),
    "bodies of two numbers": Fault("science/nbody", "", "", "s[3 * t", shared=-4 * 96),
    "a transform by all threads": Fault("science/fft_step", "if (t < 32)", "if (true)", "re["),
    "distances of one letter less": Fault("science/edit_distance", "row[3][33]", "row[3][32]", "row["),
    "a softmax of sixty": Fault("learning/softmax", "s[256]", "s[60]", "s["),
    "scores of all but one": Fault("learning/attention_row", "score[64]", "score[63]", "score["),
}
