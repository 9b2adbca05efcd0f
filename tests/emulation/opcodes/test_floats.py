"""Floats: every form against fractions rounded once, the approximate ones within what PTX's document allows."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from tests.emulation.opcodes import exact
from tests.emulation.opcodes.case import Case
from tests.emulation.opcodes.running import results
from tests.emulation.opcodes.values import PRECISION, flushed

FORMULAS: dict[str, tuple[int, Callable[..., float]]] = {
    "add": (2, exact.total), "sub": (2, exact.difference), "mul": (2, exact.product), "fma": (3, exact.fused),
    "mad": (3, exact.fused), "div": (2, exact.quotient), "rcp": (1, exact.reciprocal), "sqrt": (1, exact.root),
}  # fmt: skip
MODES = ("rn", "rz", "rm", "rp")
FORMS = [(op, mode, end, "f32") for op in FORMULAS for mode in MODES for end in ("", ".ftz")]
FORMS += [
    (op, mode, end, "f32") for op in ("add", "sub", "mul", "fma") for mode in MODES for end in (".sat", ".ftz.sat")
]
FORMS += [(op, mode, "", "f64") for op in FORMULAS for mode in MODES]
FORMS += [(op, "rn", end, kind) for op in ("add", "sub", "mul", "fma") for kind in ("f16", "f16x2")
          for end in ("", ".ftz", ".sat", ".ftz.sat")]  # fmt: skip
FORMS += [("fma", "rn", end, kind) for kind, end in (("f16", ".relu"), ("f16x2", ".relu"), ("f16", ".ftz.relu"),
          ("bf16", ".relu"), ("bf16x2", ".relu"))]  # fmt: skip
FORMS += [(op, "rn", "", kind) for op in ("add", "sub", "mul", "fma") for kind in ("bf16", "bf16x2")]


def arithmetic(op: str, mode: str, end: str, kind: str) -> Case:
    count, of = FORMULAS[op]
    half = kind.removesuffix("x2")
    cut = None if half == "f64" else lambda *values: of(*values, f"{half} of any exponent", mode)
    expected = exact.finished(lambda *values: of(*values, half, mode), half, end, cut)
    return Case(f"{op}.{mode}{end}.{kind}", " ".join([kind] * (count + 1)),
                exact.pairwise(expected) if kind != half else expected)  # fmt: skip


CASES = [arithmetic(*form) for form in FORMS]
for op, choose in (("min", exact.smaller), ("max", exact.larger)):
    for kind, ends in (("f32", ("", ".ftz", ".NaN", ".ftz.NaN")), ("f64", ("",)), ("f16", ("", ".ftz", ".NaN")),
                       ("f16x2", ("", ".NaN")), ("bf16", ("", ".NaN")), ("bf16x2", ("", ".NaN"))):  # fmt: skip
        for end in ends:
            half = kind.removesuffix("x2")
            of = exact.finished(lambda *each, f=choose, nan=".NaN" in end: f(*each, nan=nan), half, end)
            CASES.append(Case(f"{op}{end}.{kind}", f"{kind} {kind} {kind}", exact.pairwise(of) if kind != half else of))


def by_size(choose: Callable[..., float], a: float, b: float) -> float:
    """`.xorsign.abs`: the size chosen, with the product's sign; NaN's sign is open."""
    return math.copysign(choose(abs(a), abs(b), nan=True), math.copysign(1, a) * math.copysign(1, b))


CASES += [
    Case("min.NaN.xorsign.abs.f32", "f32 f32 f32", lambda a, b: by_size(exact.smaller, a, b)),
    Case("max.NaN.xorsign.abs.f32", "f32 f32 f32", lambda a, b: by_size(exact.larger, a, b)),
    Case("copysign.f32", "f32 f32 f32", lambda a, b: math.copysign(b, a)),
    Case("copysign.f64", "f64 f64 f64", lambda a, b: math.copysign(b, a)),
    Case("min.f32", "f32 f32 f32 f32", lambda *each: exact.smaller(*each)),
    Case("max.f32", "f32 f32 f32 f32", lambda *each: exact.larger(*each)),
    Case("max.NaN.f32", "f32 f32 f32 f32", lambda *each: exact.larger(*each, nan=True)),
]
for kind in ("f32", "f64", "f16", "bf16", "f16x2", "bf16x2"):
    wrap = exact.pairwise if kind.endswith("x2") else (lambda of: of)
    CASES += [
        Case(f"abs.{kind}", f"{kind} {kind}", wrap(abs)),
        Case(f"neg.{kind}", f"{kind} {kind}", wrap(lambda a: -a)),
    ]
CASES += [Case(f"{op}.ftz.{kind}", f"{kind} {kind}", lambda a, f=of, k=kind: f(flushed(a, k)))
          for op, of in (("abs", abs), ("neg", lambda a: -a)) for kind in ("f32", "f16")]  # fmt: skip


def normal(a: float, kind: str) -> bool:
    return math.isfinite(a) and (a == 0 or abs(a) >= 2.0 ** PRECISION[kind][1])


for kind in ("f32", "f64"):
    CASES += [
        Case(f"testp.finite.{kind}", f"pred {kind}", math.isfinite),
        Case(f"testp.infinite.{kind}", f"pred {kind}", math.isinf),
        Case(f"testp.number.{kind}", f"pred {kind}", lambda a: a == a),
        Case(f"testp.notanumber.{kind}", f"pred {kind}", lambda a: a != a),
        Case(f"testp.normal.{kind}", f"pred {kind}", lambda a, k=kind: normal(a, k)),
        Case(f"testp.subnormal.{kind}", f"pred {kind}", lambda a, k=kind: a == a and a != 0 and not normal(a, k)
             and math.isfinite(a)),
    ]  # fmt: skip


def power(a: float) -> float:
    return math.nan if a != a else 2.0**a if abs(a) < 1000 else (math.inf if a > 0 else 0.0)


def logarithm(a: float) -> float:
    return math.nan if a != a or a < 0 else -math.inf if a == 0 else math.log2(a) if a < math.inf else a


def reciprocal_root(a: float) -> float:
    if a != a or a < 0:
        return math.nan
    return math.copysign(math.inf, a) if a == 0 else 0.0 if math.isinf(a) else 1 / math.sqrt(a)


def circular(of: Callable[[float], float]) -> Callable[[float], float | None]:
    """Inside of ``[-pi, pi]``, where the document gives a bound."""
    return lambda a: math.nan if not math.isfinite(a) else of(a) if abs(a) <= math.pi else None


def ordinary_quotient(a: float, b: float) -> float | None:
    """Where the divisor is in the range for which the document gives a bound."""
    return exact.quotient(a, b, "f32", "rn") if 2.0**-126 <= abs(b) <= 2.0**126 else None


CASES += [
    Case("ex2.approx.f32", "f32 f32", power, ulps=2),
    Case("ex2.approx.ftz.f32", "f32 f32", exact.finished(power, "f32", "ftz"), ulps=2),
    Case("lg2.approx.f32", "f32 f32", logarithm, ulps=4, absolute=2.0**-22),
    Case("lg2.approx.ftz.f32", "f32 f32", exact.finished(logarithm, "f32", "ftz"), ulps=4, absolute=2.0**-22),
    Case("rsqrt.approx.f32", "f32 f32", reciprocal_root, ulps=2),
    Case("rsqrt.approx.ftz.f32", "f32 f32", exact.finished(reciprocal_root, "f32", "ftz"), ulps=2),
    Case("rsqrt.approx.f64", "f64 f64", reciprocal_root, ulps=4),
    Case("rcp.approx.f32", "f32 f32", lambda a: exact.reciprocal(a, "f32", "rn"), ulps=1),
    Case("sqrt.approx.f32", "f32 f32", lambda a: exact.root(a, "f32", "rn"), ulps=2),
    Case("sin.approx.f32", "f32 f32", circular(math.sin), absolute=2.0**-20.5),
    Case("cos.approx.f32", "f32 f32", circular(math.cos), absolute=2.0**-20.5),
    Case("tanh.approx.f32", "f32 f32", lambda a: math.tanh(a), ulps=2**13),
    Case("tanh.approx.f16", "f16 f16", lambda a: math.tanh(a), ulps=2),
    Case("tanh.approx.bf16x2", "bf16x2 bf16x2", exact.pairwise(math.tanh), ulps=1),
    Case("ex2.approx.f16", "f16 f16", power, ulps=2),
    Case("ex2.approx.ftz.bf16", "bf16 bf16", lambda a: flushed(power(flushed(a, "bf16")), "bf16"), ulps=1),
    Case("div.full.f32", "f32 f32 f32", ordinary_quotient, ulps=2),
    Case("div.approx.f32", "f32 f32 f32", ordinary_quotient, ulps=2),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_form_is_what_fractions_say(case: Case) -> None:
    case.check()


@pytest.mark.parametrize(("kind", "one", "zero", "nan"), [("f32", 0x7F800000, 0, 0x7FFFFFFF),
                                                          ("f16", 0x7C00, 0, 0x7FFF),
                                                          ("bf16", 0x7F80, 0, 0x7FFF)])  # fmt: skip
def test_arithmetic_makes_the_one_nan(kind: str, one: int, zero: int, nan: int) -> None:
    assert results(f"mul.rn.{kind} $d, $0, $1", kind, [kind, kind], [[one], [zero]]) == [nan]
    assert results(f"fma.rn.{kind} $d, $0, $1, $0", kind, [kind, kind], [[one + 1], [zero]]) == [nan]


@pytest.mark.parametrize(
    ("kind", "literals"),
    [
        ("f32", {"0f80000000": 1 << 31, "0f00000000": 0, "-0f00000000": 1 << 31}),
        ("f64", {"0d8000000000000000": 1 << 63, "0.0": 0, "-0.0": 1 << 63}),
        ("b32", {"0f7FC00001": 0x7FC00001, "0fBF800000": 0xBF800000}),
    ],
)
def test_a_literal_is_its_bits_whatever_was_read_before(kind: str, literals: dict[str, int]) -> None:
    for text, bits in literals.items():
        assert results(f"mov.{kind} $d, {text}", kind, [kind], [[1]]) == [bits]
