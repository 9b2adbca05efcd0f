"""Whole numbers: every form against Python's integers."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from tests.emulation.opcodes.case import Case
from tests.emulation.opcodes.values import WIDTHS, value_of


def limits(kind: str) -> tuple[int, int]:
    width = WIDTHS[kind]
    return (-(1 << width - 1), (1 << width - 1) - 1) if kind[0] == "s" else (0, (1 << width) - 1)


def clamped(value: int, kind: str) -> int:
    low, high = limits(kind)
    return max(low, min(high, value))


def quotient(a: int, b: int) -> int | None:
    """Toward zero; PTX leaves a division by zero open."""
    return None if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a: int, b: int) -> int | None:
    found = quotient(a, b)
    return None if found is None else a - found * b


def low24(value: int, kind: str) -> int:
    value &= 0xFFFFFF
    return value - (1 << 24) if kind == "s32" and value >> 23 else value


def dot(a: int, b: int, c: int, left: str, right: str, size: int, start: int) -> int:
    """The dot product of parts of ``a`` of ``size`` bits with the bytes of ``b`` from ``start`` on, and ``c``."""
    total = c
    for place in range(32 // size):
        first = a >> (size * place) & ((1 << size) - 1)
        second = b >> (8 * (place + start)) & 0xFF
        total += value_of(first, f"{left[0]}{size}") * value_of(second, f"{right[0]}8")  # type: ignore[operator]
    return total


def of_parts(a: int, b: int, kinds: tuple[str, str], count: int, of: Callable[[int, int], int]) -> list[int]:
    """What a function gives of so many parts of two words, the lowest first."""
    width = 32 // count
    parts = [[value_of(word >> width * place & (1 << width) - 1, f"{kind[0]}{width}") for place in range(count)]
             for word, kind in zip((a, b), kinds, strict=True)]  # fmt: skip
    return [of(x, y) for x, y in zip(*parts, strict=True)]  # type: ignore[arg-type]


def each_half(of: Callable[..., int]) -> Callable[..., tuple[int, ...]]:
    return lambda *pairs: tuple(of(*each) for each in zip(*pairs, strict=True))


CASES = [Case(f"{op}.{kind}", f"{kind} {kind} {kind}", of)
         for kind in ("u16", "s16", "u32", "s32", "u64", "s64")
         for op, of in {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul.lo": lambda a, b: a * b,
                        "min": min, "max": max, "div": quotient, "rem": remainder}.items()]  # fmt: skip
for kind in ("u16", "s16", "u32", "s32", "u64", "s64"):
    width = WIDTHS[kind]
    CASES += [
        Case(f"mul.hi.{kind}", f"{kind} {kind} {kind}", lambda a, b, w=width: a * b >> w),
        Case(f"mad.lo.{kind}", f"{kind} {kind} {kind} {kind}", lambda a, b, c: a * b + c),
        Case(f"mad.hi.{kind}", f"{kind} {kind} {kind} {kind}", lambda a, b, c, w=width: (a * b >> w) + c),
        Case(f"sad.{kind}", f"{kind} {kind} {kind} {kind}", lambda a, b, c: abs(a - b) + c),
    ]
for kind, wide in (("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")):
    CASES += [
        Case(f"mul.wide.{kind}", f"{wide} {kind} {kind}", lambda a, b: a * b),
        Case(f"mad.wide.{kind}", f"{wide} {kind} {kind} {wide}", lambda a, b, c: a * b + c),
    ]
for kind in ("s16", "s32", "s64"):
    CASES += [Case(f"abs.{kind}", f"{kind} {kind}", abs), Case(f"neg.{kind}", f"{kind} {kind}", lambda a: -a)]
for kind in ("u32", "s32"):
    CASES += [
        Case(f"mul24.lo.{kind}", f"{kind} {kind} {kind}", lambda a, b, k=kind: low24(a, k) * low24(b, k)),
        Case(f"mul24.hi.{kind}", f"{kind} {kind} {kind}", lambda a, b, k=kind: low24(a, k) * low24(b, k) >> 16),
        Case(f"mad24.lo.{kind}", f"{kind} {kind} {kind} {kind}", lambda a, b, c, k=kind: low24(a, k) * low24(b, k) + c),
        Case(f"mad24.hi.{kind}", f"{kind} {kind} {kind} {kind}",
             lambda a, b, c, k=kind: (low24(a, k) * low24(b, k) >> 16) + c),
    ]  # fmt: skip
CASES += [
    Case("add.sat.s32", "s32 s32 s32", lambda a, b: clamped(a + b, "s32")),
    Case("sub.sat.s32", "s32 s32 s32", lambda a, b: clamped(a - b, "s32")),
    Case("mad24.hi.sat.s32", "s32 s32 s32 s32",
         lambda a, b, c: clamped((low24(a, "s32") * low24(b, "s32") >> 16) + c, "s32")),
    Case("mad.hi.sat.s32", "s32 s32 s32 s32", lambda a, b, c: clamped((a * b >> 32) + c, "s32")),
    Case("min.relu.s32", "s32 s32 s32", lambda a, b: max(0, min(a, b))),
    Case("max.relu.s32", "s32 s32 s32", lambda a, b: max(0, a, b)),
]  # fmt: skip
for kind in ("u16x2", "s16x2"):
    CASES += [Case(f"{op}.{kind}", f"{kind} {kind} {kind}", each_half(of))
              for op, of in {"add": lambda a, b: a + b, "min": min, "max": max}.items()]  # fmt: skip
CASES += [
    Case("min.relu.s16x2", "s16x2 s16x2 s16x2", each_half(lambda a, b: max(0, min(a, b)))),
    Case("max.relu.s16x2", "s16x2 s16x2 s16x2", each_half(lambda a, b: max(0, a, b))),
]
for left in ("u32", "s32"):
    for right in ("u32", "s32"):
        sum_kind = "u32" if left == right == "u32" else "s32"
        kinds = f"{sum_kind} u32 u32 {sum_kind}"
        CASES.append(Case(f"dp4a.{left}.{right}", kinds,
                          lambda a, b, c, x=left, y=right: dot(a, b, c, x, y, 8, 0)))  # fmt: skip
        CASES += [Case(f"dp2a.{half}.{left}.{right}", kinds,
                       lambda a, b, c, x=left, y=right, s=start: dot(a, b, c, x, y, 16, s))
                  for half, start in (("lo", 0), ("hi", 2))]  # fmt: skip


def word(parts: list[int]) -> int:
    """The word of parts, each wrapped, the lowest first."""
    width = 32 // len(parts)
    return sum((each & (1 << width) - 1) << width * place for place, each in enumerate(parts))


BY_PARTS: dict[str, Callable[[int, int], int]] = {
    "vadd": lambda x, y: x + y, "vsub": lambda x, y: x - y, "vabsdiff": lambda x, y: abs(x - y),
    "vavrg": lambda x, y: (x + y + 1 if x + y >= 0 else x + y) >> 1, "vmin": min, "vmax": max,
}  # fmt: skip
for name, of in BY_PARTS.items():
    for count in (2, 4):
        for result, *kinds in (("u32", "u32", "u32"), ("s32", "s32", "s32"), ("s32", "u32", "s32")):
            opcode, parts = f"{name}{count}.{result}.{'.'.join(kinds)}", f"{result[0]}{32 // count}"
            found = lambda a, b, k=tuple(kinds), n=count, f=of: of_parts(a, b, k, n, f)  # noqa: E731
            CASES += [
                Case(opcode, "u32 u32 u32 u32", lambda a, b, c, f=found: word(f(a, b))),
                Case(f"{opcode}.add", "u32 u32 u32 u32", lambda a, b, c, f=found: sum(f(a, b)) + c),
                Case(f"{opcode}.sat", "u32 u32 u32 u32",
                     lambda a, b, c, f=found, p=parts: word([clamped(each, p) for each in f(a, b)])),
            ]  # fmt: skip
for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax"):
    for kinds in product(("u32", "s32"), repeat=3):
        opcode, operands, of, kind = f"{name}.{'.'.join(kinds)}", " ".join(kinds), BY_PARTS[name], kinds[0]
        CASES += [
            Case(opcode, operands, of),
            Case(f"{opcode}.sat", operands, lambda a, b, f=of, k=kind: clamped(f(a, b), k)),
            Case(f"{opcode}.add", f"{operands} u32", lambda a, b, c, f=of: f(a, b) + c),
            Case(f"{opcode}.sat.add", f"{operands} u32", lambda a, b, c, f=of, k=kind: clamped(f(a, b), k) + c),
        ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_form_is_what_python_says(case: Case) -> None:
    case.check()
