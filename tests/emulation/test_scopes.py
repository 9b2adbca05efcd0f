"""Braces within a function have names of their own: registers, labels and variables."""

import numpy as np

from generator.emulation import emulate
from tests.emulation.device_code import ptx_of

HEAD = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .b64 %rd<4>;
.reg .b32 %r<9>, sum;
ld.param.u64 %rd0, [p];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd1, %r0, 4;
add.u64 %rd0, %rd0, %rd1;
mov.b32 sum, 0;
"""
END = "st.global.b32 [%rd0], sum;\nret;\n}\n"


def run(body: str, threads: int = 8) -> np.ndarray:
    found = emulate(HEAD + body + END, "k", [np.zeros(threads, np.uint32)], 1, threads)
    assert found.findings == ()
    return np.asarray(found.outputs[0])


def test_a_register_is_that_of_the_innermost_braces() -> None:
    body = """{ .reg .b32 x; mov.b32 x, 1;
  { .reg .b64 x; mov.b64 x, 4294967296; { .reg .pred x; setp.lt.u32 x, %r0, 3; @x add.u32 sum, sum, 100; }
    shr.b64 x, x, 31; cvt.u32.u64 %r1, x; add.u32 sum, sum, %r1; }
  add.u32 sum, sum, x; }
"""
    assert run(body).tolist() == [103] * 3 + [3] * 5


def test_a_label_is_that_of_its_braces() -> None:
    loop = "{ .reg .pred p; .reg .b32 i; mov.b32 i, 0; again: add.u32 i, i, 1; add.u32 sum, sum, 1; "
    body = "".join(loop + f"setp.lt.u32 p, i, {count}; @p bra again; }}\n" for count in (3, 5))
    assert run(body).tolist() == [8] * 8


def test_variables_of_one_name_have_their_own_sizes() -> None:
    body = """{ .local .align 4 .b8 room[64]; .reg .b32 t;
  st.local.b32 [room+60], 7; ld.local.b32 t, [room+60]; add.u32 sum, sum, t; }
{ .local .align 4 .b8 room[4]; .reg .b32 t; st.local.b32 [room], 5; ld.local.b32 t, [room]; add.u32 sum, sum, t; }
"""
    assert run(body).tolist() == [12] * 8


def test_inline_assembly_with_registers_of_its_own() -> None:
    text = """extern "C" __global__ void k(const int* x, int* y) {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        asm("{ .reg .pred p; .reg .s32 t; setp.gt.s32 p, %1, 0; selp.s32 t, %1, 0, p; add.s32 %0, %0, t; }"
            : "+r"(sum) : "r"(x[4 * threadIdx.x + i]));
    y[threadIdx.x] = sum;
}"""
    x = np.arange(-60, 68, dtype=np.int32).reshape(32, 4)
    found = emulate(ptx_of(text), "k", [x, np.zeros(32, np.int32)], 1, 32)
    np.testing.assert_array_equal(found.outputs[1], np.maximum(x, 0).sum(axis=1))


def test_a_type_may_stand_close_to_its_declaration() -> None:
    """So `cuda_fp16.h` writes it."""
    assert run("{.reg.b32 x, y; mov.b32 x, 1; mov.b32 y, WARP_SZ; add.u32 sum, x, y; }").tolist() == [33] * 8
