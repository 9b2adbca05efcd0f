"""One instruction run over many lanes: operands from arrays of bits, results as bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from generator.emulation import emulate
from tests.emulation.opcodes.values import WIDTHS

_HEAD = ".version 8.5\n.target sm_90\n.address_size 64\n"

_SHARED_ROWS = """.visible .entry k(.param .u64 p0, .param .u64 p1)
{
.reg .b64 %rd<9>;
.reg .b32 %r<9>, %w<9>;
.reg .pred %p<3>;
.shared .align 16 .b8 s[2048];
mov.u32 %r0, %tid.x;
mul.wide.u32 %rd3, %r0, 16;
ld.param.u64 %rd0, [p0];
ld.param.u64 %rd1, [p1];
add.u64 %rd0, %rd0, %rd3;
add.u64 %rd1, %rd1, %rd3;
mul.lo.u32 %r1, %r0, 16;
mov.u32 %r2, s;
add.u32 %r1, %r1, %r2;
"""


def shared_rows(body: str) -> str:
    """A kernel: ``%rd0`` and ``%rd1`` are a lane's 16 bytes of the arguments, ``%r1`` those in shared memory."""
    return f"{_HEAD}{_SHARED_ROWS}{body}\nret;\n}}\n"


def text_of(instruction: str, result: str, operands: Sequence[str], uniform: frozenset[int] = frozenset()) -> str:
    """A kernel around an instruction in which ``$d`` is the result and ``$0``, ``$1``, ... are the operands.

    Operands whose number is in ``uniform`` are read from one address by all lanes.
    """
    parameters = ", ".join(f".param .u64 p{place}" for place in range(len(operands) + 1))
    lines = [f".visible .entry k({parameters})", "{", ".reg .b64 %rd<40>;", ".reg .b32 %r<40>;", ".reg .pred %p<40>;"]
    lines += [
        "mov.u32 %r0, %tid.x;",
        "mov.u32 %r1, %ctaid.x;",
        "mad.lo.u32 %r0, %r1, 128, %r0;",
        "cvt.u64.u32 %rd0, %r0;",
    ]
    for place, kind in enumerate([result, *operands]):
        width = WIDTHS[kind]
        lines.append(f".reg .b{max(width, 16)} %v{place};")
        lines.append(f"ld.param.u64 %rd{place + 1}, [p{place}];")
        if place - 1 not in uniform:
            lines.append(f"mad.lo.u64 %rd{place + 1}, %rd0, {width // 8}, %rd{place + 1};")
        if place:
            lines.append(f"ld.global.b{width} %v{place}, [%rd{place + 1}];")
        if kind == "pred":
            lines.append(f"setp.ne.b32 %p{place}, %v{place}, 0;" if place else "mov.pred %p0, 0;")
    names = [f"%{'p' if kind == 'pred' else 'v'}{place}" for place, kind in enumerate([result, *operands])]
    for place, name in enumerate(names[1:]):
        instruction = instruction.replace(f"${place}", name)
    lines.append(instruction.replace("$d", names[0]) + ";")
    if result == "pred":
        lines.append("selp.b32 %v0, 1, 0, %p0;")
    lines += [f"st.global.b{WIDTHS[result]} [%rd1], %v0;", "ret;", "}"]
    return _HEAD + "\n".join(lines) + "\n"


def results(
    instruction: str,
    result: str,
    operands: Sequence[str],
    lanes: Sequence[Sequence[int]],
    uniform: frozenset[int] = frozenset(),
) -> list[int]:
    """The bits of the result in every lane; no finding may be made."""
    count = len(lanes[0])
    padded = -(-count // 128) * 128
    arrays = [_array(kind, [*each, *[each[-1]] * (padded - count)]) for kind, each in zip(operands, lanes, strict=True)]
    run = emulate(
        text_of(instruction, result, operands, uniform),
        "k",
        [np.zeros(padded, f"u{WIDTHS[result] // 8}"), *arrays],
        padded // 128,
        128,
    )
    assert run.findings == () and run.traps == ()
    return [int(each) for each in run.outputs[0][:count]]


def _array(kind: str, bits: Sequence[int]) -> np.ndarray:
    return np.array(bits, f"u{WIDTHS[kind] // 8}")
