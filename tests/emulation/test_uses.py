"""Which instructions set their first operand: each of the second table is one or the other, and none is forgotten."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate
from generator.emulation.instructions import INSTRUCTIONS
from generator.emulation.ptx.program import Instruction, Register
from generator.emulation.ptx.uses import uses_of

RESULT = frozenset(
    "activemask addc atom call cvta elect isspacep ld ldmatrix ldu madc match mma mov movmatrix redux setp shfl subc "
    "vote wmma _param".split()
)
NONE = frozenset(
    "applypriority bar brkpt cp fence griddepcontrol membar nanosleep pmevent prefetch prefetchu red st stmatrix "
    "trap".split()
)


def test_every_instruction_is_known_to_set_a_register_or_not() -> None:
    assert INSTRUCTIONS.keys() == RESULT | NONE and not RESULT & NONE


@pytest.mark.parametrize("name", sorted((RESULT | NONE) - {"brkpt", "griddepcontrol", "pmevent", "_param", "call"}))
def test_its_first_register_is_set_or_read(name: str) -> None:
    read, written = uses_of(Instruction(name, (), (Register("%r1"), Register("%r2")), None, 1))
    assert (written == ["%r1"]) == (name in RESULT) and ("%r1" in read) == (name in NONE)


SPACES = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u64 b)
{{
.reg .b64 %rd<5>;
.reg .b32 %r<2>;
.reg .pred %p<2>;
.shared .align 4 .b8 s[16];
ld.param.u64 %rd1, [a];
ld.param.u64 %rd2, [b];
mov.b64 %rd3, {address};
cvta.{space} %rd4, %rd3;
isspacep.{asked} %p1, %rd4;
selp.u32 %r1, 1, 0, %p1;
st.global.u32 [%rd2], %r1;
ret;
}}
"""


@pytest.mark.parametrize("asked", ["global", "shared", "local", "param", "param::entry", "shared::cta"])
@pytest.mark.parametrize(("space", "address"), [("shared.u64", "s"), ("param.u64", "a")])
def test_an_address_lies_in_its_space_and_a_parameter_in_global_memory_too(
    space: str, address: str, asked: str
) -> None:
    text = SPACES.format(space=space, address=address, asked=asked)
    found = emulate(text, "k", [np.zeros(1, np.float32), np.zeros(1, np.uint32)], 1, 1)
    expected = asked.partition("::")[0] == space.partition(".")[0] or (asked, address) == ("global", "a")
    assert not found.findings and found.outputs[1][0] == expected


@pytest.mark.parametrize("wrong", ["isspacep.nowhere %p1, %rd4", "vadd4.u32.u32.u32.relu %r1, %r1, %r1, %r1"])
def test_what_an_instruction_does_not_have_is_unsupported(wrong: str) -> None:
    text = SPACES.format(space="shared.u64", address="s", asked="global").replace("isspacep.global %p1, %rd4", wrong)
    with pytest.raises(Unsupported):
        emulate(text, "k", [np.zeros(1, np.float32), np.zeros(1, np.uint32)], 1, 1)
