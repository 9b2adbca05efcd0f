"""Intermediate representation of a kernel: typed operations in a tree of blocks, which both printers read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from generator.lowering.warp_backend import WarpType


class Unsupported(Exception):
    """This construct has no stand-alone translation: an expected rejection, with the construct and its line."""

    def __init__(self, construct: str, line: int = 0):
        super().__init__(f"{construct} at line {line}" if line else construct)
        self.construct = construct
        self.line = line


@dataclass(eq=False)
class Value:
    """One value in single assignment form. ``constant`` is its Python value where the compiler knows it.

    ``name`` is the user's variable that it is bound to; ``origin`` the operation that made it (None: a parameter, a
    constant or a loop counter).
    """

    type: WarpType
    constant: Any = None
    name: str = ""
    parameter: bool = False
    origin: Operation | None = None


@dataclass(eq=False)
class Operation:
    """``outputs = name(arguments)``. ``callee`` is a user function, ``attribute`` a field or a slot path."""

    name: str
    arguments: list[Value]
    outputs: list[Value]
    line: int
    callee: Routine | None = None
    attribute: Any = None
    replayed: bool = True

    @property
    def output(self) -> Value:
        return self.outputs[0]


@dataclass(eq=False)
class Bind:
    """Binds the user's variables ``names`` to ``values`` from here on; several for ``a, b = ...``."""

    names: list[str]
    values: list[Value]
    line: int


@dataclass(eq=False)
class If:
    """``expression`` marks the two arms of a conditional expression."""

    condition: Value
    body: Block
    orelse: Block
    line: int
    expression: bool = False


@dataclass(eq=False)
class ShortCircuit:
    """``output = parts[0] and parts[1] ...``: ``guarded[i]`` runs only if the parts before it leave the result open."""

    is_and: bool
    parts: list[Value]
    guarded: list[Block]
    output: Value
    line: int


@dataclass(eq=False)
class For:
    """``for counter in range(start, stop, step)``."""

    counter: Value
    start: Value
    stop: Value
    step: Value
    body: Block
    line: int
    name: str = ""


@dataclass(eq=False)
class While:
    """``test`` holds the operations that ``condition`` needs: they run before each trip."""

    test: Block
    condition: Value
    body: Block
    line: int


@dataclass(eq=False)
class Jump:
    """``break`` or ``continue``."""

    kind: str
    line: int


@dataclass(eq=False)
class Return:
    values: list[Value]
    line: int


Node: TypeAlias = Operation | Bind | If | ShortCircuit | For | While | Jump | Return
Block: TypeAlias = list[Node]


@dataclass(eq=False)
class Routine:
    """A kernel or a ``@wp.func``: parameters and body. ``results`` are the types that it returns."""

    name: str
    parameters: list[Value]
    body: Block = field(default_factory=list)
    results: list[WarpType] = field(default_factory=list)
    source: str = ""
    docstring: str = ""
    comments: dict[int, str] = field(default_factory=dict)
    callees: list[Routine] = field(default_factory=list)
    gradient: Routine | None = None
    """The user's own adjoint; its parameters are those of an adjoint function, in that order."""


def blocks_of(node: Node) -> list[Block]:
    """The blocks inside a node, in the order of execution."""
    if isinstance(node, If):
        return [node.body, node.orelse]
    if isinstance(node, ShortCircuit):
        return node.guarded
    if isinstance(node, For):
        return [node.body]
    if isinstance(node, While):
        return [node.test, node.body]
    return []


def walk(block: Block) -> list[Node]:
    """Every node of a block, those inside blocks after the node that holds them."""
    found: list[Node] = []
    for node in block:
        found.append(node)
        for inner in blocks_of(node):
            found.extend(walk(inner))
    return found


def reads(node: Node) -> list[Value]:
    """The values that a node itself reads (not those read inside its blocks)."""
    if isinstance(node, Operation):
        return node.arguments
    if isinstance(node, If | While):
        return [node.condition]
    if isinstance(node, ShortCircuit):
        return node.parts
    if isinstance(node, For):
        return [node.start, node.stop, node.step]
    if isinstance(node, Return | Bind):
        return node.values
    return []
