"""Record calls, comparisons, attributes and places."""

from __future__ import annotations

import ast
import re
from typing import Any

from generator.lowering.standalone.kernel_ir.nodes import (
    Operation,
    ShortCircuit,
    Unsupported,
    Value,
)
from generator.lowering.standalone.recording.recorder_session import ValueRecorder
from generator.lowering.warp_backend import builtin_registry, describe_type

SPLIT = {"quat_to_axis_angle": ("quat_axis", "quat_angle")}
"""Built-in with several results -> an operation for each result."""
SAME_AS = {"spatial_vector": "vector"}
_SLOT_STEP = re.compile(r"\.(?:(component_ref|row_ref|element_ref)\(([^)]*)\)|(\w+))")


class ExpressionRecorder(ValueRecorder):
    """Records the operations of expressions."""

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
