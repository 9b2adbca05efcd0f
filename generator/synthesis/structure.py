"""What matrices and rotations are by how they were made, and what of them is known before it is computed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.synthesis.expression import ABOUT, Expression, Unfit
from generator.synthesis.forms import has_term, term_heads
from generator.synthesis.types import MATRICES
from generator.synthesis.whole_words import says

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

Traits = frozenset[str]
NONE: Traits = frozenset()
SYMMETRIC: Traits = frozenset({"symmetric"})
DIAGONAL: Traits = frozenset({"symmetric", "diagonal"})
HOLLOW: Traits = frozenset({"hollow", "traceless"})
"""Zeros on the diagonal."""
SKEW: Traits = HOLLOW | {"skew"}
SINGULAR: Traits = frozenset({"singular"})
"""A dyad, a product with one, or with a skew matrix of odd order."""
ISOMETRIC: Traits = frozenset({"isometric"})
"""A vector as long as another one, of which it is the mirror image."""
WEIGHTS: Traits = frozenset({"weights"})
"""A vector of shares, without a length or a direction."""
DEVIATOR: Traits = frozenset({"traceless", "deviator"})
"""A matrix less its trace: beside the diagonal it is what it was."""
PART: Traits = frozenset({"symmetric", "part"})
"""The symmetric part of another matrix: trace, diagonal and quadratic form are those of the other one."""

REFUSED: dict[str, Traits] = {
    "transpose": frozenset({"symmetric", "skew"}),
    "trace": frozenset({"traceless", "part", "diagonal"}),
    "get_diag": frozenset({"hollow", "part", "diagonal"}),
    "determinant": frozenset({"skew", "diagonal", "singular"}),
    **dict.fromkeys(("length", "length_sq", "norm_l2"), ISOMETRIC | WEIGHTS),
    "normalize": WEIGHTS,
}
"""Built-ins, and what a matrix must not be for their result to say anything new."""

TURNS = ("quat_rotate", "quat_rotate_inv", "transform_point", "transform_vector")
INVERSES = ("quat_inverse", "transform_inverse")
SAME_AXIS = (*INVERSES, "quat_to_matrix")
"""Calls whose result turns about the axis of what they are given."""
PARTS = ("transform_get_translation", "transform_get_rotation", "spatial_top", "spatial_bottom")
_ASSEMBLED = re.compile(r"wp\.(?:transform|spatial_vector)[dh]?\(")
_PLACE = r"[\w.\[\]]+"
_BACK = re.compile(rf"wp\.(?:quat|transform)_inverse\(({_PLACE})\)")
_ROTATION_OF = re.compile(rf"wp\.transform_get_rotation\(({_PLACE})\)")
_FACTOR = rf"({_PLACE}|wp\.(?:quat|transform)_inverse\({_PLACE}\))"
_PRODUCT = re.compile(rf"{_FACTOR} \* {_FACTOR}|wp\.transform_multiply\({_FACTOR}, {_FACTOR}\)")
_GATED = re.compile(rf"wp\.where\(.*, ({_PLACE}), wp\.transform_identity\(.*\)\)")
INVERSE = re.compile(rf"wp\.inverse\(({_PLACE})\)")
_STEP = re.compile(rf"wp\.normalize\(({_PLACE}) \+ .* \* {_PLACE}\)")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\[[\w\[\]]*\])?")
_TERMS = re.compile(r" [-+] ")
_BUILT = frozenset(("outer", "diag"))
"""Matrices of whose diagonal the vectors that they are made of say as much."""
_OF_ANOTHER = frozenset({"part", "skew"})
"""Traits of the two parts of a matrix: the contraction with the whole is their square."""


def _check_diagonal(name: str, matrix: Expression) -> None:
    """Unfit where parts of a matrix say what is on its diagonal."""
    if matrix.made_by == "cw_mul" or not _BUILT.isdisjoint(term_heads(matrix)):
        raise Unfit("diagonal of what a product of vectors gives")
    made = matrix.builder.definitions.get(matrix.text, matrix.text)
    parts = [v.expression for v in matrix.builder.variables if says(made, v.expression.text)]
    if matrix.made_by == "*" and any("diagonal" in part.traits for part in parts):
        raise Unfit("diagonal of a product, which the two diagonals give")
    if matrix.made_by == "*" and name == "trace" and "wp.transpose(" in made:
        raise Unfit("trace of a product with a transpose, which is a double contraction")
    hollow = {part.text for part in parts if "hollow" in part.traits}
    if any(term.rpartition(" * ")[2] in hollow for term in _TERMS.split(made)):
        raise Unfit("diagonal to which a term adds nothing")


def check_structure(name: str, *arguments: Expression) -> None:
    """Unfit where the structure of matrices, rotations and frames already decides what a call gives."""
    first = arguments[0]
    if not first.traits.isdisjoint(REFUSED.get(name, NONE)):
        raise Unfit("known from how the matrix was made")
    if name in ("trace", "get_diag"):
        _check_diagonal(name, first)
    if name == "ddot":
        both = first.traits | arguments[1].traits
        if {"symmetric", "skew"} <= both or {"diagonal", "hollow"} <= both:
            raise Unfit("contraction that vanishes")
        if "diagonal" in both:
            raise Unfit("contraction that a dot product gives")
        if first.axis == arguments[1].axis:
            raise Unfit("contraction with an inverse, or with itself")
        if not both.isdisjoint(_OF_ANOTHER) and (behind(*arguments) or behind(*reversed(arguments))):
            raise Unfit("contraction of a part with the whole")
        if has_term(first, arguments[1]):
            raise Unfit("contraction with a term of the other")
    if name in TURNS and arguments[1].axis in {first.axis, _axis_first_applied(name, first)}:
        raise Unfit("vector turned about itself")
    if name == "transform_point":
        last, undone = factors(first.builder, first.text)[-1]
        start = first.builder.definitions.get(arguments[1].text, arguments[1].text)
        if undone and start == f"wp.transform_get_translation({last})":
            raise Unfit("a frame's start seen from itself")
    if name == "quat_rotate_inv" and first.made_by == "quat_inverse":
        raise Unfit("back by an inverse")
    if name in INVERSES and "_inverse(" in spelled_out(first.builder, first.text):
        raise Unfit("inverse of what an inverse is in")
    if name in INVERSES:
        check_inverted(first)
    if name in PARTS and _ASSEMBLED.match(factors(first.builder, first.text)[0][0]):
        raise Unfit("part of what was just put together")
    if name == "transform_multiply":
        check_product(first.builder, first, arguments[1])
    if name == "lerp" and first.type in ("Q", "X"):
        check_apart(first, arguments[1])


def check_inverted(rotation: Expression) -> None:
    """Unfit where the frame that a rotation is of, or the rotation of a frame, was inverted before."""
    known = rotation.builder.definitions
    frame = _frame_of(rotation.builder, rotation.text)
    for made in known.values():
        for name in _BACK.findall(made):
            if name != rotation.text and _frame_of(rotation.builder, name) == frame:
                raise Unfit("a frame and its rotation, both inverted")


def _frame_of(builder: Builder, text: str) -> str:
    part = _ROTATION_OF.fullmatch(builder.definitions.get(text, text))
    return part[1] if part else text


def _axis_first_applied(name: str, rotation: Expression) -> str:
    """What that factor of a product turns about which a vector meets first."""
    known = rotation.builder
    nearest = factors(known, rotation.text)[0 if name == "quat_rotate_inv" else -1][0]
    named = (v.expression for v in known.variables if known.definitions.get(v.expression.text) == nearest)
    return next((variable.axis for variable in named), nearest)


def check_apart(one: Expression, other: Expression) -> None:
    """Unfit where two rotations or frames turn about one axis, as a rotation and its inverse do."""
    if one.axis == other.axis:
        raise Unfit("rotations about one axis")


def check_product(builder: Builder, one: Expression, other: Expression, back: bool = False) -> None:
    """Unfit where factors of ``one * other`` cancel; ``back``: of ``one * inverse(other)``."""
    left, right = factors(builder, one.text), factors(builder, other.text)
    inverses = back + sum(undone for _, undone in left + right)
    if back:
        right = inverted(right)
    if left[-1] == inverted(right[:1])[0] or one.axis == other.axis:
        raise Unfit("product of rotations that cancels")
    if inverses > 1:
        raise Unfit("product of inverses, or with the inverse of one")


Factors = tuple[tuple[str, bool], ...]


def inverted(factors: Factors) -> Factors:
    """Of the inverse: each factor's inverse, last one first."""
    return tuple((name, not back) for name, back in reversed(factors))


