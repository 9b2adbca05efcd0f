"""Rewrites a kernel's syntax tree so that plain Python, run on typed NumPy scalars, means what Warp means.

What changes: literals and module constants get Warp's type, integer division and remainder become C's, a store into a
component becomes "a new value with that component" (values have value semantics), and a built-in that changes its
argument (a random state, an out parameter) assigns the changed argument back.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

DECORATORS = {"kernel", "func", "func_grad", "func_replay"}
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
"""Casts that Warp gives the literal itself, not the literal rounded to 32 bits."""

SILENT = {"print", "printf", "breakpoint"}
BARE_BUILTINS = {
    *("int", "float", "bool", "range", "len", "min", "max", "abs", "round", "pow", "print", "tuple", "reversed"),
}
"""Built-ins that a kernel may call without the module's name."""

PYTHON_NAMES = {"int", "float", "bool", "True", "False", "None", "slice"}


@dataclass
class Names:
    """What the rewritten module needs in its namespace beside its own names."""

    constants: dict[str, Any] = field(default_factory=dict)
    """alias -> literal, to be typed."""
    outer: dict[str, ast.expr] = field(default_factory=dict)
    """alias -> expression over the module's own names, evaluated when the module has run."""
    builtins: dict[str, str] = field(default_factory=dict)
    """alias -> name of a built-in."""
    warp: set[str] = field(default_factory=set)
    """names under which the source imports warp."""
    functions: set[str] = field(default_factory=set)
    """names of the module's own ``wp.func`` functions."""

    def constant(self, value: Any) -> ast.Name:
        """A name for a literal; equal literals of one type share it."""
        text = repr(value).replace(".", "p").replace("-", "m").replace("+", "")
        alias = f"_{type(value).__name__}_{text}"
        self.constants[alias] = value
        return load(alias)

    def builtin(self, name: str) -> ast.Name:
        self.builtins[f"_wp_{name}"] = name
        return load(f"_wp_{name}")

    def from_outside(self, node: ast.expr) -> ast.Name:
        alias = f"_outer_{ast.unparse(node).replace('.', '_')}"
        self.outer[alias] = node
        return load(alias)


def rewrite(source: str, changed: dict[str, tuple[int, ...]]) -> tuple[ast.Module, Names]:
    """The module's tree with each kernel and function rewritten; ``changed`` lists the arguments built-ins write to."""
    tree = ast.parse(source)
    names = Names()
    body: list[ast.stmt] = []
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            statement.names = [a for a in statement.names if not _is_warp(a, names)]
            if not statement.names:
                continue
        body.append(statement)
    tree.body = body
    every = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    functions = [n for n in every if _is_device_function(n, names)]
    names.functions = {f.name for f in functions}
    flat = sum(isinstance(statement, ast.FunctionDef) for statement in tree.body) == len(every)
    closures = {} if flat else _closures(every)
    for function in functions:
        FunctionRewriter(names, changed, closures.get(function, set())).rewrite(function)
    return ast.fix_missing_locations(tree), names


def _closures(functions: list[ast.FunctionDef]) -> dict[ast.FunctionDef, set[str]]:
    """For each function inside a function, the names of that outer function."""
    found: dict[ast.FunctionDef, set[str]] = {}
    for outer in functions:
        inner = [n for n in ast.walk(outer) if isinstance(n, ast.FunctionDef) and n is not outer]
        found |= dict.fromkeys(inner, _assigned(outer) if inner else set())
    return found


def _is_warp(alias: ast.alias, names: Names) -> bool:
    if alias.name == "warp":
        names.warp.add(alias.asname or "warp")
        return True
    return False


def _is_device_function(node: ast.FunctionDef, names: Names) -> bool:
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        known = isinstance(target, ast.Attribute) and target.attr in DECORATORS
        if known and isinstance(target.value, ast.Name) and target.value.id in names.warp:  # type: ignore[attr-defined]
            return True
    return False


def _assigned(function: ast.FunctionDef) -> set[str]:
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    stored = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return stored | {p.arg for p in parameters}


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(load(function), list(arguments), [])


