"""Reverse steps of a single operation: what it adds to the gradients of its operands."""

from __future__ import annotations

import re
from collections import Counter

from generator.lowering.standalone.activity import STORES, Activity
from generator.lowering.standalone.cuda_types import SCALARS, is_float, zero
from generator.lowering.standalone.expressions import Expressions
from generator.lowering.standalone.ir import Operation, Unsupported, Value
from generator.lowering.standalone.operations import (
    CASTS,
    CLASS_NAMES,
    IN_PLACE,
    MUTATORS,
    SETTERS,
    TRANSPARENT,
    array_root,
    slice_bounds,
)
from generator.lowering.standalone.rules import Template
from generator.lowering.standalone.steps import Fork, Item, Step, Text
from generator.lowering.standalone.text import fill

ADJ = "adj_"


class ReverseRules:
    """Makes the reverse steps of operations. ``consumed`` holds arrays whose gradient a store must clear."""

    def __init__(self, expressions: Expressions, activity: Activity, consumed: set[Value]):
        self.expressions = expressions
        self.uses = Counter(a for o in activity.operations for a in o.arguments)
        self.changed = {o.arguments[0] for o in activity.operations if o.name == "assign" or o.name in MUTATORS}
        self.scattered: set[Value] = set()
        self.activity = activity
        self.consumed = consumed

    def steps(self, operation: Operation) -> list[Item]:
        """In the order of execution."""
        name = operation.name
        if operation.callee is not None:
            return self._call(operation)
        if name in STORES:
            return self._store(operation)
        if name == "assign":
            return self._carry(operation)
        if name in IN_PLACE:
            return self._in_place(operation)
        if name in SETTERS or name == "field_store":
            return self._setter(operation)
        if not operation.outputs or not any(o in self.activity for o in operation.outputs):
            return []
        if not operation.arguments:  # `wp.vec3()`: a constant
            return []
        if name in ("address", "slot"):
            return self._address(operation)
        special = getattr(self, f"_{name}", None)
        if special is not None:
            return special(operation)
        if name in TRANSPARENT and self.gradient_of(operation.output) is not operation.output:
            return []
        if name in TRANSPARENT:
            return self._to(operation, 0, lambda p, g: g(operation.output))
        if name in CASTS:
            return self._cast(operation)
        return self._by_rule(operation)

    def gradient_of(self, value: Value) -> Value:
        """The value whose gradient variable this one shares: a loaded value that of its address."""
        while value.origin is not None and value.origin.name in TRANSPARENT and value not in self.changed:
            source = value.origin.arguments[0]
            if value.origin.name == "copy" and (self.uses[source] > 1 or not _is_address(source)):
                break
            value = source
        return value

    def _to(self, operation: Operation, position: int, render: object, sign: str = "+=", **more: object) -> list[Item]:
        """A step that adds to the gradient of one operand, if that operand's gradient matters."""
        target = operation.arguments[position]
        if target not in self.activity:
            return []
        gradients = [] if not operation.outputs else [operation.output]
        return [Step(render, gradients=gradients, target=target, sign=sign, line=operation.line, **more)]  # type: ignore[arg-type]

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
            # Operands that the template does not name have no text: nothing computes them.
            return self.expressions.template(template, operation, lambda v: p(v) if v in needed else "?", **names)

        copies = template.text == "{g}"
        return Step(render, primals, [result] * used["g"], target, sign, copies=copies, line=operation.line)

    def _address(self, operation: Operation) -> list[Item]:
        value = operation.output
        if value in self.scattered:
            return []
        indices = [*operation.arguments[1:], *_view_indices(operation.arguments[0])]

        def render(p: Text, g: Text) -> str:
            if operation.name == "slot":
                place = self.expressions.slot(operation, p, ADJ)
            else:
                place = self.expressions.element(
                    operation.arguments[0], operation.arguments[1:], p, ADJ, operation.line
                )
            return self.add_atomically("&" + place, value, g(value))

        return [Step(render, primals=indices, gradients=[value], scatters=True, line=operation.line)]

    def add_atomically(self, address: str, value: Value, text: str) -> str:
        kind = value.type
        if kind.kind == "scalar":
            return f"atomicAdd({address}, {text})"
        if kind.kind == "struct":
            self.expressions.needs.struct_operators.add(f"accumulate {kind.name}")
            return f"accumulate({address}, {text})"
        self.expressions.needs.operators.add(f"atomic_add {CLASS_NAMES[kind.kind]}")
        return f"atomic_add({address}, {text})"

    def _store(self, operation: Operation) -> list[Item]:
        name, value = operation.name, operation.arguments[-1]
        if not is_float(value.type):
            return []
        array, indices = operation.arguments[0], operation.arguments[1:-1]
        slot = name.startswith("slot")
        every = [*indices, *_view_indices(array), *_path_indices(operation)]

        def place(p: Text, prefix: str) -> str:
            if slot:
                return self.expressions.slot(operation, p, prefix)
            return self.expressions.element(array, indices, p, prefix, operation.line)

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

    def _carry(self, operation: Operation) -> list[Item]:
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

    def _in_place(self, operation: Operation) -> list[Item]:
        target, *indices, value = operation.arguments
        if value not in self.activity or target not in self.activity:
            return []
        if any(slice_bounds(i) for i in indices if i.type.kind != "scalar"):
            raise Unsupported("assignment to a slice", operation.line)
        sign = "-=" if operation.name == "sub_inplace" else "+="

        def render(p: Text, g: Text) -> str:
            if target.type.kind == "matrix" and len(indices) == 1:
                return f"row({g(target)}, {self.expressions.wrapped(indices[0], target.type.shape[0], p)})"
            return self.expressions.component(target.type, g(target), indices, p, operation.line)

        return [Step(render, list(indices), [target], value, sign, line=operation.line)]

    def _setter(self, operation: Operation) -> list[Item]:
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

    def _extract(self, operation: Operation) -> list[Item]:
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
            text = lambda p, g: f"row_matrix<{shape}>({self.expressions.wrapped(indices[0], size, p)}, {g(result)})"  # noqa: E731
            return [Step(text, list(indices), [result], base, line=operation.line)]

        source = self.gradient_of(base)
        if source.origin is not None and source.origin.name == "address" and self._only_use(base):
            self.scattered.add(source)
            return [self._component_step(operation, source.origin, indices)]

        def suffix(p: Text, g: Text) -> str:
            place = self.expressions.component(base.type, "@", indices, p, operation.line)
            return place if not place.startswith("@") else place[1:]

        return [Step(lambda p, g: g(result), list(indices), [result], base, suffix=suffix, line=operation.line)]

    def _only_use(self, value: Value) -> bool:
        """Whether a component is all that is read of an array element."""
        while value.origin is not None:
            if self.uses[value] > 1 or value in self.changed:
                return False
            if value.origin.name == "address":
                return True
            value = value.origin.arguments[0]
        return False

    def _component_step(self, operation: Operation, address: Operation, indices: list[Value]) -> Step:
        """Add straight to one component in memory."""
        base, result = operation.arguments[0], operation.output

        def render(p: Text, g: Text) -> str:
            element = self.expressions.element(address.arguments[0], address.arguments[1:], p, ADJ, operation.line)
            place = self.expressions.component(base.type, element, indices, p, operation.line)
            return f"atomicAdd(&{place}, {g(result)})"

        primals = [*indices, *address.arguments[1:], *_view_indices(address.arguments[0])]
        return Step(render, primals, [result], scatters=True, line=operation.line)

    def _field(self, operation: Operation) -> list[Item]:
        return self._to(operation, 0, lambda p, g: g(operation.output), suffix=lambda p, g: f".{operation.attribute}")

    def _vector(self, operation: Operation) -> list[Item]:
        result, arguments = operation.output, operation.arguments
        scalars = all(a.type.kind == "scalar" for a in arguments)
        if scalars and len(arguments) == result.type.shape[0]:
            return self._each(operation, lambda k, g: f"{g(result)}[{k}]")
        if scalars:
            return self._to(operation, 0, lambda p, g: f"sum({g(result)})")
        if len(arguments) == 2:
            return self._each(operation, lambda k, g: f"slice<3>({g(result)}, {3 * k}, 1)")
        return self._to(operation, 0, lambda p, g: self._converted(operation, "convert", g))

    def _matrix(self, operation: Operation) -> list[Item]:
        result, arguments = operation.output, operation.arguments
        rows, columns = result.type.shape
        if all(a.type.kind == "scalar" for a in arguments):
            if len(arguments) == rows * columns:
                return self._each(operation, lambda k, g: f"{g(result)}[{k // columns}][{k % columns}]")
            return self._to(operation, 0, lambda p, g: f"sum_matrix({g(result)})")
        if arguments[0].type.kind == "vector":
            return self._each(operation, lambda k, g: f"column({g(result)}, {k})")
        return self._to(operation, 0, lambda p, g: self._converted(operation, "convert_matrix", g))

    def _converted(self, operation: Operation, helper: str, g: Text) -> str:
        source = operation.arguments[0].type.scalar
        same = source == operation.output.type.scalar
        return g(operation.output) if same else f"{helper}<{SCALARS[source]}>({g(operation.output)})"

    def _quaternion(self, operation: Operation) -> list[Item]:
        result = operation.output
        if operation.arguments and operation.arguments[0].type.kind == "vector":
            head = self._to(operation, 0, lambda p, g: f"vector_part({g(result)})")
            return head + self._to(operation, 1, lambda p, g: f"{g(result)}.w")
        if len(operation.arguments) == 1:
            return self._to(operation, 0, lambda p, g: g(result))
        return self._each(operation, lambda k, g: f"{g(result)}.{'xyzw'[k]}")

    def _transformation(self, operation: Operation) -> list[Item]:
        result = operation.output
        if len(operation.arguments) == 2:
            return self._each(operation, lambda k, g: f"{g(result)}.{'pq'[k]}")
        if len(operation.arguments) == 7:
            return self._each(
                operation, lambda k, g: f"{g(result)}.p[{k}]" if k < 3 else f"{g(result)}.q.{'xyzw'[k - 3]}"
            )
        return self._to(operation, 0, lambda p, g: g(result))

    def _struct(self, operation: Operation) -> list[Item]:
        fields = [name for name, _ in operation.output.type.fields]
        return self._each(operation, lambda k, g: f"{g(operation.output)}.{fields[k]}")

    def _each(self, operation: Operation, part: object) -> list[Item]:
        steps: list[Item] = []
        for k in range(len(operation.arguments)):
            steps += self._to(operation, k, lambda p, g, k=k: part(k, g))  # type: ignore[operator]
        return steps

    def _where(self, operation: Operation) -> list[Item]:
        condition = operation.arguments[0]
        first, second = (self._to(operation, k, lambda p, g: g(operation.output)) for k in (1, 2))
        return [Fork(condition, first, second, operation.line)] if first or second else []

    def _cast(self, operation: Operation) -> list[Item]:
        source = operation.arguments[0]
        if not is_float(operation.output.type) or not is_float(source.type):
            return []
        same = source.type.scalar == operation.output.type.scalar
        name = SCALARS[source.type.scalar]
        through = operation.output.type.scalar == "float16" and name == "double"
        return self._to(
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
                    texts.append(self.expressions.array_pointer(value, p, ADJ, operation.line))
                elif value in gradients:
                    texts.append(g(value))
            texts += [g(v) for v in operation.outputs if is_float(v.type)]
            return f"{routine.name}_adjoint({', '.join(texts)})"

        primals = [a for a in operation.arguments if a.type.kind != "array"]
        primals += [i for a in operation.arguments if a.type.kind == "array" for i in _view_indices(a)]
        outputs = [o for o in operation.outputs if is_float(o.type)]
        return [Step(render, primals, [*gradients, *outputs], modified=gradients, line=operation.line)]


def _is_address(value: Value) -> bool:
    origin = value.origin
    return value.type.reference or (origin is not None and origin.name == "load" and origin.arguments[0].type.reference)


def _view_indices(array: Value) -> list[Value]:
    return array_root(array)[1]


def _path_indices(operation: Operation) -> list[Value]:
    if not operation.name.startswith("slot"):
        return []
    return [index for _, indices in operation.attribute or () for index in indices]