def factors(builder: Builder, text: str) -> Factors:
    """The rotations or frames that a name or a product of two stands for, each with whether it is its inverse."""
    text = builder.definitions.get(text, text)
    if match := _PRODUCT.fullmatch(text):
        return factors(builder, match[1] or match[3]) + factors(builder, match[2] or match[4])
    if match := _GATED.fullmatch(text):
        return factors(builder, match[1])
    if match := _BACK.fullmatch(text):
        return inverted(factors(builder, match[1]))
    if match := _STEP.fullmatch(text):
        return ((text, False), *factors(builder, match[1]))
    return ((text, False),)


def check_overlap(one: Expression, other: Expression) -> None:
    """Unfit where one rotation was made from the other: what they have in common drops out of their overlap."""
    check_apart(one, other)
    if behind(one, other) or behind(other, one):
        raise Unfit("overlap of a rotation with what was made from it")


def behind(whole: Expression, part: Expression) -> bool:
    """Whether the part was used to make the whole, through names too."""
    return part.text in _NAME.findall(spelled_out(whole.builder, whole.text))


def spelled_out(builder: Builder, text: str) -> str:
    """The text with all definitions behind it, one after another."""
    known = builder.definitions
    made = [known[name] for name in _NAME.findall(known.get(text, text)) if name in known and name != text]
    return " ".join([known.get(text, text), *[spelled_out(builder, definition) for definition in made]])


