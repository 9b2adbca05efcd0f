"""Conversions of all pairs of types, comparisons and choices, against Python's numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.emulation.opcodes import exact
from tests.emulation.opcodes.case import Case
from tests.emulation.opcodes.running import results
from tests.emulation.opcodes.test_integers import clamped
from tests.emulation.opcodes.values import PRECISION, WIDTHS, flushed, rounded, saturated

WHOLE = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
FLOATS = ("f16", "bf16", "f32", "f64")
TO_WHOLE: dict[str, Callable[[Fraction], int]] = {
    "rni": round, "rzi": math.trunc, "rmi": math.floor, "rpi": math.ceil,
}  # fmt: skip


def as_float(value: float, kind: str, mode: str) -> float:
    """A number in a float type, rounded once; infinities and NaN stay."""
    if isinstance(value, float) and not math.isfinite(value):
        return value
    return rounded(Fraction(value), kind, mode, isinstance(value, float) and math.copysign(1, value) < 0)


def as_whole(value: float, kind: str, mode: str, source: str) -> int:
    """A float in a whole type: held within it; NaN as the document says."""
    if value != value:
        return wrapped(1 << (WIDTHS[kind] - 1), kind) if source == "f64" or kind in ("u64", "s64") else 0
    if math.isinf(value):
        return clamped(1 << 70 if value > 0 else -(1 << 70), kind)
    return clamped(TO_WHOLE[mode](Fraction(value)), kind)


def whole_float(value: float, mode: str) -> float:
    """A float rounded to a whole one, which keeps its sign."""
    return value if not math.isfinite(value) else math.copysign(float(TO_WHOLE[mode](Fraction(value))), value)


def register(kind: str) -> str:
    """The type of the register in which a byte is handed over: PTX has none of 8 bits."""
    return {"u8": "u16", "s8": "s16"}.get(kind, kind)


CASES = []
for source in WHOLE:
    for target in WHOLE:
        if source != target:
            CASES.append(Case(f"cvt.{target}.{source}", f"{register(target)} {source}",
                              lambda a, t=target, s=source: clamped(0, t) + wrapped(a, t)))  # fmt: skip
            CASES.append(Case(f"cvt.sat.{target}.{source}", f"{register(target)} {source}",
                              lambda a, t=target: clamped(a, t)))  # fmt: skip
    for target in FLOATS:
        for mode in ("rn", "rz", "rm", "rp"):
            CASES.append(Case(f"cvt.{mode}.{target}.{source}", f"{target} {source}",
                              lambda a, t=target, m=mode: as_float(a, t, m)))  # fmt: skip
    for target in FLOATS:
        for mode in TO_WHOLE:
            CASES.append(Case(f"cvt.{mode}.{source}.{target}", f"{register(source)} {target}",
                              lambda a, t=source, s=target, m=mode: as_whole(a, t, m, s)))  # fmt: skip


def wrapped(value: int, kind: str) -> int:
    """A number in the low bits of a type, with the type's sign."""
    width = WIDTHS[kind]
    value &= (1 << width) - 1
    return value - (1 << width) if kind[0] == "s" and value >> (width - 1) else value


for source, target in (("f16", "f32"), ("f16", "f64"), ("f32", "f64"), ("bf16", "f32")):
    CASES.append(Case(f"cvt.{target}.{source}", f"{target} {source}", lambda a: a))
for source, target in (
    ("f64", "f32"),
    ("f64", "f16"),
    ("f32", "f16"),
    ("f32", "bf16"),
    ("f64", "bf16"),
    ("f16", "bf16"),
):
    modes = ("rn", "rz") if target == "bf16" else ("rn", "rz", "rm", "rp")
    CASES += [Case(f"cvt.{mode}.{target}.{source}", f"{target} {source}", lambda a, t=target, m=mode: as_float(a, t, m))
              for mode in modes]  # fmt: skip
for kind in ("f16", "f32", "f64", "bf16"):
    CASES += [
        Case(f"cvt.{mode}.{kind}.{kind}", f"{kind} {kind}", lambda a, m=mode: whole_float(a, m)) for mode in TO_WHOLE
    ]
