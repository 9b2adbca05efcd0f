"""C++ text of a single operation, given the texts of its operands: shared by the forward and the adjoint printer."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.lowering.standalone.cuda_text.builtin_rules import Rule, Template, find_rule
from generator.lowering.standalone.cuda_text.constructors import CONSTRUCTORS, convert
from generator.lowering.standalone.cuda_text.cuda_types import FLOATS, SCALARS, cast
from generator.lowering.standalone.cuda_text.operations import (
    ATOMICS,
    CASTS,
    CLASS_NAMES,
    TRANSPARENT,
    slice_bounds,
    strip_transparent,
)
from generator.lowering.standalone.cuda_text.places import Needs, Operand, Places
from generator.lowering.standalone.cuda_text.text import fill
from generator.lowering.standalone.kernel_ir.nodes import Operation, Unsupported, Value

INLINE_ATOMICS = {"and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "exch": "atomicExch", "cas": "atomicCAS"}
SMALL_INTEGERS = ("int8", "uint8", "int16", "uint16")
_HALF_LITERAL = re.compile(r"(\d+\.\d+)\{f\}")


class Expressions:
    """Renders operations; collects in ``needs`` what the texts refer to."""

    def __init__(self, needs: Needs):
        self.needs = needs
        self.places = Places(needs)
        self.renderers: dict[str, Callable[[Operation, Operand], str]] = {
            "address": self._address,
            "compare": self._compare,
            "extract": self._extract,
            "field": self._field,
            "len": self._len,
            "lower_bound": self._lower_bound,
            "slot": self.places.slot,
            "unot": self._unot,
            "where": self._where,
        }

    def template(self, template: Template, operation: Operation, operand: Operand, **names: str) -> str:
        """The text of a rule's template, filled for this operation's operands."""
        self.needs.operators.update(template.operators)
        kinds = [a.type for a in operation.arguments]
        result = operation.outputs[0].type if operation.outputs else kinds[0]
        scalar = next((k.scalar for k in (*kinds, result) if k.scalar in FLOATS), result.scalar)
        texts = [operand(a) for a in operation.arguments]
        plain = template.text
        through_float = scalar == "float16" and "{f}" in plain and all(k.kind == "scalar" for k in (*kinds, result))
        if scalar == "float16" and not through_float:
            plain = _HALF_LITERAL.sub(r"__half(\1f)", plain)
        if through_float:
            texts = [f"float({t})" if k.scalar == "float16" else t for t, k in zip(texts, kinds, strict=True)]
            names = {key: f"float({text})" for key, text in names.items()}
        filled = fill(
            plain,
            texts,
            {
                **names,
                "f": "" if scalar == "float64" else "f",
                "S": SCALARS.get(scalar, scalar),
                "T": self.needs.type(result) if "{T}" in template.text else "",
                "A0": self.needs.type(kinds[0]) if "{A0}" in template.text else "",
                "n": str(kinds[0].shape[0]) if kinds and kinds[0].shape else "",
                "N": str(result.shape[0]) if result.shape else "",
            },
        )
        return f"__half({filled})" if through_float else filled

    def rule(self, operation: Operation) -> Rule:
        found = find_rule(operation.name, [a.type for a in operation.arguments])
        if found is None:
            kinds = ", ".join(a.type.kind for a in operation.arguments)
            raise Unsupported(f"{operation.name}({kinds})", operation.line)
        return found

    def operation(self, operation: Operation, operand: Operand) -> str:
        """The text of an operation with one output."""
        if operation.callee is not None:
            return self.call(operation, operand)
        if operation.name in CASTS:
            return convert(operation, operand)
        if operation.name in TRANSPARENT:
            return operand(operation.arguments[0])
        if operation.name in ATOMICS:
            return self.atomic(operation, operand)
        if operation.name in CONSTRUCTORS:
            return CONSTRUCTORS[operation.name](operation, operand, self.needs)
        if operation.name in self.renderers:
            return self.renderers[operation.name](operation, operand)
        text = self.template(self.rule(operation).forward, operation, operand)
        return cast(operation.output.type, text) if operation.output.type.scalar in SMALL_INTEGERS else text

    def _address(self, operation: Operation, operand: Operand) -> str:
        return self.places.element(operation.arguments[0], operation.arguments[1:], operand, line=operation.line)

    def _field(self, operation: Operation, operand: Operand) -> str:
        aggregate = operation.arguments[0]
        if aggregate.type.kind != "struct":
            raise Unsupported(f"attribute {operation.attribute}", operation.line)
        if operation.output.type.kind == "array":
            raise Unsupported("array inside a struct", operation.line)
        return f"{operand(aggregate)}.{operation.attribute}"

    def _extract(self, operation: Operation, operand: Operand) -> str:
        base, *indices = operation.arguments
        shape = strip_transparent(base)
        if shape.origin is not None and shape.origin.name == "field" and shape.origin.attribute == "shape":
            if indices[0].constant is None:
                raise Unsupported("shape with a variable index", operation.line)
            return self.places.size(shape.origin.arguments[0], int(indices[0].constant), operand)
        if base.type.kind == "tuple":
            if shape.origin is None or shape.origin.name != "tuple":
                raise Unsupported("tuple", operation.line)
            return operand(shape.origin.arguments[int(indices[0].constant)])
        bounds = slice_bounds(indices[0])
        if bounds is not None:
            if base.type.kind != "vector" or len(indices) != 1:
                raise Unsupported(f"slice of a {base.type.kind}", operation.line)
            return f"slice<{operation.output.type.shape[0]}>({operand(base)}, {bounds[0]}, {bounds[2]})"
        if base.type.kind == "matrix" and len(indices) == 1:
            return f"row({operand(base)}, {self.places.wrapped(indices[0], base.type.shape[0], operand)})"
        return self.places.component(base.type, operand(base), indices, operand, operation.line)

    def _compare(self, operation: Operation, operand: Operand) -> str:
        texts = [operand(a) for a in operation.arguments]
        for value in operation.arguments:
            if value.type.kind != "scalar":
                name = {"vector": "Vec", "matrix": "Mat", "quaternion": "Quat"}.get(value.type.kind, value.type.kind)
                symbol = operation.attribute[0]
                if name not in ("Vec", "Mat", "Quat") or symbol not in ("==", "!=") or len(texts) != 2:
                    raise Unsupported(f"{symbol} of {value.type.kind}", operation.line)
                self.needs.operators.add(f"{name} ==")
                return fill("{0} == {1}" if symbol == "==" else "!({0} == {1})", texts)
        pairs = [
            fill(f"{{0}} {symbol} {{1}}", [left, right])
            for symbol, left, right in zip(operation.attribute, texts, texts[1:], strict=False)
        ]
        return " && ".join(pairs)

    def _unot(self, operation: Operation, operand: Operand) -> str:
        value = operation.arguments[0]
        if value.type.kind == "array":
            return f"{self.places.array_pointer(value, operand, '')} == nullptr"
        return fill("!{0}", [operand(value)])

    def _lower_bound(self, operation: Operation, operand: Operand) -> str:
        array, *limits, value = operation.arguments
        pointer = self.places.array_pointer(array, operand, "")
        first, last = [operand(v) for v in limits] or ["0", self.places.size(array, 0, operand)]
        return f"lower_bound({pointer}, {first}, {last}, {operand(value)})"

    def _where(self, operation: Operation, operand: Operand) -> str:
        if operation.arguments[0].type.kind == "array":
            pointer = self.places.array_pointer(operation.arguments[0], operand, "")
            return fill("{0} != nullptr ? {1} : {2}", [pointer, *(operand(a) for a in operation.arguments[1:])])
        return fill("{0} ? {1} : {2}", [operand(a) for a in operation.arguments])

    def _len(self, operation: Operation, operand: Operand) -> str:
        return self.places.size(operation.arguments[0], 0, operand)

    def printf(self, operation: Operation, operand: Operand) -> str:
        form, *values = operation.arguments
        if not isinstance(form.constant, str) or any(v.type.kind != "scalar" for v in values):
            raise Unsupported(operation.name, operation.line)
        text = form.constant.encode("unicode-escape").decode().replace('"', '\\"')
        return f"printf({', '.join([chr(34) + text + chr(34), *map(operand, values)])})"

    def call(self, operation: Operation, operand: Operand, extra: tuple[str, ...] = ()) -> str:
        assert operation.callee is not None
        texts = self.call_arguments(operation, operand)
        return f"{operation.callee.name}({', '.join([*texts, *extra])})"

    def call_arguments(self, operation: Operation, operand: Operand) -> list[str]:
        """Arguments of a user function; an array is passed as its pointer and all its sizes."""
        texts: list[str] = []
        for value in operation.arguments:
            if value.type.kind != "array":
                texts.append(operand(value))
                continue
            texts.append(self.places.array_pointer(value, operand, ""))
            texts.extend(self.places.size(value, d, operand) for d in range(value.type.ndim))
        return texts

    def atomic(self, operation: Operation, operand: Operand) -> str:
        array = operation.arguments[0]
        count = array.type.ndim
        indices, values = operation.arguments[1 : 1 + count], operation.arguments[1 + count :]
        address = "&" + self.places.element(array, indices, operand, line=operation.line)
        return self.atomic_call(operation.name.removeprefix("atomic_"), address, values, operand, operation.line)

    def atomic_call(self, kind: str, address: str, values: list[Value], operand: Operand, line: int) -> str:
        """An atomic update, by CUDA's own function where there is one for the type."""
        texts, target = [operand(v) for v in values], values[-1].type
        if kind == "sub":
            texts = [fill("-{0}", texts)]
            if target.kind != "scalar":
                self.needs.operators.add(f"{CLASS_NAMES[target.kind]} neg")
            kind = "add"
        if target.kind != "scalar":
            if kind not in ("add", "min", "max") or (kind != "add" and target.kind != "vector"):
                raise Unsupported(f"atomic_{kind} of a {target.kind}", line)
            self.needs.operators.add(f"atomic_{kind} {CLASS_NAMES[target.kind]}")
            return f"atomic_{kind}({address}, {texts[0]})"
        if target.scalar in SMALL_INTEGERS:
            raise Unsupported(f"atomic_{kind} of {target.scalar}", line)
        if kind == "add":
            return f"{'atomic_add' if target.scalar == 'int64' else 'atomicAdd'}({address}, {texts[0]})"
        if kind in ("min", "max"):
            name = f"atomic_{kind}" if target.scalar in FLOATS else f"atomic{kind.title()}"
            return f"{name}({address}, {texts[0]})"
        if kind not in INLINE_ATOMICS or target.scalar not in ("int32", "uint32", "uint64"):
            raise Unsupported(f"atomic_{kind} of {target.scalar}", line)
        return f"{INLINE_ATOMICS[kind]}({address}, {', '.join(texts)})"
