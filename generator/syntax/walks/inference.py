"""Type inference of locals from their assignments; nothing is guessed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.syntax.operations import BINARY, BITWISE, TESTS
from generator.syntax.statements import Assign, Block, For, walk
from generator.syntax.types import (
    BOOL,
    FLOAT,
    INT,
    NAMED,
    Array,
    Matrix,
    Quaternion,
    Scalar,
    Several,
    Type,
    Vector,
    scalar_of,
)
from generator.syntax.values import Value, dotted_name

Types = Mapping[str, Type | None]
"""Name -> its type; None where it is unknown or differs between assignments."""

VEC3, QUAT, MAT33 = Vector(3, FLOAT), Quaternion(FLOAT), Matrix(3, 3, FLOAT)

AS_ARGUMENT = frozenset(
    "abs min max clamp floor ceil round rint trunc sign step sqrt cbrt exp log log2 log10 pow sin cos tan asin acos "
    "atan atan2 sinh cosh tanh normalize cw_mul cw_div cross inverse quat_inverse transform_inverse transform_multiply "
    "lerp smoothstep degrees radians mod transpose neg".split()
)
"""Built-ins whose result has the type of the first argument."""

COMPONENT = frozenset("dot length length_sq norm_l1 norm_l2 trace determinant tensordot ddot".split())
"""Built-ins whose result is a scalar of the first argument's component type."""

FIXED: dict[str, Type] = {
    **NAMED,
    **dict.fromkeys(("transform_point", "transform_vector", "transform_get_translation", "quat_rotate"), VEC3),
    **dict.fromkeys(("quat_rotate_inv", "spatial_top", "spatial_bottom"), VEC3),
    **dict.fromkeys(("transform_get_rotation", "quat_identity", "quat_from_axis_angle", "quat_from_matrix"), QUAT),
    **dict.fromkeys(("isfinite", "isnan", "isinf"), BOOL),
    **dict.fromkeys(("randf", "randn", "noise", "pnoise"), FLOAT),
    **{"quat_to_matrix": MAT33, "skew": MAT33, "rand_init": Scalar("uint32"), "tid": INT},
}
"""Constructors and other built-ins with one type of result -> that type."""

_FIELDS = ("x", "y", "z", "w")


def types_of_locals(block: Block, known: Types, functions: Types) -> dict[str, Type | None]:
    """Types of the ``known`` names and of those that the block sets; ``functions``: return types, by name."""
    found: dict[str, Type | None] = dict(known)
    for statement in walk(block):
        if isinstance(statement, For) and statement.target.operation == "name":
            _note(found, statement.target, INT)
        elif isinstance(statement, Assign):
            kind = type_of_value(statement.value, found, functions)
            for target in statement.targets:
                if target.operation == "name":
                    _note(found, target, kind)
                    continue
                parts = kind.parts if isinstance(kind, Several) else (kind,) * len(target.operands)
                for part, each in zip(target.operands, parts, strict=True):
                    _note(found, part, each)
    return found


def _note(found: dict[str, Type | None], target: Value, kind: Type | None) -> None:
    """A name's type; None for good once two statements disagree."""
    word = target.operands[0]
    found[word] = kind if found.get(word, kind) == kind else None


def type_of_value(value: Value, names: Types, functions: Types) -> Type | None:
    """The type of a value; None where it does not follow from the types of names."""
    if value.operation == "name":
        return names.get(value.operands[0], value.type)
    if value.type is not None:
        return value.type

    def inner(part: Value) -> Type | None:
        return type_of_value(part, names, functions)

    special = _SPECIAL.get(value.operation)
    if special is not None:
        return special(value, inner)
    if value.operation == "call":
        word = dotted_name(value.operands[0])
        return functions[word] if word in functions else _of_call(word.rpartition(".")[2], value.operands[1:], inner)
    if value.operation in BINARY:
        return _of_binary(value.operation, *map(inner, value.operands))
    return BOOL if value.operation in (*TESTS, "chain") else None


Inner = Callable[[Value], Type | None]


def _of_subscript(value: Value, inner: Inner) -> Type | None:
    base, *indices = value.operands
    if base.operation == "attribute" and base.operands[1] == "shape":
        return INT
    match kind := inner(base):
        case Array(element, dimensions):
            return element if dimensions == len(indices) else None
        case Matrix(_, columns, scalar) if len(indices) == 1:
            return Vector(columns, scalar)
    return scalar_of(kind)


def _of_attribute(value: Value, inner: Inner) -> Type | None:
    kind = inner(value.operands[0])
    return scalar_of(kind) if isinstance(kind, Vector | Quaternion) and value.operands[1] in _FIELDS else None


def _alike(first: Type | None, second: Type | None) -> Type | None:
    return first if first == second else None


_SPECIAL: dict[str, Callable[[Value, Inner], Type | None]] = {
    "subscript": _of_subscript,
    "attribute": _of_attribute,
    "ternary": lambda value, inner: _alike(inner(value.operands[0]), inner(value.operands[2])),
    **dict.fromkeys(("neg", "pos"), lambda value, inner: inner(value.operands[0])),
    "tuple": lambda value, inner: Several(tuple(map(inner, value.operands))),
}
"""Operation -> what infers the type of such a value."""


def _of_call(word: str, arguments: tuple[Value, ...], inner: Inner) -> Type | None:
    if word in FIXED:
        return FIXED[word]
    if word == "where" and len(arguments) == 3:
        return _alike(inner(arguments[1]), inner(arguments[2]))
    if word.startswith("atomic_"):
        return inner(arguments[-1])
    if not arguments:
        return None
    if word in AS_ARGUMENT:
        return inner(arguments[0])
    return scalar_of(inner(arguments[0])) if word in COMPONENT else None


def _of_binary(sign: str, left: Type | None, right: Type | None) -> Type | None:
    if left is None or right is None:
        return None
    if sign == "/" and isinstance(left, Scalar) and left.is_integer:
        return None
    if left == right and (isinstance(left, Scalar) or sign in ("+", "-", *BITWISE) or not isinstance(left, Vector)):
        return left
    if sign in ("*", "/") and isinstance(right, Scalar) and right == scalar_of(left):
        return left
    if sign == "*" and isinstance(left, Scalar) and left == scalar_of(right):
        return right
    if sign in ("*", "@") and isinstance(left, Matrix) and isinstance(right, Vector):
        return Vector(left.rows, left.scalar) if left.columns == right.length else None
    return None
