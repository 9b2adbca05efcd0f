"""Reverse steps of a single operation: what it adds to the gradients of its operands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from generator.lowering.standalone.adjoint_code.activity import STORES
from generator.lowering.standalone.adjoint_code.gradients import Gradients
from generator.lowering.standalone.adjoint_code.reverse_memory import ADJ, MemoryRules, view_indices
from generator.lowering.standalone.adjoint_code.sweep_steps import Fork, Item, Render, Step, Text
from generator.lowering.standalone.cuda_text.builtin_rules import Template
from generator.lowering.standalone.cuda_text.cuda_types import SCALARS, is_float
from generator.lowering.standalone.cuda_text.operations import (
    CASTS,
    CLASS_NAMES,
    IN_PLACE,
    SETTERS,
    TRANSPARENT,
)
from generator.lowering.standalone.kernel_ir.nodes import Operation, Value


class ReverseRules:
    """Makes the reverse steps of any operation."""

    def __init__(self, gradients: Gradients, memory: MemoryRules):
        self.gradients = gradients
        self.memory = memory
        self.expressions = gradients.expressions
        self.activity = gradients.activity
        self.rules: dict[str, Callable[[Operation], list[Item]]] = {
            "address": memory.address,
            "extract": memory.extract,
            "field": memory.field,
            "matrix": self._matrix,
            "quaternion": self._quaternion,
            "slot": memory.address,
            "struct": self._struct,
            "transformation": self._transformation,
            "vector": self._vector,
            "where": self._where,
        }

    def steps(self, operation: Operation) -> list[Item]:
        """The reverse steps of an operation, in the order of execution."""
        name = operation.name
        if operation.callee is not None:
            return self._call(operation)
        if name in STORES:
            return self.memory.store(operation)
        if name == "assign":
            return self.memory.carry(operation)
        if name in IN_PLACE:
            return self.memory.in_place(operation)
        if name in SETTERS or name == "field_store":
            return self.memory.setter(operation)
        if not operation.outputs or not any(o in self.activity for o in operation.outputs):
            return []
        if not operation.arguments:  # `wp.vec3()`: a constant
            return []
        if name in self.rules:
            return self.rules[name](operation)
        if name in TRANSPARENT and self.gradients.gradient_of(operation.output) is not operation.output:
            return []
        if name in TRANSPARENT:
            return self.gradients.step_to(operation, 0, lambda p, g: g(operation.output))
        if name in CASTS:
            return self._cast(operation)
        return self._by_rule(operation)

    def _by_rule(self, operation: Operation) -> list[Item]:
        rule = self.expressions.rule(operation)
        steps: list[Item] = []
        for position, target in enumerate(operation.arguments):
            template = rule.gradient(position)
            if template is None or target not in self.activity:
                continue
            negative = template.text.startswith("-")
            bare = Template(template.text[1:] if negative else template.text, template.operators)
            if negative and target.type.kind != "scalar":
                self.expressions.needs.operators.add(f"{CLASS_NAMES[target.type.kind]} neg")
            sign = "-=" if negative else "+="
            steps.append(self._gradient_step(operation, bare, target, sign))
        return steps

    def _gradient_step(self, operation: Operation, template: Template, target: Value, sign: str) -> Step:
        used = Counter(re.findall(r"\{(\w+)\}", template.text))
        result = operation.output
        primals = [a for k, a in enumerate(operation.arguments) for _ in range(used[str(k)])] + [result] * used["r"]
        needed = set(primals)

        def render(p: Text, g: Text) -> str:
            names = {"g": g(result), **({"r": p(result)} if used["r"] else {})}
            # Operands that the template does not name have no text, as nothing computes them.
            return self.expressions.template(template, operation, lambda v: p(v) if v in needed else "?", **names)

        copies = template.text == "{g}"
        return Step(render, primals, [result] * used["g"], target, sign, copies=copies, line=operation.line)

    def _vector(self, operation: Operation) -> list[Item]:
        result, arguments = operation.output, operation.arguments
        scalars = all(a.type.kind == "scalar" for a in arguments)
        if scalars and len(arguments) == result.type.shape[0]:
            return self._each(operation, lambda k, g: f"{g(result)}[{k}]")
        if scalars:
            return self.gradients.step_to(operation, 0, lambda p, g: f"sum({g(result)})")
        if len(arguments) == 2:
            return self._each(operation, lambda k, g: f"slice<3>({g(result)}, {3 * k}, 1)")
        return self.gradients.step_to(operation, 0, lambda p, g: self._converted(operation, "convert", g))

    def _matrix(self, operation: Operation) -> list[Item]:
        result, arguments = operation.output, operation.arguments
        rows, columns = result.type.shape
        if all(a.type.kind == "scalar" for a in arguments):
            if len(arguments) == rows * columns:
                return self._each(operation, lambda k, g: f"{g(result)}[{k // columns}][{k % columns}]")
            return self.gradients.step_to(operation, 0, lambda p, g: f"sum_matrix({g(result)})")
        if arguments[0].type.kind == "vector":
            return self._each(operation, lambda k, g: f"column({g(result)}, {k})")
        return self.gradients.step_to(operation, 0, lambda p, g: self._converted(operation, "convert_matrix", g))

    def _converted(self, operation: Operation, helper: str, g: Text) -> str:
        source = operation.arguments[0].type.scalar
        same = source == operation.output.type.scalar
        return g(operation.output) if same else f"{helper}<{SCALARS[source]}>({g(operation.output)})"

    def _quaternion(self, operation: Operation) -> list[Item]:
        result = operation.output
        if operation.arguments and operation.arguments[0].type.kind == "vector":
            head = self.gradients.step_to(operation, 0, lambda p, g: f"vector_part({g(result)})")
            return head + self.gradients.step_to(operation, 1, lambda p, g: f"{g(result)}.w")
        if len(operation.arguments) == 1:
            return self.gradients.step_to(operation, 0, lambda p, g: g(result))
        return self._each(operation, lambda k, g: f"{g(result)}.{'xyzw'[k]}")

    def _transformation(self, operation: Operation) -> list[Item]:
        result = operation.output
        if len(operation.arguments) == 2:
            return self._each(operation, lambda k, g: f"{g(result)}.{'pq'[k]}")
        if len(operation.arguments) == 7:
            return self._each(
                operation, lambda k, g: f"{g(result)}.p[{k}]" if k < 3 else f"{g(result)}.q.{'xyzw'[k - 3]}"
            )
        return self.gradients.step_to(operation, 0, lambda p, g: g(result))

    def _struct(self, operation: Operation) -> list[Item]:
        fields = [name for name, _ in operation.output.type.fields]
        return self._each(operation, lambda k, g: f"{g(operation.output)}.{fields[k]}")

    def _each(self, operation: Operation, part: Callable[[int, Text], str]) -> list[Item]:
        """A step for each operand: ``part(k, gradient)`` is the term that operand ``k`` gets."""

        def render(k: int) -> Render:
            return lambda p, g: part(k, g)

        return [
            step for k in range(len(operation.arguments)) for step in self.gradients.step_to(operation, k, render(k))
        ]

    def _where(self, operation: Operation) -> list[Item]:
        condition = operation.arguments[0]
        first, second = (self.gradients.step_to(operation, k, lambda p, g: g(operation.output)) for k in (1, 2))
        return [Fork(condition, first, second, operation.line)] if first or second else []

    def _cast(self, operation: Operation) -> list[Item]:
        source = operation.arguments[0]
        if not is_float(operation.output.type) or not is_float(source.type):
            return []
        same = source.type.scalar == operation.output.type.scalar
        name = SCALARS[source.type.scalar]
        through = operation.output.type.scalar == "float16" and name == "double"
        return self.gradients.step_to(
            operation,
            0,
            lambda p, g: (
                g(operation.output)
                if same
                else f"{name}(float({g(operation.output)}))"
                if through
                else f"{name}({g(operation.output)})"
            ),
        )

    def _call(self, operation: Operation) -> list[Item]:
        routine = operation.callee
        assert routine is not None
        touches = any(a.type.kind == "array" for a in operation.arguments)
        if not touches and not any(o in self.activity for o in operation.outputs):
            return []
        gradients = [a for a in operation.arguments if is_float(a.type) and a.type.kind != "array"]

        def render(p: Text, g: Text) -> str:
            texts = self.expressions.call_arguments(operation, p)
            for value in operation.arguments:
                if value.type.kind == "array" and is_float(value.type.element):  # type: ignore[arg-type]
                    texts.append(self.expressions.places.array_pointer(value, p, ADJ))
                elif value in gradients:
                    texts.append(g(value))
            texts += [g(v) for v in operation.outputs if is_float(v.type)]
            return f"{routine.name}_adjoint({', '.join(texts)})"

        primals = [a for a in operation.arguments if a.type.kind != "array"]
        primals += [i for a in operation.arguments if a.type.kind == "array" for i in view_indices(a)]
        outputs = [o for o in operation.outputs if is_float(o.type)]
        return [Step(render, primals, [*gradients, *outputs], modified=gradients, line=operation.line)]
