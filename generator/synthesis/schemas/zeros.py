"""Values for nothing: the zero of a type, and a result where there is none."""

from __future__ import annotations

from generator.syntax.types import BOOL, FLOAT, INT, Matrix, Quaternion, Scalar, Transform, Type, Vector, type_word
from generator.syntax.values import Value, call, dotted, literal
from generator.synthesis.schemas.entities import Attribute

MINUS_ONE = Value("neg", (literal(1),))
"""As it is read: a store of it equals one that a computation writes."""


def zero(kind: Type) -> Value:
    """What an attribute of a type is cleared to."""
    if kind == BOOL:
        return literal(False)
    if isinstance(kind, Scalar):
        numbers = {FLOAT: literal(0.0), INT: literal(0)}
        return numbers.get(kind) or call(dotted(f"wp.{kind.name}"), literal(0))
    if isinstance(kind, Transform):
        return call(dotted("wp.transform_identity"))
    if isinstance(kind, Quaternion):
        return call(dotted("wp.quat_identity"))
    if isinstance(kind, Vector):
        return call(dotted("wp.spatial_vector" if kind.length == 6 else f"wp.{vector_word(kind)}"))
    if isinstance(kind, Matrix):
        return call(dotted(f"wp.{type_word(kind)}"), literal(0.0))
    raise TypeError(f"nothing is cleared to a {kind!r}")


def vector_word(kind: Vector) -> str:
    """``vec3``, ``vec2i``."""
    return f"vec{kind.length}{'i' if kind.scalar == INT else ''}"


def none_of(of: Attribute) -> Value:
    """The value of a result where there is none: -1 if its words or its domain say so, else zero."""
    if "-1" not in of.words and of.domain.low != -1:
        return zero(of.type)
    if isinstance(of.type, Vector) and of.type.scalar == INT:
        return call(zero(of.type).operands[0], *[MINUS_ONE] * of.type.length)
    return MINUS_ONE if of.type == INT else zero(of.type)
