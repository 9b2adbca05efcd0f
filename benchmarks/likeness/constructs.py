"""The table of constructs, each of which a kernel has or not. An entry is one line of the comparison."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence

from benchmarks.likeness.kernel_source import WARP, KernelSource, dotted, has_docstring, identifiers
from benchmarks.likeness.named_types import array_of, dimensions, holds_integers, is_generic, names_type, spelled_types

TRANSCENDENTAL = frozenset(
    "sin cos tan exp log tanh sinh cosh erf erfc erfinv erfcinv atan atan2 asin acos log2 log10 cbrt pow smoothstep "
    "lerp".split()
)
_VECTOR = re.compile(r"vec[234]\w?")
_MATRIX = re.compile(r"mat(22|33|44)\w?")
_COUNTED = re.compile(r"(.*?[a-z])_?[2-9]")
_FIRST = 6
"""Number of first statements of a body among which a guard is sought."""


def constructs_of(kernel: KernelSource) -> frozenset[str]:
    """Names of the constructs that a kernel has."""
    return frozenset(name for name, holds in CONSTRUCTS.items() if holds(kernel))


def _nesting(statements: Sequence[ast.stmt], depth: int = 0) -> int:
    """Depth of nested blocks; an ``elif`` does not add one."""
    deepest = depth
    for statement in statements:
        if not isinstance(statement, (ast.If, ast.For, ast.While, ast.With)):
            continue
        deepest = max(deepest, _nesting(statement.body, depth + 1))
        other = [] if isinstance(statement, ast.With) else statement.orelse
        if other:
            chained = len(other) == 1 and isinstance(other[0], ast.If)
            deepest = max(deepest, _nesting(other, depth if chained else depth + 1))
    return deepest


def _paths(kernel: KernelSource) -> int:
    return 1 + kernel.count(ast.If, ast.For, ast.While, ast.IfExp, ast.BoolOp)


def _rank(kernel: KernelSource) -> int:
    """Dimensions of the launch, by the unpacking of ``wp.tid``; 1 without such a call."""
    found = [1]
    for assignment in kernel.assignments:
        if isinstance(assignment.value, ast.Call) and dotted(assignment.value.func).endswith(".tid"):
            target = assignment.targets[0]
            found.append(len(target.elts) if isinstance(target, ast.Tuple) else 1)
    return max(found)


def _reads_an_index(kernel: KernelSource) -> bool:
    read = {name for name, value in kernel.named_values if isinstance(value, ast.Subscript)}
    return any(
        isinstance(node, ast.Subscript) or (isinstance(node, ast.Name) and node.id in read)
        for subscript in kernel.subscripts
        for node in ast.walk(subscript.slice)
    )


def _computes_an_index(kernel: KernelSource) -> bool:
    return any(isinstance(node, ast.BinOp) for each in kernel.subscripts for node in ast.walk(each.slice))


def _guards(kernel: KernelSource) -> bool:
    heads = (each for each in kernel.body[:_FIRST] if isinstance(each, ast.If))
    return any(len(each.body) == 1 and isinstance(each.body[0], ast.Return) for each in heads)


def _is_fixed(end: ast.expr) -> bool:
    return isinstance(end, ast.Constant) or (isinstance(end, ast.Name) and end.id.isupper())


def _stores_a_constant(kernel: KernelSource) -> bool:
    return any(
        isinstance(a.targets[0], ast.Subscript) and isinstance(a.value, ast.Constant) for a in kernel.assignments
    )


def _takes_a_tuple(kernel: KernelSource) -> bool:
    return any(
        isinstance(a.targets[0], ast.Tuple)
        and isinstance(a.value, ast.Call)
        and not dotted(a.value.func).endswith(".tid")
        for a in kernel.assignments
    )


def _has_attributes(kernel: KernelSource) -> bool:
    names = (dotted(node) for node in kernel.nodes if isinstance(node, ast.Attribute))
    return any(name.partition(".")[0] not in (*WARP, "math") for name in names)


def _named_constants(kernel: KernelSource) -> bool:
    names = identifiers([node for node in kernel.nodes if isinstance(node, (ast.Name, ast.Attribute))])
    return any(name.isupper() and len(name) > 2 for name in names)


def _reads_twice(kernel: KernelSource) -> bool:
    """Whether one element is read under two names."""
    read = [ast.unparse(value) for _, value in kernel.named_values if isinstance(value, ast.Subscript)]
    return len(set(read)) < len(read)


def _counts_names(kernel: KernelSource) -> bool:
    """Whether locals such as ``x`` and ``x2`` occur: a number that only avoids a clash."""
    names = {name for name, _ in kernel.named_values}
    matches = (_COUNTED.fullmatch(name) for name in names)
    return any(match and match[1] in names for match in matches)


def _has_operator(*kinds: type[ast.operator]) -> Callable[[KernelSource], bool]:
    return lambda kernel: any(isinstance(node, ast.BinOp) and isinstance(node.op, kinds) for node in kernel.nodes)


def _says(part: str) -> Callable[[KernelSource], bool]:
    return lambda kernel: any(part in word for word in kernel.words)


def _is_small_or_huge(value: float) -> bool:
    return isinstance(value, float) and value != 0 and not 1e-3 <= abs(value) <= 1e5


CONSTRUCTS: dict[str, Callable[[KernelSource], bool]] = {
    "body up to 5 lines": lambda k: k.lines <= 5,
    "body over 25 lines": lambda k: k.lines > 25,
    "body over 40 lines": lambda k: k.lines > 40,
    "reaches over 20 lines of functions": lambda k: k.lines_reached > 20,
    "cyclomatic 5 or more": lambda k: _paths(k) >= 5,
    "cyclomatic 10 or more": lambda k: _paths(k) >= 10,
    "nesting 2 or more": lambda k: _nesting(k.body) >= 2,
    "nesting 3 or more": lambda k: _nesting(k.body) >= 3,
    "8 or more arguments": lambda k: len(k.arguments) >= 8,
    "launch of 2 dimensions": lambda k: _rank(k) == 2,
    "launch of 3 or more": lambda k: _rank(k) >= 3,
    "array of several dimensions": array_of(dimensions("234")),
    "array of 3 or more dimensions": array_of(dimensions("34")),
    "array of integers": array_of(holds_integers),
    "index that was read": _reads_an_index,
    "arithmetic in an index": _computes_an_index,
    "guard that returns at once": _guards,
    "2 or more returns": lambda k: k.count(ast.Return) >= 2,
    "an if": lambda k: k.count(ast.If) > 0,
    "3 or more ifs": lambda k: k.count(ast.If) >= 3,
    "else or elif": lambda k: any(isinstance(node, ast.If) and node.orelse for node in k.nodes),
    "ternary": lambda k: k.count(ast.IfExp) > 0,
    "and, or": lambda k: k.count(ast.BoolOp) > 0,
    "a for": lambda k: bool(k.range_ends),
    "bound known at run time": lambda k: any(not _is_fixed(end) for ends in k.range_ends for end in ends),
    "range(a, b) of run-time ends": lambda k: any(
        len(ends) >= 2 and not isinstance(ends[0], ast.Constant) for ends in k.range_ends
    ),
    "while": lambda k: k.count(ast.While) > 0,
    "break": lambda k: k.count(ast.Break) > 0,
    "continue": lambda k: k.count(ast.Continue) > 0,
    "3 or more stores": lambda k: sum(isinstance(each.ctx, ast.Store) for each in k.subscripts) >= 3,
    "store of a constant": _stores_a_constant,
    "augmented assignment": lambda k: k.count(ast.AugAssign) > 0,
    "atomic": lambda k: any(name.startswith("atomic_") for name in k.warp_calls),
    "tile": lambda k: any(name.startswith("tile_") for name in k.warp_calls),
    "transcendental built-in": lambda k: bool(k.warp_calls & TRANSCENDENTAL),
    "calls a function": lambda k: bool(k.called_functions),
    "calls 3 or more functions": lambda k: len(k.called_functions) >= 3,
    "tuple from a call": _takes_a_tuple,
    "attribute of a value": _has_attributes,
    "vector": names_type(_VECTOR, "vector"),
    "matrix": names_type(_MATRIX, "matrix"),
    "transform or quaternion": lambda k: any("transform" in word or word.startswith("quat") for word in k.words),
    "spatial vector": _says("spatial"),
    "generic argument": is_generic,
    "wp.static": lambda k: "wp.static" in k.calls,
    "spelled scalar type": spelled_types,
    "no operator at all": lambda k: k.count(ast.BinOp) == 0,
    "modulo or floor division": _has_operator(ast.Mod, ast.FloorDiv),
    "integers most of the numbers": lambda k: sum(isinstance(value, int) for value in k.numbers) * 2 > len(k.numbers),
    "small or huge number": lambda k: any(map(_is_small_or_huge, k.numbers)),
    "constant by name": _named_constants,
    "comments": lambda k: k.has_comments,
    "docstring": lambda k: has_docstring(k.definition),
    "decorator with arguments": lambda k: any(isinstance(each, ast.Call) for each in k.definition.decorator_list),
    "underscore or _kernel in the name": lambda k: k.definition.name.startswith("_") or "kernel" in k.definition.name,
    "a read named twice": _reads_twice,
    "names told apart by a counter": _counts_names,
}
"""Construct -> test whether a kernel has it. Only the body's text counts, not the functions that it calls."""
