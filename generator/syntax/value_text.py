"""A value as Python text, with no more brackets than it needs or people write."""

from __future__ import annotations

from generator.syntax.operations import (
    BINARY,
    BITWISE,
    BOOLEANS,
    COMPARISON,
    COMPARISONS,
    FACTORS,
    POSTFIX,
    REMAINDERS,
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
        return f" {operation} ".join(beside(operand, operation, binding + 1) for operand in operands), binding
    if operation in UNARIES:
        sign = UNARIES[operation]
        return sign.sign + value_text(operands[0], sign.binding), sign.binding
    raise KeyError(operation)


def _tight(operand: Value, binding: int) -> str:
    """An operand that needs brackets where it binds no tighter."""
    return value_text(operand, binding + 1)


def beside(operand: Value, sign: str, around: int) -> str:
    """An operand: people put brackets around ``and`` in ``or``, and around others beside bits' signs and remainders."""
    inner = operand.operation
    asked = inner != sign and (
        inner in BOOLEANS
        or (sign in BITWISE and inner in BINARY)
        or (sign in FACTORS and inner in FACTORS and (sign in REMAINDERS or inner in REMAINDERS))
    )
    return f"({value_text(operand)})" if asked else value_text(operand, around)


def _compared(operand: Value) -> str:
    """A side of a comparison: people put brackets around bit operations there, though Python asks for none."""
    return f"({value_text(operand)})" if operand.operation in BITWISE else _tight(operand, COMPARISON)


def _binary(sign: str, left: Value, right: Value) -> tuple[str, int]:
    operation = BINARY[sign]
    first, second = (1, 0) if operation.right_to_left else (0, 1)
    sides = beside(left, sign, operation.binding + first), beside(right, sign, operation.binding + second)
    return f" {sign} ".join(sides), operation.binding


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
    inside = ", ".join([value_text(index, TERNARY) for index in indices])
    single_tuple = "," if len(indices) == 1 and indices[0].operation == "star" else ""
    return f"{value_text(base, POSTFIX)}[{inside}{single_tuple}]", POSTFIX


def _slice(operands: tuple) -> tuple[str, int]:
    start, stop, step = ("" if part is None else value_text(part, TERNARY) for part in operands)
    return f"{start}:{stop}" + (f":{step}" if operands[2] is not None else ""), TERNARY


def _call(operands: tuple) -> tuple[str, int]:
    function, *arguments = operands
    return f"{value_text(function, POSTFIX)}({', '.join([value_text(a, TERNARY) for a in arguments])})", POSTFIX


def _keyword(operands: tuple) -> tuple[str, int]:
    text, value = operands
    return f"{text}={value_text(value, TERNARY)}", TERNARY


def _star(operands: tuple) -> tuple[str, int]:
    return f"*{value_text(operands[0], BINARY['|'].binding)}", TERNARY


def _ternary(operands: tuple) -> tuple[str, int]:
    yes, condition, no = operands
    text = f"{_tight(yes, TERNARY)} if {_tight(condition, TERNARY)} else {value_text(no, TERNARY)}"
    return text, TERNARY


def _chain(operands: tuple) -> tuple[str, int]:
    parts = [part if isinstance(part, str) else _tight(part, COMPARISON) for part in operands]
    return " ".join(parts), COMPARISON


def _tuple(operands: tuple) -> tuple[str, int]:
    if not operands:
        return "()", WHOLE
    inside = ", ".join([value_text(part, TERNARY) for part in operands])
    return inside + ("," if len(operands) == 1 else ""), LOOSEST


def _list(operands: tuple) -> tuple[str, int]:
    return f"[{', '.join(value_text(part, TERNARY) for part in operands)}]", WHOLE


def _set(operands: tuple) -> tuple[str, int]:
    return f"{{{', '.join(value_text(part, TERNARY) for part in operands)}}}", WHOLE


def _dict(operands: tuple) -> tuple[str, int]:
    pairs = zip(operands[::2], operands[1::2], strict=True)
    return "{" + ", ".join(f"{value_text(k, TERNARY)}: {value_text(v, TERNARY)}" for k, v in pairs) + "}", WHOLE


_WRITERS = {
    "literal": _literal,
    "name": lambda operands: (operands[0], WHOLE),
    "python": lambda operands: (operands[0], WHOLE if operands[0].isidentifier() else TERNARY),
    **{"attribute": _attribute, "subscript": _subscript, "slice": _slice},
    **{"call": _call, "keyword": _keyword, "star": _star},
    **{"ternary": _ternary, "chain": _chain},
    **{"tuple": _tuple, "list": _list, "set": _set, "dict": _dict},
}
"""Operation -> what writes it; gives the text and how tightly it binds."""
