"""Kernels as a reader takes them apart: names, factors and terms."""

from __future__ import annotations

import ast

PRODUCT, SUM = (ast.Mult, ast.Div), (ast.Add, ast.Sub)


def names(*nodes: ast.AST) -> set[str]:
    return {n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name)} - {"wp", "float", "int"}


def parts(node: ast.AST, joined: tuple[type, ...], local: dict[str, ast.AST]) -> list[ast.AST]:
    """Factors or terms, through names that the loop assigns."""
    node = local.get(node.id, node) if isinstance(node, ast.Name) and joined is PRODUCT else node
    if isinstance(node, ast.BinOp) and isinstance(node.op, joined):
        return parts(node.left, joined, local) + parts(node.right, joined, local)
    return [node]


def is_number(node: ast.AST) -> bool:
    return not names(node) or (isinstance(node, ast.Name) and node.id.isupper())


def kernel_of(source: str, name: str) -> ast.FunctionDef:
    return next(n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.FunctionDef) and n.name == name)
