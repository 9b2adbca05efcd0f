"""Statements that change memory or a variable in place."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.expressions import Expressions
from generator.lowering.standalone.cuda_text.operations import (
    ATOMICS,
    CLASS_NAMES,
    IN_PLACE,
    SETTERS,
    WRITES,
    array_root,
    slice_bounds,
)
from generator.lowering.standalone.cuda_text.places import Operand
from generator.lowering.standalone.kernel_ir.nodes import Operation, Routine, Unsupported, Value, walk


def effect_text(node: Operation, expressions: Expressions, operand: Operand) -> str:
    """A statement that changes memory or its first operand."""
    name, arguments = node.name, node.arguments
    if name in ATOMICS:
        return expressions.atomic(node, operand)
    if name == "array_store":
        place = expressions.places.element(arguments[0], arguments[1:-1], operand, line=node.line)
        return f"{place} = {operand(arguments[-1])}"
    if name == "store" or (name == "assign" and len(arguments) == 2):
        return f"{expressions.places.place(arguments[0], operand)} = {operand(arguments[1])}"
    if name == "slot_store":
        return f"{expressions.places.slot(node, operand)} = {operand(arguments[-1])}"
    if name.startswith("slot_atomic_"):
        kind = name.removeprefix("slot_atomic_")
        address = "&" + expressions.places.slot(node, operand)
        return expressions.atomic_call(kind, address, arguments[-1:], operand, node.line)
    if name in SETTERS:
        return f"{operand(arguments[0])}.{SETTERS[name]} = {operand(arguments[1])}"
    if name == "field_store":
        return f"{operand(arguments[0])}.{'.'.join(node.attribute)} = {operand(arguments[1])}"
    if name == "to_gradient":
        target, value = arguments
        if node.attribute != "=" and target.type.kind in CLASS_NAMES:
            expressions.needs.operators.add(f"{CLASS_NAMES[target.type.kind]} {node.attribute}")
        return f"{operand(target)} {node.attribute} {operand(value)}"
    if name in IN_PLACE:
        return in_place_text(node, expressions, operand)
    if name == "printf":
        return expressions.printf(node, operand)
    if name == "assert":
        return f"assert({operand(arguments[0])})"
    if node.callee is not None:
        return expressions.call(node, operand)
    raise Unsupported(name, node.line)


_IN_PLACE_SYMBOL = {"add": "+=", "sub": "-=", "assign": "=", "bit_and": "&=", "bit_or": "|=", "bit_xor": "^="}


def in_place_text(node: Operation, expressions: Expressions, operand: Operand) -> str:
    target, *indices, value = node.arguments
    symbol = _IN_PLACE_SYMBOL[node.name.removesuffix("_inplace")]
    base = expressions.places.place(target, operand)
    if any(slice_bounds(index) for index in indices if index.type.kind != "scalar"):
        raise Unsupported("assignment to a slice", node.line)
    if target.type.kind == "matrix" and len(indices) == 1:
        if symbol not in ("=", "+="):
            raise Unsupported("row update", node.line)
        helper = "set_row" if symbol == "=" else "add_row"
        row = expressions.places.wrapped(indices[0], target.type.shape[0], operand)
        return f"{helper}({base}, {row}, {operand(value)})"
    place = expressions.places.component(target.type, base, indices, operand, node.line)
    return f"{place} {symbol} {operand(value)}"


def writes_to(routine: Routine, parameter: Value) -> bool:
    """Whether a function writes to the array behind one of its parameters."""
    for node in walk(routine.body):
        if not isinstance(node, Operation):
            continue
        if node.callee is not None:
            for inner, argument in zip(node.callee.parameters, node.arguments, strict=True):
                if (
                    argument.type.kind == "array"
                    and array_root(argument)[0] is parameter
                    and writes_to(node.callee, inner)
                ):
                    return True
        elif node.name in WRITES and node.arguments:
            first = node.arguments[0]
            root = array_root(first)[0] if first.type.kind == "array" else array_behind(first)
            if root is parameter:
                return True
    return False


def array_behind(value: Value) -> Value | None:
    """The array parameter that an address points into."""
    while value.origin is not None:
        if value.type.kind == "array" and not value.type.reference:
            return array_root(value)[0]
        value = value.origin.arguments[0]
    return value if value.type.kind == "array" else None
