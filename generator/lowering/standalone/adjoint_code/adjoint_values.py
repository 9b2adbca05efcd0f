"""The text of each value and each gradient of an adjoint."""

from __future__ import annotations

from generator.lowering.standalone.adjoint_code.adjoint_placement import ADJ, AdjointPlacement, Key
from generator.lowering.standalone.cuda_text.text import chain
from generator.lowering.standalone.kernel_ir.nodes import Operation, ShortCircuit, Unsupported, Value


class AdjointValues(AdjointPlacement):
    """Gives each value and each gradient its text."""

    def primal(self, value: Value) -> str:
        if value.parameter:
            self.used.add(value)
        if value in self.primal_names:
            return self.primal_names[value]
        if value in self.variables:
            self.primal_names[value] = self.names.take(value.name or "t")
            return self.primal_names[value]
        origin = value.origin
        if origin is not None and origin.name == "tid":
            assert self.threads is not None
            return self.threads.text(len(origin.outputs), origin.outputs.index(value))
        node = self.primals.get(value)
        if isinstance(node, Operation):
            return self.expressions.operation(node, self.primal)
        if value.constant is not None:
            return self.expressions.places.constant(value)
        if isinstance(origin, Operation):
            return self.expressions.operation(origin, self.primal)
        if value in self.conditions:
            return self.condition_text(self.conditions[value])
        raise Unsupported("value without a text")

    def gradient(self, value: Value) -> str:
        value = self.gradient_of(value)
        if value not in self.gradient_names:
            if value in self.builder.result_gradients:
                return f"{ADJ}{value.name}"
            base = self.primal_names.get(value) or value.name or self.shared_names.get(value) or "t"
            self.gradient_names[value] = self.names.take(f"{ADJ}{base}")
        return self.gradient_names[value]

    def name(self, key: Key) -> str:
        return self.primal(key[1]) if key[0] == "p" else self.gradient(key[1])

    def condition_text(self, node: ShortCircuit) -> str:
        return chain(map(self.primal, node.parts), node.is_and)
