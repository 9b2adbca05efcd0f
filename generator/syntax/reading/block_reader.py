"""Statements of Python, read into blocks, with the comments and empty lines between them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence

from generator.syntax.reading.source import Source, refuse
from generator.syntax.reading.value_reader import BINARY_SIGNS, read_optional, read_value, read_values
from generator.syntax.statements import (
    Assert,
    Assign,
    Augment,
    Blank,
    Block,
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
)

_ELSE = re.compile(r"\s*else\b")


def read_block(nodes: Sequence[ast.stmt], source: Source, first_line: int, last_line: int) -> Block:
    """Statements from ``first_line`` to ``last_line``, both included, with comments and empty lines."""
    return tuple(_block(nodes, source, first_line, last_line))


def last_line(node: ast.AST) -> int:
    """The line that a statement ends in."""
    return int(node.end_lineno)  # type: ignore[attr-defined]


def _block(nodes: Sequence[ast.stmt], source: Source, first_line: int, end: int) -> Iterator[Statement]:
    line = first_line
    column = nodes[0].col_offset if nodes else 0
    for place, node in enumerate(nodes):
        yield from _between(source, line, node.lineno - 1, column)
        following = nodes[place + 1].lineno - 1 if place + 1 < len(nodes) else end
        last = reach(node, source, following, column)
        yield _statement(node, source, last)
        line = last + 1
    yield from _between(source, line, end, column, empty=False)


def reach(node: ast.stmt, source: Source, until: int, column: int) -> int:
    """The last line of a statement; comments below its block that are indented further belong to it."""
    found = last_line(node)
    for line in range(found + 1, until + 1) if hasattr(node, "body") else ():
        comment = source.comments.get(line)
        if comment is not None and comment[0] > column:
            found = line
        elif not source.is_empty(line):
            break
    return found


def _between(source: Source, first: int, last: int, column: int, empty: bool = True) -> Iterator[Statement]:
    """Comments and runs of empty lines; without ``empty`` only comments, and the empty lines before them."""
    blank = 0
    for line in range(first, last + 1):
        comment = source.comments.get(line)
        if comment is not None and comment[0] >= column:
            if blank:
                yield Blank(blank)
            blank = 0
            yield Comment(comment[1])
        elif source.is_empty(line):
            blank += 1
    if blank and empty:
        yield Blank(blank)


def _statement(node: ast.stmt, source: Source, end: int) -> Statement:
    if (reader := _READERS.get(type(node))) is None:
        raise refuse(node, f"{type(node).__name__} has no place in a kernel")
    return reader(node, source, end)


def _assign(node: ast.Assign, source: Source, _: int) -> Statement:
    value, targets = read_value(node.value, source), read_values(node.targets, source)
    if any(target.operation in ("subscript", "attribute") for target in targets):
        if len(targets) > 1:
            raise refuse(node, "one value for several elements or fields")
        return Store(targets[0], value)
    return Assign(targets, value)


def _annotated(node: ast.AnnAssign, source: Source, _: int) -> Statement:
    if node.value is None or not isinstance(node.target, ast.Name):
        raise refuse(node, "a declaration without a value")
    target, value, annotation = read_values((node.target, node.value, node.annotation), source)
    return Assign((target,), value, annotation)


def _augment(node: ast.AugAssign, source: Source, _: int) -> Statement:
    return Augment(read_value(node.target, source), BINARY_SIGNS[type(node.op)], read_value(node.value, source))


def _if(node: ast.If, source: Source, end: int) -> Statement:
    condition, keyword = read_value(node.test, source), end + 1
    otherwise: Block = ()
    match node.orelse:
        case [ast.If() as inner] if source.lines[inner.lineno - 1].startswith("elif", inner.col_offset):
            keyword, otherwise = inner.lineno, (_statement(inner, source, end),)
        case [_, *_]:
            keyword = _else_line(node, source)
            otherwise = read_block(node.orelse, source, keyword + 1, end)
    return If(condition, _inner(node, node.test, source, keyword - 1), otherwise)


def _inner(node: ast.If | ast.For | ast.While, head: ast.expr, source: Source, end: int) -> Block:
    """The body of a statement, which begins on the line after that of its head."""
    return read_block(node.body, source, last_line(head) + 1, end)


def _else_line(node: ast.If, source: Source) -> int:
    """The line of ``else:``, which stands between the two blocks."""
    between = range(node.orelse[0].lineno, last_line(node.body[-1]), -1)
    return next(line for line in between if _ELSE.match(source.lines[line - 1]))


def _loop(node: ast.For | ast.While, source: Source, end: int) -> Statement:
    if node.orelse:
        raise refuse(node, "an else after a loop")
    head = node.iter if isinstance(node, ast.For) else node.test
    value, body = read_value(head, source), _inner(node, head, source, end)
    return For(read_value(node.target, source), value, body) if isinstance(node, ast.For) else While(value, body)


_READERS: dict[type, Callable[..., Statement]] = {
    **{ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augment},
    **{ast.If: _if, ast.For: _loop, ast.While: _loop},
    ast.Expr: lambda node, source, _: Call(read_value(node.value, source)),
    ast.Return: lambda node, source, _: Return(read_optional(node.value, source)),
    ast.Assert: lambda node, source, _: Assert(read_value(node.test, source), read_optional(node.msg, source)),
    ast.Break: lambda *_: Jump("break"),
    ast.Continue: lambda *_: Jump("continue"),
    ast.Pass: lambda *_: Jump("pass"),
}
"""Class of an ast node -> its reader, called with the node, the source and the node's last line."""