def check_image(builder: Builder, matrix: Expression, operand: Expression) -> None:
    """Unfit where a matrix meets what a part's inverse gave, an inverse what the matrix gave, a dyad its factor."""
    by, of = (spelled_out(builder, e.text) for e in (matrix, operand))
    inverse = INVERSE.match(builder.definitions.get(matrix.text, matrix.text))
    undone = not {matrix.text, *_NAME.findall(by)}.isdisjoint(INVERSE.findall(of))
    if undone or (inverse and inverse[1] in _NAME.findall(of)):
        raise Unfit("product with an inverse")
    if ("wp.outer(" in by or "wp.diag(" in by) and not {operand.text, operand.axis}.isdisjoint(_NAME.findall(by)):
        raise Unfit("image of a factor of the dyad in the matrix")


def traits_of(name: str, arguments: list[Expression]) -> Traits:
    """What is known of a call's result."""
    first = arguments[0]
    if name == "diag":
        return DIAGONAL
    if name == "skew":
        return SKEW
    if name == "transpose":
        return first.traits
    if name == "transform_get_translation" and first.made_by == "transform_inverse":
        return ISOMETRIC
    if name == "cw_mul" and first.type in MATRICES:
        return _entrywise(first.traits, arguments[1].traits)
    if name == "outer":
        return SINGULAR | SYMMETRIC if first.axis == arguments[1].axis else SINGULAR
    if name in ("quat_rotate", "quat_rotate_inv") and first.axis:
        return frozenset({ABOUT + first.axis})
    return NONE


def _entrywise(one: Traits, other: Traits) -> Traits:
    hollow = HOLLOW if "hollow" in one | other else NONE
    if "diagonal" in one | other:
        return DIAGONAL | hollow
    if "symmetric" in one & other or "skew" in one & other:
        return SYMMETRIC | hollow
    return SKEW if {"skew", "symmetric"} <= one | other else hollow
