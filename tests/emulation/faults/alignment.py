"""Faults that are found as "misaligned": an address that is no multiple of the size of its access."""

from tests.emulation.faults.fault import Fault

FAULTS = {
    "four floats one too far": Fault(
        "language/vector_loads", "((const float4*)x)[i]", "((const float4*)(x + 1))[i / 2]", "float4*"
    ),
    "four floats two too far": Fault(
        "language/vector_loads", "((const float4*)x)[i]", "((const float4*)(x + 2))[i / 2]", "float4*"
    ),
    "four floats in steps of three": Fault(
        "language/vector_loads", "((const float4*)x)[i]", "*(const float4*)(x + 3 * i)", "float4*"
    ),
    "two floats one too far": Fault(
        "language/vector_loads", "((float2*)y)[i] =", "((float2*)(y + 1))[i - (i > 0)] =", "float2*"
    ),
    "a float in the middle of a float": Fault(
        "language/saxpy", "y[i] = a * x[i]", "y[i] = a * *(const float*)((const char*)(x + i) + 2)", "char*"
    ),
    "a double at a float's place": Fault(
        "language/doubles", "fabs(x[i])", "fabs(*(const double*)((const char*)x + 4 * i))", "char*"
    ),
    "eight bytes at an odd place": Fault(
        "language/wide_integers", "y[i] =", "*(unsigned long long*)((char*)y + 7 * i) =", "char*"
    ),
    "an atomic between two bins": Fault(
        "atomics/histogram_global", "&bins[ids[i]]", "(int*)((char*)bins + 2 * ids[i])", "char*"
    ),
    "a shared float at an odd place": Fault(
        "reductions/block_sum", "s[t] = x", "*(float*)((char*)s + 3 * t) = x", "char*"
    ),
    "dynamic shared memory cut at two bytes": Fault(
        "language/dynamic_shared", "(float*)(s + blockDim.x)", "(float*)((char*)(s + blockDim.x) - 2)", "0.5f"
    ),
    "an integer of a local array's middle": Fault(
        "language/local_array", "a[ids[i] & 7]", "*(float*)((char*)a + (ids[i] & 7))", "char*"
    ),
    "a row of floats that starts at a byte": Fault(
        "matrices/matvec_warp",
        "a[row * columns + j] * x[j]",
        "*(const float*)((const char*)a + row + 4 * j) * x[j]",
        "char*",
    ),
    "a row of a matrix that begins aslant": Fault("matrices/matmul_mma", "t / 16 * 8]", "t / 16 * 4]", "ldmatrix"),
    "a matrix that begins aslant": Fault("matrices/matmul_wmma", "(a + m)", "(a + m + (m >> 2))", "wmma.load.a"),
    "rows of a matrix at an odd stride": Fault("matrices/matmul_wmma", '"r"(32)', '"r"(31)', "wmma.load.a"),
    "a copy of 16 bytes from the second": Fault("matrices/async_copy", "(x + 4 * t)", "(x + 2 * t)", "cp.async.cg"),
}