CASES += [
    Case("cvt.rn.ftz.f32.f64", "f32 f64", lambda a: flushed(as_float(a, "f32", "rn"))),
    Case("cvt.ftz.f64.f32", "f64 f32", flushed),
    Case("cvt.sat.f32.f32", "f32 f32", saturated),
    Case("cvt.ftz.sat.f32.f32", "f32 f32", lambda a: saturated(flushed(a))),
    Case("cvt.rzi.ftz.s32.f32", "s32 f32", lambda a: as_whole(flushed(a), "s32", "rzi", "f32")),
    Case("cvt.rpi.ftz.s32.f32", "s32 f32", lambda a: as_whole(flushed(a), "s32", "rpi", "f32")),
    Case("cvt.rmi.ftz.f32.f32", "f32 f32", lambda a: whole_float(flushed(a), "rmi")),
    Case("cvt.rn.sat.f32.s32", "f32 s32", lambda a: saturated(as_float(a, "f32", "rn"))),
    Case("cvt.rn.sat.f16.f32", "f16 f32", lambda a: saturated(as_float(a, "f16", "rn"))),
    Case("cvt.rn.relu.f16.f32", "f16 f32", lambda a: 0.0 if a <= 0 else as_float(a, "f16", "rn")),
    Case("cvt.rn.relu.bf16.f32", "bf16 f32", lambda a: 0.0 if a <= 0 else as_float(a, "bf16", "rn")),
    Case("cvt.rn.f16x2.f32", "f16x2 f32 f32", lambda a, b: (as_float(b, "f16", "rn"), as_float(a, "f16", "rn"))),
    Case("cvt.rz.f16x2.f32", "f16x2 f32 f32", lambda a, b: (as_float(b, "f16", "rz"), as_float(a, "f16", "rz"))),
    Case("cvt.rn.bf16x2.f32", "bf16x2 f32 f32", lambda a, b: (as_float(b, "bf16", "rn"), as_float(a, "bf16", "rn"))),
    Case("cvt.rz.bf16x2.f32", "bf16x2 f32 f32", lambda a, b: (as_float(b, "bf16", "rz"), as_float(a, "bf16", "rz"))),
    Case("cvt.rn.relu.bf16x2.f32", "bf16x2 f32 f32",
         lambda a, b: tuple(0.0 if each <= 0 else as_float(each, "bf16", "rn") for each in (b, a))),
]  # fmt: skip

ORDERED: dict[str, Callable[[float, float], bool]] = {
    "eq": operator.eq, "ne": lambda a, b: a < b or a > b, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
    "ge": operator.ge,
}  # fmt: skip
UNORDERED = {f"{name}u": (lambda a, b, of=of: a != a or b != b or of(a, b)) for name, of in ORDERED.items()}
PRESENT: dict[str, Callable[[float, float], bool]] = {
    "num": lambda a, b: a == a and b == b, "nan": lambda a, b: a != a or b != b,
}  # fmt: skip
UNSIGNED = {"lo": operator.lt, "ls": operator.le, "hi": operator.gt, "hs": operator.ge}
COMPARED = [(name, kind, of) for kind in ("f32", "f64", "f16", "bf16")
            for name, of in {**ORDERED, **UNORDERED, **PRESENT}.items()]  # fmt: skip
COMPARED += [(name, kind, of) for kind in ("u16", "s16", "u32", "s32", "u64", "s64") for name, of in ORDERED.items()]
COMPARED += [(name, kind, of) for kind in ("u16", "u32", "u64") for name, of in UNSIGNED.items()]
COMPARED += [(name, kind, of) for kind in ("b16", "b32", "b64") for name, of in ORDERED.items() if name in ("eq", "ne")]
CASES += [Case(f"setp.{name}.{kind}", f"pred {kind} {kind}", of) for name, kind, of in COMPARED]
CASES += [Case(f"setp.{name}.ftz.f32", "pred f32 f32", lambda a, b, f=of: f(flushed(a), flushed(b)))
          for name, of in {**ORDERED, **UNORDERED}.items()]  # fmt: skip
