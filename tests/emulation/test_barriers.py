"""Which threads a barrier waits for: not those that have returned; who goes around it is missed."""

import numpy as np
import pytest

from generator.emulation import Run, emulate
from tests.emulation.device_code import ptx_of

HEAD = 'extern "C" __global__ void k(const int* x, int* y, int n)'
ALL, LEFT, SEVERAL = "", "a barrier that not all threads of the block reach", "threads of one block wait at different"
CASES = {
    "threads beyond the end return": (
        "{ __shared__ int s[64]; int t = threadIdx.x; if (t >= n) return; s[t] = x[t]; __syncthreads();"
        " y[t] = s[n - 1 - t]; }",
        ALL,
    ),
    "threads return one after another": (
        "{ __shared__ int s[64]; int t = threadIdx.x; s[t] = x[t]; for (int d = 1; d < n; ++d) { __syncthreads();"
        " if (t < d) { y[t] = s[63 - d]; return; } } }",
        ALL,
    ),
    "threads that return store first": (
        "{ __shared__ int s[64]; int t = threadIdx.x; if (t >= n) { y[t] = 0; return; } s[t] = x[t]; __syncthreads();"
        " y[t] = s[n - 1 - t]; if (s[t] > 3) y[t] += 1; }",
        ALL,
    ),
    "all threads of some blocks": ("{ if (blockIdx.x) __syncthreads(); y[threadIdx.x] = 1; }", ALL),
    "a predicate counted over those that are left": (
        "{ if (threadIdx.x >= n) return; y[threadIdx.x] = __syncthreads_count(x[threadIdx.x] & 1); }",
        ALL,
    ),
    "all but the first thread": (
        "{ __shared__ int s[64]; int t = threadIdx.x; s[t] = x[t]; int v = 0; if (t > 0) { __syncthreads();"
        " v = s[63 - t]; } y[t] = v; }",
        LEFT,
    ),
    "a sum of the block's first threads": (
        "{ __shared__ int s[64]; int t = threadIdx.x, v = 0; if (t < n) { s[t] = x[t]; __syncthreads();"
        " for (int i = 0; i < n; ++i) v += s[i]; } if (t % 32 == 0) y[t / 32] = v; }",
        LEFT,
    ),
    "rounds that threads have in different numbers": (
        "{ for (int i = 0; i < x[threadIdx.x] % 3 + 3; ++i) __syncthreads(); y[threadIdx.x] = 1; }",
        LEFT,
    ),
    "threads return after different numbers of inner rounds": (
        "{ int t = threadIdx.x, v = x[t]; while (true) { do { v = (v * 5 + 3) % 97; y[t] = v; } while (v % 3);"
        " if (v > n) return; __syncthreads(); } }",
        ALL,
    ),
    "threads that skip it in a loop with nothing behind": (
        "{ int t = threadIdx.x;\n#pragma unroll 1\n"
        "for (int i = 0; i < n; ++i) { if (t < i) __syncthreads(); y[t] += i; } }",
        LEFT,
    ),
    "threads of two branches": (
        "{ if (threadIdx.x < n) { y[threadIdx.x] = 1; __syncthreads(); y[0] = 2; }"
        " else { __syncthreads(); y[threadIdx.x] = 3; } }",
        SEVERAL,
    ),
    "warps at barriers of two numbers": ('{ asm volatile("bar.sync %0;" :: "r"(x[threadIdx.x / 32])); }', SEVERAL),
    "all threads at a barrier of one number": ('{ asm volatile("bar.sync %0;" :: "r"(x[n])); }', ALL),
}


def run(body: str, order: str) -> Run:
    """Two blocks of 64 threads, of which 40 are below n."""
    args = [np.arange(64, dtype=np.int32), np.zeros(64, np.int32), 40]
    return emulate(ptx_of(HEAD + body), "k", args, 2, 64, order=order)


@pytest.mark.parametrize("order", ["forward", "backward", "random"])
@pytest.mark.parametrize("case", CASES)
def test_a_barrier_waits_for_threads_that_have_not_returned(case: str, order: str) -> None:
    body, message = CASES[case]
    found = [each for each in run(body, order).findings if each.kind == "barrier"]
    assert bool(found) == bool(message) and all(each.message.startswith(message) for each in found)


def test_a_count_over_threads_that_are_left_has_no_others() -> None:
    body, _ = CASES["a predicate counted over those that are left"]
    assert run(body, "forward").outputs[1].tolist() == [20] * 40 + [0] * 24
