"""Coverage marks in a rewritten tree: the arms of branches and bodies of loops that a run reaches."""

from __future__ import annotations

import ast

MARK = "_reach"
"""Name of the function that a mark calls with the number of its arm."""


def mark_arms(tree: ast.Module) -> int:
    """Insert a mark before each arm, a missing ``else`` included, and each loop's body; the number of marks."""
    count = 0
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in [each for function in functions for each in ast.walk(function)]:
        if not isinstance(node, ast.If | ast.For | ast.While):
            continue
        for block in (node.body, node.orelse) if isinstance(node, ast.If) else (node.body,):
            block.insert(0, ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(count)], [])))
            count += 1
    return count
