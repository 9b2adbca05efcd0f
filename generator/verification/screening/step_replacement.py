"""Steps of a kernel, marked in the reference: each can be replaced while it runs, by what would stand there without it.

A minimum, maximum, clamp, magnitude and sign, a decision between floats, and each part of one, by one of its operands
or of its outcomes; what an arm gives by something near it; what gets a name, or is returned, by a number.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.interpretation.rewrite_names import Names, call, load, statements, words
from generator.verification.reference.values.values import Composite

FLOOR = 0.1
"""A maximum with a positive number up to this keeps a divisor from zero, as libraries write it: it need not act."""

_CHOICES: dict[str, tuple[Callable[..., Any], ...]] = {
    "min": (lambda first, second: first, lambda first, second: second),
    "max": (lambda first, second: first, lambda first, second: second),
    "where": (lambda met, first, second: first, lambda met, first, second: second),
    "clamp": (lambda x, low, high: min(x, high), lambda x, low, high: max(x, low)),
    "abs": (lambda x: x, lambda x: -x),
    "sign": (lambda x: type(x)(1),),
    "copysign": (lambda x, sign: abs(x), lambda x, sign: -abs(x)),
}
"""Built-ins, and what may stand in their place."""
_INTEGER = re.compile(r"u?int\d*")
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
_OF_ARGUMENTS = ("_truth", "_not", "_wp_min", "_wp_max", "_wp_clamp", "_wp_abs", "_wp_mod", "_wp_where")
"""Calls that are whole where their arguments are."""


class Untried(Exception):
    """Nothing can stand in the place of this step."""


class Steps(ast.NodeTransformer):
    """Marks the steps of a rewritten tree; ``step`` and ``choice`` say which one is replaced when it runs, and by what.

    Tests of integers and bounds of a float's cell, which keep indices inside arrays, are left alone, and so are floors
    of divisors, gradients written by hand, and what a ``while`` may need to end.
    """

    def __init__(self) -> None:
        self.told: list[str] = []
        self.replaced: list[tuple[int, tuple[int, ...]]] = []
        """Steps with choices, one of which has to show."""
        self.named: set[int] = set()
        """Those that are what gets a name, or is returned."""
        self.step = -1
        self.choice = 0
        self._held_so_far: dict[int, list[Any]] = defaultdict(list)
        self._middles: dict[int, Any] | None = None
        self._builtins: dict[str, str] = {}
        self._small: set[str] = set()
        self._whole: set[str] = set()

    def change(self, tree: ast.Module, names: Names) -> dict[str, Any]:
        """Mark them all; what the marks call."""
        self._builtins = {alias: name for alias, name in names.builtins.items() if name in _CHOICES}
        self._small = {
            alias for alias, value in names.constants.items() if isinstance(value, float) and 0.0 < value <= FLOOR
        }
        for function in [node for node in statements(tree.body) if isinstance(node, ast.FunctionDef)]:
            if any("func_grad" in words(decorator) for decorator in function.decorator_list):
                continue
            self._whole = _whole_names(function)
            function.body = [self.visit(statement) for statement in function.body]
        marks = {"_bound": self._bound, "_decide": self._decide, "_given": self._given, "_held": self._held}
        return {**marks, "_same": lambda x: x}

    def watch(self) -> None:
        """Forget what named values have held."""
        self._held_so_far.clear()
        self._middles = None

    def settle(self) -> None:
        """What has run since says which number may stand for a named value: none where all threads have the same."""
        varied = {step: held for step, held in self._held_so_far.items() if min(held) < max(held)}
        self._middles = {step: held[0].__class__(np.median(held)) for step, held in varied.items()}

    def _new(self, name: str, *choices: tuple[int, ...]) -> ast.Constant:
        step = len(self.told)
        self.told.append(name)
        self.replaced += [(step, either) for either in choices]
        return ast.Constant(step)

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, _LEAVES) else super().visit(node)

    def visit_While(self, node: ast.While) -> ast.While:
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.Assign:
        self.generic_visit(node)
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Name) and isinstance(value, (ast.BinOp, ast.Call, ast.UnaryOp, ast.IfExp)):
            node.value = self._valued(f"value of {target.id}", value)
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        self.generic_visit(node)
        if node.value is not None:
            node.value = self._valued("returned value", node.value)
        return node

    def _valued(self, told: str, value: ast.expr) -> ast.expr:
        if _is_whole(value, self._whole):
            return value
        self.named.add(len(self.told))
        return call("_held", self._new(told, (0,)), value)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = self._builtins.get(node.func.id, "") if isinstance(node.func, ast.Name) else ""
        if not name or len(node.args) != _CHOICES[name][0].__code__.co_argcount or self._is_cell(node.args[0]):
            return node
        if name == "max" and not self._small.isdisjoint(_names(node.args[1])):
            return node
        if name == "where":
            node.args[1:] = [self._arm(arm) for arm in node.args[1:]]
        step = self._new(name, *[(choice,) for choice in range(len(_CHOICES[name]))])
        return call("_bound", step, ast.Constant(name), node.func, *node.args)

    def _is_cell(self, node: ast.expr) -> bool:
        """Whether a float is made an integer."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=[inner]):
                return name.startswith("_wp_int") and not _is_whole(inner, self._whole)
        return False

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """The side of a mesh that a query tells."""
        self.generic_visit(node)
        if node.attr != "sign":
            return node
        return call("_bound", self._new("sign", (0,)), ast.Constant("sign"), load("_same"), node)

    def visit_If(self, node: ast.If) -> ast.If:
        self.generic_visit(node)
        node.test = self._decision(node.test)
        for line in (*node.body, *node.orelse):
            if isinstance(line, (ast.Assign, ast.Return)) and line.value:
                line.value = self._arm(line.value)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """Each part has to show: without it ``or`` has one that never holds, ``and`` one that always does."""
        self.generic_visit(node)
        without = int(isinstance(node.op, ast.And))
        node.values = [
            part if _is_whole(part, self._whole) else call("_decide", self._new("condition", (without,)), part)
            for part in node.values
        ]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        self.generic_visit(node)
        node.test = self._decision(node.test)
        node.body, node.orelse = self._arm(node.body), self._arm(node.orelse)
        return node

    def _arm(self, value: ast.expr) -> ast.expr:
        return value if _is_whole(value, self._whole) else call("_given", self._new("arm", (0, 1)), value)

    def _decision(self, test: ast.expr) -> ast.expr:
        if _is_whole(test, self._whole):
            return test
        return call("_decide", self._new("decision", (0,), (1,)), test)

    def _bound(self, step: int, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        if step != self.step:
            return function(*arguments)
        if name == "clamp" and isinstance(arguments[0], Composite):
            raise Untried
        return _CHOICES[name][self.choice](*arguments)

    def _given(self, step: int, value: Any) -> Any:
        if step != self.step:
            return value
        if not isinstance(value, np.floating):
            raise Untried
        return type(value)(value + (self.choice - 0.5) * 0.2 * (1.0 + abs(value)))

    def _held(self, step: int, value: Any) -> Any:
        if self._middles is None:
            if isinstance(value, np.floating):
                self._held_so_far[step].append(value)
        elif step == self.step:
            if step not in self._middles:
                raise Untried
            return self._middles[step]
        return value

    def _decide(self, step: int, outcome: Any) -> Any:
        return outcome if step != self.step else bool(self.choice)


def _names(node: ast.expr) -> set[str]:
    """The name that a literal goes by, maybe within a cast; none of what is no literal."""
    inner = node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else node
    return {inner.id} if isinstance(inner, ast.Name) else set()


def _whole_names(function: ast.FunctionDef) -> set[str]:
    """Parameters and locals of a function that hold integers, or arrays of them, or what only says yes or no."""
    found = {
        a.arg
        for a in function.args.args
        if a.annotation is not None and any(map(_INTEGER.fullmatch, words(a.annotation)))
    }
    for node in statements(function.body):
        if isinstance(node, ast.For):
            found.update(part.id for part in ast.walk(node.target) if isinstance(part, ast.Name))
        if isinstance(node, ast.Assign) and _is_whole(node.value, found):
            found.update(part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name))
    return found


def _is_whole(node: ast.expr, whole: set[str]) -> bool:
    match node:
        case ast.Constant():
            return not isinstance(node.value, float)
        case ast.Name():
            return node.id in whole or node.id.startswith("_int_")
        case ast.Attribute():
            return node.attr in ("result", "shape")
        case ast.Subscript():
            return _is_whole(node.value, whole)
        case ast.UnaryOp():
            return _is_whole(node.operand, whole)
        case ast.BinOp():
            return _is_whole(node.left, whole) and _is_whole(node.right, whole)
        case ast.BoolOp():
            return all(_is_whole(value, whole) for value in node.values)
        case ast.Compare():
            return all(_is_whole(side, whole) for side in (node.left, *node.comparators))
        case ast.Call(func=ast.Name(id=name)):
            if name in _OF_ARGUMENTS:
                return all(_is_whole(argument, whole) for argument in node.args)
            return name.startswith(("_tid", "_wp_int", "_wp_uint", "_wp_range"))
    return False
