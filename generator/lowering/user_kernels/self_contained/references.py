"""The free names of a definition's text, and the parts of the text that can be rewritten by themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum


class Part(Enum):
    """Kind of a part of a definition; all but ``BODY`` are evaluated in the scope of the definition."""

    MARK = "decorator"
    ANNOTATION = "annotation"
    DEFAULT = "default"
    STATIC = "wp.static"
    BODY = "body"


@dataclass(eq=False)
class Slot:
    """A part of the text that can be rewritten from its value."""

    part: Part
    node: ast.expr
    start: int
    end: int
    argument: str = ""
    """The argument that an annotation or a default belongs to, "return" for the result."""


@dataclass(frozen=True)
class Reference:
    """A dotted free name; ``start`` and ``end`` are those of its first part, in bytes."""

    path: tuple[str, ...]
    start: int
    end: int
    slot: Slot | None


@dataclass
class DefinitionText:
    """One function or class: its text, and the names that the text refers to."""

    text: bytes
    name: str
    definition: ast.FunctionDef | ast.ClassDef
    slots: list[Slot] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)
    own_names: list[tuple[int, int]] = field(default_factory=list)
    """Spans of its own name in the text, in bytes."""
    start: int = 0
    """Start of the definition after its decorators, in bytes."""
    bound: frozenset[str] = frozenset()
    """Names that it binds itself."""


def read_definition(source: str) -> DefinitionText:
    """Read the dedented text of one function or class; ``SyntaxError`` or ``ValueError`` where it is none."""
    (definition,) = ast.parse(source).body
    if not isinstance(definition, ast.FunctionDef | ast.ClassDef):
        raise ValueError("no definition")
    text = source.encode()
    place = _Places(text)
    found = DefinitionText(text, definition.name, definition, list(_slots(definition, place)))
    found.start = place.span(definition)[0]
    nodes = list(ast.walk(definition))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    bound |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    found.bound = frozenset(bound)
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    slot_of = {node: slot for slot in found.slots for node in ast.walk(slot.node)}
    grouped: dict[str, list[Reference]] = {}
    for name in (node for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
        slot = slot_of.get(name)
        outside = slot is not None and slot.part is not Part.STATIC and isinstance(definition, ast.FunctionDef)
        if name.id == definition.name and not outside:
            found.own_names.append(place.span(name))
        elif outside or name.id not in bound:
            grouped.setdefault(name.id, []).append(Reference(_path(name, parents), *place.span(name), slot))
    found.references = [reference for some in grouped.values() for reference in some]
    found.own_names.append(_span_of_name(definition, place, text))
    return found


def _slots(definition: ast.FunctionDef | ast.ClassDef, place: _Places) -> Iterator[Slot]:
    for mark in definition.decorator_list:
        yield Slot(Part.MARK, mark, *place.span(mark))
    if isinstance(definition, ast.FunctionDef):
        arguments = definition.args
        given = [*arguments.posonlyargs, *arguments.args]
        defaults = [*zip(reversed(given), reversed(arguments.defaults), strict=False)]
        defaults += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d]
        for argument in (*given, *arguments.kwonlyargs):
            if argument.annotation:
                yield Slot(Part.ANNOTATION, argument.annotation, *place.span(argument.annotation), argument.arg)
        for argument, default in defaults:
            yield Slot(Part.DEFAULT, default, *place.span(default), argument.arg)
        if definition.returns:
            yield Slot(Part.ANNOTATION, definition.returns, *place.span(definition.returns), "return")
    for statement in definition.body:
        yield from (Slot(Part.STATIC, call, *place.span(call)) for call in _static_calls(statement))


def _static_calls(node: ast.AST) -> Iterator[ast.Call]:
    """The outermost calls of ``wp.static`` in a node."""
    if isinstance(node, ast.Call) and len(node.args) + len(node.keywords) == 1:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name == "static":
            yield node
            return
    for child in ast.iter_child_nodes(node):
        yield from _static_calls(child)


def static_argument(call: ast.Call) -> ast.expr:
    """The expression that a call of ``wp.static`` evaluates."""
    return call.args[0] if call.args else call.keywords[0].value


def _path(name: ast.Name, parents: dict[ast.AST, ast.AST]) -> tuple[str, ...]:
    path, node = [name.id], parents[name]
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = parents[node]
    return tuple(path)


def _span_of_name(definition: ast.FunctionDef | ast.ClassDef, place: _Places, text: bytes) -> tuple[int, int]:
    start, _ = place.span(definition)
    keyword = "def" if isinstance(definition, ast.FunctionDef) else "class"
    start = text.index(definition.name.encode(), start + len(keyword))
    return start, start + len(definition.name.encode())


class _Places:
    """Converts lines and columns of nodes to offsets into the text, in UTF-8 bytes."""

    def __init__(self, text: bytes) -> None:
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[node.end_lineno - 1] + node.end_col_offset,
        )
