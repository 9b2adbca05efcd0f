"""Faults that are found as "endless": a bound on instructions ends them."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "a lock that nobody gives back": Fault("atomics/spin_lock", "    atomicExch(lock, 0);\n", "", "atomicCAS"),
    "a lock that is asked for twice": Fault(
        "atomics/spin_lock",
        "    __threadfence();",
        "    while (atomicCAS(lock, 0, 1) != 0) {}\n    __threadfence();",
        "atomicCAS",
        launch=(1, 1),
    ),
    "a chain that nobody continues": Fault(
        "scans/chained_scan",
        "        atomicExch(&chain[blockIdx.x], before + s[blockDim.x - 1]);\n",
        "",
        "while ((before",
        launch=1,
    ),
    "a block that waits for itself": Fault(
        "scans/chained_scan", "chain[blockIdx.x - 1]", "chain[blockIdx.x]", "while ((before", launch=1
    ),
    "a swap that compares with an old value": Fault(
        "atomics/double_sum", "        seen = old;\n", "        seen = 0;\n", "while (old != seen)", launch=(1, 8)
    ),
    "a maximum that looks no second time": Fault(
        "atomics/largest_by_cas", "        old = seen;\n", "", "if (seen == old)", launch=(1, 32)
    ),
    "a union that does not climb": Fault("atomics/union_find", "0)) != a) a = up;", "0)) != a) {}", "!= a) {}"),
    "a stride of zero": Fault("language/grid_stride", "i += gridDim.x * blockDim.x", "i += 0", "i += 0"),
    "a reduction down to minus one": Fault("reductions/block_sum", "w > 0", "w >= 0", "s[t + w]"),
    "a scan whose distance stays": Fault("scans/hillis_steele", "o <<= 1", "o <<= (x[0] & 0)", "s[t - o]"),
    "a sort whose distance stays": Fault("sorting/bitonic_sort", "j /= 2", "j = x[0] < 0 ? 0 : j", "other > t"),
    "a merge whose range stays": Fault("sorting/merge_path", "low = middle + 1", "low = middle", "while (low < high)"),
    "an iteration that is not counted": Fault("grids/mandelbrot", "        ++n;\n", "        out[i] = n;\n", ""),
    "tiles that do not go on": Fault("science/nbody", "m += blockDim.x", "m += 0", ""),
    "rounds that do not go on": Fault("sorting/odd_even_sort", "++round", "round += s[0] < 0", "round < n"),
}
