"""How many threads a race has, and what is said of all of them."""

import numpy as np
import pytest

from generator.emulation import Empty, Finding, emulate
from generator.emulation.machine.meetings import Touches, clashes, meeting
from generator.emulation.machine.memory import Memory
from generator.emulation.machine.state import BARRIER_STEP, State
from tests.emulation.device_code import ptx_of

REVERSE = "__shared__ float s[64]; s[threadIdx.x] = x[threadIdx.x]; y[threadIdx.x] = s[63 - threadIdx.x];"
X = np.arange(64, dtype=np.float32)


def races(body: str, x: np.ndarray, block: int = 64, grid: int = 1) -> list[Finding]:
    text = f'extern "C" __global__ void k(const float* x, float* y) {{ {body} }}'
    return list(emulate(ptx_of(text), "k", [x, np.zeros(256, np.float32)], grid, block).findings)


def test_all_threads_that_meet_are_counted_at_all_addresses() -> None:
    (found,) = races(REVERSE, X)
    assert found.count == 64 and found.addresses == tuple(range(0, 32, 4))
    assert [each.thread for each in found.threads] == [0, 63, 1, 62, 2, 61, 3, 60]


def test_a_thread_that_reads_and_writes_is_one_thread() -> None:
    (found,) = races("y[(int)x[threadIdx.x]] += 1.0f;", np.zeros(64, np.float32))
    assert found.count == 64 and [each.thread for each in found.threads] == list(range(8))


def test_threads_of_several_blocks_are_counted_each() -> None:
    (found,) = races("y[threadIdx.x] = x[threadIdx.x] + blockIdx.x;", X, grid=3)
    assert found.count == 192


def test_who_meets_nobody_is_not_counted() -> None:
    (found,) = races("y[threadIdx.x < 48 ? threadIdx.x / 2 : threadIdx.x] = x[threadIdx.x];", X)
    assert found.count == 48


@pytest.mark.parametrize(
    ("body", "same"),
    [
        ("y[threadIdx.x / 2] = 1.0f;", True),
        ("y[threadIdx.x / 2] = threadIdx.x < 2 ? 1.0f : x[threadIdx.x];", False),
        ("y[0] = threadIdx.x < 2 ? 1.0f : x[threadIdx.x];", False),
        ("((float2*)y)[threadIdx.x / 2] = make_float2(1.0f, 2.0f);", True),
        ("((float2*)y)[threadIdx.x / 2] = make_float2(1.0f, x[threadIdx.x]);", False),
        ("volatile float* v = y; v[0] = 1.0f; y[1 + threadIdx.x] = v[0];", True),
        ("if (threadIdx.x < 2) y[0] = 1.0f; else y[threadIdx.x] = y[0];", False),
        ("if (threadIdx.x < 2) y[0] = 1.0f; else atomicAdd(y, 1.0f);", False),
    ],
)
def test_one_value_is_said_where_all_write_it(body: str, same: bool) -> None:
    assert [each.same_value for each in races(body, X)] == [same]


@pytest.mark.parametrize(
    ("other", "volatile"), [("", True), ("else atomicAdd(y, 1.0f);", True), ("else y[0] = x[threadIdx.x];", False)]
)
def test_a_race_is_one_of_volatiles_where_all_are(other: str, volatile: bool) -> None:
    body = "volatile float* v = y; if (threadIdx.x == 0) v[0] = 1.0f; else if (threadIdx.x < 3) y[threadIdx.x] = v[0];"
    assert {each.volatile for each in races(f"{body} {other}", X)} == {volatile}


def test_meetings_by_counts_are_those_pair_by_pair() -> None:
    generator = np.random.Generator(np.random.PCG64(0))
    state = State((3, 1, 1), (80, 1, 1), generator.permutation(240), Memory())
    for size in (2, 5, 20, 60):
        for _ in range(20):
            lane = generator.choice(generator.integers(0, 240, 12), size)
            stamp = generator.integers(0, 2, size) * BARRIER_STEP + generator.integers(0, 2, size)
            one = Touches(np.zeros(size, int), lane, stamp, generator.integers(0, 8, size), np.zeros(size, int))
            pairs = [clashes(state, one, each).any() for each in range(size)]
            assert meeting(state, one).tolist() == pairs


