"""Statements of Python, read into blocks, with the comments and empty lines between them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from generator.syntax.reading.refusal import refuse
from generator.syntax.reading.source import Source
from generator.syntax.reading.value_reader import read_optional, read_value, read_values, sign_of
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


def read_block(nodes: Sequence[ast.stmt], source: Source, first_line: int, last_line: int) -> Block:
    """Statements that stand within two lines, both included, and what stands between them."""
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
    """The last line that belongs to a statement: comments below one with a block that stand further in are its own."""
    found = last_line(node)
    for line in range(found + 1, until + 1) if hasattr(node, "body") else ():
        comment = source.own_line(line)
        if comment is not None and comment[0] > column:
            found = line
        elif not source.is_empty(line):
            break
    return found


def _between(source: Source, first: int, last: int, column: int, empty: bool = True) -> Iterator[Statement]:
    """Comments and runs of empty lines; without ``empty`` only comments, and the empty lines before them."""
    blank = 0
    for line in range(first, last + 1):
        comment = source.own_line(line)
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
    if (reader := _READERS.get(type(node))) is not None:
        return reader(node, source, source.note(last_line(node)))
    if (reader := _HOLDING.get(type(node))) is not None:
        return reader(node, source, end)
    raise refuse(node, f"{type(node).__name__} has no place in a kernel")


def _assign(node: ast.Assign, source: Source, note: str) -> Statement:
    value, targets = read_value(node.value, source), read_values(node.targets, source)
    if any(target.operation in ("subscript", "attribute") for target in targets):
        if len(targets) > 1:
            raise refuse(node, "one value for several elements or fields")
        return Store(targets[0], value, note)
    return Assign(targets, value, None, note)


def _annotated(node: ast.AnnAssign, source: Source, note: str) -> Statement:
    if node.value is None or not isinstance(node.target, ast.Name):
        raise refuse(node, "a declaration without a value")
    target, value = read_value(node.target, source), read_value(node.value, source)
    return Assign((target,), value, read_value(node.annotation, source), note)


def _augment(node: ast.AugAssign, source: Source, note: str) -> Statement:
    return Augment(read_value(node.target, source), sign_of(node.op), read_value(node.value, source), note)


def _inner(nodes: Sequence[ast.stmt], source: Source, head: ast.expr, end: int) -> Block:
    """The block of a statement whose head ends where an expression does."""
    return read_block(nodes, source, last_line(head) + 1, end)


def _head_note(head: ast.expr, body: Sequence[ast.stmt], source: Source) -> str:
    """The comment after the colon; one after a body on the same line is the body's."""
    return "" if body[0].lineno == last_line(head) else source.note(last_line(head))


def _if(node: ast.If, source: Source, end: int) -> Statement:
    note = _head_note(node.test, node.body, source)
    if not node.orelse:
        return If(read_value(node.test, source), _inner(node.body, source, node.test, end), (), note)
    first = node.orelse[0]
    is_elif = len(node.orelse) == 1 and isinstance(first, ast.If) and _word_at(first, source) == "elif"
    keyword = first.lineno if is_elif else _else_line(node, source)
    body = _inner(node.body, source, node.test, keyword - 1)
    if is_elif:
        return If(read_value(node.test, source), body, (_statement(first, source, end),), note)
    return If(read_value(node.test, source), body, read_block(node.orelse, source, keyword + 1, end), note)


def _word_at(node: ast.stmt, source: Source) -> str:
    return source.lines[node.lineno - 1][node.col_offset :].partition(" ")[0]


def _else_line(node: ast.If, source: Source) -> int:
    """The line of ``else:``, which stands between the two blocks."""
    for line in range(node.orelse[0].lineno, last_line(node.body[-1]), -1):
        if source.lines[line - 1].lstrip().startswith("else"):
            return line
    raise refuse(node, "an else on the line of its if")


def _loop(node: ast.For | ast.While, source: Source, end: int) -> Statement:
    if node.orelse:
        raise refuse(node, "an else after a loop")
    head = node.iter if isinstance(node, ast.For) else node.test
    value, body = read_value(head, source), _inner(node.body, source, head, end)
    note = _head_note(head, node.body, source)
    if isinstance(node, ast.While):
        return While(value, body, note)
    return For(read_value(node.target, source), value, body, note)


_READERS: dict[type, Callable[..., Statement]] = {
    **{ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augment},
    ast.Expr: lambda node, source, note: Call(read_value(node.value, source), note),
    ast.Return: lambda node, source, note: Return(read_optional(node.value, source), note),
    ast.Assert: lambda node, source, note: Assert(read_value(node.test, source), read_optional(node.msg, source), note),
    ast.Break: lambda node, source, note: Jump("break", note),
    ast.Continue: lambda node, source, note: Jump("continue", note),
    ast.Pass: lambda node, source, note: Jump("pass", note),
}
"""Node of Python's tree -> what reads it, of the comment at its end."""

_HOLDING: dict[type, Callable[..., Statement]] = {ast.If: _if, ast.For: _loop, ast.While: _loop}
"""Node that holds others -> what reads it, of the last line that is its own."""
