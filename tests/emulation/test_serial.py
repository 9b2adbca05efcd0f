"""What one thread after another leaves in memory, found from threads side by side, is that to the bit."""

import numpy as np
import pytest

from generator.emulation import Run, emulate
from generator.emulation.scheduling.schedule import Schedule
from tests.emulation.device_code import ptx_of

HEAD = 'extern "C" __global__ void k(const float* x, float* y, float* z, int* n) { int t = threadIdx.x; '
X = np.random.Generator(np.random.PCG64(7)).standard_normal(192).astype(np.float32)

SUMS = (
    "atomicAdd(y + t % 3, x[t]); if (x[t] > 0.0f) atomicAdd(y + t % 5, x[t] * x[t]); atomicAdd(y + 1, 1e-3f * x[t]); }"
)
"""Threads that come to one address in another order side by side: instruction by instruction."""

SLOTS = "int slot = atomicAdd(n, 1); y[slot] = x[t]; }"
READ = "float before = y[t]; atomicAdd(y + t, x[t]); y[t + 64] = before; }"
TWO_OPERATORS = "atomicAdd(n + t % 2, t); atomicMax(n + t % 2, 3 * t); }"
BARRIER = "atomicAdd(y, x[t]); __syncthreads(); atomicAdd(y + 1, x[63 - t]); }"
SHUFFLE = (
    "float v = x[t]; for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);"
    " if (t % 32 == 0) y[atomicAdd(n, 1)] = v; }"
)
TIME = "atomicAdd(n, (int) clock()); }"


def run(body: str, order: str) -> tuple[Run, bool]:
    """A run of 64 threads, and whether they ran one by one at last."""
    alone = False
    usual = Schedule.run

    def watched(schedule: Schedule, *, one_by_one: bool = False) -> None:
        nonlocal alone
        alone = one_by_one
        usual(schedule, one_by_one=one_by_one)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Schedule, "run", watched)
        arrays = [X, *np.full((2, 192), 0.1, np.float32), np.zeros(8, np.int32)]
        return emulate(ptx_of(HEAD + body), "k", arrays, 1, 64, order=order), alone


def same(one: Run, other: Run) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(one.outputs, other.outputs, strict=True))


def test_subnormal_numbers_are_lost_in_global_memory_in_every_order() -> None:
    body = "atomicAdd((float*) n + t % 2, 1e-40f); }"
    for order in ("serial", "as_serial", "forward"):
        found, alone = run(body, order)
        assert not found.outputs[3].any() and alone == (order == "serial")


@pytest.mark.parametrize("before", ["", "__shared__ float s[64]; s[t] = x[t]; z[t] = s[t]; "])
def test_sums_are_those_of_one_thread_after_another(before: str) -> None:
    serial, alone = run(before + SUMS, "serial")
    found, fast = run(before + SUMS, "as_serial")
    assert alone and not fast
    assert same(found, serial) and not same(found, run(before + SUMS, "forward")[0])


@pytest.mark.parametrize("body", [SLOTS, READ, TWO_OPERATORS, BARRIER, SHUFFLE, TIME])
def test_threads_run_one_by_one_where_side_by_side_does_not_show_it(body: str) -> None:
    serial, _ = run(body, "serial")
    found, alone = run(body, "as_serial")
    assert alone and same(found, serial) and not serial.findings


PHASES = (
    "__shared__ int s[64]; s[t] = atomicAdd(n, 1); __syncthreads(); y[s[63 - t]] = t; __syncthreads();"
    " z[t] = __shfl_sync(~0u, atomicAdd(n + 1, 1), t % 32 ^ 1); }"
)


def test_threads_wait_for_others_after_which_they_run_one_by_one_again() -> None:
    found, _ = run(PHASES, "serial")
    assert not found.findings
    assert found.outputs[1][:64].tolist() == list(range(64))[::-1]
    assert found.outputs[2][:64].tolist() == [t ^ 1 for t in range(64)]


def test_a_barrier_that_a_thread_bypasses_is_found() -> None:
    found, _ = run("float v = x[t]; if (t) { __syncthreads(); v += 1.0f; } y[t] = v; }", "serial")
    assert [each.kind for each in found.findings] == ["barrier"]


def test_only_the_thread_that_does_not_end_is_endless() -> None:
    for order in ("forward", "serial"):
        text = ptx_of(HEAD + "while (t == 0) n[0] += 1; }")
        found = emulate(text, "k", [X, X, X, np.zeros(1, np.int32)], 1, 4, order=order, most_steps=1000).findings
        assert [(each.kind, [who.thread for who in each.threads]) for each in found] == [("endless", [0])], order
