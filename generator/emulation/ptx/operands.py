"""Parses the text of operands."""

from __future__ import annotations

import struct
from functools import lru_cache

from generator.emulation.ptx.program import (
    Address,
    Immediate,
    Not,
    Operand,
    Pair,
    PtxError,
    Register,
    Symbol,
    Vector,
)

_CLOSING = {"[": "]", "{": "}"}
_CONSTANTS = {"WARP_SZ": Immediate(32)}
"""Predefined constants of PTX."""


@lru_cache(maxsize=8192)
def operand(text: str) -> Operand:
    """The operand of a text; PtxError where it is none."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    first = text[0] if text else ""
    if first == "%":
        if "|" in text:
            left, right = text.split("|")
            return Pair(operand(left.strip()), operand(right.strip()))
        return Register(text)
    if first in _CLOSING and text[-1] != _CLOSING[first]:
        raise PtxError(f"no operand: {text[:60]!r}")
    if first == "[":
        return _address(text[1:-1].strip())
    if first == "{":
        parts = split(text[1:-1])
        if any(part.startswith("{") for part in parts):
            raise PtxError(f"vectors are nested: {text[:60]!r}")
        return Vector(tuple(map(operand, parts)))
    if first == "!":
        return Not(Register(text[1:].strip()))
    if first.isdigit() or first == "-" or (first == "." and text[1:2].isdigit()):
        return number(text)
    if "|" in text:
        left, right = text.split("|")
        return Pair(operand(left.strip()), operand(right.strip()))
    name, sign, offset = text.partition("+")
    if not name or not (name.strip()[0].isalpha() or name.strip()[0] in "_$"):
        raise PtxError(f"no operand: {text!r}")
    return Symbol(name.strip(), integer(offset) if sign else 0)


@lru_cache(maxsize=1024)
def number(text: str) -> Immediate:
    """A literal: decimal, hexadecimal, octal, binary, or a float by its bits."""
    negative = text.startswith("-")
    digits = text[1:].strip() if negative else text
    kind = digits[:2].lower()
    width = _WIDTHS.get((kind, len(digits)), 0)
    if width:
        bits = int(digits[2:], 16)
    elif "." in digits or ("e" in digits.lower() and kind != "0x"):
        width, bits = 64, struct.unpack("<Q", struct.pack("<d", float(digits)))[0]
    else:
        return Immediate(integer(text))
    return Immediate(bits ^ (negative << width - 1), width)


_WIDTHS = {("0f", 10): 32, ("0d", 18): 64}
"""Prefix and length of a float literal that is given by its bits -> its width in bits."""


def integer(text: str) -> int:
    """An integer literal in one of PTX's bases; PtxError where it is none."""
    text = text.strip().rstrip("U")
    negative = text.startswith("-")
    digits = text.lstrip("+-").strip()
    try:
        if digits[:2].lower() in ("0x", "0b"):
            value = int(digits, 0)
        elif len(digits) > 1 and digits[0] == "0":
            value = int(digits, 8)
        else:
            value = int(digits)
    except ValueError:
        raise PtxError(f"no number: {text!r}") from None
    return -value if negative else value


def _address(text: str) -> Address:
    base, sign, offset = text.partition("+")
    base = base.strip()
    distance = integer(offset) if sign else 0
    if base.startswith("%"):
        return Address(Register(base), distance)
    if base and (base[0].isdigit() or base[0] == "-"):
        return Address(None, integer(base) + distance)
    return Address(Symbol(base), distance)


def split(text: str) -> list[str]:
    """The parts between commas outside of brackets, stripped."""
    if "{" not in text and "(" not in text:  # an address has a comma only where it has braces
        return [part.strip() for part in text.split(",")] if text.strip() else []
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "{[(":
            depth += 1
        elif letter in "}])":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts
