"""Reverse steps of operations that read and write memory, components and fields."""

from __future__ import annotations

from generator.lowering.standalone.adjoint_code.gradients import Gradients
from generator.lowering.standalone.adjoint_code.sweep_steps import Item, Step, Text
from generator.lowering.standalone.cuda_text.cuda_types import is_float, zero
from generator.lowering.standalone.cuda_text.operations import (
    CLASS_NAMES,
    SETTERS,
    array_root,
    slice_bounds,
)
from generator.lowering.standalone.cuda_text.text import fill
from generator.lowering.standalone.kernel_ir.nodes import Operation, Unsupported, Value

ADJ = "adj_"


class MemoryRules:
    """Makes reverse steps. ``consumed`` holds arrays whose gradient a store must clear."""

    def __init__(self, gradients: Gradients, consumed: set[Value]):
        self.gradients = gradients
        self.activity = gradients.activity
        self.needs = gradients.expressions.needs
        self.places = gradients.expressions.places
        self.consumed = consumed
        self.scattered: set[Value] = set()

    def address(self, operation: Operation) -> list[Item]:
        value = operation.output
        if value in self.scattered:
            return []
        indices = [*operation.arguments[1:], *view_indices(operation.arguments[0])]

        def render(p: Text, g: Text) -> str:
            if operation.name == "slot":
                place = self.places.slot(operation, p, ADJ)
            else:
                place = self.places.element(operation.arguments[0], operation.arguments[1:], p, ADJ, operation.line)
            return self.add_atomically("&" + place, value, g(value))

        return [Step(render, primals=indices, gradients=[value], scatters=True, line=operation.line)]

    def add_atomically(self, address: str, value: Value, text: str) -> str:
        kind = value.type
        if kind.kind == "scalar":
            return f"atomicAdd({address}, {text})"
        if kind.kind == "struct":
            self.needs.struct_operators.add(f"accumulate {kind.name}")
            return f"accumulate({address}, {text})"
        self.needs.operators.add(f"atomic_add {CLASS_NAMES[kind.kind]}")
        return f"atomic_add({address}, {text})"

    def store(self, operation: Operation) -> list[Item]:
        name, value = operation.name, operation.arguments[-1]
        if not is_float(value.type):
            return []
        array, indices = operation.arguments[0], operation.arguments[1:-1]
        slot = name.startswith("slot")
        every = [*indices, *view_indices(array), *_path_indices(operation)]

        def place(p: Text, prefix: str) -> str:
            if slot:
                return self.places.slot(operation, p, prefix)
            return self.places.element(array, indices, p, prefix, operation.line)

        steps: list[Item] = []
        if value in self.activity:
            if name in ("atomic_min", "atomic_max"):
                if value.type.kind != "scalar":
                    raise Unsupported(f"gradient of {name} of a {value.type.kind}", operation.line)

                def chosen(p: Text, g: Text) -> str:
                    condition = fill("{0} == {1}", [p(value), place(p, "")])
                    return fill("{0} ? {1} : {2}", [condition, place(p, ADJ), zero(value.type)])

                steps.append(Step(chosen, [value, *every, *every], [], value, line=operation.line))
            else:
                sign = "-=" if name.endswith("_sub") else "+="
                steps.append(Step(lambda p, g: place(p, ADJ), list(every), [], value, sign, line=operation.line))
        if name in ("array_store", "slot_store") and array_root(array)[0] in self.consumed:
            clear = f"{zero(value.type)}"
            steps.append(Step(lambda p, g: f"{place(p, ADJ)} = {clear}", list(every), line=operation.line))
        return steps

    def carry(self, operation: Operation) -> list[Item]:
        target, source = operation.arguments[0], operation.arguments[-1]
        if len(operation.arguments) != 2:
            raise Unsupported("assign to a component", operation.line)
        if target not in self.activity:
            return []
        steps: list[Item] = []
        if source in self.activity:
            steps.append(Step(lambda p, g: g(target), [], [target], source, "=", line=operation.line))
        clear = zero(target.type)
        steps.append(Step(lambda p, g: clear, [], [], target, "=", line=operation.line))
        return steps

    def in_place(self, operation: Operation) -> list[Item]:
        target, *indices, value = operation.arguments
        if value not in self.activity or target not in self.activity:
            return []
        if any(slice_bounds(i) for i in indices if i.type.kind != "scalar"):
            raise Unsupported("assignment to a slice", operation.line)
        sign = "-=" if operation.name == "sub_inplace" else "+="

        def render(p: Text, g: Text) -> str:
            if target.type.kind == "matrix" and len(indices) == 1:
                return f"row({g(target)}, {self.places.wrapped(indices[0], target.type.shape[0], p)})"
            return self.places.component(target.type, g(target), indices, p, operation.line)

        return [Step(render, list(indices), [target], value, sign, line=operation.line)]

    def setter(self, operation: Operation) -> list[Item]:
        target, value = operation.arguments
        path = operation.attribute if operation.name == "field_store" else (SETTERS[operation.name],)
        if target not in self.activity:
            return []
        steps: list[Item] = []
        if value in self.activity:
            steps.append(Step(lambda p, g: f"{g(target)}.{'.'.join(path)}", [], [target], value, line=operation.line))
        if operation.name == "field_store" and is_float(value.type):
            clear = zero(value.type)
            suffix = lambda p, g: f".{'.'.join(path)}"  # noqa: E731
            steps.append(Step(lambda p, g: clear, [], [], target, "=", suffix, line=operation.line))
        return steps

    def extract(self, operation: Operation) -> list[Item]:
        base, *indices = operation.arguments
        if base not in self.activity:
            return []
        result = operation.output
        if base.type.kind == "tuple":
            raise Unsupported("tuple", operation.line)
        bounds = slice_bounds(indices[0])
        size = base.type.shape[0]
        if bounds is not None:
            text = lambda p, g: f"spread<{size}>({g(result)}, {bounds[0]}, {bounds[2]})"  # noqa: E731
            return [Step(text, [], [result], base, line=operation.line)]
        if base.type.kind == "matrix" and len(indices) == 1:
            shape = f"{base.type.shape[0]}, {base.type.shape[1]}"

            def row(p: Text, g: Text) -> str:
                return f"row_matrix<{shape}>({self.places.wrapped(indices[0], size, p)}, {g(result)})"

            return [Step(row, list(indices), [result], base, line=operation.line)]

        source = self.gradients.gradient_of(base)
        if source.origin is not None and source.origin.name == "address" and self._only_use(base):
            self.scattered.add(source)
            return [self._component_step(operation, source.origin, indices)]

        def suffix(p: Text, g: Text) -> str:
            place = self.places.component(base.type, "@", indices, p, operation.line)
            return place if not place.startswith("@") else place[1:]

        return [Step(lambda p, g: g(result), list(indices), [result], base, suffix=suffix, line=operation.line)]

    def _only_use(self, value: Value) -> bool:
        """Whether nothing else is read of an array element than this component."""
        while value.origin is not None:
            if self.gradients.uses[value] > 1 or value in self.gradients.changed:
                return False
            if value.origin.name == "address":
                return True
            value = value.origin.arguments[0]
        return False

    def _component_step(self, operation: Operation, address: Operation, indices: list[Value]) -> Step:
        """A step that adds directly to one component in memory."""
        base, result = operation.arguments[0], operation.output

        def render(p: Text, g: Text) -> str:
            element = self.places.element(address.arguments[0], address.arguments[1:], p, ADJ, operation.line)
            place = self.places.component(base.type, element, indices, p, operation.line)
            return f"atomicAdd(&{place}, {g(result)})"

        primals = [*indices, *address.arguments[1:], *view_indices(address.arguments[0])]
        return Step(render, primals, [result], scatters=True, line=operation.line)

    def field(self, operation: Operation) -> list[Item]:
        return self.gradients.step_to(
            operation, 0, lambda p, g: g(operation.output), suffix=lambda p, g: f".{operation.attribute}"
        )


def view_indices(array: Value) -> list[Value]:
    return array_root(array)[1]


def _path_indices(operation: Operation) -> list[Value]:
    if not operation.name.startswith("slot"):
        return []
    return [index for _, indices in operation.attribute or () for index in indices]
