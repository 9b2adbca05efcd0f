"""A value as Python text, with no more brackets than it needs or people write."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
"""Precedence around a value that stands alone, where even a tuple needs no brackets."""


def value_text(value: Value, around: int = LOOSEST) -> str:
    """The value's text, in brackets where it binds looser than ``around``, the precedence of its surroundings."""
    if value.operation == "name":
        word: str = value.operands[0]
        return word
    written = value._text
    if written is None:  # kept: a value is printed in its kernel, and quoted in texts about it
        written = value._text = _WRITERS[value.operation](value.operation, *value.operands)
    text, binding = written
    return f"({text})" if binding < around else text


def _tight(operand: Value, binding: int) -> str:
    """An operand's text, in brackets unless it binds tighter than ``binding``."""
    return value_text(operand, binding + 1)


def _joined(values: Iterable[Value]) -> str:
    """Arguments, indices or members."""
    return ", ".join([each.operands[0] if each.operation == "name" else value_text(each, TERNARY) for each in values])


def _binary(sign: str, left: Value, right: Value) -> tuple[str, int]:
    binding = BINARY[sign]
    first, second = (1, 0) if sign == "**" else (0, 1)
    return f" {sign} ".join((beside(left, sign, binding + first), beside(right, sign, binding + second))), binding


def beside(operand: Value, sign: str, around: int) -> str:
    """An operand's text, with brackets that people add: ``and`` within ``or``, operands of bit signs and remainders."""
    inner = operand.operation
    needs_brackets = inner != sign and (
        inner in BOOLEANS
        or (sign in BITWISE and inner in BINARY)
        or (sign in FACTORS and inner in FACTORS and (sign in REMAINDERS or inner in REMAINDERS))
    )
    return f"({value_text(operand)})" if needs_brackets else value_text(operand, around)


def _comparison(sign: str, left: Value, right: Value) -> tuple[str, int]:
    return f"{compared(left)} {sign} {compared(right)}", COMPARISON


def compared(operand: Value) -> str:
    """A side of a comparison, with brackets around bit operations, which people add though Python needs none."""
    return f"({value_text(operand)})" if operand.operation in BITWISE else _tight(operand, COMPARISON)


def _boolean(word: str, *operands: Value) -> tuple[str, int]:
    binding = BOOLEANS[word]
    return f" {word} ".join([beside(operand, word, binding + 1) for operand in operands]), binding


def _unary(operation: str, operand: Value) -> tuple[str, int]:
    sign, binding = UNARIES[operation]
    return sign + value_text(operand, binding), binding


def _attribute(_: str, owner: Value, word: str) -> tuple[str, int]:
    number = owner.operation == "literal" and isinstance(owner.operands[0], int)
    return f"({value_text(owner)}).{word}" if number else f"{value_text(owner, POSTFIX)}.{word}", POSTFIX


def _subscript(_: str, base: Value, *indices: Value) -> tuple[str, int]:
    single_tuple = "," if len(indices) == 1 and indices[0].operation == "star" else ""
    return f"{value_text(base, POSTFIX)}[{_joined(indices)}{single_tuple}]", POSTFIX


def _slice(_: str, *ends: Value | None) -> tuple[str, int]:
    start, stop, step = ("" if part is None else value_text(part, TERNARY) for part in ends)
    return f"{start}:{stop}" + (f":{step}" if step else ""), TERNARY


def _ternary(_: str, yes: Value, condition: Value, no: Value) -> tuple[str, int]:
    return f"{_tight(yes, TERNARY)} if {_tight(condition, TERNARY)} else {value_text(no, TERNARY)}", TERNARY


def _chain(_: str, *parts: Value | str) -> tuple[str, int]:
    return " ".join(part if isinstance(part, str) else _tight(part, COMPARISON) for part in parts), COMPARISON


def _tuple(_: str, *parts: Value) -> tuple[str, int]:
    return (_joined(parts) + ("," if len(parts) == 1 else ""), LOOSEST) if parts else ("()", WHOLE)


def _dict(_: str, *parts: Value) -> tuple[str, int]:
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return "{" + ", ".join(f"{value_text(k, TERNARY)}: {value_text(v, TERNARY)}" for k, v in pairs) + "}", WHOLE


_WRITERS: dict[str, Callable[..., tuple[str, int]]] = {
    **{**dict.fromkeys(BINARY, _binary), **dict.fromkeys(COMPARISONS, _comparison)},
    **{**dict.fromkeys(BOOLEANS, _boolean), **dict.fromkeys(UNARIES, _unary)},
    **{"attribute": _attribute, "subscript": _subscript, "slice": _slice, "ternary": _ternary},
    **{"chain": _chain, "tuple": _tuple, "dict": _dict},
    "literal": lambda _, constant, spelling="": ("..." if constant is ... else spelling or repr(constant), WHOLE),
    "call": lambda _, function, *arguments: (f"{value_text(function, POSTFIX)}({_joined(arguments)})", POSTFIX),
    "python": lambda _, text: (text, WHOLE if text.isidentifier() else TERNARY),
    "keyword": lambda _, word, value: (f"{word}={value_text(value, TERNARY)}", TERNARY),
    "star": lambda _, value: (f"*{value_text(value, BINARY['|'])}", TERNARY),
    "list": lambda _, *parts: (f"[{_joined(parts)}]", WHOLE),
    "set": lambda _, *parts: (f"{{{_joined(parts)}}}", WHOLE),
}
"""Operation -> its writer, called with the operation and its operands; gives the text and its precedence."""
