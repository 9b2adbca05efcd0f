"""Planted faults: each is found, by its kind."""

import numpy as np
import pytest

from generator.emulation import Empty, Run, Unsupported, emulate
from tests.emulation.device_code import ptx_of

HEAD = 'extern "C" __global__ void k'
X = np.arange(64, dtype=np.float32)


def run(body: str, *args: object, block: int = 64, grid: int = 1, **options: int) -> Run:
    """A run of a kernel with these parameters and this body."""
    return emulate(ptx_of(HEAD + body), "k", list(args), grid, block, **options)  # type: ignore[arg-type]


def kinds(found: Run) -> set[str]:
    return {finding.kind for finding in found.findings}


FAULTS = {
    "an index one too far": ("(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x + 1]; }", "out_of_bounds"),
    "a negative index": ("(const float* x, float* y) { y[threadIdx.x] = x[(int)threadIdx.x - 1]; }", "out_of_bounds"),
    "a store far away": ("(const float* x, float* y) { y[threadIdx.x * 1000] = x[threadIdx.x]; }", "out_of_bounds"),
    "a null pointer": ("(const float* x, float* y) { *(float*)8 = x[threadIdx.x]; }", "out_of_bounds"),
    "shared too small": (
        "(const float* x, float* y) { __shared__ float s[32]; int t = threadIdx.x; s[t] = x[t]; __syncthreads();"
        "y[t] = s[t]; }",
        "out_of_bounds",
    ),
    "a barrier missing": (
        "(const float* x, float* y) { __shared__ float s[64]; int t = threadIdx.x; s[t] = x[t]; y[t] = s[63 - t]; }",
        "race",
    ),
    "a counter without an atomic": ("(const float* x, float* y) { y[0] = y[0] + x[threadIdx.x]; }", "race"),
    "shared that nobody wrote": (
        "(const float* x, float* y) { __shared__ float s[64]; int t = threadIdx.x; if (t < 32) s[t] = x[t];"
        "__syncthreads(); y[t] = s[t]; }",
        "uninitialized",
    ),
    "a barrier in a branch": (
        "(const float* x, float* y) { int t = threadIdx.x; if (t < 40) { y[t] = x[t]; __syncthreads(); } }",
        "barrier",
    ),
    "an endless loop": (
        "(const float* x, float* y) { volatile float* v = y; while (v[threadIdx.x] == 0.0f) {} }",
        "endless",
    ),
    "a vector between its places": (
        "(const float* x, float* y) { float2 v = ((const float2*)(x + 1))[threadIdx.x / 4]; y[threadIdx.x] = v.x + v.y; }",
        "misaligned",
    ),
    "a shuffle without its lanes": (
        "(const float* x, float* y) { int t = threadIdx.x; if (t < 20)"
        "y[t] = __shfl_down_sync(0xffffffffu, x[t], 1); else y[t] = 0.0f; }",
        "uninitialized",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_by_its_kind(name: str) -> None:
    body, kind = FAULTS[name]
    found = run(body, X, np.zeros(64, np.float32), most_steps=20_000)
    assert kind in kinds(found)
    first = next(finding for finding in found.findings if finding.kind == kind)
    assert first.line > 0 and first.threads and first.count >= 1


def test_output_that_nobody_wrote_is_no_input() -> None:
    found = run("(const float* x, float* y) { y[threadIdx.x] += x[threadIdx.x]; }", X, Empty((64,), np.float32))
    assert kinds(found) == {"uninitialized"}


def test_threads_that_write_one_value_are_told_apart() -> None:
    same = run("(const float* x, float* y) { y[0] = 1.0f; }", X, np.zeros(64, np.float32))
    assert [finding.same_value for finding in same.findings] == [True]
    other = run("(const float* x, float* y) { y[0] = x[threadIdx.x]; }", X, np.zeros(64, np.float32))
    assert [finding.same_value for finding in other.findings] == [False]


def test_too_much_shared_memory_is_said() -> None:
    found = run(
        "(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }", X, np.zeros(64, np.float32), shared=300_000
    )
    assert kinds(found) == {"shared_limit"}


def test_a_missing_opcode_is_named() -> None:
    text = ptx_of(HEAD + "(float* y) { y[threadIdx.x] = 1.0f; }").replace("st.global", "frobnicate.global")
    with pytest.raises(Unsupported, match="frobnicate"):
        emulate(text, "k", [X], 1, 64)


def test_an_allocation_ends_at_its_last_byte() -> None:
    """Another array lies close behind: a flat memory would not see it."""
    body = "(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x * 3]; }"
    (finding,) = run(body, X, np.zeros(64, np.float32)).findings
    assert finding.name == "argument 0" and finding.count == 64 - 22 and finding.addresses[0] == 264
