"""Statements of a kernel, above all stores, rewritten for ``rewrite``."""

from __future__ import annotations

import ast

from generator.verification.reference.interpretation.rewrite_expressions import ExpressionRewriter
from generator.verification.reference.interpretation.rewrite_names import assigned_names, call, load, words


class FunctionRewriter(ExpressionRewriter):
    """Rewrites the body of one kernel or function in place."""

    def rewrite(self, function: ast.FunctionDef) -> None:
        self.locals = assigned_names(function)
        parameters = function.args.args
        self.arrays = {
            p.arg
            for p in parameters
            if p.annotation is not None and any("array" in word for word in words(p.annotation))
        }
        function.args.defaults = [self.visit(d) for d in function.args.defaults]
        function.body = self.block(function.body) or [ast.Pass()]

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            result = self.visit(statement)
            found.extend(result if isinstance(result, list) else [result])
        return found

    def store(self, target: ast.expr, value: ast.expr) -> ast.stmt:
        """The statement that stores ``value``, which is rewritten already."""
        if isinstance(target, (ast.Name, ast.Tuple)):
            return ast.Assign([target], value)
        root, steps = self.path(target)
        if root is None:
            raise SyntaxError(f"cannot store into {ast.unparse(target)}")
        if root in self.arrays and len(steps) == 1:
            return ast.Assign([ast.Subscript(load(root), steps[0], ast.Store())], value)
        stored = call("_store", load(root), ast.Tuple(steps, ast.Load()), value)
        return ast.Assign([ast.Name(root, ast.Store())], stored)

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
        """Rewrite a condition: only its truth counts, so ``and`` and ``or`` stay as they are."""
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
