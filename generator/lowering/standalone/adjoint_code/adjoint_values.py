"""The text of each value and each gradient of an adjoint."""

from __future__ import annotations

from generator.lowering.standalone.adjoint_code.adjoint_placement import AdjointPlacement, Key
from generator.lowering.standalone.adjoint_code.reverse_memory import ADJ
from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.names import Names
from generator.lowering.standalone.cuda_text.text import chain
from generator.lowering.standalone.kernel_ir.nodes import Operation, Routine, ShortCircuit, Unsupported, Value
from generator.lowering.standalone.kernel_ir.threads import ThreadNames


class AdjointValues:
    """Gives each value and each gradient its text, and a name where the placement made it a variable."""

    def __init__(
        self,
        routine: Routine,
        placement: AdjointPlacement,
        expressions: Expressions,
        threads: ThreadNames | None = None,
    ):
        self.placement = placement
        self.expressions = expressions
        self.threads = threads
        self.names = Names({routine.name, f"{routine.name}_adjoint"} | {c.name for c in routine.callees})
        self.primal_names: dict[Value, str] = {}
        self.gradient_names: dict[Value, str] = {}
        for parameter in routine.parameters:
            self.primal_names[parameter] = self.names.take(parameter.name)
        for parameter in routine.parameters:
            gradient = self.names.take(f"{ADJ}{self.primal_names[parameter]}")
            if not placement.builder.is_kernel and parameter.type.kind != "array":
                self.gradient_names[parameter] = gradient

    def primal(self, value: Value) -> str:
        if value in self.primal_names:
            return self.primal_names[value]
        if value in self.placement.variables:
            self.primal_names[value] = self.names.take(value.name or "t")
            return self.primal_names[value]
        origin = value.origin
        if origin is not None and origin.name == "tid":
            assert self.threads is not None
            return self.threads.text(len(origin.outputs), origin.outputs.index(value))
        node = self.placement.primals.get(value)
        if isinstance(node, Operation):
            return self.expressions.operation(node, self.primal)
        if value.constant is not None:
            return self.expressions.places.constant(value)
        if isinstance(origin, Operation):
            return self.expressions.operation(origin, self.primal)
        if value in self.placement.conditions:
            return self.condition_text(self.placement.conditions[value])
        raise Unsupported("value without a text")

    def gradient(self, value: Value) -> str:
        value = self.placement.gradient_of(value)
        if value not in self.gradient_names:
            if value in self.placement.builder.result_gradients:
                return f"{ADJ}{value.name}"
            base = self.primal_names.get(value) or value.name or self.placement.shared_names.get(value) or "t"
            self.gradient_names[value] = self.names.take(f"{ADJ}{base}")
        return self.gradient_names[value]

    def name(self, key: Key) -> str:
        return self.primal(key[1]) if key[0] == "p" else self.gradient(key[1])

    def condition_text(self, node: ShortCircuit) -> str:
        return chain(map(self.primal, node.parts), node.is_and)
