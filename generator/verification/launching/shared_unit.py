"""Many code columns in one file for the compiler, in which what several of them define alike stands once.

Kernels of one module call the same functions, and Warp writes these into each kernel's text: of what real packages
give a third. Comments do not count: they hold line numbers of the kernel's source.

Each definition stands in a namespace of its own, into which those that it names are brought: where a definition and all
that it names are the same, it is the same. What a file is refused for may come from how it is put together; what it is
accepted for holds for each text: it has the same definitions, each seeing no more than in the text.
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
"""What makes a line that begins like a comment something else, or the other way round."""


@dataclass(frozen=True)
class Definition:
    """A function, or a struct with its operators, which a call finds by their arguments; comment lines left out."""

    code: str
    names: tuple[str, ...]


@lru_cache(maxsize=64)
def definitions(text: str) -> tuple[tuple[Definition, ...], str]:
    """The definitions that a text begins with, and the rest of it: entry points, and all if it cannot be told apart."""
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
    if len(set(names)) < len(names):  # overloads: whether two are the same one is for the compiler to say
        return alone
    return tuple(found), code[ends[-1] if ends else 0 :]


def _ends(code: str, stop: int) -> list[int] | None:
    """Where the definitions end that do so before ``stop``, at which entry points begin; None where braces do not fit.

    Warp puts the brace that ends a native snippet wherever the snippet's text ends.
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
"""What a compiler keeps of a header ends at the first line that is no directive: before names that texts define."""


def shared_unit(header: str, texts: Sequence[str]) -> str:
    """One file of ``header`` and the texts, each entry point in a namespace with the number of its text."""
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
    """Letters that a text adds to a file which has the definitions in ``seen``; its own are added to them."""
    found, rest = definitions(text)
    new = {definition.code for definition in found} - seen
    seen |= new
    return len(rest) + sum(map(len, new))


def _brought_in(code: str, known: dict[str, str]) -> str:
    return "".join(f"using {place}::{name};\n" for name, place in known.items() if name in code)
