"""What a kernel reaches: each thing once, with the text that makes it in a module, in which other things are named."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Pieces = list["str | Node"]
"""A text in which some names are still open: those that nodes will be given."""


class NotExtractable(Exception):
    """Something that the kernel uses has no text that could stand in another module; ``args[0]`` says what and why."""


@dataclass(eq=False)
class Node:
    """A thing with a name of its own in the module."""

    preferred: str
    refused: set[str] = field(default_factory=set)
    """Names that mean something else in a text that refers to it."""
    name: str = ""


@dataclass(eq=False)
class Import(Node):
    """A module, or a name of one."""

    module: str = ""
    member: str = ""

    def line(self) -> str:
        """The statement."""
        alias = "" if self.name == (self.member or self.module) else f" as {self.name}"
        return f"from {self.module} import {self.member}{alias}" if self.member else f"import {self.module}{alias}"


@dataclass(eq=False)
class Constant(Node):
    """A value that can be written down."""

    pieces: Pieces = field(default_factory=list)

    def needs(self) -> Iterable[Node]:
        """What its text names."""
        return nodes_in(self.pieces)


@dataclass
class OpenText:
    """The text of one function or class, and the nodes that it names."""

    pieces: Pieces = field(default_factory=list)
    uses: dict[Node, bool] = field(default_factory=dict)
    """What it refers to, in order, and whether that must be there when it is defined."""

    def use(self, node: Node, *, at_once: bool) -> None:
        """Note that the text names a thing."""
        self.uses[node] = self.uses.get(node, False) or at_once


@dataclass(eq=False)
class Definition(Node):
    """A function, struct or enumeration: its text, or those of its overloads."""

    value: Any = None
    texts: list[OpenText] = field(default_factory=list)
    followed_by: list[Definition] = field(default_factory=list)
    """Its own adjoint and replay."""
    failure: str = ""
    """Why it cannot be written down."""


@dataclass(eq=False)
class Namespace(Node):
    """A module, a class or an object that only serves to name things: a class with the members that are used."""

    value: Any = None
    members: dict[str, Pieces | Namespace] = field(default_factory=dict)

    def needs(self) -> Iterable[Node]:
        """What its members are."""
        for member in self.members.values():
            yield from (member.needs() if isinstance(member, Namespace) else (p for p in member if isinstance(p, Node)))


def nodes_in(pieces: Pieces) -> list[Node]:
    """The nodes that a text names, in order."""
    return [piece for piece in pieces if isinstance(piece, Node)]
