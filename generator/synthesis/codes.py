"""Integer operations that do something: none is built that leaves all but one of its samples as they were.

``made_by`` of an operand says which operation it came from, so that masks of masks and the like are not written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.synthesis.builder import Builder
from generator.synthesis.expression import (
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    PRODUCT,
    SHIFT,
    SUM,
    UNARY,
    Expression,
    Unfit,
)
from generator.synthesis.samples import Samples, divided
from generator.synthesis.whole_words import says

E = Expression
_FACTOR = re.compile(r" \* (\d+)")
_NAME = re.compile(r"[a-z]\w*")
ATOM = 15
LIMIT = 2.0e9
WIDTHS = {"int8": (-128, 127), "uint8": (0, 255), "int16": (-32768, 32767), "uint16": (0, 65535)}
WORD = 0xFFFFFFFF
FOLDS = {
    "mask": ("mask", "complement", "pack", "byte", "narrow"),
    "complement": ("mask", "complement", "byte", "narrow", "count"),
    "count": ("count",),
    "shift": ("shift", "pack", "scramble", "quotient"), "modulo": ("modulo",),
    "quotient": ("quotient", "shift", "choice"),
    "cut": ("cut",), "byte": ("byte", "narrow", "mask", "pack"),
    "gap": ("gap", "pack", "multiple", "choice", "mask", "byte", "bits", "shift", "quotient"),
    "multiple": ("multiple",), "xor": ("mask", "byte", "complement", "bits"),
}  # fmt: skip
"""Operations by those that, done first, leave the two to be written as one."""
COUNTING = frozenset(("cut", "min", "max", "gap", "modulo", "quotient", "choice"))
"""Operations that leave a number of things one."""
FEWEST_CODES = 63
"""That a number reaches whose bits, within a byte, are worth inverting."""


def code(b: Builder, text: str, values: Sequence[float], low: float, high: float, precedence: int, head: str) -> E:
    """An integer expression with its samples; Unfit where it may overflow or hardly varies."""
    if high > LIMIT or low < -LIMIT:
        raise Unfit("overflow")
    if len(set(values)) < 3:
        raise Unfit("hardly varies")
    return E(b, text, "I", low, high, precedence, head, samples=tuple(values))


def flag(b: Builder, text: str, values: Sequence[bool], low: float, head: str) -> E:
    """One of two codes: ``low`` or 1."""
    if not divided(values):
        raise Unfit("always the same")
    return E(b, text, "I", low, 1, ATOM, head, samples=tuple([1.0 if met else low for met in values]))


def whole(x: E) -> list[int]:
    """The samples as Python integers."""
    return [int(value) for value in x.samples]


def acts(before: Sequence[float], after: Sequence[float]) -> None:
    """Unfit where an operation changes less than two samples."""
    if sum(x != y for x, y in zip(before, after, strict=True)) < 2:
        raise Unfit("operation that does nothing")


def unfolded(head: str, *operands: E) -> None:
    """Unfit where an operand comes from an operation that this one folds into."""
    if any(x.made_by in FOLDS[head] for x in operands):
        raise Unfit("two operations that fold into one")


def filled(*bounds: float) -> int:
    """The number with all bits set up to the highest that any of the bounds has."""
    return (1 << max(int(abs(bound)).bit_length() for bound in bounds)) - 1


def related(b: Builder, x: E, y: E) -> bool:
    """Whether one operand was made from the other."""
    return any(says(b.definitions.get(other.text, ""), one.text) for one, other in ((x, y), (y, x)))


def is_count(x: E) -> bool:
    """Whether this is a number of set bits, or one that was cut, compared or divided."""
    made = x.builder.definitions.get(x.text, x.text)
    if x.made_by == "count":
        return True
    known = {v.expression.text: v.expression for v in x.builder.variables}
    return x.made_by in COUNTING and any(is_count(known[name]) for name in _NAME.findall(made) if name in known)


def check_factors(b: Builder, x: E, divisor: int) -> None:
    """Unfit where the remainder is the same without a factor in what it is of, or without the whole term."""
    if any(int(factor) % divisor < 2 for factor in _FACTOR.findall(b.definitions.get(x.text, x.text))):
        raise Unfit("factor that the remainder drops")


def check_divisible(b: Builder, x: E, divisor: int) -> None:
    """Unfit where a term of what is divided is a multiple of the divisor: it comes through as it was."""
    if any(int(factor) % divisor == 0 for factor in _FACTOR.findall(b.definitions.get(x.text, x.text))):
        raise Unfit("multiple that is divided again")


def masked(b: Builder, x: E, bits: int, head: str = "mask") -> E:
    """``x & bits``."""
    unfolded("mask", x)
    if filled(bits) == bits:
        check_factors(b, x, bits + 1)
    values = [value & bits for value in whole(x)]
    acts(x.samples, values)
    return code(b, f"{x.at_least(BIT_AND)} & {bits}", values, 0, bits, BIT_AND, head)


def magnitude(b: Builder, x: E) -> E:
    """``x``, or its magnitude where it has both signs."""
    if x.low >= 0:
        return x
    if not divided([value < 0 for value in x.samples]):
        raise Unfit("magnitude of what has one sign")
    return code(b, f"wp.abs({x})", [abs(value) for value in whole(x)], 0, x.largest(), ATOM, "abs")


def modulo(b: Builder, x: E, divisor: int) -> E:
    """``x % divisor`` of a number that is not negative."""
    unfolded("modulo", x)
    size = magnitude(b, x)
    check_factors(b, size, divisor)
    if size.high < 1.5 * divisor:
        raise Unfit("remainder that few numbers leave")
    values = [value % divisor for value in whole(size)]
    acts(size.samples, values)
    return code(b, f"{size.at_least(PRODUCT)} % {divisor}", values, 0, divisor - 1, PRODUCT, "modulo")


def quotient(b: Builder, x: E, divisor: int) -> E:
    """``x // divisor`` of a number that is not negative."""
    unfolded("quotient", x)
    size = magnitude(b, x)
    check_divisible(b, size, divisor)
    values = [value // divisor for value in whole(size)]
    return code(b, f"{size.at_least(PRODUCT)} // {divisor}", values, 0, size.high // divisor, PRODUCT, "quotient")


def shifted(b: Builder, x: E, width: int) -> E:
    """``x >> width``."""
    unfolded("shift", x)
    check_divisible(b, x, 1 << width)
    values = [value >> width for value in whole(x)]
    return code(b, f"{x.at_least(SHIFT)} >> {width}", values, int(x.low) >> width, int(x.high) >> width, SHIFT, "shift")


def packed(b: Builder, x: E, y: E, width: int) -> E:
    """``x`` above ``width`` bits of ``y``."""
    if x.low < 0 or related(b, x, y):
        raise Unfit("packing of what overlaps")
    bits = 2**width - 1
    if y.high > bits and is_count(y):
        raise Unfit("low bits of a number of bits")
    low = y if y.low >= 0 and y.high <= bits else masked(b, y, bits)
    values = [(one << width) | other for one, other in zip(whole(x), whole(low), strict=True)]
    text = f"({x.at_least(SHIFT)} << {width}) | {low.text if low is y else f'({low})'}"
    return code(b, text, values, x.low * 2**width, x.high * 2**width + bits, BIT_OR, "pack")


def hashed(b: Builder, x: E, y: E, first: int, second: int) -> E:
    """Two products with primes, joined by an exclusive or."""
    values = [(one * first) ^ (other * second) for one, other in zip(whole(x), whole(y), strict=True)]
    bits = filled(x.largest() * first, y.largest() * second)
    text = f"({x.at_least(PRODUCT)} * {first}) ^ ({y.at_least(PRODUCT)} * {second})"
    return code(b, text, values, 0 if min(x.low, y.low) >= 0 else -bits - 1, bits, BIT_XOR, "hash")


def complement(b: Builder, x: E) -> E:
    """The complement of the lowest byte."""
    unfolded("complement", x)
    if x.low >= 0 and x.high < FEWEST_CODES:
        raise Unfit("complement of a small number")
    values = [~value & 255 for value in whole(x)]
    acts([~value for value in whole(x)], values)
    return code(b, f"~{x.at_least(UNARY)} & 255", values, 0, 255, BIT_AND, "complement")


def ones(b: Builder, x: E) -> E:
    """The number of set bits."""
    unfolded("count", x)
    if x.low < 0:
        raise Unfit("bits of a negative number")
    high = int(x.high).bit_length()
    return code(b, f"wp.bit_count({x})", [(value & WORD).bit_count() for value in whole(x)], 0, high, ATOM, "count")


def narrowed(b: Builder, x: E, type: str) -> E:
    """``x`` in a narrow type that it leaves."""
    low, high = WIDTHS[type]
    head = "byte" if type == "uint8" else "narrow"
    unfolded("byte", x)
    span = high - low + 1
    values = [(value - low) % span + low for value in whole(x)]
    acts(x.samples, values)
    return code(b, f"int(wp.{type}({x}))", values, low, high, ATOM, head)


def bounded(b: Builder, x: E, low: int, high: int) -> E:
    """``x`` cut off above, and below where it goes below."""
    unfolded("cut", x)
    inside = [value < high for value in x.samples]
    if not divided(inside) or (x.low < low and not divided([value > low for value in x.samples])):
        raise Unfit("bound that is not reached")
    text = f"wp.min({x}, {high})" if x.low >= low else f"wp.clamp({x}, {low}, {high})"
    return code(b, text, [min(max(v, low), high) for v in whole(x)], max(low, x.low), high, ATOM, "cut")


def extremum(b: Builder, name: str, x: E, y: E) -> E:
    """The smaller or the larger of two codes that are each the smaller one somewhere."""
    if related(b, x, y):
        raise Unfit("one operand always wins")
    pick = min if name == "min" else max
    values = [pick(one, other) for one, other in zip(x.samples, y.samples, strict=True)]
    acts(x.samples, values)
    acts(y.samples, values)
    return code(b, f"wp.{name}({x}, {y})", values, pick(x.low, y.low), pick(x.high, y.high), ATOM, name)


def multiple(b: Builder, x: E, y: E, factor: int) -> E:
    """``x * factor + y``."""
    unfolded("multiple", x)
    if related(b, x, y):
        raise Unfit("multiple of what is in it")
    values = [one * factor + other for one, other in zip(whole(x), whole(y), strict=True)]
    bounds = factor * x.low + y.low, factor * x.high + y.high
    return code(b, f"{x.at_least(PRODUCT)} * {factor} + {y.at_least(SUM)}", values, *bounds, SUM, "multiple")


def gap(b: Builder, x: E, y: E) -> E:
    """``x - y``."""
    if related(b, x, y):
        unfolded("gap", x, y)
    values = [one - other for one, other in zip(x.samples, y.samples, strict=True)]
    return code(b, f"{x.at_least(SUM)} - {y.at_least(PRODUCT)}", values, x.low - y.high, x.high - y.low, SUM, "gap")


def wide_product(b: Builder, x: E, y: E, divisor: int) -> E:
    """A product reduced by a modulus: in 64 bits where 32 do not hold it."""
    if x.low < 0 or y.low < 0 or min(x.high, y.high) < 3:
        raise Unfit("remainder of a product with a sign")
    values = [one * other for one, other in zip(whole(x), whole(y), strict=True)]
    rest: Samples = tuple([float(value % divisor) for value in values])
    acts(values, rest)
    text = f"{x.at_least(PRODUCT)} * {y.at_least(PRODUCT)} % {divisor}"
    if x.high * y.high > LIMIT:
        text = f"int(wp.int64({x}) * wp.int64({y}) % wp.int64({divisor}))"
    return code(b, text, rest, 0, divisor - 1, PRODUCT, "modulo")


def scrambled(b: Builder, x: E, factor: int, shift: int) -> E:
    """The upper bits of an unsigned product that wraps."""
    values = [((value & WORD) * factor & WORD) >> shift for value in whole(x)]
    text = f"int(wp.uint32({x}) * wp.uint32({factor}) >> wp.uint32({shift}))"
    return code(b, text, values, 0, 2 ** (32 - shift) - 1, ATOM, "scramble")


def chosen(b: Builder, x: E, y: E, divisor: int) -> E:
    """The excess of ``x`` over ``y`` where there is one, else a remainder of ``y``."""
    above = [one > other for one, other in zip(x.samples, y.samples, strict=True)]
    if y.low < 0 or not divided(above) or related(b, x, y) or y.made_by == "modulo":
        raise Unfit("choice that is always the same")
    values = [one - other if one > other else other % divisor for one, other in zip(whole(x), whole(y), strict=True)]
    acts([rest for rest, over in zip(values, above, strict=True) if not over],
          [other for other, over in zip(whole(y), above, strict=True) if not over])  # fmt: skip
    text = f"wp.where({x} > {y}, {x} - {y}, {y} % {divisor})"
    return code(b, text, values, 0, max(x.high - y.low, divisor - 1), ATOM, "choice")
