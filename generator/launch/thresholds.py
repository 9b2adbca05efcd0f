"""Finds the ties of a kernel's arguments: the values that it compares loaded elements with, from its syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.launch.recipe import Argument, Launch
from generator.syntax.reading.last_tree import tree_of

COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
CASTS = {
    *("int", "float", "constant", "abs"),
    *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
    *("float16", "float32", "float64"),
}
"""Calls that return their argument or its magnitude: one that equals a threshold still does after the call."""
BLOCKS = ("body", "orelse")
"""Fields of a statement that hold statements."""
ASKING = frozenset({ast.Compare, ast.Call})
"""Expressions that may compare something."""
LEAVES = frozenset({str, int, float, bool, type(None), ast.Name, ast.Constant, ast.Load, ast.Store})
"""Types of a field's content that contain no comparison."""
INNER: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Attribute: ("value",),
    ast.BinOp: ("left", "right"),
    ast.UnaryOp: ("operand",),
    ast.BoolOp: ("values",),
    ast.Compare: ("left", "comparators"),
    ast.Call: ("func", "args", "keywords"),
    ast.Subscript: ("value", "slice"),
    ast.Tuple: ("elts",),
}
"""Frequent expression -> its fields with expressions, without operators and contexts."""
DEEPEST_CALL = 8
"""Greatest depth of calls that are followed; a kernel's functions do not call themselves."""


@dataclass(frozen=True)
class Operand:
    """The value of a name or expression: an argument by path, or a number. ``loaded``: an element of the argument."""

    path: str = ""
    number: float = 0.0
    loaded: bool = False


Read = Operand | tuple["Read | None", ...]
"""The value of an expression; for a tuple, that of each part."""


def with_ties(launch: Launch, source: str | ast.Module) -> Launch:
    """The launch with the ties of its arguments, read from the kernel in ``source`` (a text or a tree).

    A launch that has ties already is unchanged. A source without a kernel of these arguments gives none.
    """
    if says_ties(launch):
        return launch
    found = ties_of(launch, source)
    return replace(launch, arguments=_tied(launch.arguments, found)) if found else launch


def says_ties(launch: Launch) -> bool:
    """Whether an argument has ties."""
    return any(leaf.ties for _, leaf in _leaves(launch.arguments))


def ties_of(launch: Launch, source: str | ast.Module) -> dict[str, tuple[float | str, ...]]:
    """Path of an array -> the numbers, and the paths of other arguments, that its elements are compared with."""
    tree = tree_of(source) if isinstance(source, str) else source
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    names = [argument.name for argument in launch.arguments]
    kernels = [f for f in functions.values() if _is_kernel(f) and [a.arg for a in f.args.args] == names]
    if not kernels:
        return {}
    reader = _Reader(dict(_leaves(launch.arguments)), functions)
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            reader.assign(statement.targets[0], reader.operand(statement.value, reader.constants), reader.constants)
    reader.read(kernels[-1], {name: Operand(name) for name in names}, 0)
    return {path: tuple(ties) for path, ties in reader.ties.items()}


def tied_paths(launch: Launch) -> set[str]:
    """Paths of the arguments that occur as ties: elements are set equal to theirs."""
    return {tie for _, leaf in _leaves(launch.arguments) for tie in leaf.ties if isinstance(tie, str)}


