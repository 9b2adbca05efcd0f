"""Expressions: source text that knows its type and the interval of its values.

Operators build Python text with the parentheses that precedence asks for and no others, follow the interval, put a
guard where the interval does not already prove the operation safe, and raise ``Unfit`` for what a reader would
simplify at sight.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import neg
from typing import TYPE_CHECKING

from generator.synthesis.forms import Form, composed, form_of
from generator.synthesis.gathering import PRODUCTS, gathers, has_literal, returns, scatters, squares_away
from generator.synthesis.intervals import combined, kept, product_interval
from generator.synthesis.samples import LEAST_SEEN, Samples, drowned, size
from generator.synthesis.types import MATRICES, ORDER, VECTORS

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

ATOM, POWER, UNARY, PRODUCT, SUM, SHIFT, BIT_AND, BIT_XOR, BIT_OR, COMPARISON, NOT, AND, OR, TERNARY = range(14, 0, -1)
_PRECEDENCE = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "%": PRODUCT, "//": PRODUCT, "**": POWER}
_SHORTER = {"+": "-", "*": "/"}
"""``a + (b - c)`` and ``a * (b / c)`` need no parentheses the other way round."""
_LEADING = re.compile(r"\d|wp\.(?:static|float\d\d)\(")
_FACTOR, _DIVISOR = re.compile(r"(?:^|\* )(\d[\d.]*)(?= \* |$)"), re.compile(r" / (\d[\d.]*)$")
_QUOTIENTS = ("/", "negate")
_RECIPROCAL = re.compile(r"-?\(?(?:wp\.float\d\d\()?1\.0\)? / ")
_INTEGERS = ("I", "U", "L")
_SCALARS = ("F", *_INTEGERS)
ABOUT = "about "
"""Before the axis that a vector was turned about, in its traits: its part along that axis is what it was."""
_NO_TRAITS: frozenset[str] = frozenset()


class Unfit(Exception):
    """This combination is not worth writing; the caller takes another."""


class Expression:
    """Text, precedence, type symbol, interval of the values (of each component), and what stands at its head.

    ``head`` is "" for a name, "literal" for a number, else the operator or built-in; ``scaled`` says that one operand
    of the head is a literal. ``made_by`` is the head, and for a name the head of what was assigned to it. ``rough``:
    the samples are a guess, on which no threshold should stand. ``axis`` names what a vector is parallel to, ``a x b``
    for a cross product, or what a rotation turns about; ``unit``: only its direction is left. ``traits`` say what is
    known of a matrix. ``samples`` are drawn from the interval where nothing better is known.
    """

    __slots__ = (
        "axis", "builder", "form", "head", "high", "low", "made_by", "precedence", "rough", "samples", "scaled", "text",
        "traits", "type", "unit",
    )  # fmt: skip

    def __init__(
        self,
        builder: Builder,
        text: str,
        type: str,
        low: float,
        high: float,
        precedence: int = ATOM,
        head: str = "",
        scaled: bool = False,
        samples: Samples | None = None,
        rough: bool = False,
        axis: str = "",
        unit: bool = False,
        traits: frozenset[str] = _NO_TRAITS,
    ):
        self.builder = builder
        self.text = text
        self.type = type
        self.low = low
        self.high = high
        self.precedence = precedence
        self.head = head
        self.scaled = scaled
        self.rough = rough
        self.axis = axis or text
        self.unit = unit
        self.traits = traits
        self.made_by = head
        self.form: Form | None = None
        self.samples = builder.draw_samples(low, high) if samples is None else samples

    def set_samples(self, samples: Sequence[float]) -> None:
        """Values that are known better than from the interval."""
        self.samples = tuple(samples)

    def __str__(self) -> str:
        return self.text

    def largest(self) -> float:
        """Bound of the magnitude."""
        return self.high if self.high > -self.low else -self.low

    def at_least(self, precedence: int) -> str:
        """Text, in parentheses if it binds weaker than ``precedence``."""
        return self.text if self.precedence >= precedence else f"({self.text})"

    def __add__(self, other: Expression | float) -> Expression:
        return binary("+", self, self.builder.lift(other, self.type))

    def __radd__(self, other: float) -> Expression:
        return binary("+", self.builder.lift(other, self.type), self)

    def __sub__(self, other: Expression | float) -> Expression:
        return binary("-", self, self.builder.lift(other, self.type))

    def __rsub__(self, other: float) -> Expression:
        return binary("-", self.builder.lift(other, self.type), self)

    def __mul__(self, other: Expression | float) -> Expression:
        return binary("*", self, self.builder.lift(other, self.type))

    def __rmul__(self, other: float) -> Expression:
        return binary("*", self.builder.lift(other, self.type), self)

    def __truediv__(self, other: Expression | float) -> Expression:
        return binary("/", self, self.builder.lift(other, self.type))

    def __rtruediv__(self, other: float) -> Expression:
        return binary("/", self.builder.lift(other, self.type), self)

    def __neg__(self) -> Expression:
        if self.head == "literal" and self.type == "F":
            return self._opposite()
        if self.head in ("-", "negate", "literal"):
            raise Unfit("double sign")
        negated = Expression(
            self.builder, f"-{self.at_least(UNARY)}", self.type, -self.high, -self.low, UNARY, "negate", self.scaled,
            tuple(map(neg, self.samples)), self.rough, self.axis, self.unit, self.traits,
        )  # fmt: skip
        negated.form = form_of(self)
        return negated

    def _opposite(self) -> Expression:
        """A literal, or a named constant, of the other sign."""
        opposite = self.builder.number(-self.low)
        if self.text.lstrip("-")[0].isdigit() or self.text.startswith("wp.float"):
            return opposite
        text = self.text
        opposite.text, opposite.precedence = (text[1:], ATOM) if text[0] == "-" else (f"-{text}", UNARY)
        return opposite


def product_type(left: str, right: str) -> str:
    """Type of a product; Unfit where Warp has none."""
    if left == right and left not in VECTORS and left not in ("S", "X"):
        return left
    if left == "F" or left in _INTEGERS:
        return right
    if right == "F" or right in _INTEGERS:
        return left
    matrix, vector = (left, right) if left in MATRICES else (right, left)
    if matrix in MATRICES and vector in VECTORS and ORDER[matrix] == ORDER[vector]:
        return vector
    raise Unfit("no product of these types")


def binary(operator: str, a: Expression, b: Expression) -> Expression:
    """``a operator b`` for + - * /; the denominator is guarded where its interval holds zero."""
    builder = a.builder
    if b.head == _SHORTER.get(operator) and a.type == b.type == "F" and a.head != b.head and a.head != "literal":
        a, b = b, a
    scaled, by_number, other = a.head == "literal", b.head == "literal", b
    if by_number:
        if scaled:
            raise Unfit("constant expression")
        scaled, other = True, a
    if operator in "+-":
        if by_number and b.low == 0.0:
            raise Unfit("sum with nothing")
        if by_number and b.low < 0.0 and b.type == "F":
            operator, b = ("-" if operator == "+" else "+"), -b
        if a.type != b.type:
            raise Unfit("sum of different types")
        if a.type in VECTORS:
            if a.axis == b.axis:
                raise Unfit("parallel vectors, which gather")
            if ABOUT + b.axis in a.traits or ABOUT + a.axis in b.traits:
                raise Unfit("sum with the axis of a rotation")
        if a.type == "F" and _one_drowns(a, b):
            raise Unfit("summand that the other drowns")
        if scaled and other.scaled and other.head in ("+", "-"):
            raise Unfit("sum that folds")
        if gathers(a, b):
            raise Unfit("sum that cancels")
        if a.made_by == b.made_by == "lerp":
            raise Unfit("sum of two blends")
        if b.head == "negate" or (operator == "-" and (b.head == "-" or b.made_by == "negate")):
            raise Unfit("double sign")
        if b.head == "+" and operator == "-" and a.head != "literal":
            raise Unfit("sum that is taken away in one")
        type = a.type
        low, high = (a.low + b.low, a.high + b.high) if operator == "+" else (a.low - b.high, a.high - b.low)
    elif operator == "*":
        if scaled and other.head in PRODUCTS and has_literal(other):
            raise Unfit("product that folds")
        if b.head == "*" and _LEADING.match(b.text) and (scaled or _LEADING.match(a.text)):
            raise Unfit("two factors in a row")
        if a.head in PRODUCTS and b.head in PRODUCTS and has_literal(a) and has_literal(b):
            raise Unfit("two factors")
        if scaled and not other.head and _undoes((b if by_number else a).low, other):
            raise Unfit("factor that undoes another")
        if (by_number and a.head == "negate") or (scaled and b.head == "negate"):
            raise Unfit("sign belongs to the literal")
        if scatters(a, b):
            raise Unfit("factor in two places")
        if (a.head in _QUOTIENTS and _RECIPROCAL.match(a.text)) or (b.head in _QUOTIENTS and _RECIPROCAL.match(b.text)):
            raise Unfit("quotient written as a product")
        if a.axis == b.axis and a.type in MATRICES:
            raise Unfit("product with an inverse, or with a vector that stays")
        type = "F" if a.type == b.type == "F" else product_type(a.type, b.type)
        low, high = product_interval(a, b, POWER)
        if (a.type in MATRICES and b.type != "F" and a.type != "F") or (b.type in MATRICES and a.type in VECTORS):
            low, high = low * ORDER[a.type], high * ORDER[a.type]
    else:
        if b.type not in _SCALARS or a.text == b.text:
            raise Unfit("no such quotient")
        inner = b.head == "/" or (b.head == "*" and " / " in b.text and form_of(b).under != ())
        if a.head == "/" or inner or (b.made_by == "/" and not form_of(b).over):
            raise Unfit("quotient of a quotient")
        for factor in form_of(b).over:
            if factor.startswith("wp.exp("):
                raise Unfit("quotient by an exponential")
        if scaled and other.head in PRODUCTS and has_literal(other):
            raise Unfit("quotient that folds")
        if by_number and not a.head and _undoes(1.0 / b.low, a):
            raise Unfit("factor that undoes another")
        if by_number and "static" in b.text:
            raise Unfit("quotient of a quotient")
        if b.low <= 0.05 and b.high >= -0.05:
            b = builder.away_from_zero(b)
        type = a.type if a.type != b.type else b.type
        inverse = (1.0 / b.high, 1.0 / b.low)
        corners = (a.low * inverse[0], a.low * inverse[1], a.high * inverse[0], a.high * inverse[1])
        low, high = min(corners), max(corners)
    if high > builder.largest or low < -builder.largest:
        raise Unfit("magnitude")
    form = composed(operator, a, b)
    if form is None:
        raise Unfit("terms that gather, or factors that cancel")
    if operator == "*":
        if (b.text in a.text or a.text in b.text) and squares_away(a, b):
            raise Unfit("square of a root, of a magnitude or of an exponential")
        if a.type not in MATRICES and b.type not in MATRICES and returns(a, b):
            raise Unfit("factor in two places")
    precedence = _PRECEDENCE[operator]
    left = a.text if a.precedence >= precedence else f"({a.text})"
    right = b.text if b.precedence > precedence or _is_loose(operator, a, b) else f"({b.text})"
    text = f"{left} {operator} {right}"
    turned = f"{right} {operator} {left}" if type == "F" and operator != "/" else ""
    if builder.taken_before(text, turned):
        raise Unfit("computed twice")
    axis, unit, traits = ("", False, _NO_TRAITS) if type == "F" else kept(operator, a, b, type)
    result = Expression(
        builder, text, type, low, high, precedence, operator, scaled,
        combined(operator, a.samples, b.samples), a.rough or b.rough, axis, unit, traits,
    )  # fmt: skip
    result.form = form
    if type == "F" and ((scaled and operator == "*") or (by_number and operator == "/")):
        result.made_by = other.made_by or operator
    return result


def _undoes(number: float, name: Expression) -> bool:
    """Whether a name stands for a product with the reciprocal of the number."""
    made = name.builder.definitions.get(name.text, "")
    if not made or name.made_by in ("+", "-"):
        return False
    factors = [float(factor) for factor in _FACTOR.findall(made)] + [1.0 / float(by) for by in _DIVISOR.findall(made)]
    return any(factor * number == 1.0 for factor in factors)


def _one_drowns(a: Expression, b: Expression) -> bool:
    """Whether one of two summands, no number itself, hardly shows beside the other one."""
    if abs(a.samples[0]) >= LEAST_SEEN * b.largest() and abs(b.samples[0]) >= LEAST_SEEN * a.largest():
        return False  # one sample of each is enough
    left, right = size(a.samples), size(b.samples)
    if left / LEAST_SEEN < right:
        return a.head != "literal" and not a.rough and drowned(left, b.samples)
    return right / LEAST_SEEN < left and b.head != "literal" and not b.rough and drowned(right, a.samples)


def _is_loose(operator: str, a: Expression, b: Expression) -> bool:
    """Whether the second operand needs no parentheses though it binds no stronger."""
    if b.precedence != _PRECEDENCE[operator]:
        return False
    return (operator == "+" and b.head != "-") or (operator == b.head == "*" and a.type == b.type == "F")
