"""Programs of classic kinds: their results against NumPy, no finding, whatever the order of lanes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from generator.emulation import emulate
from tests.emulation.device_code import ptx_of

RANDOM = np.random.Generator(np.random.PCG64(7))
X = RANDOM.standard_normal(384).astype(np.float32)
IDS = RANDOM.integers(0, 16, 384).astype(np.int32)


@dataclass(frozen=True)
class Program:
    """A kernel ``k``, its arguments, grid and block, and what NumPy says of its outputs by place."""

    text: str
    args: Callable[[], list[Any]]
    grid: int
    block: int
    expected: dict[int, Any]
    shared: int = 0


HEAD = 'extern "C" __global__ void k'
PROGRAMS = {
    "saxpy": Program(
        HEAD + "(int n, float a, const float* x, float* y) {"
        "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }",
        lambda: [384, 2.0, X, np.ones(384, np.float32)], 4, 128, {3: 2 * X + 1},
    ),
    "grid_stride": Program(
        HEAD + "(int n, const float* x, float* y) {"
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] * x[i]; }",
        lambda: [384, X, np.zeros(384, np.float32)], 2, 64, {2: X * X},
    ),
    "block_sum": Program(
        HEAD + "(const float* x, float* out) { __shared__ float s[128]; int t = threadIdx.x;"
        "s[t] = x[blockIdx.x * 128 + t]; __syncthreads();"
        "for (int w = 64; w > 0; w >>= 1) { if (t < w) s[t] += s[t + w]; __syncthreads(); }"
        "if (t == 0) out[blockIdx.x] = s[0]; }",
        lambda: [X, np.zeros(3, np.float32)], 3, 128, {1: X.reshape(3, 128).sum(axis=1)},
    ),
    "warp_sum": Program(
        HEAD + "(const int* x, int* out) { int v = x[threadIdx.x];"
        "for (int o = 16; o; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);"
        "if ((threadIdx.x & 31) == 0) out[threadIdx.x / 32] = v; }",
        lambda: [IDS, np.zeros(12, np.int32)], 1, 384, {1: IDS.reshape(12, 32).sum(axis=1)},
    ),
    "scan": Program(
        HEAD + "(const int* x, int* out) { extern __shared__ int s[]; int t = threadIdx.x; s[t] = x[t];"
        "__syncthreads();"
        "for (int o = 1; o < blockDim.x; o <<= 1) { int v = t >= o ? s[t - o] : 0; __syncthreads(); s[t] += v;"
        "__syncthreads(); } out[t] = s[t]; }",
        lambda: [IDS[:128], np.zeros(128, np.int32)], 1, 128, {1: np.cumsum(IDS[:128])}, 512,
    ),
    "transpose": Program(
        HEAD + "(const float* a, float* b) { __shared__ float s[16][17]; int x = threadIdx.x % 16,"
        "y = threadIdx.x / 16;"
        "s[y][x] = a[y * 16 + x]; __syncthreads(); b[y * 16 + x] = s[x][y]; }",
        lambda: [X[:256], np.zeros(256, np.float32)], 1, 256, {1: X[:256].reshape(16, 16).T.ravel()},
    ),
    "histogram": Program(
        HEAD + "(const int* ids, int* bins) { __shared__ int h[16]; if (threadIdx.x < 16) h[threadIdx.x] = 0;"
        "__syncthreads(); atomicAdd(&h[ids[blockIdx.x * 128 + threadIdx.x]], 1); __syncthreads();"
        "if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]); }",
        lambda: [IDS, np.zeros(16, np.int32)], 3, 128, {1: np.bincount(IDS, minlength=16)},
    ),
    "largest_by_cas": Program(
        HEAD + "(const float* x, float* best) { int* p = (int*)best; int old = *(volatile int*)p;"
        "float v = x[threadIdx.x]; old = atomicAdd(p, 0);"
        "while (v > __int_as_float(old)) { int seen = atomicCAS(p, old, __float_as_int(v)); if (seen == old) break;"
        "old = seen; } }".replace("int old = *(volatile int*)p;", "int old;"),
        lambda: [X, np.zeros(1, np.float32)], 1, 384, {1: [X.max()]},
    ),
    "spin_lock": Program(
        HEAD + "(int* lock, int* total) { while (atomicCAS(lock, 0, 1) != 0) {} __threadfence();"
        "int v = atomicAdd(total, 0); atomicExch(total, v + 1); __threadfence(); atomicExch(lock, 0); }",
        lambda: [np.zeros(1, np.int32), np.zeros(1, np.int32)], 2, 32, {1: [64]},
    ),
    "ballot_compaction": Program(
        HEAD + "(const int* x, int* out, int* count) { int t = threadIdx.x; bool keep = x[t] > 7;"
        "unsigned m = __ballot_sync(0xffffffffu, keep); if (keep) out[__popc(m & ((1u << t) - 1))] = x[t];"
        "if (t == 0) *count = __popc(m); }",
        lambda: [IDS[:32], np.zeros(32, np.int32), np.zeros(1, np.int32)], 1, 32,
        {1: np.r_[IDS[:32][IDS[:32] > 7], np.zeros(32 - (IDS[:32] > 7).sum(), np.int32)], 2: [(IDS[:32] > 7).sum()]},
    ),
    "device_function": Program(
        "__device__ __noinline__ float f(float a, float b) { return a * b + 1.0f; }\n"
        + HEAD + "(const float* x, float* y) { y[threadIdx.x] = f(f(x[threadIdx.x], 2.0f), 3.0f); }",
        lambda: [X[:64], np.zeros(64, np.float32)], 1, 64, {1: (X[:64] * 2 + 1) * 3 + 1},
    ),
    "local_array": Program(
        HEAD + "(const int* ids, float* y) { float a[8]; for (int j = 0; j < 8; ++j) a[j] = j * j;"
        "y[threadIdx.x] = a[ids[threadIdx.x] & 7]; }",
        lambda: [IDS[:64], np.zeros(64, np.float32)], 1, 64, {1: (IDS[:64] & 7).astype(np.float32) ** 2},
    ),
    "doubles": Program(
        HEAD + "(const double* x, double* y) { y[threadIdx.x] = sqrt(fabs(x[threadIdx.x])) / 3.0; }",
        lambda: [X.astype(np.float64), np.zeros(384)], 1, 384, {1: np.sqrt(np.abs(X.astype(np.float64))) / 3.0},
    ),
}  # fmt: skip


@pytest.mark.parametrize("order", ["forward", "backward", "random"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_computes_what_numpy_does(name: str, order: str) -> None:
    program = PROGRAMS[name]
    run = emulate(
        ptx_of(program.text),
        "k",
        program.args(),
        program.grid,
        program.block,
        shared=program.shared,
        order=order,
        seed=3,
    )
    assert run.findings == () and run.traps == ()
    for place, values in program.expected.items():
        np.testing.assert_allclose(run.outputs[place], values, rtol=1e-5, atol=1e-5)


def test_what_threads_print_is_kept() -> None:
    text = 'extern "C" int printf(const char*, ...);\n' + HEAD + '(int n) { printf("%d of %d\\n", threadIdx.x, n); }'
    assert emulate(ptx_of(text), "k", [3], 1, 3).printed == ("0 of 3\n", "1 of 3\n", "2 of 3\n")
