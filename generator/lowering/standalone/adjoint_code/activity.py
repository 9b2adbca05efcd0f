"""Activity analysis: a value carries a derivative if it depends on an input array and an output depends on it."""

from __future__ import annotations

from collections.abc import Iterable

from generator.lowering.standalone.cuda_text.builtin_rules import find_rule
from generator.lowering.standalone.cuda_text.cuda_types import is_float
from generator.lowering.standalone.cuda_text.operations import CASTS, IN_PLACE, SETTERS, TRANSPARENT
from generator.lowering.standalone.kernel_ir.nodes import Operation, Return, Routine, Unsupported, Value, walk

STORES = frozenset(
    (
        "array_store",
        "slot_store",
        "atomic_add",
        "atomic_sub",
        "atomic_min",
        "atomic_max",
        "slot_atomic_add",
        "slot_atomic_sub",
    )
)
STRUCTURAL = frozenset(
    [
        "extract",
        "vector",
        "matrix",
        "quaternion",
        "transformation",
        "struct",
        "field",
        "where",
        "tuple",
        "index",
        "indexref",
        "assign",
        "slot",
    ]
)
_NO_DERIVATIVE = frozenset(
    (
        "compare",
        "tid",
        "len",
        "unot",
        "lower_bound",
        "range",
        "slice",
        "view",
        "address",
        "store",
        "printf",
        "print",
        "assert",
    )
)


class Activity:
    """The values of a routine whose gradients matter, tested by ``value in activity``."""

    def __init__(self, routine: Routine, is_kernel: bool):
        self.routine = routine
        self.operations = [n for n in walk(routine.body) if isinstance(n, Operation)]
        self.varied: set[Value] = set()
        if not is_kernel:
            self.varied |= {p for p in routine.parameters if is_float(p.type)}
        while self._spread_forward():
            pass
        self.useful: set[Value] = set()
        if not is_kernel:
            self.useful |= {v for n in walk(routine.body) if isinstance(n, Return) for v in n.values}
        while self._spread_backward():
            pass

    def __contains__(self, value: Value) -> bool:
        return value in self.varied and value in self.useful

    def _spread_forward(self) -> bool:
        before = len(self.varied)
        for operation in self.operations:
            sources = operation.arguments[1:] if operation.name == "where" else operation.arguments
            loads = operation.callee is not None and any(a.type.kind == "array" for a in operation.arguments)
            if loads or operation.name in ("address", "slot") or any(a in self.varied for a in sources):
                if operation.name in _NO_DERIVATIVE - {"address"}:
                    continue
                self._add(self.varied, (o for o in operation.outputs if _differentiable(o)))
                if (
                    operation.name in IN_PLACE
                    or operation.name in SETTERS
                    or operation.name in ("field_store", "assign")
                ):
                    self._add(self.varied, operation.arguments[:1])
        return len(self.varied) > before

    def _spread_backward(self) -> bool:
        before = len(self.useful)
        for operation in reversed(self.operations):
            if operation.name in STORES:
                self._add(self.useful, operation.arguments[-1:])
            elif operation.name in IN_PLACE or operation.name in SETTERS or operation.name in ("field_store", "assign"):
                if operation.arguments[0] in self.useful:
                    self._add(self.useful, operation.arguments[-1:])
            elif operation.callee is not None:
                if any(o in self.useful for o in operation.outputs) or any(
                    a.type.kind == "array" for a in operation.arguments
                ):
                    self._add(self.useful, (a for a in operation.arguments if _differentiable(a)))
            elif any(o in self.useful for o in operation.outputs):
                self._add(self.useful, (a for k, a in enumerate(operation.arguments) if passes_gradient(operation, k)))
        return len(self.useful) > before

    @staticmethod
    def _add(to: set[Value], values: Iterable[Value]) -> None:
        to.update(values)


def _differentiable(value: Value) -> bool:
    if value.type.kind == "tuple":
        return any(is_float(t) for _, t in value.type.fields)
    return is_float(value.type) and value.type.kind != "array"


def passes_gradient(operation: Operation, position: int) -> bool:
    """Whether a gradient of the result flows on to one operand."""
    value = operation.arguments[position]
    if not _differentiable(value):
        return False
    if operation.name in TRANSPARENT or operation.name in STRUCTURAL:
        return not (operation.name == "where" and position == 0)
    if operation.name in CASTS:
        return is_float(operation.output.type)
    if operation.name in _NO_DERIVATIVE:
        return False
    rule = find_rule(operation.name, [a.type for a in operation.arguments])
    if rule is None:
        raise Unsupported(operation.name, operation.line)
    return rule.gradient(position) is not None
