"""What a finding says."""

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


def test_output_that_nobody_wrote_is_no_input() -> None:
    found = run("(const float* x, float* y) { y[threadIdx.x] += x[threadIdx.x]; }", X, Empty((64,), np.float32))
    assert kinds(found) == {"uninitialized"}


def test_threads_that_write_one_value_are_told_apart() -> None:
    same = run("(const float* x, float* y) { y[0] = 1.0f; }", X, np.zeros(64, np.float32))
    assert [finding.same_value for finding in same.findings] == [True]
    other = run("(const float* x, float* y) { y[0] = x[threadIdx.x]; }", X, np.zeros(64, np.float32))
    assert [finding.same_value for finding in other.findings] == [False]


def test_a_missing_opcode_is_named() -> None:
    text = ptx_of(HEAD + "(float* y) { y[threadIdx.x] = 1.0f; }").replace("st.global", "frobnicate.global")
    with pytest.raises(Unsupported, match="frobnicate"):
        emulate(text, "k", [X], 1, 64)


def test_an_allocation_ends_at_its_last_byte() -> None:
    """Another array lies close behind: a flat memory would not see it."""
    body = "(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x * 3]; }"
    (finding,) = run(body, X, np.zeros(64, np.float32)).findings
    assert finding.name == "argument 0" and finding.count == 64 - 22 and finding.addresses[0] == 264


def test_a_lane_has_to_be_in_its_own_mask() -> None:
    body = "(const float* x, float* y) { y[threadIdx.x] = __shfl_sync(0xffu, x[threadIdx.x], 0); }"
    (finding,) = run(body, X, np.zeros(64, np.float32), block=32).findings
    assert finding.kind == "barrier" and finding.count == 24 and finding.threads[0].thread == 8


def test_who_waits_in_a_loop_does_not_keep_a_block_at_its_barrier() -> None:
    """Block 0 spins until block 1 has passed a barrier."""
    body = (
        "(int* flag) { if (blockIdx.x == 0) { while (atomicAdd(flag, 0) == 0) {} return; }"
        "__syncthreads(); if (threadIdx.x == 0) atomicExch(flag, 1); __syncthreads(); }"
    )
    for order in ("forward", "backward"):
        found = emulate(ptx_of(HEAD + body), "k", [np.zeros(1, np.int32)], 2, 64, order=order, most_steps=20_000)
        assert found.findings == () and found.outputs[0][0] == 1


