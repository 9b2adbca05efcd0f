"""Marks in a rewritten tree that say which arms of branches, and which bodies of loops, a run came to."""

from __future__ import annotations

import ast

MARK = "_reach"
"""What a mark calls, with the number of its arm."""


def mark_arms(tree: ast.Module) -> int:
    """A mark in front of each arm, an ``else`` that is not written too, and each loop's body; how many there are."""
    count = 0
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in [each for function in functions for each in ast.walk(function)]:
        if not isinstance(node, ast.If | ast.For | ast.While):
            continue
        for block in (node.body, node.orelse) if isinstance(node, ast.If) else (node.body,):
            block.insert(0, ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(count)], [])))
            count += 1
    return count
