"""Texts of constructors: casts, vectors, matrices, quaternions, transforms, structs."""

from __future__ import annotations

from collections.abc import Callable

from generator.lowering.standalone.cuda_text.cuda_types import FLOATS, SCALARS, cast, literal
from generator.lowering.standalone.cuda_text.places import Needs, Operand
from generator.lowering.standalone.kernel_ir.nodes import Operation, Unsupported


def convert(operation: Operation, operand: Operand) -> str:
    """A cast between scalars; a constant becomes a literal of the type."""
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


def _vector(operation: Operation, operand: Operand, needs: Needs) -> str:
    kind, arguments = operation.output.type, operation.arguments
    name, texts = needs.type(kind), [operand(a) for a in operation.arguments]
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


def _matrix(operation: Operation, operand: Operand, needs: Needs) -> str:
    kind, arguments = operation.output.type, operation.arguments
    name, texts = needs.type(kind), [operand(a) for a in operation.arguments]
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


def _quaternion(operation: Operation, operand: Operand, needs: Needs) -> str:
    name, texts = needs.type(operation.output.type), [operand(a) for a in operation.arguments]
    if operation.arguments and operation.arguments[0].type.kind == "vector":
        vector = texts[0]
        return f"{name}{{{vector}[0], {vector}[1], {vector}[2], {texts[1]}}}"
    return _copy_or_parts(operation, name, texts, 4, "quaternion")


def _transformation(operation: Operation, operand: Operand, needs: Needs) -> str:
    name, texts = needs.type(operation.output.type), [operand(a) for a in operation.arguments]
    if len(texts) == 7:
        return f"{name}{{{{{', '.join(texts[:3])}}}, {{{', '.join(texts[3:])}}}}}"
    return _copy_or_parts(operation, name, texts, 2, "transform")


def _struct(operation: Operation, operand: Operand, needs: Needs) -> str:
    if any(member.kind == "array" for _, member in operation.output.type.fields):
        raise Unsupported("array inside a struct", operation.line)
    name = needs.type(operation.output.type)
    return f"{name}{{{', '.join(operand(a) for a in operation.arguments)}}}"


def _copy_or_parts(operation: Operation, name: str, texts: list[str], parts: int, what: str) -> str:
    """A constructor from a value of the same type, from nothing (zero), or from all parts."""
    if len(texts) == 1 and operation.arguments[0].type == operation.output.type:
        return texts[0]
    if len(texts) not in (0, parts):
        raise Unsupported(f"{what} constructor", operation.line)
    return f"{name}{{{', '.join(texts)}}}"


Constructor = Callable[[Operation, Operand, Needs], str]
CONSTRUCTORS: dict[str, Constructor] = {
    "vector": _vector,
    "matrix": _matrix,
    "quaternion": _quaternion,
    "transformation": _transformation,
    "struct": _struct,
}
"""Operation -> its renderer, which collects in ``needs`` what the text refers to."""