DECISION = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
.reg .pred %p<4>;
.reg .b16 %h<2>;
.reg .b32 %r<2>;
mov.u32 %r1, %tid.x;
setp.lt.u32 %p1, %r1, 16;
@%p1 bra JOIN;
mov.u16 %h1, 1;
JOIN:
setp.eq.s16 %p2, %h1, 0;
CONCLUSION %p3, %p1, %p2;
@%p3 bra END;
END:
ret;
}
"""


@pytest.mark.parametrize(("conclusion", "count"), [("or.pred", 0), ("and.pred", 16)])
def test_what_another_operand_decides_may_hold_anything(conclusion: str, count: int) -> None:
    """Compilers ask all of ``a || b`` at once, where only ``a`` says whether ``b`` has a value."""
    found = emulate(DECISION.replace("CONCLUSION", conclusion), "k", [np.zeros(1, np.float32)], 1, 32)
    assert [finding.count for finding in found.findings] == [count] * (count > 0)


@pytest.mark.parametrize("space", [".global", ""])
def test_a_volatile_flag_hands_data_on_after_a_fence_alone(space: str) -> None:
    """Two lanes touch the flag in no order, which is told apart; what it guards is ordered by the fence."""
    body = (
        "(float* data, volatile int* flag, float* out) {{"
        " if (blockIdx.x == 0) {{ data[0] = 42.0f; {fence} *flag = 1; }}"
        " else {{ while (*flag == 0) {{}} out[0] = data[0]; }} }}"
    )
    arrays = [np.zeros(1, np.float32), np.zeros(1, np.int32), np.zeros(1, np.float32)]
    text = ptx_of('extern "C" __global__ void k' + body.format(fence="__threadfence();"))
    assert ".volatile.global" in text
    fenced = emulate(text.replace(".volatile.global", f".volatile{space}"), "k", arrays, 2, 1)
    assert [finding.volatile for finding in fenced.findings] == [True] and fenced.outputs[2][0] == 42.0
    data = [each for each in run(body.format(fence=""), *arrays, grid=2, block=1).findings if not each.volatile]
    assert [(each.kind, each.name) for each in data] == [("race", "argument 0")]


@pytest.mark.parametrize(
    ("store", "volatile"),
    [("atomicExch((int*)flag, 1);", True), ("atomicExch_block((int*)flag, 1);", False), ("*(int*)flag = 1;", False)],
)
def test_a_volatile_flag_may_be_set_by_an_atomic(store: str, volatile: bool) -> None:
    body = f"(volatile int* flag) {{ if (blockIdx.x == 0) {{ {store} }} else {{ while (*flag == 0) {{}} }} }}"
    (finding,) = run(body, np.zeros(1, np.int32), grid=2, block=1).findings
    assert finding.volatile == volatile


def test_a_volatile_sum_of_a_warp_in_shared_memory_needs_its_barrier() -> None:
    body = (
        "(const float* x, float* y) {{ __shared__ volatile float s[32]; int t = threadIdx.x; s[t] = x[t]; {wait}"
        " float other = t < 16 ? s[t + 16] : 0.0f; {wait} s[t] = s[t] + other; {wait} y[t] = s[0]; }}"
    )
    found = [run(body.format(wait=wait), X, np.zeros(32, np.float32), block=32) for wait in ("", "__syncwarp();")]
    assert kinds(found[0]) == {"race"} and found[0].findings[0].space == "shared"
    assert found[1].findings == ()


LARGEST = """(const float* x, float* y) {
    int* p = (int*)y; float v = x[threadIdx.x]; int old = *p, seen;
    do { seen = old; if (v <= __int_as_float(seen)) break; old = atomicCAS(p, seen, __float_as_int(v)); }
    while (seen != old); }"""


def test_the_load_that_begins_a_loop_of_compare_and_swap_is_no_race() -> None:
    """So do the programming guide's and Warp's own minimum and maximum of floats; a load that is no guess is one."""
    found = run(LARGEST, X, np.zeros(64, np.float32))
    assert not found.findings and found.outputs[1][0] == 63.0
    other = run(LARGEST.replace("old); }", "old); y[1 + threadIdx.x] = *y; }"), X, np.zeros(65, np.float32))
    assert kinds(other) == {"race"}


BOOLS = (
    "not.pred %p3, %p3; selp.u16 %h1, 1, 0, %p3; not.pred %p2, %p2; selp.u16 %h2, 1, 0, %p2;"
    " or.b16 %h1, %h1, %h2; and.b16 %h1, %h1, 255; setp.eq.s16 %p3, %h1, 0;"
)
UNSETTLED = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y)
{
    .reg .pred %p<4>;
    .reg .b16 %h<3>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<6>;
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd1, %r1, 4;
    ld.param.u64 %rd2, [x];
    add.s64 %rd3, %rd2, %rd1;
    ld.global.u32 %r2, [%rd3];
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra $later;
    mov.u32 %r3, 7;
$later:
    setp.ne.u32 %p2, %r2, 0;
    setp.eq.u32 %p3, %r3, 7;
    COMBINED
    ld.param.u64 %rd4, [y];
    add.s64 %rd5, %rd4, %rd1;
    @!%p3 bra $end;
    mov.u32 %r4, 1;
    st.global.u32 [%rd5], %r4;
$end:
    ret;
}
"""


