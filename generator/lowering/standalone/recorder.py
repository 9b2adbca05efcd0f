"""Warp's own evaluation of a kernel's Python, written down as typed operations.

Warp's ``Adjoint`` walks the function's AST, infers each type and resolves each overload; ``Recorder`` listens. A
statement that Warp would print and that no listener has claimed raises ``Unsupported``: nothing is dropped.
"""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import warp as wp

from generator.lowering.standalone.cuda_types import is_float
from generator.lowering.standalone.ir import (
    Bind,
    Block,
    For,
    If,
    Jump,
    Operation,
    Return,
    Routine,
    ShortCircuit,
    Unsupported,
    Value,
    While,
)
from generator.lowering.warp_backend import Adjoint, builtin_registry, describe_type, recording_options

INT32 = describe_type(wp.int32)
IN_PLACE = frozenset(("add_inplace", "sub_inplace", "assign_inplace", "store"))
SPLIT = {"quat_to_axis_angle": ("quat_axis", "quat_angle")}
"""Built-ins with several results, as one operation for each."""
SAME_AS = {"spatial_vector": "vector"}
_SLOT_STEP = re.compile(r"\.(?:(component_ref|row_ref|element_ref)\(([^)]*)\)|(\w+))")


def record(kernel: wp.Kernel, *, keep_loops: bool) -> Routine:
    """Record a concrete kernel.

    ``keep_loops`` leaves loops of constant length as loops, with variables that change; otherwise they are unrolled and
    every value is assigned once, as Warp does before it differentiates. Raises ``Unsupported``.
    """
    options = recording_options(kernel)
    if keep_loops:
        options["max_unroll"] = 0
    return _Session(options, keep_loops).routine(kernel.adj, kernel.key.rsplit(".", 1)[-1])


class _Session:
    """The functions met so far, so that each is recorded once."""

    def __init__(self, options: dict[str, Any], keep_loops: bool):
        self.options = options
        self.keep_loops = keep_loops
        self.routines: dict[Any, Routine] = {}
        self.refusal: Unsupported | None = None
        self.names: set[str] = set()

    def routine(self, adjoint: Any, name: str, key: Any = None) -> Routine:
        recorder = copy.copy(adjoint)
        recorder.__class__ = Recorder
        routine = recorder.record(self, self._free(name))
        if key is not None:
            self.routines[key] = routine
        return routine

    def function(self, function: Any, line: int) -> Routine:
        if function in self.routines:
            return self.routines[function]
        if function.native_snippet is not None:
            raise Unsupported(f"native function {function.key}", line)
        if function.custom_replay_func is not None:
            raise Unsupported(f"custom replay of {function.key}", line)
        routine = self.routine(function.adj, function.key.rsplit(".", 1)[-1], function)
        if function.custom_grad_func is not None:
            routine.gradient = self.routine(function.custom_grad_func.adj, f"{routine.name}_adjoint")
            if any(p.type.kind == "array" for p in routine.parameters) or not all(map(is_float, routine.results)):
                raise Unsupported(f"custom gradient of {function.key}, with arrays or integer results", line)
        return routine

    def _free(self, name: str) -> str:
        name = re.sub(r"\W", "_", name)
        candidate, number = name, 1
        while candidate in self.names:
            number += 1
            candidate = f"{name}_{number}"
        self.names.add(candidate)
        return candidate


