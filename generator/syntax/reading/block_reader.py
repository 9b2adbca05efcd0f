"""Statements of Python, read into blocks, with the comments above them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from generator.syntax.reading.source import Source, refuse
from generator.syntax.reading.value_reader import BINARY_SIGNS, read_optional, read_value, read_values
from generator.syntax.statements import (
    Assert,
    Assign,
    Augment,
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


def read_block(nodes: Sequence[ast.stmt], source: Source) -> Block:
    """Statements, each below the comments that stand directly above it; other comments are left out."""
    found: list[Statement] = []
    for node in nodes:
        found += map(Comment, source.comments_above(node.lineno))
        found.append(_statement(node, source))
    return tuple(found)


def _statement(node: ast.stmt, source: Source) -> Statement:
    if (reader := _READERS.get(type(node))) is None:
        raise refuse(node, f"{type(node).__name__} has no place in a kernel")
    return reader(node, source)


def _assign(node: ast.Assign, source: Source) -> Statement:
    value, targets = read_value(node.value, source), read_values(node.targets, source)
    if any(target.operation in ("subscript", "attribute") for target in targets):
        if len(targets) > 1:
            raise refuse(node, "one value for several elements or fields")
        return Store(targets[0], value)
    return Assign(targets, value)


def _annotated(node: ast.AnnAssign, source: Source) -> Statement:
    if node.value is None or not isinstance(node.target, ast.Name):
        raise refuse(node, "a declaration without a value")
    target, value, annotation = read_values((node.target, node.value, node.annotation), source)
    return Assign((target,), value, annotation)


def _augment(node: ast.AugAssign, source: Source) -> Statement:
    return Augment(read_value(node.target, source), BINARY_SIGNS[type(node.op)], read_value(node.value, source))


def _if(node: ast.If, source: Source) -> Statement:
    match node.orelse:
        case [ast.If() as inner] if inner.col_offset == node.col_offset:  # an ``elif``, which no comment parts
            otherwise: Block = (_if(inner, source),)
        case _:
            otherwise = read_block(node.orelse, source)
    return If(read_value(node.test, source), read_block(node.body, source), otherwise)


def _for(node: ast.For, source: Source) -> Statement:
    target, iterable = read_values((node.target, node.iter), source)
    return For(target, iterable, _loop_body(node, source))


def _loop_body(node: ast.For | ast.While, source: Source) -> Block:
    if node.orelse:
        raise refuse(node, "an else after a loop")
    return read_block(node.body, source)


_READERS: dict[type, Callable[..., Statement]] = {
    **{ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _augment},
    **{ast.If: _if, ast.For: _for},
    ast.While: lambda node, source: While(read_value(node.test, source), _loop_body(node, source)),
    ast.Expr: lambda node, source: Call(read_value(node.value, source)),
    ast.Return: lambda node, source: Return(read_optional(node.value, source)),
    ast.Assert: lambda node, source: Assert(read_value(node.test, source), read_optional(node.msg, source)),
    ast.Break: lambda *_: Jump("break"),
    ast.Continue: lambda *_: Jump("continue"),
    ast.Pass: lambda *_: Jump("pass"),
}
"""Class of an ast node -> its reader, called with the node and the source."""