@pytest.mark.parametrize(
    ("combined", "found"),
    [
        ("and.pred %p3, %p2, %p3;", set()),
        ("not.pred %p2, %p2; not.pred %p3, %p3; or.pred %p3, %p3, %p2; not.pred %p3, %p3;", set()),
        ("selp.u32 %r3, %r3, 0, %p2; setp.eq.u32 %p3, %r3, 7;", set()),
        (BOOLS, set()),
        ("or.pred %p3, %p2, %p3;", {"uninitialized"}),
        ("xor.pred %p3, %p3, %p2;", {"uninitialized"}),
        ("", {"uninitialized"}),
    ],
)
def test_an_unwritten_register_is_a_finding_where_it_decides(combined: str, found: set[str]) -> None:
    """NVRTC makes ``a & b`` of ``a && b``, with a ``b`` that nothing wrote where ``a`` is false."""
    x = np.arange(64, dtype=np.int32) % 2
    got = emulate(UNSETTLED.replace("COMBINED", combined), "k", [x, np.zeros(64, np.int32)], 1, 64)
    assert kinds(got) == found
    if found:
        assert [f.line for f in got.findings] == [1 + UNSETTLED.split("\n").index("    setp.eq.u32 %p3, %r3, 7;")]
        assert got.findings[0].count == 32
    else:
        assert (got.outputs[1] == x).all()


@pytest.mark.parametrize(
    "reader",
    ["nanosleep.u32 %r1", "prefetchu.L1 [%rd1]", "applypriority.global.L2::evict_normal [%rd1], 128"],
)
def test_an_instruction_without_a_result_reads_its_first_operand(reader: str) -> None:
    text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a)\n{\n"
    text += f".reg .b32 %r<2>;\n.reg .b64 %rd<2>;\n{reader};\nret;\n}}\n"
    assert [finding.line for finding in emulate(text, "k", [np.zeros(1, np.float32)], 1, 32).findings] == [8]


SUM = "for (int d = {begin}; d; d /= 2) v += __shfl_down_sync(0xffffu, v, d);"
SHUFFLES = {
    "more lanes than the mask has": ("if (i < 16) {{ {sum} if (i == 0) y[0] = v; }}", 16, 1),
    "as many lanes as the mask has": ("if (i < 16) {{ {sum} if (i == 0) y[0] = v; }}", 8, 0),
    "all lanes of half a sum": ("if (i < 16) {{ {sum} y[i] = v; }}", 8, 15),
    "a sum after one that is whole": (
        "float w = v; for (int d = 16; d; d /= 2) w += __shfl_down_sync(~0u, w, d);"
        " if (i < 16) {{\n{sum} if (i == 0) y[0] = v + w; }}",
        16,
        1,
    ),
    "lanes beyond the segment": ("if (i < 16) y[i] = __shfl_down_sync(0xffffu, v, {begin}, 16);", 8, 0),
    "a lane that decides a branch": (
        "if (i < 16) {{ float w = __shfl_xor_sync(0xffffu, v, {begin}); if (w > 3.0f) y[i] = v; }}",
        16,
        16,
    ),
    "lanes that nobody uses": ("if (i < 16) {{ float w = __shfl_xor_sync(0xffffu, v, 16); y[i] = v; }}", 0, 0),
}


@pytest.mark.parametrize("case", SHUFFLES)
def test_what_a_shuffle_takes_of_no_member_is_a_finding_where_it_decides(case: str) -> None:
    body, begin, count = SHUFFLES[case]
    text = body.format(sum=SUM.format(begin=begin), begin=begin)
    found = run(f"(const float* x, float* y) {{ int i = threadIdx.x; float v = x[i]; {text} }}",
                X, np.zeros(32, np.float32), block=32).findings  # fmt: skip
    wrong = [each for each in found if each.kind == "uninitialized"]
    assert sum(each.count for each in wrong) == count
    if "\n" in text:
        assert wrong[0].source.endswith(":2")


@pytest.mark.parametrize(("lane", "count"), [(15, 32), (16, 0)])
def test_a_shuffle_hands_on_whether_the_lane_it_takes_of_has_a_value(lane: int, count: int) -> None:
    shuffle = f"shfl.sync.idx.b32 %r1, %r2, {lane}, 31, -1;\nsetp.eq.u32 %p3, %r1, 7;"
    text = DECISION.replace(".b32 %r<2>", ".b32 %r<3>").replace("mov.u16 %h1, 1", "mov.u32 %r2, 7")
    text = text.replace("setp.eq.s16 %p2, %h1, 0;\nCONCLUSION %p3, %p1, %p2;", shuffle)
    found = emulate(text, "k", [np.zeros(1, np.float32)], 1, 32).findings
    line = 1 + text[: text.index("shfl")].count("\n")
    assert [(each.line, each.count) for each in found] == [(line, count)] * (count > 0)
