"""Barriers of some threads of a block: who waits, who only arrives, what they order, and what is wrong there."""

import numpy as np
import pytest

from generator.emulation import Run, emulate
from tests.emulation.device_code import ptx_of

HEAD = """
__device__ void sync(int a, int n) { asm volatile("bar.sync %0, %1;" :: "r"(a), "r"(n) : "memory"); }
__device__ void arrive(int a, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(a), "r"(n) : "memory"); }
extern "C" __global__ void k(const int* x, int* y) { __shared__ int s[128]; int t = threadIdx.x; """
PAIRS = "s[t] = x[t]; sync(1 + t / 64, 64); y[t] = s[t ^ 63];"
HANDED_ON = """if (t < 64) { for (int i = 0; i < 4; ++i) { %s s[t] = x[t] + i; arrive(2, 128); } }
    else { int v = 0; for (int i = 0; i < 4; ++i) { %s v += s[t - 64]; arrive(1, 128); } y[t] = v; }"""


def run(body: str, order: str) -> Run:
    """One block of 128 threads."""
    args = [np.arange(128, dtype=np.int32), np.zeros(128, np.int32)]
    return emulate(ptx_of(f"{HEAD}{body} }}"), "k", args, 1, 128, order=order)


@pytest.mark.parametrize("order", ["forward", "backward", "random", "serial"])
def test_threads_wait_for_as_many_as_the_barrier_is_of(order: str) -> None:
    found = run(PAIRS, order)
    assert found.findings == () and np.array_equal(found.outputs[1], np.arange(128) ^ 63)
    found = run(HANDED_ON % ("if (i) sync(1, 128);", "sync(2, 128);"), order)
    assert found.findings == () and np.array_equal(found.outputs[1][64:], 4 * np.arange(64) + 6)


FAULTS = {
    "nobody waits for what is handed on": (HANDED_ON % ("if (i) sync(1, 128);", ""), "race", "touch"),
    "nobody waits until it is read": (HANDED_ON % ("", "sync(2, 128);"), "race", "touch"),
    "fewer come": ("if (t < 64) sync(1, 96); y[t] = 1;", "barrier", "to which fewer come"),
    "half a warp": ("sync(1, 80); y[t] = 1;", "barrier", "no whole warps"),
}


@pytest.mark.parametrize("order", ["forward", "random"])
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_at_them_is_found(fault: str, order: str) -> None:
    body, kind, message = FAULTS[fault]
    assert [each for each in run(body, order).findings if each.kind == kind and message in each.message]
