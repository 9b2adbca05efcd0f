"""Expressions of a kernel, rewritten for ``rewrite``."""

from __future__ import annotations

import ast

from generator.verification.reference.interpretation.rewrite_names import Names, call, load

OPERATORS = {ast.Div: "div", ast.Mod: "mod", ast.FloorDiv: "floordiv", ast.Pow: "pow"}
OVERRIDABLE = OPERATORS | {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "mul",
    ast.BitAnd: "bit_and",
    ast.BitOr: "bit_or",
    ast.BitXor: "bit_xor",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
}
RAW_LITERALS = {"float64", "int64", "uint64"}
"""Casts whose literal Warp takes as it is, not rounded to 32 bits first; so it is for ``type(x)`` and ``x.dtype``."""

SILENT = {"print", "printf", "breakpoint"}
BARE_BUILTINS = {
    *(
        "int",
        "float",
        "bool",
        "range",
        "len",
        "min",
        "max",
        "abs",
        "round",
        "pow",
        "print",
        "tuple",
        "reversed",
        "type",
    ),
}
"""Built-ins that a kernel may call without the prefix ``wp.``."""

PYTHON_NAMES = {"int", "float", "bool", "True", "False", "None", "slice"}


class ExpressionRewriter(ast.NodeTransformer):
    """Rewrites the expressions of one kernel or function; ``closure``: names of the function around it."""

    def __init__(self, names: Names, changed: dict[str, tuple[int, ...]], closure: set[str]):
        self.names = names
        self.changed = changed
        self.closure = closure
        self.locals: set[str] = set()
        self.arrays: set[str] = set()
        self.temporaries = 0

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self.names.constant(node.value) if isinstance(node.value, (bool, int, float)) else node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Store) or node.id in self.locals or node.id in PYTHON_NAMES:
            return node
        if node.id in self.closure:
            return call("_typed", node)
        return self.names.from_outside(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        root = node.value
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id not in self.locals | self.closure:
            return self.names.from_outside(node)
        found: ast.expr = self.generic_visit(node)  # type: ignore[assignment]
        return call("_dtype", node.value) if node.attr == "dtype" else found

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self.names.constant(-node.operand.value)  # type: ignore[operator]
        node.operand = self.visit(node.operand)
        return call("_not", node.operand) if isinstance(node.op, ast.Not) else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        return self.operation(node.op, self.visit(node.left), self.visit(node.right))

    def operation(self, op: ast.operator, left: ast.expr, right: ast.expr) -> ast.expr:
        name = OVERRIDABLE[type(op)]
        if name in self.names.functions:
            return call("_overridden", load(name), self.names.builtin(name), left, right)
        if type(op) in OPERATORS:
            return ast.Call(self.names.builtin(name), [left, right], [])
        return ast.BinOp(left, op, right)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [self.visit(v) for v in node.values]
        return call("_truth", node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        node.left = self.visit(node.left)
        node.comparators = [self.visit(c) for c in node.comparators]
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = self.builtin_name(node.func)
        if name == "static":
            return call("_typed", node.args[0])
        if name == "tid":
            return call("_tid", ast.Constant(1))
        if name == "type":
            return call("_type", self.visit(node.args[0]))
        if name in SILENT:
            return ast.Constant(None)
        casts = name in RAW_LITERALS or (
            isinstance(node.func, ast.Call) and self.builtin_name(node.func.func) == "type"
        )
        raw = casts and len(node.args) == 1 and self.is_raw(node.args[0])
        arguments = node.args if raw else [self.visit(a) for a in node.args]
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        if name is None:
            return ast.Call(self.callee(node.func), arguments, keywords)
        made = ast.Call(self.names.builtin(name), arguments, keywords)
        places = self.changed.get(name, ())
        if places and max(places) < len(node.args):
            return self.assigning_back(made, [node.args[i] for i in places])
        return made

    def callee(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Name):
            return node
        return self.visit(node)

    def builtin_name(self, node: ast.expr) -> str | None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in self.names.warp:
            return node.attr
        bare = isinstance(node, ast.Name) and node.id not in self.locals | self.closure | self.names.functions
        if bare and node.id in BARE_BUILTINS:  # type: ignore[attr-defined]
            return node.id  # type: ignore[attr-defined]
        return None

    def is_raw(self, node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self.is_raw(node.operand)
        if isinstance(node, ast.Name):
            return node.id not in self.locals | self.closure
        return isinstance(node, ast.Constant)

    def assigning_back(self, made: ast.Call, targets: list[ast.expr]) -> ast.expr:
        """``(found := f(...), target := found[1], ...)[0][0]``: the call's result once the targets are assigned."""
        self.temporaries += 1
        found = f"_found_{self.temporaries}"
        parts: list[ast.expr] = [ast.NamedExpr(ast.Name(found, ast.Store()), made)]
        for position, target in enumerate(targets, start=1):
            value = ast.Subscript(load(found), ast.Constant(position), ast.Load())
            root, steps = self.path(target)
            if root is not None:
                stored = call("_store", load(root), ast.Tuple(steps, ast.Load()), value) if steps else value
                parts.append(ast.NamedExpr(ast.Name(root, ast.Store()), stored))
        first = ast.Subscript(ast.Tuple(parts, ast.Load()), ast.Constant(0), ast.Load())
        return ast.Subscript(first, ast.Constant(0), ast.Load())

    def path(self, target: ast.expr) -> tuple[str | None, list[ast.expr]]:
        """The local name that a store starts from and the steps to the component: strings for fields, else indices."""
        steps: list[ast.expr] = []
        while isinstance(target, (ast.Attribute, ast.Subscript)):
            step = ast.Constant(target.attr) if isinstance(target, ast.Attribute) else self.index(target.slice)
            steps.insert(0, step)
            target = target.value
        return (target.id if isinstance(target, ast.Name) else None), steps

    def index(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Slice):
            ends = (node.lower, node.upper, node.step)
            return call("slice", *(ast.Constant(None) if end is None else self.visit(end) for end in ends))
        if isinstance(node, ast.Tuple):
            return ast.Tuple([self.index(e) for e in node.elts], ast.Load())
        return self.visit(node)