class FunctionRewriter(ast.NodeTransformer):
    """Rewrites the body of one kernel or function in place."""

    def __init__(self, names: Names, changed: dict[str, tuple[int, ...]], closure: set[str]):
        self.names = names
        self.changed = changed
        self.closure = closure
        self.locals: set[str] = set()
        self.arrays: set[str] = set()
        self.temporaries = 0

    def rewrite(self, function: ast.FunctionDef) -> None:
        self.locals = _assigned(function)
        parameters = function.args.args
        self.arrays = {p.arg for p in parameters if p.annotation is not None and "array" in ast.unparse(p.annotation)}
        function.args.defaults = [self.visit(d) for d in function.args.defaults]
        function.body = self.block(function.body) or [ast.Pass()]

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            result = self.visit(statement)
            found.extend(result if isinstance(result, list) else [result])
        return found

    # Expressions

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
        return self.generic_visit(node)  # type: ignore[return-value]

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
        if name in SILENT:
            return ast.Constant(None)
        raw = name in RAW_LITERALS and len(node.args) == 1 and self.is_raw(node.args[0])
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
        """``(found := f(...), target := found[1], ...)[0][0]``: the result, after the targets have changed."""
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

    # Stores

    def path(self, target: ast.expr) -> tuple[str | None, list[ast.expr]]:
        """The local name a store starts from and the steps to the component: a string is a field, else an index."""
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

    def store(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        """``value`` is rewritten already."""
        if isinstance(target, (ast.Name, ast.Tuple)):
            return ast.Assign([target], value)
        root, steps = self.path(target)
        if root is None:
            raise SyntaxError(f"cannot store into {ast.unparse(target)}")
        if root in self.arrays and len(steps) == 1:
            return ast.Assign([ast.Subscript(load(root), steps[0], ast.Store())], value)
        stored = call("_store", load(root), ast.Tuple(steps, ast.Load()), value)
        return ast.Assign([ast.Name(root, ast.Store())], stored)

    # Statements

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        (target,) = node.targets
        called = self.builtin_name(node.value.func) if isinstance(node.value, ast.Call) else None
        if isinstance(target, ast.Tuple) and called == "tid":
            return ast.Assign([target], call("_tid", ast.Constant(len(target.elts))))
        return self.store(target, self.visit(node.value))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is None:
            return ast.Pass()
        return self.store(node.target, self.visit(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt | list[ast.stmt]:
        value = self.visit(node.value)
        if isinstance(node.target, ast.Name):
            return ast.Assign([node.target], self.operation(node.op, load(node.target.id), value))
        root, steps = self.path(node.target)
        if root is None:
            raise SyntaxError(f"cannot store into {ast.unparse(node.target)}")
        self.temporaries += 1
        way = f"_way_{self.temporaries}"
        current = call("_fetch", load(root), load(way))
        stored = call("_store", load(root), load(way), self.operation(node.op, current, value))
        return [
            ast.Assign([ast.Name(way, ast.Store())], ast.Tuple(steps, ast.Load())),
            ast.Assign([ast.Name(root, ast.Store())], stored),
        ]

    def visit_If(self, node: ast.If) -> ast.stmt:
        node.test = self.test(node.test)
        node.body = self.block(node.body) or [ast.Pass()]
        node.orelse = self.block(node.orelse)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        node.test = self.test(node.test)
        node.body = self.block(node.body) or [ast.Pass()]
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        node.iter = self.visit(node.iter)
        node.body = self.block(node.body) or [ast.Pass()]
        return node

    def test(self, node: ast.expr) -> ast.expr:
        """A condition: only its truth counts, so ``and``/``or`` may stay as they are."""
        if isinstance(node, ast.BoolOp):
            node.values = [self.test(v) for v in node.values]
            return node
        return self.visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if isinstance(node.value, ast.Constant):
            return ast.Pass()
        return ast.Expr(self.visit(node.value))

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return ast.Pass()  # compiled out unless the module is in debug mode
