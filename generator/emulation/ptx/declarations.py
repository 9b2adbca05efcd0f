"""Declarations of variables, parameters and registers."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from generator.emulation.ptx.operands import integer, number, split
from generator.emulation.ptx.program import PtxError, Variable, type_size

SPACES = ("global", "shared", "local", "const", "param")


@dataclass(frozen=True)
class Declaration:
    """A variable as it is declared."""

    variable: Variable


def declaration(statement: str) -> Declaration:
    """A variable such as ``.shared .align 4 .b8 name[1024]``, with its values; PtxError where it is none."""
    head, sign, values = statement.partition("=")
    words = head.replace("[", " [").split()
    space = kind = ""
    align, place = 0, 0
    while place < len(words) and words[place].startswith("."):
        word = words[place][1:]
        if word.split("::")[0] in SPACES:
            space = word.split("::")[0]
        elif word == "align":
            place += 1
            align = integer(words[place])
        elif word == "ptr":
            pass
        elif word in ("v2", "v4"):
            raise PtxError(f"vector variables are not read: {statement[:60]}")
        elif word[:1] in "bsufp" and (word[1:].rstrip("x2").isdigit() or word in ("pred", "bf16")):
            kind = word
        elif word not in ("attribute(.managed)", "const", "global"):
            raise PtxError(f"no declaration: {statement[:60]!r}")
        place += 1
    if not kind or place >= len(words):
        raise PtxError(f"no declaration: {statement[:60]!r}")
    name = words[place]
    count: int | None = 1
    for size in words[place + 1 :]:
        inside = size.strip("[]")
        count = None if not inside or count is None else count * integer(inside)
    data, references = _initial(values.strip(), kind, count) if sign else (None, ())
    return Declaration(Variable(name, space, kind, count, align or type_size(kind), data, references))


_ADDRESS = re.compile(r"(?:generic\()?([^()+\s]+)\)?\s*(?:\+\s*(\w+))?")
"""A variable's address, in its state space or generic: both are the same for what an initializer may point to."""


def _initial(text: str, kind: str, count: int | None) -> tuple[bytes, tuple[tuple[int, str, int], ...]]:
    size = type_size(kind)
    data, references = bytearray(), []
    for item in split(text[1:-1] if text.startswith("{") else text):
        item = item.strip("{} \t")
        if item[0].isdigit() or item[0] == "-":
            given = number(item)
            if kind == "f32" and given.width == 64:
                data += struct.pack("<f", *struct.unpack("<d", given.value.to_bytes(8, "little")))
            else:
                data += (given.value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
        elif found := _ADDRESS.fullmatch(item):
            references.append((len(data), found[1], integer(found[2] or "0")))
            data += bytes(size)
        else:
            raise PtxError(f"no value: {item[:60]!r}")
    return bytes(data).ljust(size * (count or 0), b"\0"), tuple(references)


def parameters(text: str) -> list[Variable]:
    """The parameters of a function's head, in order."""
    return [declaration(each if each.startswith(".param") else f".param {each}").variable for each in split(text)]


def register_names(text: str) -> Iterator[tuple[str, int | None]]:
    """Pairs of name and count of a `.reg` line: ``%r<12>`` declares 12 registers; None for a single one."""
    for name in split(text):
        prefix, sign, count = name.partition("<")
        yield prefix, integer(count.rstrip(">")) if sign else None
