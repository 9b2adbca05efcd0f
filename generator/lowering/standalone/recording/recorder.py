"""Records Warp's own evaluation of a kernel's Python as typed operations.

Warp's ``Adjoint`` walks the function's AST, infers each type and resolves each overload; ``Recorder`` overrides its
hooks. A statement that Warp would print and no hook has claimed raises ``Unsupported``: nothing is dropped. Warp calls
its hooks on one object, so the layers of ``Recorder`` inherit: values, then expressions, then statements.
"""

from __future__ import annotations

import ast
from typing import Any

import warp as wp

from generator.lowering.standalone.kernel_ir.nodes import (
    Bind,
    For,
    If,
    Jump,
    Return,
    Routine,
    Unsupported,
    Value,
    While,
)
from generator.lowering.standalone.recording.recorder_expressions import ExpressionRecorder
from generator.lowering.standalone.recording.recorder_session import Session
from generator.lowering.warp_backend import describe_type, recording_options

INT32 = describe_type(wp.int32)


class Recorder(ExpressionRecorder):
    """An ``Adjoint`` whose operations land in a tree instead of C++ text: assignments, branches and loops."""

    def record(self, session: Session, name: str) -> Routine:
        parameters = self.begin(session)
        try:
            self.build(None, default_builder_options=session.options)
        except Unsupported:
            raise session.refusal or Unsupported("construct") from None
        tree = self.tree.body[0]
        return Routine(
            name=name,
            parameters=parameters,
            body=self.root,
            results=self.results,
            source=self.source,
            docstring=ast.get_docstring(tree) or "",
            comments=_comments(self.source),
            callees=self.callees,
        )

    def _resolve_struct_member_lvalue(self, node: ast.AST) -> Any:
        """``s.inner`` as a target: Warp makes a variable with a dotted name; note its root and its path from there."""
        member = super()._resolve_struct_member_lvalue(node)
        if member is not None and isinstance(node, ast.Attribute):
            base = node.value
            root = self.eval(base) if isinstance(base, ast.Name) else self._resolve_struct_member_lvalue(base)
            start, path = self.members.get(id(root), (self.value(root), ()))[:2]
            self.members[id(member)] = (start, (*path, node.attr), member)
        return member

    def _store_attribute(self, lhs: Any, aggregate: Any, rhs: Any) -> None:
        kind = describe_type(aggregate.type)
        with self.claim():
            super()._store_attribute(lhs, aggregate, rhs)
        if kind.kind == "struct" and not kind.reference:
            root, path = self.members.get(id(aggregate), (None, ()))[:2]
            operation = self.put("field_store", [aggregate, rhs], [], attribute=(*path, lhs.attr))
            if root is not None:
                operation.arguments[0] = root

    def _to_gradient(self, target: ast.AST, sign: str, source: ast.AST) -> bool:
        """``wp.adjoint[x] += value`` and its like."""
        if not (isinstance(target, ast.Subscript) and getattr(target.value, "attr", "") == "adjoint"):
            return False
        value = self.load(self.eval(source))
        self.put("to_gradient", [self.make_adjoint_target_var(self.eval(target.slice)), value], [], attribute=sign)
        return True

    def emit_Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if self._to_gradient(target, "=", node.value):
            return
        super().emit_Assign(node)
        if isinstance(target, ast.Name):
            self._bind([target.id])
        elif isinstance(target, ast.Tuple):
            self._bind([name.id for name in target.elts if isinstance(name, ast.Name)])

    def emit_AugAssign(self, node: ast.AugAssign) -> None:
        sign = {ast.Add: "+=", ast.Sub: "-="}.get(type(node.op))
        if sign and self._to_gradient(node.target, sign, node.value):
            return
        super().emit_AugAssign(node)
        if isinstance(node.target, ast.Name):
            self._bind([node.target.id])

    def _bind(self, names: list[str]) -> None:
        for name in names:
            symbol = self.symbols.get(name)
            if hasattr(symbol, "label") and self.value(symbol).name not in ("", name):
                self.symbols[name] = self.add_builtin_call("copy", [symbol])  # a value has one name
        bound = [(name, self.symbols[name]) for name in names if hasattr(self.symbols.get(name), "label")]
        if bound:
            values = [self.value(symbol) for _, symbol in bound]
            if any(name == gradient.name for name, _ in bound for _, gradient in self.gradients.values()):
                raise Unsupported(f"variable {bound[0][0]} beside wp.adjoint", self.line)
            for (name, _), value in zip(bound, values, strict=True):
                value.name = name
            self.stack[-1].append(Bind([name for name, _ in bound], values, self.line))

    def emit_If(self, node: ast.If) -> None:
        before = dict(self.symbols)
        super().emit_If(node)
        for name, symbol in self.symbols.items():
            if symbol is not before.get(name) and hasattr(symbol, "label"):
                self.value(symbol).name = self.value(symbol).name or name

    def begin_if(self, cond: Any) -> None:
        self.stack.append([])

    def end_if(self, cond: Any) -> None:
        body = self.stack.pop()
        self.stack[-1].append(If(self.value(self.load(cond)), body, [], self.line, expression=self.in_expression > 0))

    def begin_else(self, cond: Any) -> None:
        self.stack.append([])

    def end_else(self, cond: Any) -> None:
        orelse = self.stack.pop()
        branch = self.stack[-1][-1]
        assert isinstance(branch, If)
        branch.orelse = orelse

    def emit_For(self, node: ast.For) -> None:
        self._promote(node.body)
        self.loop_name = node.target.id if isinstance(node.target, ast.Name) else ""
        super().emit_For(node)

    def emit_While(self, node: ast.While) -> None:
        self._promote(node.body)
        super().emit_While(node)

    def _promote(self, body: list[ast.stmt]) -> None:
        """Make a variable of each constant that a kept loop changes; an unrolled loop would need none."""
        if not self.session.keep_loops:
            return
        stored = [n.id for s in body for n in ast.walk(s) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        for name in dict.fromkeys(stored):
            symbol = self.symbols.get(name)
            if getattr(symbol, "constant", None) is not None and symbol.type is not None:
                self.symbols[name] = self.add_builtin_call("copy", [symbol])
                self._bind([name])

    def materialize_redefinitions(self, symbols: Any) -> None:
        if self.session.keep_loops:
            return  # the user's variables simply change
        self.carrying = True
        try:
            super().materialize_redefinitions(symbols)
        finally:
            self.carrying = False

    def begin_for(self, iter: Any, constant_range: Any = None) -> Any:
        counter = self.add_var(wp.int32)
        self.value(counter).name = self.loop_name
        self.loops.append((counter, iter, constant_range, self.loop_name))
        self.stack.append([])
        return counter

    def end_for(self, iter: Any, constant_range: Any = None, value: Any = None) -> None:
        body = self.stack.pop()
        counter, iterator, bounds, name = self.loops.pop()
        if bounds is not None:
            limits = [Value(INT32, constant=bound) for bound in (bounds.start, bounds.stop, bounds.step)]
        else:
            origin = self.value(iterator).origin
            if origin is None or origin.name != "range":
                raise Unsupported("loop over something other than range()", self.line)
            given = origin.arguments
            limits = [Value(INT32, constant=0), *given] if len(given) == 1 else list(given)
            limits = [*limits, Value(INT32, constant=1)] if len(limits) == 2 else limits
        start, stop, step = limits
        self.stack[-1].append(For(self.value(counter), start, stop, step, body, self.line, name))

    def begin_while(self, cond: Any) -> None:
        with self.block() as test:
            condition = self.value(self.load(self.eval(cond)))
        self.loops.append((test, condition))
        self.stack.append([])

    def end_while(self) -> None:
        body = self.stack.pop()
        test, condition = self.loops.pop()
        self.stack[-1].append(While(test, condition, body, self.line))

    def emit_Break(self, node: ast.Break) -> None:
        self.materialize_redefinitions(self.loop_symbols[-1])
        self.stack[-1].append(Jump("break", self.line))

    def emit_Continue(self, node: ast.Continue) -> None:
        self.materialize_redefinitions(self.loop_symbols[-1])
        self.stack[-1].append(Jump("continue", self.line))

    def add_return(self, var: Any) -> None:
        values = [self.value(v) for v in var or ()]
        self.results = [v.type for v in values] or self.results
        self.stack[-1].append(Return(values, self.line))


def record(kernel: wp.Kernel, *, keep_loops: bool) -> Routine:
    """Record a concrete kernel.

    ``keep_loops`` leaves loops of constant length as loops, with variables that change; otherwise they are unrolled and
    every value is assigned once, as Warp does before it differentiates. Raises ``Unsupported``.
    """
    options = recording_options(kernel)
    if keep_loops:
        options["max_unroll"] = 0
    return Session(options, keep_loops, Recorder).routine(kernel.adj, kernel.key.rsplit(".", 1)[-1])


def _comments(source: str) -> dict[int, str]:
    """The user's whole-line comments by line number."""
    found = {}
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#"):
            found[number] = line.strip().lstrip("# ").rstrip()
    return found
