"""Finds the ties of a kernel's arguments: the values that it compares loaded elements with, from its tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from generator.launch.recipe import Argument, Launch
from generator.syntax.modules import Constant, Function, Module
from generator.syntax.operations import COMPARISONS
from generator.syntax.reading import NotReadable, read
from generator.syntax.statements import Assign, Augment, Block, For, Return, walk
from generator.syntax.values import Value, last_word

CASTS = {
    *("int", "float", "constant", "abs"),
    *(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)),
    *("float16", "float32", "float64"),
}
"""Calls that return their argument or its magnitude: one that equals a threshold still does after the call."""
ASKING = frozenset({*COMPARISONS, "chain", "call"})
"""Operations that may compare something."""
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


def with_ties(launch: Launch, source: str | Module) -> Launch:
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


def ties_of(launch: Launch, source: str | Module) -> dict[str, tuple[float | str, ...]]:
    """Path of an array -> the numbers, and the paths of other arguments, that its elements are compared with."""
    if isinstance(source, str):
        try:
            source = read(source)
        except NotReadable:  # a person's own kernel: it has no ties, and no variant with them
            return {}
    names = [argument.name for argument in launch.arguments]
    kernels = [each for each in source.kernels if [parameter.name for parameter in each.parameters] == names]
    if not kernels:
        return {}
    reader = _Reader(dict(_leaves(launch.arguments)), {each.name: each for each in source.functions})
    for part in source.parts:
        if isinstance(part, Constant):
            reader.assign(Value("name", (part.name,)), reader.operand(part.value, reader.constants), reader.constants)
    reader.read(kernels[-1].body, {name: Operand(name) for name in names}, 0)
    return {path: tuple(ties) for path, ties in reader.ties.items()}


def tied_paths(launch: Launch) -> set[str]:
    """Paths of the arguments that occur as ties: elements are set equal to theirs."""
    return {tie for _, leaf in _leaves(launch.arguments) for tie in leaf.ties if isinstance(tie, str)}


@dataclass
class _Reader:
    """Follows names through a kernel and its functions, statement by statement; branches are read one after another."""

    leaves: Mapping[str, Argument]
    functions: Mapping[str, Function]
    constants: dict[str, Read] = field(default_factory=dict)
    ties: dict[str, list[float | str]] = field(default_factory=dict)

    def read(self, block: Block, names: dict[str, Read], depth: int) -> Read | None:
        """Note the comparisons of a function's body; returns the value of its last ``return``."""
        result: Read | None = None
        for statement in walk(block):
            for value in statement.parts:
                if value.operation == "call":
                    self.call(value, names, depth)
                elif value.operation in ASKING:
                    self.compare(value, names)
            if type(statement) is Assign and len(statement.targets) == 1:
                self.assign(statement.targets[0], self.operand(statement.value, names, depth), names)
            elif type(statement) is Augment or type(statement) is For:
                self.assign(statement.target, None, names)
            elif type(statement) is Return and statement.value is not None:
                result = self.operand(statement.value, names, depth)
        return result

    def assign(self, target: Value, value: Read | None, names: dict[str, Read]) -> None:
        if target.operation == "name":
            names.pop(target.operands[0], None)
            if value is not None:
                names[target.operands[0]] = value
        elif target.operation == "tuple":
            alike = isinstance(value, tuple) and len(value) == len(target.operands)
            for part, one in zip(target.operands, value if alike else [None] * len(target.operands), strict=True):  # type: ignore[arg-type]
                self.assign(part, one, names)

    def call(self, value: Value, names: Mapping[str, Read], depth: int) -> Read | None:
        """Read a function of the program with the arguments of this call."""
        called, *arguments = value.operands
        function = self.functions.get(called.operands[0]) if called.operation == "name" else None
        if function is None or depth == DEEPEST_CALL:
            return None
        given = zip((parameter.name for parameter in function.parameters), arguments, strict=False)
        known = {name: found for name, value in given if (found := self.operand(value, names, depth)) is not None}
        return self.read(function.body, known, depth + 1)

    def operand(self, value: Value, names: Mapping[str, Read], depth: int = DEEPEST_CALL) -> Read | None:
        """The value of an expression that is an element, a number, an argument, or a tuple of these; else None."""
        first: Any = value.operands[0] if value.operands else None
        match value.operation:
            case "tuple":
                return tuple([self.operand(each, names, depth) for each in value.operands])
            case "literal":
                return Operand(number=float(first)) if type(first) in (int, float) else None
            case "name":
                return names[first] if first in names else self.constants.get(first)
            case "call" if len(value.operands) == 2 and last_word(first) in CASTS:
                return self.operand(value.operands[1], names, depth)
            case "call":
                return self.call(value, names, depth)
            case "neg" | "subscript" | "attribute":
                inner = self.operand(first, names, depth)
                if not isinstance(inner, Operand) or bool(inner.path) == (value.operation == "neg"):
                    return None
                if value.operation == "neg":
                    return Operand(number=-inner.number)
                if value.operation == "subscript":
                    return Operand(inner.path, inner.number, loaded=True)
                member = f"{inner.path}.{value.operands[1]}"
                return Operand(member, inner.number, inner.loaded) if member in self.leaves else inner
        return None

    def compare(self, value: Value, names: Mapping[str, Read]) -> None:
        """Note the ties of a comparison, or of each in a chain."""
        sides = value.operands if value.operation != "chain" else value.operands[::2]
        for left, right in pairwise(sides):
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