@dataclass
class _Reader:
    """Follows names through a kernel and its functions, statement by statement; branches are read one after another."""

    leaves: Mapping[str, Argument]
    functions: Mapping[str, ast.FunctionDef]
    constants: dict[str, Read] = field(default_factory=dict)
    ties: dict[str, list[float | str]] = field(default_factory=dict)

    def read(self, function: ast.FunctionDef, names: dict[str, Read], depth: int) -> Read | None:
        """Note the comparisons of a function; returns the value of its last ``return``."""
        result: Read | None = None
        for node in _in_order(function.body):
            if type(node) is ast.Compare:
                self.compare(node, names)
            elif type(node) is ast.Call:
                self.call(node, names, depth)
            elif type(node) is ast.Assign and len(node.targets) == 1:
                self.assign(node.targets[0], self.operand(node.value, names, depth), names)
            elif type(node) is ast.AugAssign or type(node) is ast.For:
                self.assign(node.target, None, names)
            elif type(node) is ast.Return and node.value is not None:
                result = self.operand(node.value, names, depth)
        return result

    def assign(self, target: ast.expr, value: Read | None, names: dict[str, Read]) -> None:
        if isinstance(target, ast.Name):
            names.pop(target.id, None)
            if value is not None:
                names[target.id] = value
        elif isinstance(target, ast.Tuple):
            alike = isinstance(value, tuple) and len(value) == len(target.elts)
            for part, one in zip(target.elts, value if alike else [None] * len(target.elts), strict=True):  # type: ignore[arg-type]
                self.assign(part, one, names)

    def call(self, node: ast.Call, names: Mapping[str, Read], depth: int) -> Read | None:
        """Read a function of the program with the arguments of this call."""
        function = self.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None or depth == DEEPEST_CALL:
            return None
        given = zip((a.arg for a in function.args.args), node.args, strict=False)
        known = {name: found for name, value in given if (found := self.operand(value, names, depth)) is not None}
        return self.read(function, known, depth + 1)

    def operand(self, node: ast.expr, names: Mapping[str, Read], depth: int = DEEPEST_CALL) -> Read | None:
        """The value of an expression that is an element, a number, an argument, or a tuple of these; else None."""
        if isinstance(node, ast.Tuple):
            return tuple([self.operand(each, names, depth) for each in node.elts])
        if isinstance(node, ast.Constant):
            plain = isinstance(node.value, int | float) and not isinstance(node.value, bool)
            return Operand(number=float(node.value)) if plain else None  # type: ignore[arg-type]
        if isinstance(node, ast.Name):
            return names.get(node.id, self.constants.get(node.id))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.operand(node.operand, names, depth)
            return Operand(number=-inner.number) if isinstance(inner, Operand) and not inner.path else None
        if isinstance(node, ast.Subscript):
            inner = self.operand(node.value, names, depth)
            return replace(inner, loaded=True) if isinstance(inner, Operand) and inner.path else None
        if isinstance(node, ast.Attribute):
            inner = self.operand(node.value, names, depth)
            if not isinstance(inner, Operand) or not inner.path:
                return None
            member = f"{inner.path}.{node.attr}"
            return replace(inner, path=member) if member in self.leaves else inner
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in CASTS and len(node.args) == 1:
                return self.operand(node.args[0], names, depth)
            return self.call(node, names, depth)
        return None

    def compare(self, node: ast.Compare, names: Mapping[str, Read]) -> None:
        sides = [node.left, *node.comparators]
        for left, operation, right in zip(sides, node.ops, sides[1:], strict=False):
            if isinstance(operation, COMPARISONS):
                one, other = self.operand(left, names), self.operand(right, names)
                if isinstance(one, Operand) and isinstance(other, Operand) and not self.note(one, other):
                    self.note(other, one)

    def note(self, element: Operand, tie: Operand) -> bool:
        """Note a tie of an element; returns whether the element can be drawn equal to it."""
        argument = self.leaves.get(element.path)
        if argument is None or not element.loaded or argument.fields or (tie.path and tie.path not in self.leaves):
            return False
        if not tie.path and not _in_domain(argument, tie.number):
            return False
        known = self.ties.setdefault(element.path, [])
        value = tie.path or tie.number
        if value not in known:
            known.append(value)
        return True


def _in_domain(argument: Argument, number: float) -> bool:
    if "float" in argument.dtype or not argument.dtype.startswith(("int", "uint")):
        return argument.low <= number <= argument.high
    return number.is_integer() and argument.low <= number < argument.high


def _is_kernel(function: ast.FunctionDef) -> bool:
    words = (part for decorator in function.decorator_list for part in ast.walk(decorator))
    return any("kernel" in getattr(part, "attr", "") + getattr(part, "id", "") for part in words)


def _leaves(arguments: tuple[Argument, ...], before: str = "") -> Iterator[tuple[str, Argument]]:
    for argument in arguments:
        yield before + argument.name, argument
        yield from _leaves(argument.fields, f"{before}{argument.name}.")


def _tied(
    arguments: tuple[Argument, ...], ties: Mapping[str, tuple[float | str, ...]], before: str = ""
) -> tuple[Argument, ...]:
    return tuple(
        [_with(a, ties.get(before + a.name, ()), _tied(a.fields, ties, f"{before}{a.name}.")) for a in arguments]
    )


def _with(argument: Argument, ties: tuple[float | str, ...], fields: tuple[Argument, ...]) -> Argument:
    same = argument.ties == ties and argument.fields == fields
    return argument if same else replace(argument, ties=ties, fields=fields)


def _in_order(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Comparisons, calls and statements: a statement's expressions first, then itself, then its blocks."""
    for statement in body:
        for name in statement._fields:
            if name not in BLOCKS:
                yield from _asking(getattr(statement, name))
        yield statement
        for name in BLOCKS:
            if inner := getattr(statement, name, None):
                yield from _in_order(inner)


def _asking(field: Any) -> Iterator[ast.AST]:
    """The comparisons and calls in a statement's field, breadth first as `ast.walk` goes."""
    for node in field if type(field) is list else [field]:
        if type(node) in LEAVES or not isinstance(node, ast.AST):
            continue
        waiting = [node]
        for node in waiting:  # it grows meanwhile
            if type(node) in ASKING:
                yield node
            for name in INNER.get(type(node), node._fields):
                child = getattr(node, name)
                if type(child) is list:
                    waiting += [each for each in child if type(each) not in LEAVES and isinstance(each, ast.AST)]
                elif type(child) not in LEAVES and isinstance(child, ast.AST):
                    waiting.append(child)
