"""Arrays in which a block only ever stores numbers that it writes out."""

from __future__ import annotations

from generator.syntax.statements import Assign, Augment, Block, Store, parts_of, walk
from generator.syntax.values import Value, dotted_name


def constant_arrays(block: Block) -> set[str]:
    """Names of arrays that get constants and nothing else: no other store, no ``+=``, no atomic, no call."""
    stored: dict[str, list[Value]] = {}
    touched: set[str] = set()
    for statement in walk(block):
        if isinstance(statement, Store) and (array := _base(statement.target)):
            stored.setdefault(array, []).append(statement.value)
        elif isinstance(statement, Augment) and (array := _base(statement.target)):
            touched.add(array)
    named = _named_constants(block)
    constant = {array for array, values in stored.items() if all(is_constant(v) or _is_name(v, named) for v in values)}
    constant -= touched
    if not constant:
        return constant
    return constant.difference(*(_handed_on(part) for part in parts_of(block) if part.operation == "call"))


def _named_constants(block: Block) -> set[str]:
    """Locals that only ever get constants."""
    values: dict[str, list[bool]] = {}
    for statement in walk(block):
        for word in statement.sets:
            constant = isinstance(statement, Assign) and is_constant(statement.value)
            values.setdefault(word, []).append(constant)
    return {word for word, all_constant in values.items() if all(all_constant)}


def _is_name(value: Value, names: set[str]) -> bool:
    return value.is_name and value.operands[0] in names


def is_constant(value: Value) -> bool:
    """Whether a value is made of literals alone: ``0``, ``-1.0``, ``wp.vec3(0.0)``, ``wp.quat_identity()``."""
    if value.operation == "literal":
        return True
    if value.operation == "call":
        return dotted_name(value.operands[0]).startswith("wp.") and all(map(is_constant, value.operands[1:]))
    return value.operation == "neg" and is_constant(value.operands[0])


def _handed_on(call: Value) -> set[str]:
    return {str(argument.operands[0]) for argument in call.children[1:] if argument.is_name}


def _base(target: Value) -> str:
    """The array of ``a[i]``; empty for a component of a local or a field."""
    if target.operation == "subscript" and target.operands[0].is_name:
        return str(target.operands[0].operands[0])
    return ""
