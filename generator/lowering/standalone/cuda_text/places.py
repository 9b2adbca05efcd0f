"""Texts of places in memory and in variables: array elements, components, fields; and what these texts need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from generator.lowering.standalone.cuda_text.cuda_types import cuda_name, literal, scalar_of
from generator.lowering.standalone.cuda_text.operations import (
    array_root,
)
from generator.lowering.standalone.cuda_text.text import fill
from generator.lowering.standalone.kernel_ir.nodes import Operation, Unsupported, Value
from generator.lowering.warp_backend import WarpType

Operand = Callable[[Value], str]
QUATERNION_FIELDS = "xyzw"


@dataclass
class Needs:
    """Types, operators and sizes that a program text refers to, and so must define."""

    types: dict[WarpType, None] = field(default_factory=dict)
    operators: set[str] = field(default_factory=set)
    struct_operators: set[str] = field(default_factory=set)
    sizes: dict[tuple[Value, int], None] = field(default_factory=dict)

    def type(self, kind: WarpType) -> str:
        """The type's name; remembers the type."""
        plain = WarpType(kind.kind, kind.name, kind.scalar, kind.shape, fields=kind.fields)
        for _, member in plain.fields:
            if member.kind != "array":
                self.type(member)
        self.types.setdefault(plain)
        return cuda_name(plain)


class Places:
    """Renders places; collects in ``needs`` what the texts refer to."""

    def __init__(self, needs: Needs):
        self.needs = needs

    def constant(self, value: Value) -> str:
        if value.type.kind != "scalar":
            self.needs.type(value.type)
        return literal(value.constant, value.type)

    def size(self, array: Value, dimension: int, operand: Operand) -> str:
        root, leading = array_root(array)
        return self._extent(root, dimension + len(leading), operand)

    def element(self, array: Value, indices: list[Value], operand: Operand, prefix: str = "", line: int = 0) -> str:
        """``a[i * a_size1 + j]``; ``prefix`` names the gradient array."""
        root, leading = array_root(array)
        every = [*leading, *indices]
        if len(every) != root.type.ndim:
            raise Unsupported("array view as a value", line)
        flat, *texts = (self._from_start(root, dimension, index, operand) for dimension, index in enumerate(every))
        for dimension, text in enumerate(texts, 1):
            flat = fill("{0} * {1} + {2}", [flat, self._extent(root, dimension, operand), text])
        return f"{prefix}{operand(root)}[{flat}]"

    def _extent(self, root: Value, dimension: int, operand: Operand) -> str:
        self.needs.sizes.setdefault((root, dimension))
        return f"{operand(root)}_size{dimension}"

    def _from_start(self, root: Value, dimension: int, index: Value, operand: Operand) -> str:
        """Text of an array index; a negative constant counts from the end."""
        if not _counts_from_end(index):
            return operand(index)
        return fill("{0} - {1}", [self._extent(root, dimension, operand), str(-int(index.constant))])

    def place(self, value: Value, operand: Operand, prefix: str = "") -> str:
        """The lvalue behind an address, or the variable itself."""
        origin = value.origin
        if origin is None or not value.type.reference:
            return prefix + operand(value)
        if origin.name == "address":
            return self.element(origin.arguments[0], origin.arguments[1:], operand, prefix, origin.line)
        if origin.name == "slot":
            return self.slot(origin, operand, prefix)
        if origin.name == "field":
            return f"{self.place(origin.arguments[0], operand, prefix)}.{origin.attribute}"
        if origin.name in ("indexref", "index"):
            base = origin.arguments[0]
            return self.component(
                base.type, self.place(base, operand, prefix), origin.arguments[1:], operand, origin.line
            )
        raise Unsupported(f"address from {origin.name}", origin.line)

    def slot(self, operation: Operation, operand: Operand, prefix: str = "") -> str:
        """A component of an array element: ``a[i].position[1]``."""
        array = operation.arguments[0]
        root, leading = array_root(array)
        count = root.type.ndim - len(leading)
        text = self.element(array, operation.arguments[1 : 1 + count], operand, prefix, operation.line)
        kind = root.type.element
        for step, indices in operation.attribute or ():
            assert kind is not None
            if step.startswith("field "):
                name = step.removeprefix("field ")
                text = f"{text}.{name}"
                kind = dict(kind.fields).get(name) or transform_part(kind, name)
            elif step == "row":
                raise Unsupported("assignment to a row of a matrix in an array", operation.line)
            else:
                text = self.component(kind, text, list(indices), operand, operation.line)
                kind = scalar_of(kind)
        return text

    def component(self, kind: WarpType, base: str, indices: list[Value], operand: Operand, line: int) -> str:
        """``v[i]``, ``m[i][j]``, ``q.x``, ``t.p[i]``: text of one scalar component of ``base``."""
        texts = [self.wrapped(index, kind.shape[axis], operand) for axis, index in enumerate(indices)]
        if any(i.type.kind != "scalar" for i in indices):
            raise Unsupported("slice", line)
        base = fill("{0}[", [base])[:-1]
        if kind.kind == "vector":
            return f"{base}[{texts[0]}]"
        if kind.kind == "matrix" and len(texts) == 2:
            return f"{base}[{texts[0]}][{texts[1]}]"
        known = indices[0].constant is not None
        if kind.kind == "quaternion":
            return f"{base}.{QUATERNION_FIELDS[int(texts[0])]}" if known else f"component({base}, {texts[0]})"
        if kind.kind == "transformation":
            if not known:
                return f"transform_component({base}, {texts[0]})"
            place = int(texts[0])
            return f"{base}.p[{place}]" if place < 3 else f"{base}.q.{QUATERNION_FIELDS[place - 3]}"
        raise Unsupported(f"component of a {kind.kind}", line)

    def wrapped(self, index: Value, size: int, operand: Operand) -> str:
        """Text of an index; a negative constant counts from the end."""
        if _counts_from_end(index):
            return str(int(index.constant) + size)
        return operand(index)

    def array_pointer(self, value: Value, operand: Operand, prefix: str) -> str:
        root, leading = array_root(value)
        if not leading:
            return prefix + operand(root)
        flat, *texts = (self._from_start(root, dimension, index, operand) for dimension, index in enumerate(leading))
        for dimension in range(1, root.type.ndim):
            size = self._extent(root, dimension, operand)
            inner = texts[dimension - 1 : dimension]
            flat = fill("{0} * {1} + {2}", [flat, size, *inner]) if inner else fill("{0} * {1}", [flat, size])
        return f"{prefix}{operand(root)} + {flat}"


def _counts_from_end(index: Value) -> bool:
    return index.constant is not None and not index.name and int(index.constant) < 0


def transform_part(kind: WarpType, name: str) -> WarpType | None:
    """The type of ``t.p`` and ``t.q``."""
    if kind.kind != "transformation":
        return None
    return (
        WarpType("vector", scalar=kind.scalar, shape=(3,))
        if name == "p"
        else WarpType("quaternion", scalar=kind.scalar, shape=(4,))
    )
