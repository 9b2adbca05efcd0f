"""A value as Python text, with no more brackets than it needs."""

from __future__ import annotations

from collections.abc import Iterable

from generator.syntax.operations import (
    BINARY,
    BITWISE,
    BOOLEANS,
    COMPARISON,
    COMPARISONS,
    POSTFIX,
    TERNARY,
    UNARIES,
    WHOLE,
)
from generator.syntax.values import Value

LOOSEST = 0
"""How tightly the surroundings bind where nothing stands around a value: a tuple needs no brackets there."""


def value_text(value: Value, around: int = LOOSEST) -> str:
    """The value as it stands where what is around it binds with ``around`` (`generator.syntax.operations`)."""
    text, binding = getattr(value, "_text", None) or _remembered(value)
    return f"({text})" if binding < around else text


def _remembered(value: Value) -> tuple[str, int]:
    """Text and binding, kept: a value of a kernel is printed in it, and told more than once."""
    found = value._text = _written(value)
    return found


def _written(value: Value) -> tuple[str, int]:
    """Text without brackets of its own, and how tightly it binds."""
    operation, operands = value.operation, value.operands
    if (write := _WRITERS.get(operation)) is not None:
        return write(operands)
    if operation in BINARY:
        return _binary(operation, *operands)
    if operation in COMPARISONS:
        left, right = operands
        return f"{_compared(left)} {operation} {_compared(right)}", COMPARISON
    if operation in BOOLEANS:
        binding = BOOLEANS[operation]
        return f" {operation} ".join(_tight(operand, binding) for operand in operands), binding
    if operation in UNARIES:
        sign, binding = UNARIES[operation]
        return sign + value_text(operands[0], binding), binding
    raise KeyError(operation)


def _tight(operand: Value, binding: int) -> str:
    """An operand that needs brackets where it binds no tighter."""
    return value_text(operand, binding + 1)


def _compared(operand: Value) -> str:
    """A side of a comparison: people put brackets around bit operations there, though Python asks for none."""
    return f"({value_text(operand)})" if operand.operation in BITWISE else _tight(operand, COMPARISON)


def _joined(values: Iterable[Value]) -> str:
    """Arguments, indices or members."""
    return ", ".join([value_text(each, TERNARY) for each in values])


def _binary(sign: str, left: Value, right: Value) -> tuple[str, int]:
    binding = BINARY[sign]
    first, second = (1, 0) if sign == "**" else (0, 1)
    return f"{value_text(left, binding + first)} {sign} {value_text(right, binding + second)}", binding


def _literal(operands: tuple) -> tuple[str, int]:
    if operands[0] is ...:
        return "...", WHOLE
    return (operands[1] if len(operands) > 1 else repr(operands[0])), WHOLE


def _attribute(operands: tuple) -> tuple[str, int]:
    owner, text = operands
    number = owner.operation == "literal" and isinstance(owner.operands[0], int)
    return f"({value_text(owner)}).{text}" if number else f"{value_text(owner, POSTFIX)}.{text}", POSTFIX


def _subscript(operands: tuple) -> tuple[str, int]:
    base, *indices = operands
    single_tuple = "," if len(indices) == 1 and indices[0].operation == "star" else ""
    return f"{value_text(base, POSTFIX)}[{_joined(indices)}{single_tuple}]", POSTFIX


def _slice(operands: tuple) -> tuple[str, int]:
    start, stop, step = ("" if part is None else value_text(part, TERNARY) for part in operands)
    return f"{start}:{stop}" + (f":{step}" if operands[2] is not None else ""), TERNARY


def _call(operands: tuple) -> tuple[str, int]:
    function, *arguments = operands
    return f"{value_text(function, POSTFIX)}({_joined(arguments)})", POSTFIX


def _ternary(operands: tuple) -> tuple[str, int]:
    yes, condition, no = operands
    text = f"{_tight(yes, TERNARY)} if {_tight(condition, TERNARY)} else {value_text(no, TERNARY)}"
    return text, TERNARY


def _chain(operands: tuple) -> tuple[str, int]:
    parts = [part if isinstance(part, str) else _tight(part, COMPARISON) for part in operands]
    return " ".join(parts), COMPARISON


def _tuple(operands: tuple) -> tuple[str, int]:
    return (_joined(operands) + ("," if len(operands) == 1 else ""), LOOSEST) if operands else ("()", WHOLE)


def _dict(operands: tuple) -> tuple[str, int]:
    pairs = zip(operands[::2], operands[1::2], strict=True)
    return "{" + ", ".join(f"{value_text(k, TERNARY)}: {value_text(v, TERNARY)}" for k, v in pairs) + "}", WHOLE


_WRITERS = {
    "literal": _literal,
    "name": lambda operands: (operands[0], WHOLE),
    "python": lambda operands: (operands[0], WHOLE if operands[0].isidentifier() else TERNARY),
    **{"attribute": _attribute, "subscript": _subscript, "slice": _slice},
    **{"call": _call, "ternary": _ternary, "chain": _chain, "tuple": _tuple, "dict": _dict},
    "keyword": lambda operands: (f"{operands[0]}={value_text(operands[1], TERNARY)}", TERNARY),
    "star": lambda operands: (f"*{value_text(operands[0], BINARY['|'])}", TERNARY),
    "list": lambda operands: (f"[{_joined(operands)}]", WHOLE),
    "set": lambda operands: (f"{{{_joined(operands)}}}", WHOLE),
}
"""Operation -> what writes it; gives the text and how tightly it binds."""
