"""Several code columns in one file for the compiler: their entry points, and a namespace for each."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENTRY = re.compile(
    r'extern "C" (?P<before>[^;{}]*?)__global__ void (?P<limits>[^;{}]*?)(?P<name>\w+)\(\n(?P<parameters>.*?)\)\n\{',
    re.DOTALL,
)
_PARAMETER = re.compile(r" (?=\w+(?:,\n|$))")
_ROOM = re.compile(r"namespace (?:row|(?P<shared>shared))_(?P<number>\d+) \{$")
_ERROR_PLACE = re.compile(r"kernel\.(?:cu|cpp)[:(](\d+).*\berror\b")
_CPU_ENTRY = re.compile(r"^WP_API void (\w+)\(", re.MULTILINE)


@dataclass(frozen=True)
class EntryPoint:
    """A ``__global__`` function of a CUDA text: name, type of ``dim``, and the other parameters as (type, name)."""

    name: str
    bounds: str
    parameters: tuple[tuple[str, str], ...]


def entry_points(text: str) -> list[EntryPoint]:
    """The ``__global__`` functions of a CUDA text, in order."""
    found = []
    for match in _ENTRY.finditer(text):
        lines = [line.strip().rpartition(" ") for line in match["parameters"].split(",\n")]
        (bounds, _, _), *rest = lines
        found.append(EntryPoint(match["name"], bounds, tuple((kind, name) for kind, _, name in rest)))
    return found


def by_reference(text: str) -> str:
    """A CUDA text with the kernels' parameters turned into references."""
    return _ENTRY.sub(
        lambda found: found[0].replace(found["parameters"], _PARAMETER.sub(r"& ", found["parameters"])), text
    )


def exported_names(text: str) -> list[str]:
    """Names with C linkage that a CUDA or C++ column defines; two rows may use the same ones."""
    names = [entry.name for entry in entry_points(text)]
    return names + _CPU_ENTRY.findall(text) if "WP_API" in text else names


def blamed(source: str, message: str) -> dict[int, str]:
    """The texts of a file that a compiler's message blames, by number, each with the lines about it.

    Errors in a definition that texts share blame none of them.
    """
    owners, owner = [], -1
    for line in source.split("\n"):
        if room := _ROOM.match(line):
            owner = -1 if room["shared"] else int(room["number"])
        owners.append(owner)
    found: dict[int, list[str]] = {}
    for line in message.splitlines():
        place = _ERROR_PLACE.match(line)
        if place and int(place[1]) <= len(owners) and owners[int(place[1]) - 1] >= 0:
            found.setdefault(owners[int(place[1]) - 1], []).append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


def in_own_room(text: str, number: int) -> str:
    """One text in namespace ``row_<number>``."""
    names = exported_names(text)
    defines = "".join(f"#define {name} {room_name(name, number)}\n" for name in names)
    undefines = "".join(f"#undef {name}\n" for name in names)
    return f"{defines}namespace row_{number} {{\n{text}\n}}\n{undefines}"


def room_name(name: str, number: int) -> str:
    """The name that stands in the combined file for a text's name with C linkage."""
    return f"row_{number}_{name}"
