"""Whether a built-in says something of what it is given: what no interval shows and a reader would strike."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import compress
from operator import lt

from generator.synthesis.expression import ABOUT, Expression, Unfit
from generator.synthesis.forms import composed, form_of, has_term, term_heads
from generator.synthesis.gathering import CHOOSING, CURVED, LOGARITHMS, blends, curve_of, gathers, is_square, odd
from generator.synthesis.samples import divided
from generator.synthesis.structure import TURNS
from generator.synthesis.types import MATRICES, VECTORS
from generator.synthesis.whole_words import says

_MATRIX = re.compile(r"wp\.(?:outer|skew|transpose|inverse|diag|mat|quat_to_matrix)")
CROSS, REORDERED = " x ", " parts"
STRAIGHT = {"cos": 0.4, "cosh": 0.4} | dict.fromkeys("atan tanh sin asin acos tan sinh erf erfc erfinv".split(), 0.25)
"""How large an argument is at least of which a curve is more than its first term."""
LENGTHS = frozenset(("length", "length_sq", "norm_l2"))
_ROOTS = frozenset(("sqrt", "length"))
_TOGETHER = {"length": "normalize", "normalize": "length"}
"""Calls of which one follows from the other by a quotient."""


def check_curve(name: str, first: Expression, arguments: Sequence[Expression]) -> None:
    """Unfit for a curve of another one, and for one of an argument that is so small that it is given back."""
    straight, largest = STRAIGHT.get(name, 0.0), first.largest()
    if name in LOGARITHMS and first.low >= 0.8 and first.high <= 1.2:
        raise Unfit("curve that is straight there")
    if largest < straight or (largest < 4.0 * straight and max(map(abs, first.samples)) < 0.8 * straight):
        raise Unfit("curve that is straight there")
    for a in arguments:
        if a.made_by in CURVED and odd(name, curve_of(a), a.text):
            raise Unfit("curve of a curve")


def _check_angle(first: Expression, second: Expression) -> None:
    if all(abs(y) < STRAIGHT["atan"] * abs(x) for y, x in zip(first.samples, second.samples, strict=True)):
        raise Unfit("curve that is straight there")
    if composed("/", first, second) is None:
        raise Unfit("angle of a quotient that cancels")


def _check_blend(first: Expression, second: Expression, share: Expression) -> None:
    if share.low < 0.0 or share.high > 1.0:
        raise Unfit("share outside of zero to one")
    if first.type == "F" and (gathers(first, second) or composed("-", first, second) is None):
        raise Unfit("blend of what gathers")
    if first.type != "F" and first.axis == second.axis:
        raise Unfit("blend of parallel vectors")
    if first.type in VECTORS and (_holds(first, second) or _holds(second, first)):
        raise Unfit("blend with a part of the vector")


def _check_sign(first: Expression, second: Expression) -> None:
    if second.text in form_of(first).over or blends(first, second):
        raise Unfit("sign that it has")


def _check_power(first: Expression, *_: Expression) -> None:
    if is_square(first):
        raise Unfit("root or power of a square")


def _check_exponent(first: Expression) -> None:
    if first.head != "+" and sum(factor.startswith("wp.log") for factor in form_of(first).over) == 1:
        raise Unfit("power, written as an exponential of a logarithm")


BEFORE: dict[str, Callable[..., None]] = {
    "atan2": _check_angle, "lerp": _check_blend, "copysign": _check_sign, "sqrt": _check_power, "pow": _check_power,
    "exp": _check_exponent,
}  # fmt: skip
"""What is asked of the arguments of a built-in before they are guarded."""


def check_arms(value: Expression, comes_through: Sequence[bool]) -> None:
    """Unfit where the value is what arms come to, and what is made of it is the same whatever one of them gives."""
    for arm in value.builder.outcomes.get(value.text, ()):
        if not any(compress(comes_through, arm)):
            raise Unfit("arm that comes to nothing")


def check_extremum(name: str, first: Expression, second: Expression, rough: bool) -> None:
    """Unfit for a minimum or a maximum that absorbs, or that one operand always wins where threads come."""
    builder = first.builder
    whole = [builder.definitions.get(a.text, a.text) for a in (first, second)]
    if first.text in whole[1] or second.text in whole[0]:
        raise Unfit("extremum that absorbs")
    values = {len(set(first.samples)), len(set(second.samples))}
    if 2 in values:
        raise Unfit("extremum with a coin, which selects")
    least = 4 if 1 in values else 2
    smaller = tuple(map(lt, first.samples, second.samples))
    if rough or not divided(smaller, least) or not 0 < sum(here := builder.acting(smaller)) < len(here):
        raise Unfit("one operand always wins, or one that threads share nearly always")
    if builder.outcomes:
        for operand, wins in ((first, name == "min"), (second, name == "max")):
            check_arms(operand, [(one is wins) for one in smaller])


def _of_scaled(product: Expression) -> bool:
    """Whether a cross product is written out, of operands that are parallel to others."""
    return product.head == "cross" and product.text != f"wp.cross({product.axis.replace(CROSS, ', ')})"


def check_directions(name: str, first: Expression, others: Sequence[Expression]) -> None:
    """Unfit where the directions of vectors already decide the result."""
    if name in LENGTHS:
        made = first.builder.definitions.get(first.text, first.text)
        if first.unit or first.made_by in TURNS or made.startswith("wp.quat_to_matrix("):
            raise Unfit("length of a unit vector, or of a rotated one")
        if first.made_by == "vector" and any(
            v.expression.made_by in _ROOTS and says(made, v.expression.text) for v in first.builder.variables
        ):
            raise Unfit("length of what has a length as a component")
        if first.axis != first.text and first.made_by != "cross":
            raise Unfit("length of a scaled vector")
    if name in _TOGETHER:
        beside = f"wp.{_TOGETHER[name]}({first.text})"
        if any(beside in made for made in first.builder.definitions.values()):
            raise Unfit("length and direction of one vector, each by itself")
    if name == "cw_mul" and first.axis == others[0].axis:
        raise Unfit("product of parallel vectors by components")
    if name == "normalize" and first.unit:
        raise Unfit("direction of a unit vector")
    if name == "normalize" and first.axis != first.text and (first.made_by != "cross" or _of_scaled(first)):
        raise Unfit("direction of a scaled vector")
    if name in ("cross", "spatial_cross", "spatial_cross_dual"):
        if first.axis == others[0].axis:
            raise Unfit("cross product of parallel vectors")
        if has_term(first, others[0]) or has_term(others[0], first):
            raise Unfit("cross product with a term that drops out")
        if name == "cross" and (has_part(first, others[0]) or has_part(others[0], first)):
            raise Unfit("cross product with a part of the vector")
    if name == "dot":
        if first.axis == others[0].axis:
            raise Unfit("dot product of parallel vectors")
        for one, other in ((first, others[0]), (others[0], first)):
            if any(_holds(parallel, other) for parallel in _parallel(one)):
                raise Unfit("dot product with a part of the vector")
            if CROSS in one.axis and other.axis in one.axis.split(CROSS):
                raise Unfit("dot product of orthogonal vectors")
            if ABOUT + other.axis in one.traits:
                raise Unfit("dot product with the axis of a rotation")
            if _drops_turn(one, other):
                raise Unfit("dot product of a velocity with the place or the spin, where the turn drops out")


def _parallel(value: Expression) -> list[Expression]:
    """The vector, and the variables that are parallel to it: of a unit vector, what it is the direction of."""
    return [value, *(v.expression for v in value.builder.variables if v.expression.axis == value.axis)]


def _drops_turn(velocity: Expression, other: Expression) -> bool:
    """Whether a velocity at a point meets that point, or the spin: then what the spin adds to it is orthogonal."""
    known = velocity.builder.definitions
    moved = known.get(velocity.text, velocity.text)
    if not moved.startswith("wp.velocity_at_point("):
        return False
    for near in _parallel(other):
        made = known.get(near.text, near.text)
        if says(moved, near.text) or says(moved, made.removeprefix("wp.spatial_top(").removesuffix(")")):
            return True
    return False


def _along(whole: Expression, part: Expression) -> list[Sequence[str]]:
    """The factors of each term that is a multiple, or an image, of a vector or of what is parallel to it."""
    same = {part.axis, *(parallel.text for parallel in _parallel(part))}
    return [over for over, _ in form_of(whole).terms if not same.isdisjoint(over)]


def _holds(whole: Expression, part: Expression) -> bool:
    """Whether a sum has a multiple of a vector as a term, maybe under a name; its image under a matrix is none."""
    matrices = {v.expression.text for v in whole.builder.variables if v.type in MATRICES}
    return form_of(whole).parts is not None and any(
        matrices.isdisjoint(over) and not any(map(_MATRIX.match, over)) for over in _along(whole, part)
    )


def has_part(whole: Expression, part: Expression) -> bool:
    """Whether a sum has a multiple of a vector, or of what it is parallel to, as a term, or a choice may be one."""
    if _along(whole, part):
        return True
    text = whole.builder.definitions.get(whole.text, whole.text)
    chooses = not CHOOSING.isdisjoint((whole.made_by, *term_heads(whole)))
    return chooses and (says(text, part.text) or says(text, part.axis))
