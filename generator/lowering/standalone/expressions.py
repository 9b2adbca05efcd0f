"""C++ text of a single operation, given the texts of its operands: shared by the forward and the adjoint printer."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.lowering.standalone.cuda_types import FLOATS, SCALARS, cast, cuda_name, literal, scalar_of
from generator.lowering.standalone.ir import Operation, Routine, Unsupported, Value
from generator.lowering.standalone.rules import Rule, Template, find_rule
from generator.lowering.standalone.rules_scalar import RANDOM
from generator.lowering.standalone.text import fill
from generator.lowering.warp_backend import WarpType

Operand = Callable[[Value], str]
CASTS = {**{name: name for name in SCALARS}, "int": "int32", "float": "float32"}
TRANSPARENT = frozenset(("load", "copy"))
ATOMICS = frozenset(f"atomic_{kind}" for kind in ("add", "sub", "min", "max", "and", "or", "xor", "exch", "cas"))
INLINE_ATOMICS = {"and": "atomicAnd", "or": "atomicOr", "xor": "atomicXor", "exch": "atomicExch", "cas": "atomicCAS"}
WRITES = ATOMICS | {"array_store", "store", "slot_store", "field_store", "printf", "print", "assert"}
WRITES |= {f"slot_atomic_{kind}" for kind in ("add", "sub", "and", "or", "xor")}
IN_PLACE = frozenset(
    ("add_inplace", "sub_inplace", "assign_inplace", "bit_and_inplace", "bit_or_inplace", "bit_xor_inplace")
)
SETTERS = {"transform_set_translation": "p", "transform_set_rotation": "q"}
MUTATORS = IN_PLACE | SETTERS.keys() | RANDOM | {"field_store"}
"""Operations that change their first operand."""
_HALF_LITERAL = re.compile(r"(\d+\.\d+)\{f\}")
SMALL_INTEGERS = ("int8", "uint8", "int16", "uint16")
QUATERNION_FIELDS = "xyzw"


@dataclass
class Needs:
    """What a program text refers to and must therefore carry."""

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


def is_pure(operation: Operation) -> bool:
    """Whether evaluating it twice, later or not at all makes no difference."""
    if operation.callee is not None:
        return not has_effects(operation.callee)
    return operation.name not in WRITES and operation.name not in MUTATORS and operation.name != "assign"


def has_effects(routine: Routine) -> bool:
    """Whether a function writes to memory (its by-value parameters do not count)."""
    from generator.lowering.standalone.ir import walk

    operations = [node for node in walk(routine.body) if isinstance(node, Operation)]
    return any(o.name in WRITES - {"field_store"} or (o.callee and has_effects(o.callee)) for o in operations)


def array_root(value: Value) -> tuple[Value, list[Value]]:
    """The parameter that an array value is a view of, and the leading indices that are already applied."""
    origin = value.origin
    if value.parameter:
        return value, []
    if origin is not None and origin.name in TRANSPARENT:
        return array_root(origin.arguments[0])
    if origin is not None and origin.name == "view":
        root, leading = array_root(origin.arguments[0])
        if any(index.type.kind != "scalar" for index in origin.arguments[1:]):
            raise Unsupported("array slice", origin.line)
        return root, [*leading, *origin.arguments[1:]]
    raise Unsupported(f"array from {origin.name if origin else 'a constant'}", origin.line if origin else 0)


class Expressions:
    """Renders operations; collects in ``needs`` what the texts refer to."""

    def __init__(self, needs: Needs):
        self.needs = needs

    def constant(self, value: Value) -> str:
        if value.type.kind != "scalar":
            self.needs.type(value.type)
        return literal(value.constant, value.type)

    def template(self, template: Template, operation: Operation, operand: Operand, **names: str) -> str:
        """Fill a row's text for this operation's operands."""
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
        """The value of an operation with one output."""
        special = getattr(self, f"_{operation.name}", None)
        if operation.callee is not None:
            return self.call(operation, operand)
        if operation.name in CASTS:
            return self._convert(operation, operand)
        if operation.name in TRANSPARENT:
            return operand(operation.arguments[0])
        if operation.name in ATOMICS:
            return self.atomic(operation, operand)
        if special is not None:
            return special(operation, operand)
        text = self.template(self.rule(operation).forward, operation, operand)
        return cast(operation.output.type, text) if operation.output.type.scalar in SMALL_INTEGERS else text

    def size(self, array: Value, dimension: int, operand: Operand) -> str:
        root, leading = array_root(array)
        self.needs.sizes.setdefault((root, dimension + len(leading)))
        return f"{operand(root)}_size{dimension + len(leading)}"

    def element(self, array: Value, indices: list[Value], operand: Operand, prefix: str = "", line: int = 0) -> str:
        """``a[i * a_size1 + j]``; ``prefix`` names the gradient array."""
        root, leading = array_root(array)
        every = [*leading, *indices]
        if len(every) != root.type.ndim:
            raise Unsupported("array view as a value", line)
        flat = operand(every[0])
        for dimension, index in enumerate(every[1:], 1):
            self.needs.sizes.setdefault((root, dimension))
            flat = fill("{0} * {1} + {2}", [flat, f"{operand(root)}_size{dimension}", operand(index)])
        return f"{prefix}{operand(root)}[{flat}]"

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
        """An index text; a negative constant counts from the end."""
        if index.constant is not None and not index.name and int(index.constant) < 0:
            return str(int(index.constant) + size)
        return operand(index)

    def _address(self, operation: Operation, operand: Operand) -> str:
        return self.element(operation.arguments[0], operation.arguments[1:], operand, line=operation.line)

    def _field(self, operation: Operation, operand: Operand) -> str:
        aggregate = operation.arguments[0]
        if aggregate.type.kind != "struct":
            raise Unsupported(f"attribute {operation.attribute}", operation.line)
        if operation.output.type.kind == "array":
            raise Unsupported("array inside a struct", operation.line)
        return f"{operand(aggregate)}.{operation.attribute}"

    def _slot(self, operation: Operation, operand: Operand) -> str:
        return self.slot(operation, operand)

    def _extract(self, operation: Operation, operand: Operand) -> str:
        base, *indices = operation.arguments
        shape = strip_transparent(base)
        if shape.origin is not None and shape.origin.name == "field" and shape.origin.attribute == "shape":
            if indices[0].constant is None:
                raise Unsupported("shape with a variable index", operation.line)
            return self.size(shape.origin.arguments[0], int(indices[0].constant), operand)
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
            return f"row({operand(base)}, {self.wrapped(indices[0], base.type.shape[0], operand)})"
        return self.component(base.type, operand(base), indices, operand, operation.line)

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
            return f"{self.array_pointer(value, operand, '', operation.line)} == nullptr"
        return fill("!{0}", [operand(value)])

    def _lower_bound(self, operation: Operation, operand: Operand) -> str:
        array, *limits, value = operation.arguments
        pointer = self.array_pointer(array, operand, "", operation.line)
        first, last = [operand(v) for v in limits] or ["0", self.size(array, 0, operand)]
        return f"lower_bound({pointer}, {first}, {last}, {operand(value)})"

    def _where(self, operation: Operation, operand: Operand) -> str:
        if operation.arguments[0].type.kind == "array":
            pointer = self.array_pointer(operation.arguments[0], operand, "", operation.line)
            return fill("{0} != nullptr ? {1} : {2}", [pointer, *(operand(a) for a in operation.arguments[1:])])
        return fill("{0} ? {1} : {2}", [operand(a) for a in operation.arguments])

    def _len(self, operation: Operation, operand: Operand) -> str:
        return self.size(operation.arguments[0], 0, operand)

    def _convert(self, operation: Operation, operand: Operand) -> str:
        source, target = operation.arguments[0], operation.output.type
        if source.type.kind != "scalar":
            raise Unsupported(f"{operation.name} of a {source.type.kind}", operation.line)
        if source.constant is not None and not source.name and source.type.scalar != "uint64":
            value = getattr(source.constant, "value", source.constant)
            if target.scalar in (*FLOATS, "int32", "uint32", "bool"):
                return literal(int(value) if target.scalar in ("int32", "uint32") else value, target)
        if source.type.scalar == target.scalar:
            return operand(source)
        text = operand(source)
        if target.scalar == "float16" or source.type.scalar == "float16":
            through = f"float({text})"
            return f"__half({through})" if target.scalar == "float16" else cast(target, through)
        return cast(target, text)

    def _vector(self, operation: Operation, operand: Operand) -> str:
        kind, arguments = operation.output.type, operation.arguments
        name, texts = self.needs.type(kind), [operand(a) for a in operation.arguments]
        size = kind.shape[0]
        if not texts:
            return f"{name}{{}}"
        if all(a.type.kind == "scalar" for a in arguments):
            return f"{name}{{{', '.join(texts)}}}" if len(texts) == size else f"splat<{size}>({texts[0]})"
        if len(texts) == 1 and arguments[0].type.kind == "vector":
            same = arguments[0].type.scalar == kind.scalar
            return texts[0] if same else f"convert<{SCALARS[kind.scalar]}>({texts[0]})"
        if size == 6 and len(texts) == 2:
            return f"concatenate({', '.join(texts)})"
        raise Unsupported("vector constructor", operation.line)

    def _matrix(self, operation: Operation, operand: Operand) -> str:
        kind, arguments = operation.output.type, operation.arguments
        name, texts = self.needs.type(kind), [operand(a) for a in operation.arguments]
        rows, columns = kind.shape
        if not texts:
            return f"{name}{{}}"
        if all(a.type.kind == "scalar" for a in arguments):
            if len(texts) == rows * columns:
                return f"{name}{{{', '.join(texts)}}}"
            return f"fill_matrix<{rows}, {columns}>({texts[0]})"
        if all(a.type.kind == "vector" for a in arguments) and len(texts) == columns:
            return f"from_columns({', '.join(texts)})"
        if len(texts) == 1 and arguments[0].type.kind == "matrix":
            same = arguments[0].type.scalar == kind.scalar
            return texts[0] if same else f"convert_matrix<{SCALARS[kind.scalar]}>({texts[0]})"
        raise Unsupported("matrix constructor", operation.line)

    def _quaternion(self, operation: Operation, operand: Operand) -> str:
        name, texts = self.needs.type(operation.output.type), [operand(a) for a in operation.arguments]
        if operation.arguments and operation.arguments[0].type.kind == "vector":
            vector = texts[0]
            return f"{name}{{{vector}[0], {vector}[1], {vector}[2], {texts[1]}}}"
        if len(texts) == 1 and operation.arguments[0].type == operation.output.type:
            return texts[0]
        if len(texts) not in (0, 4):
            raise Unsupported("quaternion constructor", operation.line)
        return f"{name}{{{', '.join(texts)}}}"

    def _transformation(self, operation: Operation, operand: Operand) -> str:
        name, texts = self.needs.type(operation.output.type), [operand(a) for a in operation.arguments]
        if len(texts) == 7:
            return f"{name}{{{{{', '.join(texts[:3])}}}, {{{', '.join(texts[3:])}}}}}"
        if len(texts) == 1 and operation.arguments[0].type == operation.output.type:
            return texts[0]
        if len(texts) not in (0, 2):
            raise Unsupported("transform constructor", operation.line)
        return f"{name}{{{', '.join(texts)}}}"

    def _struct(self, operation: Operation, operand: Operand) -> str:
        if any(member.kind == "array" for _, member in operation.output.type.fields):
            raise Unsupported("array inside a struct", operation.line)
        name = self.needs.type(operation.output.type)
        return f"{name}{{{', '.join(operand(a) for a in operation.arguments)}}}"

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
        """Arguments of a user function; an array goes as its pointer and all its sizes."""
        texts: list[str] = []
        for value in operation.arguments:
            if value.type.kind != "array":
                texts.append(operand(value))
                continue
            texts.append(self.array_pointer(value, operand, "", operation.line))
            texts.extend(self.size(value, d, operand) for d in range(value.type.ndim))
        return texts

    def array_pointer(self, value: Value, operand: Operand, prefix: str, line: int) -> str:
        root, leading = array_root(value)
        if not leading:
            return prefix + operand(root)
        flat = operand(leading[0])
        for dimension in range(1, root.type.ndim):
            self.needs.sizes.setdefault((root, dimension))
            size = f"{operand(root)}_size{dimension}"
            inner = leading[dimension : dimension + 1]
            flat = (
                fill("{0} * {1} + {2}", [flat, size, operand(inner[0])]) if inner else fill("{0} * {1}", [flat, size])
            )
        return f"{prefix}{operand(root)} + {flat}"

    def atomic(self, operation: Operation, operand: Operand) -> str:
        array = operation.arguments[0]
        count = array.type.ndim
        indices, values = operation.arguments[1 : 1 + count], operation.arguments[1 + count :]
        address = "&" + self.element(array, indices, operand, line=operation.line)
        return self.atomic_call(operation.name.removeprefix("atomic_"), address, values, operand, operation.line)

    def atomic_call(self, kind: str, address: str, values: list[Value], operand: Operand, line: int) -> str:
        """An atomic update; CUDA's own function where it has one for the type."""
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


CLASS_NAMES = {"vector": "Vec", "matrix": "Mat", "quaternion": "Quat", "transformation": "Transform"}


def transform_part(kind: WarpType, name: str) -> WarpType | None:
    """The type of ``t.p`` and ``t.q``."""
    if kind.kind != "transformation":
        return None
    return (
        WarpType("vector", scalar=kind.scalar, shape=(3,))
        if name == "p"
        else WarpType("quaternion", scalar=kind.scalar, shape=(4,))
    )


def strip_transparent(value: Value) -> Value:
    """The value behind loads and copies."""
    while value.origin is not None and value.origin.name in TRANSPARENT:
        value = value.origin.arguments[0]
    return value


def slice_bounds(index: Value) -> tuple[int, int, int] | None:
    """Start, stop and step of a slice index; None for an ordinary index."""
    if index.origin is None or index.origin.name != "slice":
        return None
    start, stop, step = (a.constant for a in index.origin.arguments)
    if None in (start, stop, step):
        raise Unsupported("slice with variable bounds", index.origin.line)
    return int(start), int(stop), int(step)
