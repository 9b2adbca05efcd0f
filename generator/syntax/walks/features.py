"""Constructs that a function has: what people filter kernels by, and what a category promises."""

from __future__ import annotations

from collections import Counter
from typing import Any

from generator.syntax.modules import Function
from generator.syntax.nodes import node, with_fields
from generator.syntax.statements import (
    HOLDING,
    LOOPS,
    Assign,
    Blank,
    Block,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    While,
    blocks_of,
    parts_of,
    walk,
)
from generator.syntax.types import Array, Matrix, Quaternion, Transform, Vector, element_of
from generator.syntax.values import Value, dotted_name

MATHEMATICAL = frozenset(
    "sqrt cbrt exp log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh erf erfc degrees radians "
    "smoothstep normalize length length_sq norm_l1 norm_l2 floor ceil round rint sign frac lerp svd3 qr3 eig3 "
    "determinant inverse quat_from_axis_angle quat_slerp".split()
)
"""Mathematical built-ins, without those that only compare."""

CURVES = frozenset("exp log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh erf erfc cbrt".split())
"""Transcendental built-ins."""

OPERATORS = ("+", "-", "*", "/", "%", "@", "//", "neg", "**")
"""Arithmetic signs."""


@node
class Features:
    """Counts of constructs in one function; ``built_ins`` are names after ``wp.``."""

    statements: int
    """Comments and empty lines left out."""
    loops: int
    dynamic_loops: int
    branches: int
    """Ifs that do more than leave, ternaries and ``wp.where``."""
    guards: int
    tests: int
    """Ifs, ternaries, ``wp.where``, and each operand of ``and`` and ``or`` after the first."""
    nesting: int
    atomics: int
    operators: int
    own_calls: int
    built_ins: frozenset[str]
    scalars: int
    """Arguments that are single values."""
    vectors: bool
    composites: bool
    """Matrices, quaternions, transforms."""
    indirections: int
    """Indices that are read from an array."""

    @property
    def random(self) -> bool:
        return any(word.startswith(("rand", "poisson", "sample_")) for word in self.built_ins)

    @property
    def mathematical(self) -> bool:
        return not self.built_ins.isdisjoint(MATHEMATICAL)

    @property
    def transcendental(self) -> bool:
        return not self.built_ins.isdisjoint(CURVES)


def features(kernel: Function, functions: tuple[Function, ...] = ()) -> Features:
    """The features of a kernel; ``functions`` are those of its module, whose built-ins count as its own."""
    statements = walk(kernel.body)
    values = [part for statement in statements for part in statement.parts]
    operations = Counter([value.operation for value in values])
    calls = _called(values) if operations["call"] else []
    inner = [word for f in functions if f is not kernel for word in _called(parts_of(f.body))]
    words = {name[3:] for name in (*calls, *inner) if name.startswith("wp.")}
    kinds = [element_of(p.type) for p in kernel.parameters]
    ifs = [s for s in statements if type(s) is If]
    guards = sum(map(_leaves, ifs))
    choices = operations["ternary"] + calls.count("wp.where")
    joins = operations["and"] or operations["or"]
    joined = [len(v.operands) - 1 for v in values if v.operation == "and" or v.operation == "or"] if joins else ()
    own = {f.name for f in functions}
    loops = [s for s in statements if isinstance(s, LOOPS)]
    return Features(
        sum([type(s) is not Comment and type(s) is not Blank for s in statements]),
        len(loops),
        sum(not _is_literal_range(s) for s in loops),
        len(ifs) - guards + choices,
        guards,
        len(ifs) + choices + sum(joined),
        nesting(kernel.body),
        sum([name.startswith("wp.atomic_") for name in calls]),
        sum([operations[sign] for sign in OPERATORS]),
        sum([name in own for name in calls]),
        frozenset(words),
        sum([not isinstance(p.type, Array) for p in kernel.parameters]),
        any(isinstance(kind, Vector) for kind in kinds) or any(word.startswith("vec") for word in words),
        any(isinstance(kind, _COMPOSITES) for kind in kinds),
        _indirections(statements, values),
    )


def module_features(kernel: Function, functions: tuple[Function, ...]) -> Features:
    """The features of a kernel and of its module's functions together: counts add up, nesting is the deepest."""
    every = [features(kernel, functions), *[features(f, functions) for f in functions if f is not kernel]]
    own, most = every[0], max(each.nesting for each in every)
    counts = {word: sum(getattr(each, word) for each in every) for word in _COUNTS}
    return with_fields(own, counts | {"nesting": most})


_COUNTS = (
    *("statements", "loops", "dynamic_loops", "branches", "guards", "tests", "atomics"),
    *("operators", "own_calls", "indirections"),
)
"""Counts of a function that add up over a module."""


def _called(values: list[Value]) -> list[str]:
    return [dotted_name(value.operands[0]) for value in values if value.operation == "call"]


_COMPOSITES = (Matrix, Quaternion, Transform)
"""Types with components, other than vectors."""


def _indirections(statements: list[Statement], values: list[Value]) -> int:
    """Indices, also those of atomics, that are array elements or locals loaded from one."""
    loads = [s for s in statements if type(s) is Assign and s.value.operation == "subscript"]
    loaded = {target.operands[0] for s in loads for target in s.targets if target.is_name}
    indices = [index for v in values for index in _indices(v) if type(index) is Value]
    return sum([not loaded.isdisjoint(index.names) or "subscript" in index.kinds for index in indices])


def _indices(value: Value) -> tuple[Any, ...]:
    """The indices of a subscript or an atomic; none for other values."""
    if value.operation == "subscript":
        return value.operands[1:]
    if value.operation != "call" or not dotted_name(value.operands[0]).startswith("wp.atomic_"):
        return ()
    return value.operands[2 : -2 if dotted_name(value.operands[0]) == "wp.atomic_cas" else -1]


def nesting(block: Block, depth: int = 0) -> int:
    """Nesting depth of blocks; guards that leave do not count, an ``elif`` is as deep as its ``if``."""
    deepest = depth
    for statement in block:
        if type(statement) not in HOLDING or _leaves(statement):
            continue
        for inner in blocks_of(statement):
            beside = isinstance(statement, If) and statement.has_elif and inner is statement.otherwise
            deepest = max(deepest, nesting(inner, depth if beside else depth + 1))
    return deepest


def _leaves(statement: Statement) -> bool:
    match statement:
        case If(_, (Return(None) | Jump(),), ()):
            return True
    return False


def _is_literal_range(statement: For | While) -> bool:
    if isinstance(statement, While) or statement.iterable.operation != "call":
        return False
    return all(argument.kinds <= _NUMBER for argument in statement.iterable.operands[1:])


_NUMBER = frozenset(("literal", "neg"))
"""Operations of a number that is written out."""