COMBINED = {"and": lambda a, c: a and c, "or": lambda a, c: a or c, "xor": lambda a, c: a != c}
CASES += [
    Case(f"setp.lt.{name}.s32", "pred s32 s32 pred", lambda a, b, c, f=of: f(a < b, c)) for name, of in COMBINED.items()
]
CASES += [
    Case("set.lt.u32.f32", "u32 f32 f32", lambda a, b: 0xFFFFFFFF if a < b else 0),
    Case("set.geu.s32.f32", "s32 f32 f32", lambda a, b: 0 if a < b else -1),
    Case("set.eq.f32.s32", "f32 s32 s32", lambda a, b: float(a == b)),
    Case("set.le.ftz.f32.f32", "f32 f32 f32", lambda a, b: float(flushed(a) <= flushed(b))),
    Case("set.lt.and.u32.s32", "u32 s32 s32 pred", lambda a, b, c: 0xFFFFFFFF if a < b and c else 0),
    Case("set.gt.f16.f16", "f16 f16 f16", lambda a, b: float(a > b)),
    Case("set.gt.u32.f16", "u32 f16 f16", lambda a, b: 0xFFFFFFFF if a > b else 0),
    Case("set.gt.bf16.bf16", "bf16 bf16 bf16", lambda a, b: float(a > b)),
    Case("set.ltu.f16x2.f16x2", "f16x2 f16x2 f16x2", exact.pairwise(lambda a, b: 0.0 if a >= b else 1.0)),
    Case("set.ne.bf16x2.bf16x2", "bf16x2 bf16x2 bf16x2", exact.pairwise(lambda a, b: float(a < b or a > b))),
    Case("set.lt.u32.f16x2", "u16x2 f16x2 f16x2", exact.pairwise(lambda a, b: 0xFFFF if a < b else 0)),
    Case("slct.f32.s32", "f32 f32 f32 s32", lambda a, b, c: a if c >= 0 else b),
    Case("slct.u64.s32", "u64 u64 u64 s32", lambda a, b, c: a if c >= 0 else b),
    Case("slct.s32.f32", "s32 s32 s32 f32", lambda a, b, c: a if c >= 0 else b),
    Case("slct.ftz.s32.f32", "s32 s32 s32 f32", lambda a, b, c: a if flushed(c) >= 0 else b),
]
CASES += [Case(f"selp.{kind}", f"{kind} {kind} {kind} pred", lambda a, b, c: a if c else b)
          for kind in ("b16", "u16", "b32", "s32", "b64", "u64", "f32", "f64")]  # fmt: skip
CASES += [
    Case(f"mov.{kind}", f"{kind} {kind}", lambda a: a)
    for kind in ("b16", "u16", "u32", "s32", "b64", "f32", "f64", "pred")
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_form_is_what_python_says(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("setp.lt.or.s32 $d, $0, $1, !$2", lambda a, b, c: a < b or not c),
        ("setp.lt.s32 %p20|$d, $0, $1", lambda a, b, c: a >= b),
        ("setp.lt.and.s32 %p20|$d, $0, $1, $2", lambda a, b, c: a >= b and c),
        ("setp.lt.and.s32 $d|%p20, $0, $1, $2", lambda a, b, c: a < b and c),
        ("setp.lt.xor.s32 %p20|$d, $0, $1, !$2", lambda a, b, c: (a >= b) != (not c)),
    ],
)
def test_a_second_predicate_is_of_the_opposite(text: str, of: Callable[..., bool]) -> None:
    lanes = [[1, 5, 0xFFFFFFFF, 7, 1, 5, 0xFFFFFFFF, 7], [5, 1, 7, 7] * 2, [0, 0, 0, 0, 1, 1, 1, 1]]
    found = results(text, "pred", ["s32", "s32", "pred"], lanes)
    expected = [of(wrapped(a, "s32"), wrapped(b, "s32"), bool(c)) for a, b, c in zip(*lanes, strict=True)]
    assert [bool(each) for each in found] == expected


@pytest.mark.parametrize(("first", "second", "high"), [("$d", "%p20", False), ("%p20", "$d", True)])
def test_a_pair_compares_each_half(first: str, second: str, high: bool) -> None:
    one, two, nan = 0x3C00, 0x4000, 0x7E00
    left = [one | two << 16, two | one << 16, nan | one << 16, one | nan << 16]
    found = results(
        f"setp.lt.f16x2 {first}|{second}, $0, $1", "pred", ["f16x2", "f16x2"], [left, [two | two << 16] * 4]
    )
    assert found == ([0, 1, 1, 0] if high else [1, 0, 0, 1])


def test_every_float_type_has_its_ends() -> None:
    assert set(FLOATS) == set(PRECISION)
