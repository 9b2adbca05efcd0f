"""Orders and names the nodes of a graph, and writes the module text."""

from __future__ import annotations

import itertools
import keyword
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.lowering.user_kernels.self_contained.nodes import (
    Constant,
    Definition,
    Import,
    Namespace,
    Node,
    OpenText,
    Pieces,
)

_INDENT = "    "


@dataclass
class ModuleText:
    """The nodes that a kernel reaches, in the order in which a module writes them."""

    kernel: Definition
    taken: set[str]
    imports: list[Import] = field(default_factory=list)
    constants: list[Constant] = field(default_factory=list)
    written: list[Constant | Namespace | tuple[Definition, OpenText]] = field(default_factory=list)
    """All other nodes, in topological order; the kernel last."""
    _late: list[Namespace] = field(default_factory=list)
    _seen: dict[Node, None] = field(default_factory=dict)

    def order(self) -> None:
        """Put the nodes in order and give them names."""
        self._visit(self.kernel)
        # A namespace is looked up only when the kernel is built, so it may stand after all that it refers to.
        self.written[-1:-1] = [namespace for namespace in self._late if namespace not in self.written]
        used = set(self.taken)
        for node in self._seen:
            if not node.name:
                node.name = next(n for n in _names(node.preferred) if n not in used and n not in node.refused)
            used.add(node.name)

    def _visit(self, node: Node) -> None:
        if node in self._seen:
            return
        self._seen[node] = None
        if isinstance(node, Import):
            self.imports.append(node)
        elif isinstance(node, Namespace):
            self._late.append(node)
        elif isinstance(node, Constant):
            needs = list(node.needs())
            for needed in needs:
                self._visit(needed)
            (self.written if needs else self.constants).append(node)
        elif isinstance(node, Definition):
            for text in node.texts:
                for used, at_once in text.uses.items():
                    self._visit(used)
                    if at_once and isinstance(used, Namespace) and node is not self.kernel:
                        self._place(used)
                self.written.append((node, text))
            for follower in node.followed_by:
                self._visit(follower)

    def _place(self, namespace: Namespace) -> None:
        """Write a namespace here, after all that it refers to, as a definition before the kernel needs it."""
        if namespace not in self.written:
            for needed in namespace.needs():
                self._visit(needed)
            self.written.append(namespace)

    @property
    def definitions(self) -> list[Definition]:
        """The functions, structs and enumerations, without the kernel."""
        return [node for node in self._seen if isinstance(node, Definition) and node is not self.kernel]

    def text(self, options: str, overload: Pieces) -> str:
        """The module's text; ``options`` is a statement after the imports, ``overload`` one at the end."""
        lines = [node.line() for node in self.imports]
        standard = sorted({line for line in lines if line.split()[1].split(".")[0] in sys.stdlib_module_names})
        others = sorted(set(lines) - set(standard))
        parts = ["\n".join(some) for some in (standard, others) if some]
        if options:
            parts.append(options)
        if self.constants:
            parts.append("\n".join(_assignment(node) for node in self.constants))
        body = "\n\n\n".join(["\n\n".join(parts), *map(_text, self.written)])
        return body + "\n" + (f"\n\n{filled(overload)}\n" if overload else "")


def filled(pieces: Pieces) -> str:
    """The text with the names of its nodes."""
    return "".join(piece.name if isinstance(piece, Node) else piece for piece in pieces)


def _names(preferred: str) -> Iterator[str]:
    if preferred.isidentifier() and not keyword.iskeyword(preferred):
        yield preferred
    stem = preferred if preferred.isidentifier() else "function"
    yield from (f"{stem}_{number}" for number in itertools.count(2))


def _text(item: Constant | Namespace | tuple[Definition, OpenText]) -> str:
    if isinstance(item, tuple):
        return filled(item[1].pieces)
    return "\n".join(_class(item, item.name, "")) if isinstance(item, Namespace) else _assignment(item)


def _assignment(node: Constant) -> str:
    return f"{node.name} = {filled(node.pieces)}"


def _class(namespace: Namespace, name: str, margin: str) -> Iterator[str]:
    yield f"{margin}class {name}:"
    for member, value in namespace.members.items():
        if isinstance(value, Namespace):
            yield from _class(value, member, margin + _INDENT)
        else:
            yield f"{margin}{_INDENT}{member} = {filled(value)}"
