"""Endless launches end soon, of however many threads: where nothing changes any more, and at a limit of all."""

import time

import numpy as np
import pytest

from generator.emulation import emulate
from tests.emulation.device_code import ptx_of

HEAD = """extern "C" __global__ void k(volatile int* x, int* lock, int* y) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;"""
SAME, TOO_LONG = "nothing changes from round to round", "more than 2,000,000 instructions"
WAITS = {
    "a flag that nobody sets": ("while (!x[0]); y[t] = 1;", SAME),
    "a lock that nobody gives back": ("while (atomicCAS(lock, 0, 1) != 0); y[t] = 1;", SAME),
    "a lock of a warp whose holder waits": (
        "while (atomicCAS(lock, 0, 1) != 0); __syncwarp(); y[t] = 1; atomicExch(lock, 0);",
        SAME,
    ),
    "a barrier in an endless loop": ("__shared__ int s; s = 0; while (s == x[t]) __syncthreads(); y[t] = 1;", SAME),
    "a NaN that stays": ("float a = x[t] / 0.0f; while (a != x[t] + 1.0f) { a = a * 2 - a; x[t] = a; }", SAME),
    "a counter that nobody reads in time": ("int n = 0; while (x[t] == 0) ++n; y[t] = n;", TOO_LONG),
}


@pytest.mark.parametrize("wait", WAITS)
def test_an_endless_launch_ends_soon(wait: str) -> None:
    body, message = WAITS[wait]
    ptx, begin = ptx_of(f"{HEAD}{body} }}"), time.process_time()
    for grid in (1, 128) if message == SAME else (64,):
        args = [np.zeros(grid * 128, np.int32), np.zeros(1, np.int32), np.zeros(grid * 128, np.int32)]
        found = [each for each in emulate(ptx, "k", args, grid, 128).findings if each.kind == "endless"]
        assert [each.message for each in found] == [message]
    assert time.process_time() - begin < 10


def test_a_wait_that_ends_is_none() -> None:
    """The last thread sets the flag, after many rounds in which the others change nothing."""
    body = "if (t == 127) { for (int i = 0; i < 3000; ++i) y[127] += x[1]; x[0] = 1; } while (!x[0]); y[t] += 1;"
    args = [np.array([0, 1], np.int32), np.zeros(1, np.int32), np.zeros(128, np.int32)]
    for order in ("forward", "backward", "random"):
        run = emulate(ptx_of(f"{HEAD}{body} }}"), "k", args, 4, 32, order=order)
        assert not [each for each in run.findings if each.kind == "endless"]
        assert run.outputs[2].tolist() == [1] * 127 + [3001]


def test_atomics_without_effect_are_told_from_zeros_of_another_sign() -> None:
    text = 'extern "C" __global__ void k(float* x, float* y) { y[threadIdx.x] = 1 / atomicAdd(x, 0.0f); }'
    x, y = emulate(ptx_of(text), "k", [np.full(1, -0.0, "f4"), np.zeros(4, "f4")], 1, 4).outputs
    assert y.tolist() == [-np.inf, np.inf, np.inf, np.inf] and not np.signbit(x[0])
