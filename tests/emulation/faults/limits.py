"""Faults that are found as "shared_limit": more shared memory than a block of sm_90 may have."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "a reduction with too much shared memory": Fault("reductions/block_sum", "", "", "", shared=300_000),
    "a sort one byte over the limit": Fault("sorting/bitonic_sort", "", "", "", shared=232_448 - 512 + 1),
    "bodies with bytes for elements": Fault("science/nbody", "", "", "", shared=4 * 96 * 3 * 256),
    "a static array besides": Fault(
        "scans/hillis_steele",
        "    int t =",
        "    __shared__ volatile int more[64];\n    if (threadIdx.x < 64) more[threadIdx.x] = 0;\n    int t =",
        "",
        shared=232_448 - 512 - 128,
    ),
}
