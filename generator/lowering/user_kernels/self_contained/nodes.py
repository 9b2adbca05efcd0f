"""Nodes of the graph of a kernel: each thing that it reaches once, with a text in which other nodes occur by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Pieces = list["str | Node"]
"""A text with nodes in the place of names, which are chosen later."""


class NotExtractable(Exception):
    """Something that the kernel uses cannot be written in another module; ``args[0]`` says what and why."""


@dataclass(eq=False)
class Node:
    """Something with a name of its own in the module."""

    preferred: str
    refused: set[str] = field(default_factory=set)
    """Names it must not get, as they have another meaning in a text that refers to it."""
    name: str = ""


@dataclass(eq=False)
class Import(Node):
    """An imported module, or a name imported from one."""

    module: str = ""
    member: str = ""

    def line(self) -> str:
        """The import statement."""
        alias = "" if self.name == (self.member or self.module) else f" as {self.name}"
        return f"from {self.module} import {self.member}{alias}" if self.member else f"import {self.module}{alias}"


@dataclass(eq=False)
class Constant(Node):
    """A value that can be written as an expression."""

    pieces: Pieces = field(default_factory=list)

    def needs(self) -> Iterable[Node]:
        """The nodes that its text refers to."""
        return nodes_in(self.pieces)


@dataclass
class OpenText:
    """The text of one function or class, and the nodes that it refers to."""

    pieces: Pieces = field(default_factory=list)
    uses: dict[Node, bool] = field(default_factory=dict)
    """Node that it refers to, in order -> whether that must exist when it is defined."""

    def use(self, node: Node, *, at_once: bool) -> None:
        """Note that the text refers to ``node``."""
        self.uses[node] = self.uses.get(node, False) or at_once


@dataclass(eq=False)
class Definition(Node):
    """A function, struct or enumeration: its text, or those of its overloads."""

    value: Any = None
    texts: list[OpenText] = field(default_factory=list)
    followed_by: list[Definition] = field(default_factory=list)
    """Its custom adjoint and replay."""
    failure: str = ""
    """Why it cannot be extracted."""


@dataclass(eq=False)
class Namespace(Node):
    """A module, class or object that is used for its members alone: written as a class with those that are used."""

    value: Any = None
    members: dict[str, Pieces | Namespace] = field(default_factory=dict)

    def needs(self) -> Iterable[Node]:
        """The nodes that its members refer to."""
        for member in self.members.values():
            yield from (member.needs() if isinstance(member, Namespace) else (p for p in member if isinstance(p, Node)))


def nodes_in(pieces: Pieces) -> list[Node]:
    """The nodes in a text, in order."""
    return [piece for piece in pieces if isinstance(piece, Node)]