class Recorder(Adjoint):
    """An ``Adjoint`` whose operations land in a tree instead of C++ text."""

    session: _Session
    stack: list[Block]

    def record(self, session: _Session, name: str) -> Routine:
        self.session = session
        self.deterministic: Any = type(self.deterministic)(self)
        self.values: dict[int, tuple[Any, Value]] = {}
        self.root: Block = []
        self.stack = [self.root]
        self.claimed = 0
        self.in_expression = 0
        self.carrying = False
        self.loops: list[tuple[Any, ...]] = []
        self.call_arguments: list[Any] | None = None
        self.loop_name = ""
        self.callees: list[Routine] = []
        self.results: list[Any] = []
        self.members: dict[int, tuple[Value, tuple[str, ...], Any]] = {}
        parameters = [self._parameter(variable) for variable in self.args]
        self.gradients: dict[str, tuple[Any, Value]] = {}
        if self.custom_reverse_mode:
            parameters = self._with_gradients(parameters)
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

    @property
    def line(self) -> int:
        return (self.lineno or 0) + 1

    def _parameter(self, variable: Any) -> Value:
        value = Value(describe_type(variable.type), name=variable.label, parameter=True)
        if value.type.reference:
            raise Unsupported(f"wp.ref parameter {variable.label}", 1)
        self.values[id(variable)] = (variable, value)
        return value

    def _with_gradients(self, parameters: list[Value]) -> list[Value]:
        """Parameters of a custom gradient: the function's own, what it adds to, the gradients of its results."""
        inputs = self.custom_reverse_num_input_args
        for variable, parameter in zip(self.args[:inputs], parameters[:inputs], strict=True):
            if is_float(parameter.type):
                gradient = super().make_adjoint_target_var(variable)
                value = Value(parameter.type, name=gradient.label, parameter=True)
                self.values[id(gradient)] = (gradient, value)
                self.gradients[variable.label] = (gradient, value)
        return [*parameters[:inputs], *(value for _, value in self.gradients.values()), *parameters[inputs:]]

    def make_adjoint_target_var(self, source_var: Any) -> Any:
        """``wp.adjoint[x]``, where ``x`` is a parameter of the function whose gradient this is."""
        if getattr(source_var, "label", None) not in self.gradients:
            raise Unsupported("wp.adjoint of what is no parameter", self.line)
        return self.gradients[source_var.label][0]

    def value(self, variable: Any) -> Value:
        """The value behind one of Warp's variables; the variable is kept, so its identity stays its own."""
        if id(variable) not in self.values:
            if not hasattr(variable, "label"):
                raise Unsupported(f"{type(variable).__name__} as a value", self.line)
            created = Value(describe_type(variable.type), constant=variable.constant)
            self.values[id(variable)] = (variable, created)
        return self.values[id(variable)][1]

    def put(self, name: str, arguments: list[Any], outputs: list[Any], **more: Any) -> Operation:
        operation = Operation(
            name, [self.value(v) for v in arguments], [self.value(v) for v in outputs], self.line, **more
        )
        for output in operation.outputs:
            output.origin = operation
        self.stack[-1].append(operation)
        return operation

    @contextmanager
    def block(self) -> Iterator[Block]:
        inner: Block = []
        self.stack.append(inner)
        try:
            yield inner
        finally:
            self.stack.pop()

    def add_forward(self, statement: str, replay: str | None = None, skip_replay: bool = False) -> None:
        if not self.claimed and not statement.startswith("return {}"):
            raise Unsupported(f"statement {statement!r}", self.line)

    def add_reverse(self, statement: str) -> None:
        pass

    @contextmanager
    def claim(self) -> Iterator[None]:
        self.claimed += 1
        try:
            yield
        finally:
            self.claimed -= 1

    def format_forward_call_args(self, args: Any, use_initializer_list: Any) -> str:
        self.call_arguments = list(args)
        return ""

    def format_reverse_call_args(self, *args: Any, **kwargs: Any) -> str:
        return ""

    def add_builtin_call(
        self, func_name: str, args: Any, min_outputs: Any = None, return_value_used: bool = True
    ) -> Any:
        output = super().add_builtin_call(func_name, args, min_outputs, return_value_used)
        last = self.stack[-1][-1] if self.stack[-1] else None
        if isinstance(last, Operation) and last.name == func_name:
            if func_name == "where" and not self.in_expression:
                last.attribute = "merge"  # the join of two branches, not the user's wp.where
            elif func_name == "assign" and self.carrying:
                last.attribute = "carry"
        return output

    def add_call(self, func: Any, args: Any, kwargs: Any, type_args: Any, **options: Any) -> Any:
        literals = {id(a): a.constant for a in args if getattr(a, "constant", None) is not None}
        wants_resolved = options.pop("return_resolved", False)
        self.call_arguments = None
        with self.claim():
            output, resolved, bound = super().add_call(func, args, kwargs, type_args, return_resolved=True, **options)
        if self.call_arguments is None and id(output) in literals:
            # A 64-bit constant: Warp retypes the literal instead of converting it.
            self.values[id(output)] = (output, Value(describe_type(output.type), constant=literals[id(output)]))
        elif self.call_arguments is not None:
            self._note_call(resolved, output)
        return (output, resolved, bound) if wants_resolved else output

    def _note_call(self, function: Any, output: Any) -> None:
        arguments = list(self.call_arguments or ())
        self.call_arguments = None
        if any(not hasattr(a, "label") for a in arguments):
            raise Unsupported(f"function argument of {function.key}", self.line)
        outputs = list(output) if isinstance(output, list | tuple) else [] if output is None else [output]
        if len(outputs) > 1:
            arguments = arguments[: -len(outputs)]  # Warp passes several results as trailing references
        if function.is_builtin():
            built = bool(outputs) and function.key not in builtin_registry()
            name = "struct" if built and describe_type(output.type).kind == "struct" else function.key
            parts = SPLIT.get(name)
            if parts is not None:
                for part, single in zip(parts, outputs, strict=True):
                    self.put(part, arguments, [single])
                return
            self.put(SAME_AS.get(name, name), arguments, outputs, replayed=not function.skip_replay)
            return
        routine = self.session.function(function, self.line)
        if routine not in self.callees:
            self.callees.append(routine)
        self.put(function.key, arguments, outputs, callee=routine)

    def add_grad_call(self, func: Any, args: Any, kwargs: Any) -> Any:
        raise Unsupported(f"wp.grad({func.key})", self.line)

    def emit_address_of(self, node: Any) -> Any:
        raise Unsupported("wp.address_of", self.line)

    def emit_native_type_constructor(self, native_type: Any, node: Any) -> Any:
        raise Unsupported("native type", self.line)

    def store_ref_param_value(self, name: str, value: Any, *, augmented: bool = False) -> None:
        raise Unsupported(f"wp.ref parameter {name}", self.line)

    def add_comp(self, op_strings: Any, left: Any, comps: Any) -> Any:
        with self.claim():
            output = self.add_var(bool)
            operands = [self.load(left), *(self.load(c) for c in comps)]
        self.put("compare", operands, [output], attribute=tuple(op_strings))
        return output

    def emit_BoolOp(self, node: ast.BoolOp) -> Any:
        output = self.add_var(bool)
        parts, guarded = [], []
        for operand in node.values:
            with self.block() as inner:
                parts.append(self.value(self.load(self.eval(operand))))
            guarded.append(inner)
        self.stack[-1].extend(guarded[0])  # the first operand always runs
        choice = ShortCircuit(isinstance(node.op, ast.And), parts, [[], *guarded[1:]], self.value(output), self.line)
        self.stack[-1].append(choice)
        return output

    def emit_IfExp(self, node: ast.IfExp) -> Any:
        self.in_expression += 1
        try:
            return super().emit_IfExp(node)
        finally:
            self.in_expression -= 1

    def emit_Attribute(self, node: ast.Attribute, aggregate: Any = None, *, as_target: bool = False) -> Any:
        if hasattr(node, "is_adjoint"):
            raise Unsupported("wp.adjoint", self.line)
        if aggregate is None:
            aggregate = self.eval(node.value)
        with self.claim():
            output = super().emit_Attribute(node, aggregate, as_target=as_target)
        is_address = hasattr(output, "type") and describe_type(output.type).reference
        if is_address and id(output) not in self.values and output.array_slot is None:
            if self.value(aggregate).type.kind not in ("struct", "array"):
                raise Unsupported(f"attribute {node.attr}", self.line)
            self.put("field", [aggregate], [output], attribute=node.attr)
        return output

    def emit_Assert(self, node: ast.Assert) -> None:
        self.put("assert", [self.load(self.eval(node.test))], [])

    def emit_Slice(self, node: ast.Slice) -> Any:
        raise Unsupported("slice", self.line)

    def array_slot_reference(self, slot: Any, origin: Any) -> Any:
        with self.claim():
            output = super().array_slot_reference(slot, origin)
        self.put("slot", [slot.root, *slot.indices], [output], attribute=self._path(slot))
        return output

    def emit_array_slot(self, slot: Any, rhs: Any, operation: str | None = None) -> bool:
        if describe_type(rhs.type).reference:
            rhs = self.add_builtin_call("copy", [rhs])
        with self.claim():
            super().emit_array_slot(slot, rhs, operation)
        name = "slot_store" if operation is None else f"slot_atomic_{operation}"
        self.put(name, [slot.root, *slot.indices, rhs], [], attribute=self._path(slot), replayed=False)
        return True

    def _path(self, slot: Any) -> tuple[tuple[str, tuple[Value, ...]], ...]:
        """Steps from an array element to a component: ("component", (i,)), ("element", (i, j)), ("field x", ())."""
        known = {v.emit(): v for v in [*self.variables, *self.args]}
        steps: list[tuple[str, tuple[Value, ...]]] = []
        for accessor, indices, name in _SLOT_STEP.findall(slot.access):
            found = tuple(self.value(known[i.strip()]) for i in indices.split(",")) if indices else ()
            steps.append((accessor.removesuffix("_ref") if accessor else f"field {name}", found))
        return tuple(steps)

    def _resolve_struct_member_lvalue(self, node: ast.AST) -> Any:
        """``s.inner`` as a target: Warp makes a variable with a dotted name; keep the path to its root."""
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
                self.symbols[name] = self.add_builtin_call("copy", [symbol])  # one value, one name
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
        """A constant that a loop changes is a variable; unrolling would hide that, keeping the loop must not."""
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

    def eval(self, node: ast.AST) -> Any:
        visit = getattr(self, f"emit_{type(node).__name__}", None)
        if visit is None:
            return super().eval(node)  # which says what Warp does not support
        if hasattr(node, "lineno"):
            self.set_lineno(node.lineno - 1)
        try:
            return visit(node)
        except Unsupported as refusal:  # Warp rewrites the message on the way up: keep the first
            self.session.refusal = self.session.refusal or refusal
            raise

    def set_lineno(self, lineno: int) -> None:
        self.lineno = lineno


def _comments(source: str) -> dict[int, str]:
    """The user's whole-line comments by line number."""
    found = {}
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("#"):
            found[number] = line.strip().lstrip("# ").rstrip()
    return found
