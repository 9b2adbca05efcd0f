"""Constructs that a function has: what people filter kernels by, and what a category promises."""

from __future__ import annotations

from collections import Counter

from generator.syntax.modules import Function
from generator.syntax.nodes import node, with_fields
from generator.syntax.operations import BOOLEANS
from generator.syntax.statements import (
    HOLDING,
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
from generator.syntax.types import Array, Matrix, Quaternion, Transform, Vector
from generator.syntax.values import Value

MATHEMATICAL = frozenset(
    "sqrt cbrt exp log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh erf erfc degrees radians "
    "smoothstep normalize length length_sq norm_l1 norm_l2 floor ceil round rint sign frac lerp svd3 qr3 eig3 "
    "determinant inverse quat_from_axis_angle quat_slerp".split()
)
"""Mathematical built-ins, without those that only compare."""

CURVES = frozenset("exp log log2 log10 pow sin cos tan asin acos atan atan2 sinh cosh tanh erf erfc cbrt".split())
"""Transcendental built-ins."""

OPERATORS = frozenset(("+", "-", "*", "/", "%", "@", "//", "neg", "**"))
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
    parts = parts_of(kernel.body)
    operations = Counter([part.operation for part in parts])
    calls = [call for statement in statements for call in statement.calls]
    called = [call.callee for call in calls]
    inner = [call.callee for f in functions if f is not kernel for each in walk(f.body) for call in each.calls]
    words = frozenset([name[3:] for name in (*called, *inner) if name[:3] == "wp."])
    kinds = {type(p.type.element if type(p.type) is Array else p.type) for p in kernel.parameters}
    ifs = [s for s in statements if type(s) is If]
    guards = len([s for s in ifs if _leaves(s)]) if ifs else 0
    choices = operations["ternary"] + called.count("wp.where")
    joins = operations.keys() & BOOLEANS
    joined = [len(v.operands) - 1 for v in parts if v.operation in joins] if joins else ()
    own = {f.name for f in functions}
    loops = [s for s in statements if type(s) is For or type(s) is While]
    atomics = [call for call in calls if call.callee[:10] == "wp.atomic_"]
    return Features(
        len([s for s in statements if type(s) is not Comment and type(s) is not Blank]),
        len(loops),
        len([s for s in loops if not _is_literal_range(s)]),
        len(ifs) - guards + choices,
        guards,
        len(ifs) + choices + sum(joined),
        nesting(kernel.body),
        len(atomics),
        sum([operations[sign] for sign in OPERATORS & operations.keys()]),
        len([name for name in called if name in own]),
        words,
        len([p for p in kernel.parameters if type(p.type) is not Array]),
        Vector in kinds or "vec" in {word[:3] for word in words},
        not kinds.isdisjoint(_COMPOSITES),
        _indirections(statements, parts, atomics),
    )


def module_features(own: Features, kernel: Function, functions: tuple[Function, ...]) -> Features:
    """A kernel's ``own`` features and those of its module's functions: counts add up, nesting is the deepest."""
    every = [own, *[features(f, functions) for f in functions if f is not kernel]]
    counts = {word: sum([getattr(each, word) for each in every]) for word in _COUNTS} if len(every) > 1 else {}
    return with_fields(own, counts | {"nesting": max([each.nesting for each in every])})


_COUNTS = (
    *("statements", "loops", "dynamic_loops", "branches", "guards", "tests", "atomics"),
    *("operators", "own_calls", "indirections"),
)
"""Counts of a function that add up over a module."""


_COMPOSITES = (Matrix, Quaternion, Transform)
"""Types with components, other than vectors."""


def _indirections(statements: list[Statement], parts: list[Value], atomics: list[Value]) -> int:
    """Indices, also those of atomics, that are array elements or locals loaded from one."""
    loads = [s for s in statements if type(s) is Assign and s.value.operation == "subscript"]
    loaded = {target.operands[0] for s in loads for target in s.targets if target.operation == "name"}
    places = [part.operands[1:] for part in parts if part.operation == "subscript"]
    places += [call.operands[2 : -2 if call.callee == "wp.atomic_cas" else -1] for call in atomics]
    indices = [index for place in places for index in place]
    plain = [index.operands[0] for index in indices if index.operation == "name"]
    others = [index for index in indices if index.operation != "name" and index.operation != "literal"]
    found = [not loaded.isdisjoint(index.names) or "subscript" in index.kinds for index in others]
    return sum(found) + sum([word in loaded for word in plain])


def nesting(block: Block, depth: int = 0) -> int:
    """Nesting depth of blocks; guards that leave do not count, an ``elif`` is as deep as its ``if``."""
    deepest = depth
    for statement in block:
        if type(statement) not in HOLDING or _leaves(statement):
            continue
        for inner in blocks_of(statement):
            beside = type(statement) is If and inner is statement.otherwise and statement.has_elif
            deepest = max(deepest, nesting(inner, depth if beside else depth + 1))
    return deepest


def _leaves(statement: Statement) -> bool:
    if type(statement) is not If or statement.otherwise or len(statement.body) != 1:
        return False
    (only,) = statement.body
    return type(only) is Jump or (type(only) is Return and only.value is None)


def _is_literal_range(statement: For | While) -> bool:
    if type(statement) is not For or statement.iterable.operation != "call":
        return False
    return all(argument.kinds <= _NUMBER for argument in statement.iterable.operands[1:])


_NUMBER = frozenset(("literal", "neg"))
"""Operations of a number that is written out."""
