"""Expressions of Python, read into values."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import lru_cache
from types import EllipsisType

from generator.syntax.reading.source import Source, refuse
from generator.syntax.values import Value, attribute, last_word, name
from generator.syntax.values import literal as literal_value

STATIC = "static"
"""Name of Warp's function whose argument is plain Python, computed when the kernel is built."""

MOST_SHARED = 8192
"""Size of each cache of interned names, literals and attributes: they are most nodes of a tree, and trees of all
computations stay."""

BINARY_SIGNS: dict[type, str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@"},
}
COMPARISON_SIGNS: dict[type, str] = {
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not"},
}
UNARY_SIGNS: dict[type, str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert", ast.Not: "not"}
BOOLEAN_SIGNS: dict[type, str] = {ast.And: "and", ast.Or: "or"}
"""Classes of Python's ast for operators -> our operations."""


def read_value(node: ast.expr, source: Source) -> Value:
    """An expression as a value; raises NotReadable. Only literals have a type."""
    reader = _READERS.get(type(node))
    if reader is None:
        raise refuse(node, f"{type(node).__name__} has no place in a kernel")
    return reader(node, source)


def read_values(nodes: Iterable[ast.expr], source: Source) -> tuple[Value, ...]:
    """Several expressions as values."""
    return tuple(read_value(node, source) for node in nodes)


def read_optional(node: ast.expr | None, source: Source) -> Value | None:
    """An optional expression as a value; None for None."""
    return None if node is None else read_value(node, source)


def _literal(node: ast.Constant, source: Source) -> Value:
    if not isinstance(node.value, bool | int | float | str | EllipsisType | None):
        raise refuse(node, f"a literal of type {type(node.value).__name__}")
    spelled = source.segment(node)
    own = node.value is ... or spelled in ("", repr(node.value))
    return _shared_literal(node.value, None if own else spelled)


_shared_name = lru_cache(MOST_SHARED)(name)
_shared_literal = lru_cache(MOST_SHARED, typed=True)(literal_value)  # ``1``, ``1.0`` and ``True`` are equal
_shared_attribute = lru_cache(MOST_SHARED)(attribute)


def _subscript(node: ast.Subscript, source: Source) -> Value:
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) and node.slice.elts else [node.slice]
    return Value("subscript", (read_value(node.value, source), *read_values(indices, source)))


def _call(node: ast.Call, source: Source) -> Value:
    function = read_value(node.func, source)
    if last_word(function) == STATIC:
        texts = [Value("python", (ast.unparse(argument),)) for argument in node.args]
        return Value("call", (function, *texts))
    arguments = read_values(node.args, source)
    for keyword in node.keywords:
        if keyword.arg is None:
            raise refuse(node, "arguments that are unpacked from a dict")
        arguments += (Value("keyword", (keyword.arg, read_value(keyword.value, source))),)
    return Value("call", (function, *arguments))


def _compare(node: ast.Compare, source: Source) -> Value:
    operands = read_values([node.left, *node.comparators], source)
    signs = [COMPARISON_SIGNS[type(sign)] for sign in node.ops]
    if len(signs) == 1:
        return Value(signs[0], operands)
    parts = [part for pair in zip(signs, operands[1:], strict=True) for part in pair]
    return Value("chain", (operands[0], *parts))


def _dict(node: ast.Dict, source: Source) -> Value:
    pairs = []
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise refuse(node, "a dict that is unpacked into a dict")
        pairs += [read_value(key, source), read_value(value, source)]
    return Value("dict", tuple(pairs))


_READERS: dict[type, Callable[..., Value]] = {
    ast.Constant: _literal,
    ast.Name: lambda node, source: _shared_name(node.id),
    ast.Attribute: lambda node, source: _shared_attribute(read_value(node.value, source), node.attr),
    ast.Subscript: _subscript,
    ast.Slice: lambda node, source: Value(
        "slice", tuple(read_optional(part, source) for part in (node.lower, node.upper, node.step))
    ),
    ast.Call: _call,
    ast.BinOp: lambda node, source: Value(BINARY_SIGNS[type(node.op)], read_values((node.left, node.right), source)),
    ast.UnaryOp: lambda node, source: Value(UNARY_SIGNS[type(node.op)], (read_value(node.operand, source),)),
    ast.BoolOp: lambda node, source: Value(BOOLEAN_SIGNS[type(node.op)], read_values(node.values, source)),
    ast.Compare: _compare,
    ast.IfExp: lambda node, source: Value("ternary", read_values((node.body, node.test, node.orelse), source)),
    ast.Tuple: lambda node, source: Value("tuple", read_values(node.elts, source)),
    ast.List: lambda node, source: Value("list", read_values(node.elts, source)),
    ast.Set: lambda node, source: Value("set", read_values(node.elts, source)),
    ast.Dict: _dict,
    ast.Starred: lambda node, source: Value("star", (read_value(node.value, source),)),
}
"""Class of an ast node -> its reader."""
