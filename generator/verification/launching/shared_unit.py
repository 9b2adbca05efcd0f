"""Many code columns in one file for the compiler, with definitions that several of them share written once.

Kernels of one module call the same functions, and Warp writes these into each kernel's text: a third of the code of
real packages. Comments are dropped before definitions are compared: they hold line numbers of the kernel's source.

Each definition stands in a namespace of its own, with using declarations for those that it names: two are the same if
their code and all that it names are. A refusal of the file may come from how it is combined; acceptance holds for each
text, since it has the same definitions and none sees more than in the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from generator.verification.launching.translation_unit import in_own_room

_COMMENT_LINE = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)
_BRACE = re.compile(r"\{|\}(;?\n)?")
_STRUCT = re.compile(r"\s*struct (\w+)\s*$")
_FUNCTION = re.compile(r"(\w+)\(")
_HELPER = re.compile(r"\s*CUDA_CALLABLE ")
_NOT_SHARED = re.compile(r'extern "C"|^[ \t]*#', re.MULTILINE)
_HIDES_TEXT = ("/*", 'R"', "\\\n", "\\\r", "??")
"""Syntax that may hide a comment, or make code look like one."""


@dataclass(frozen=True)
class Definition:
    """A function, or a struct with its operators (found by argument-dependent lookup), without comment lines."""

    code: str
    names: tuple[str, ...]


@lru_cache(maxsize=64)
def definitions(text: str) -> tuple[tuple[Definition, ...], str]:
    """The definitions that a text begins with, and the rest: its entry points, or all of it if it cannot be split."""
    alone: tuple[tuple[Definition, ...], str] = ((), text)
    if any(hiding in text for hiding in _HIDES_TEXT):
        return alone
    code = _COMMENT_LINE.sub("", text)
    entry = _NOT_SHARED.search(code)
    ends = _ends(code, entry.start() if entry else len(code))
    if ends is None:
        return alone
    found: list[Definition] = []
    for start, end in zip([0, *ends], ends, strict=False):
        part = code[start:end]
        head = part[: part.index("{")]
        struct = _STRUCT.match(head)
        function = _FUNCTION.search(head)
        if struct:
            found.append(Definition(part, (struct[1], f"adj_{struct[1]}")))
        elif not function:
            return alone
        elif found and (function[1] in found[-1].names[1:] or _HELPER.match(head)):
            found[-1] = Definition(found[-1].code + part, found[-1].names)
        else:
            found.append(Definition(part, (function[1],)))
    names = [name for definition in found for name in definition.names]
    if len(set(names)) < len(names):  # overloads: only the compiler can tell whether two are the same function
        return alone
    return tuple(found), code[ends[-1] if ends else 0 :]


def _ends(code: str, stop: int) -> list[int] | None:
    """Ends of the definitions before ``stop``, where entry points begin; None where the braces do not match.

    Warp puts the brace that closes a native snippet wherever the snippet's text ends.
    """
    ends: list[int] = []
    depth = 0
    for brace in _BRACE.finditer(code, 0, stop):
        depth += 1 if brace[0] == "{" else -1
        if depth < 0:
            return None
        if depth == 0 and brace[1]:
            ends.append(brace.end())
    return ends


_END_OF_HEADER = "namespace wp {}\n"
"""A line after the headers: a compiler's precompiled header ends at the first line that is no directive."""


def shared_unit(header: str, texts: Sequence[str]) -> str:
    """One file of ``header`` and the texts, each text's entry points in a namespace with its number."""
    places: dict[tuple[str, str], str] = {}
    parts = [header, _END_OF_HEADER]
    for number, text in enumerate(texts):
        found, rest = definitions(text)
        known: dict[str, str] = {}
        for definition in found:
            used = _brought_in(definition.code, known)
            place = places.get((definition.code, used))
            if place is None:
                place = places[definition.code, used] = f"shared_{len(places)}"
                parts.append(f"namespace {place} {{\n{used}{definition.code}}}\n")
            known |= dict.fromkeys(definition.names, place)
        parts.append(in_own_room(_brought_in(rest, known) + rest, number))
    return "".join(parts)


def letters_of(text: str, seen: set[str]) -> int:
    """Characters that a text adds to a file with the definitions in ``seen``, to which its own are added."""
    found, rest = definitions(text)
    new = {definition.code for definition in found} - seen
    seen |= new
    return len(rest) + sum(map(len, new))


def _brought_in(code: str, known: dict[str, str]) -> str:
    return "".join(f"using {place}::{name};\n" for name, place in known.items() if name in code)
