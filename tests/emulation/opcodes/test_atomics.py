"""Atomics of every operator, type and space: lanes one after another, each finds what the one before left."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from generator.emulation import Unsupported, emulate
from tests.emulation.opcodes import exact
from tests.emulation.opcodes.edges import lanes_of
from tests.emulation.opcodes.test_integers import clamped
from tests.emulation.opcodes.values import WIDTHS, agrees, value_of

LANES = 96

Step = Callable[..., object]
OPERATORS: dict[str, tuple[tuple[str, ...], Step]] = {
    "add": (("u32", "s32", "u64"), lambda old, a: old + a),
    "min": (("u32", "s32", "u64", "s64"), min),
    "max": (("u32", "s32", "u64", "s64"), max),
    "and": (("b32", "b64"), lambda old, a: old & a),
    "or": (("b32", "b64"), lambda old, a: old | a),
    "xor": (("b32", "b64"), lambda old, a: old ^ a),
    "exch": (("b32", "b64"), lambda old, a: a),
    "inc": (("u32",), lambda old, a: 0 if old >= a else old + 1),
    "dec": (("u32",), lambda old, a: a if old == 0 or old > a else old - 1),
}
FORMS: list[tuple[str, str, Step]] = [(op, kind, of) for op, (kinds, of) in OPERATORS.items() for kind in kinds]
FORMS += [("add", "f64", lambda old, a: exact.total(old, a, "f64", "rn")),
          ("add", "f32", exact.finished(lambda old, a: exact.total(old, a, "f32", "rn"), "f32", "ftz"))]  # fmt: skip
FORMS += [("add.noftz", kind, lambda old, a, k=kind: exact.total(old, a, k, "rn")) for kind in ("f16", "bf16")]
FORMS += [("add.noftz", f"{kind}x2", exact.pairwise(lambda old, a, k=kind: exact.total(old, a, k, "rn")))
          for kind in ("f16", "bf16")]  # fmt: skip
TEXT = """.version 8.5
.target sm_90
.address_size 64
.visible .entry k(.param .u64 m, .param .u64 x, .param .u64 y, .param .u64 z, .param .u32 places)
{{
.reg .b64 %rd<20>;
.reg .b32 %r<9>;
.reg .pred %p<2>;
.reg .b{wide} %v<4>;
.shared .align 16 .b8 s[64];
ld.param.u64 %rd1, [m];
ld.param.u64 %rd2, [x];
ld.param.u64 %rd3, [y];
ld.param.u64 %rd8, [z];
ld.param.u32 %r2, [places];
mov.u32 %r1, %tid.x;
cvt.u64.u32 %rd4, %r1;
mad.lo.u64 %rd5, %rd4, {size}, %rd2;
mad.lo.u64 %rd6, %rd4, {size}, %rd3;
mad.lo.u64 %rd9, %rd4, {size}, %rd8;
rem.u32 %r3, %r1, %r2;
mul.wide.u32 %rd7, %r3, {size};
add.u64 %rd7, %rd7, %rd1;
ld.global.b{width} %v1, [%rd5];
ld.global.b{width} %v3, [%rd9];
{instruction};
st.global.b{width} [%rd6], %v2;
ret;
}}
"""


def run(instruction: str, kind: str, start: list[int], values: list[int], others: list[int] | None = None) -> tuple:
    """What is left in memory, and what each lane found."""
    width = WIDTHS[kind]
    text = TEXT.format(wide=max(width, 16), width=width, size=width // 8, instruction=instruction)
    dtype = f"u{width // 8}"
    args = [np.array(start, dtype), np.array(values, dtype), np.zeros(len(values), dtype),
            np.array(others or values, dtype), len(start)]  # fmt: skip
    done = emulate(text, "k", args, 1, len(values))
    assert done.findings == ()
    return [int(each) for each in done.outputs[0]], [int(each) for each in done.outputs[2]]


@pytest.mark.parametrize("places", [1, 5, LANES])
@pytest.mark.parametrize(("operator", "kind", "of"), FORMS, ids=lambda each: each if isinstance(each, str) else "")
def test_lanes_follow_one_another(operator: str, kind: str, of: Step, places: int) -> None:
    (values,) = lanes_of([kind], LANES, 3)
    (start,) = lanes_of([kind], places, 4)
    left, found = run(f"atom.global.{operator}.{kind} %v2, [%rd7], %v1", kind, start, values)
    plain, _ = run(f"red.global.{operator}.{kind} [%rd7], %v1; mov.b{WIDTHS[kind]} %v2, %v1", kind, start, values) if (
        operator != "exch") else (left, found)  # fmt: skip
    for one, other in zip(plain, left, strict=True):
        assert agrees(one, value_of(other, kind), kind)
    memory: list[object] = [value_of(each, kind) for each in start]
    for lane, bits in enumerate(values):
        place = lane % places
        assert agrees(found[lane], memory[place], kind), (lane, hex(found[lane]), memory[place])  # type: ignore[arg-type]
        new = of(memory[place], value_of(bits, kind))
        if isinstance(new, int) and kind not in ("f32", "f64"):
            new = value_of(new & ((1 << WIDTHS[kind]) - 1), kind)
        memory[place] = new
    for place, bits in enumerate(left):
        assert agrees(bits, memory[place], kind), (place, hex(bits), memory[place])  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["b16", "b32", "b64"])
@pytest.mark.parametrize("places", [1, 3, LANES])
def test_a_swap_is_made_where_the_value_is_as_compared(kind: str, places: int) -> None:
    values = [lane * 7 % 5 for lane in range(LANES)]
    others = [(lane * 3 + 1) % 5 for lane in range(LANES)]
    memory = [place % 5 for place in range(places)]
    left, found = run(f"atom.global.cas.{kind} %v2, [%rd7], %v1, %v3", kind, memory, values, others)
    for lane, (compare, new) in enumerate(zip(values, others, strict=True)):
        place = lane % places
        assert found[lane] == memory[place]
        memory[place] = new if memory[place] == compare else memory[place]
    assert left == memory


@pytest.mark.parametrize("scope", ["", ".relaxed.gpu", ".acq_rel.sys", ".release.cta"])
def test_order_and_scope_change_no_result(scope: str) -> None:
    left, _ = run(f"atom{scope}.global.add.u32 %v2, [%rd7], %v1", "u32", [0], list(range(LANES)))
    assert left == [clamped(sum(range(LANES)), "u32")]


def test_shared_memory_has_atomics_as_well() -> None:
    text = "setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [s], 0; bar.sync 0; "
    text += "atom.shared.max.u32 %v2, [s], %v1; bar.sync 0; ld.shared.u32 %v2, [s]"
    _, found = run(text, "u32", [0], [5, 9, 2, 7])
    assert found == [9] * 4


def test_sums_of_shared_memory_keep_subnormal_numbers() -> None:
    text = "setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.u32 [s], 0; bar.sync 0; "
    text += "atom.shared.add.f32 %v2, [s], %v1; bar.sync 0; ld.shared.u32 %v2, [s]"
    _, found = run(text, "f32", [0], [1, 1, 1, 1])
    assert found == [4] * 4
    left, _ = run("atom.global.add.f32 %v2, [%rd7], %v1", "f32", [0], [1, 1, 1, 1])
    assert left == [0]


def test_a_form_that_the_machine_has_not_is_unsupported() -> None:
    for text in ("atom.global.min.f32 %v2, [%rd7], %v1", "atom.global.frob.b32 %v2, [%rd7], %v1"):
        with pytest.raises(Unsupported):
            run(text, "b32", [0], [1])
