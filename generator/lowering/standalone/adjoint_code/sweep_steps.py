"""The adjoint as a tree of small steps, before names and declarations are settled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from generator.lowering.standalone.kernel_ir.nodes import For, Operation, ShortCircuit, Value, While

Text = Callable[[Value], str]
Render = Callable[[Text, Text], str]
"""Makes a text from two functions, which give the text of a value and of a value's gradient."""


@dataclass(eq=False)
class Step:
    """One reverse statement. With a ``target`` it reads ``adj_target<suffix> <sign> render``; without, ``render;``.

    ``primals`` and ``gradients`` are the values that the text reads, as often as they occur; ``modified`` the gradients
    that a call changes. ``scatters`` marks an addition to a gradient array, ``copies`` a text that is a gradient alone.
    """

    render: Render
    primals: list[Value] = field(default_factory=list)
    gradients: list[Value] = field(default_factory=list)
    target: Value | None = None
    sign: str = "+="
    suffix: Render | None = None
    modified: list[Value] = field(default_factory=list)
    scatters: bool = False
    copies: bool = False
    line: int = 0


@dataclass(eq=False)
class Primal:
    """One step of the forward sweep that the gradients need."""

    node: Operation | ShortCircuit


@dataclass(eq=False)
class Fork:
    condition: Value
    body: Sweep
    orelse: Sweep
    line: int


@dataclass(eq=False)
class Loop:
    """A loop of the forward code, run for its gradients; a counting loop runs backwards."""

    node: For | While
    test: Sweep
    body: Sweep
    line: int


@dataclass(eq=False)
class Leave:
    """``break`` or ``continue``."""

    kind: str


Item: TypeAlias = Step | Primal | Fork | Loop | Leave
Sweep: TypeAlias = list[Item]


def inner_sweeps(item: Item) -> list[Sweep]:
    if isinstance(item, Fork):
        return [item.body, item.orelse]
    if isinstance(item, Loop):
        return [item.test, item.body]
    return []


def items(sweep: Sweep) -> Iterator[Item]:
    """Every item of a tree, outer before inner."""
    for item in sweep:
        yield item
        for inner in inner_sweeps(item):
            yield from items(inner)
