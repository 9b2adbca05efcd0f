"""PTX that somebody wrote or cut by hand: one line that says where it is none, never an error of the machine's own."""

import numpy as np
import pytest

from generator.emulation import PtxError, Unsupported, emulate

PTX = """.version 8.5
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.func (.param .b32 r) twice (.param .b32 a)
{
ret;
}
.visible .func f ()
{
ret;
}
%s
.visible .entry k(.param .u64 p)
{
.reg .b32 %%r<4>;
.reg .b64 %%rd<4>;
%s
ret;
}
"""


@pytest.mark.parametrize(
    "statement",
    [
        "bar.sync;",
        "bra.uni;",
        "bra 7;",
        "brx.idx %r1;",
        "brx.idx %r1, 7;",
        "st.global.f32 [%rd1], {;",
        "ld.global.f32 %r1, [%rd1;",
        "call (%r1), twice, ();",
        "call twice, (%r1);",
    ],
)
def test_a_statement_that_is_cut_is_told(statement: str) -> None:
    with pytest.raises(PtxError):
        emulate(PTX % ("", statement), "k", [np.zeros(8, np.int32)], 1, 8)


@pytest.mark.parametrize(
    ("variable", "statement"),
    [
        ("", "call (%r1), vprintf, ();"),
        ("", ".reg .b3 %x; mov.b32 %x, 1;"),
        ("", ".reg .f32 %f<2>; selp.b32 %r2, 1, 2, !%f1;"),
        (".global .align 8 .u64 table[1] = {f};", "ld.global.u64 %rd1, [table];"),
    ],
)
def test_what_the_machine_has_not_is_told(variable: str, statement: str) -> None:
    with pytest.raises(Unsupported):
        emulate(PTX % (variable, statement), "k", [np.zeros(8, np.int32)], 1, 8)
