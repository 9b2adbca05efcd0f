"""Shared by all reverse rules: which values carry a derivative, and whose gradient variable a value shares."""

from __future__ import annotations

from collections import Counter

from generator.lowering.standalone.adjoint_code.activity import Activity
from generator.lowering.standalone.adjoint_code.sweep_steps import Item, Render, Step
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.operations import MUTATORS, TRANSPARENT
from generator.lowering.standalone.kernel_ir.nodes import Operation, Value


class Gradients:
    """The gradients of one routine, and the steps that add to them."""

    def __init__(self, expressions: Expressions, activity: Activity):
        self.expressions = expressions
        self.activity = activity
        self.uses = Counter(a for o in activity.operations for a in o.arguments)
        self.changed = {o.arguments[0] for o in activity.operations if o.name == "assign" or o.name in MUTATORS}

    def gradient_of(self, value: Value) -> Value:
        """The value whose gradient variable this one shares: a loaded value shares that of its address."""
        while value.origin is not None and value.origin.name in TRANSPARENT and value not in self.changed:
            source = value.origin.arguments[0]
            if value.origin.name == "copy" and (self.uses[source] > 1 or not _is_address(source)):
                break
            value = source
        return value

    def step_to(self, operation: Operation, position: int, render: Render, suffix: Render | None = None) -> list[Item]:
        """A step that adds to the gradient of one operand; none where that gradient does not matter."""
        target = operation.arguments[position]
        if target not in self.activity:
            return []
        gradients = [] if not operation.outputs else [operation.output]
        return [Step(render, gradients=gradients, target=target, suffix=suffix, line=operation.line)]


def _is_address(value: Value) -> bool:
    origin = value.origin
    return value.type.reference or (origin is not None and origin.name == "load" and origin.arguments[0].type.reference)