def count(kernel: str, blocks: int = 2) -> list[tuple[str, int]]:
    """Findings of a kernel of `int* y`, by kind and threads, in blocks of 64."""
    return [(each.kind, each.count) for each in found(kernel, blocks)]


def found(kernel: str, blocks: int = 2) -> tuple[Finding, ...]:
    text = f'extern "C" __global__ void k(int* y) {{ {kernel} }}'
    return emulate(ptx_of(text), "k", [np.zeros(130, np.int32)], blocks, 64).findings


def asm(instruction: str) -> str:
    """An instruction on the address %0."""
    return f'asm volatile("{instruction}" :: "l"(y) : "memory");'


@pytest.mark.parametrize(
    ("body", "threads"),
    [
        ("atomicAdd_block(y, 1);", 128),
        ("y[1 + atomicExch_block(y, 1) + 64 * blockIdx.x + threadIdx.x] = 1;", 128),
        ("if (threadIdx.x < 2) atomicAdd_block(y, 1);", 4),
        ("if (blockIdx.x) atomicAdd_block(y, 1); else if (threadIdx.x < 3) atomicAdd(y, 1);", 67),
        ("if (blockIdx.x) atomicAdd_block(y, 1); else if (threadIdx.x < 3) atomicAdd_system(y, 1);", 67),
        (asm("red.relaxed.cluster.global.add.s32 [%0], 1;"), 128),
        (asm("st.relaxed.cta.global.s32 [%0], 1;"), 128),
        ("atomicAdd(y, 1);", 0),
        ("atomicAdd_system(y, 1);", 0),
        ("if (blockIdx.x) atomicAdd(y, 1); else atomicAdd_system(y, 1);", 0),
        ("atomicAdd_block(y + blockIdx.x, 1);", 0),
        ("__shared__ int s; if (!threadIdx.x) s = 0; __syncthreads(); atomicAdd_block(&s, 1);", 0),
        (
            asm("{ .reg .s32 t; ld.relaxed.cta.global.s32 t, [%0]; }") + "y[1 + 64 * blockIdx.x + threadIdx.x] = y[0];",
            0,
        ),
    ],
)
def test_an_atomic_is_atomic_to_threads_of_its_scope(body: str, threads: int) -> None:
    assert count(body) == [("race", threads)] * (threads > 0)
    assert count(body, blocks=1) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [("atomicAdd_block(y, 1);", True), ("if (threadIdx.x) atomicAdd_block(y, 1); else *y = 1;", False)],
)
def test_a_race_of_scopes_says_so(body: str, said: bool) -> None:
    assert {"scope" in each.message for each in found(body)} == {said}


FLAG = """if (blockIdx.x == 0 && threadIdx.x == 0) {{ y[1] = 1; {fence} atomicExch{scope}(y, 1); }}
    if (blockIdx.x == {block} && threadIdx.x == 32) {{ while (atomicAdd{scope}(y, 0) == 0) {{}} y[2] = y[1]; }}"""


@pytest.mark.parametrize(
    ("fence", "scope", "block", "races"),
    [
        ("__threadfence();", "", 1, 0),
        ("__threadfence_block();", "", 1, 1),
        ("", "", 1, 1),
        ("__threadfence_block();", "_block", 0, 0),
        ("", "_block", 0, 1),
    ],
)
def test_a_fence_orders_for_threads_of_its_scope(fence: str, scope: str, block: int, races: int) -> None:
    body = FLAG.format(fence=fence, scope=scope, block=block)
    assert count(body) == [("race", 2)] * races


@pytest.mark.parametrize(
    ("condition", "found"),
    [("before == 127", []), ("before == 0", [("race", 128)]), ("threadIdx.x + blockIdx.x == 0", [("race", 128)])],
)
def test_the_last_to_count_may_reset_the_counter(condition: str, found: list[tuple[str, int]]) -> None:
    """So does the programming guide's sum of one launch, by a plain store: nobody touches the counter after it."""
    body = f"__threadfence(); int before = atomicAdd(y, 1); if ({condition}) *y = 0;"
    assert count(body) == found


def test_an_empty_output_that_nobody_touches_has_no_race() -> None:
    text = 'extern "C" __global__ void k(float* y) { }'
    assert emulate(ptx_of(text), "k", [Empty((4,), "f4")], 1, 64).findings == ()
