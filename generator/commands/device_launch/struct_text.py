"""Struct arguments written as a JSON file: members in order, laid out as in C."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from generator.commands.device_launch.argument_text import argument_of
from generator.emulation import Empty, Packed

MOST_LETTERS = 1 << 20
"""Most bytes of a file."""

MOST_DEPTH = 16
"""Most levels of nested structs and lists."""

_ADDRESS = 8


@dataclass
class Struct:
    """A struct's bytes so far, and its arrays: offset of the pointer, path of the member, array."""

    data: bytearray = field(default_factory=bytearray)
    arrays: list[tuple[int, str, Any]] = field(default_factory=list)
    alignment: int = 1

    def packed(self) -> Packed:
        return Packed(bytes(self.data), tuple((offset, array) for offset, _, array in self.arrays))


def struct_of(path: Path, seed: int) -> Struct:
    """The struct that a JSON object stands for; ValueError in one line.

    A member is "int32=7" (a number of a type), "float32[64]=arange" or "x.npy" (a pointer to such an array; the file
    lies beside this one), null (a null pointer), an object (a struct) or a list (an array inside the struct).
    """
    found = Struct()
    _lay(found, _parsed(path), path, "", seed, MOST_DEPTH)
    _pad(found, found.alignment)
    return found


def array_files(path: Path) -> Iterator[Path]:
    """The `.npy` files that a struct names, in the folder of its own file."""
    queue = [_parsed(path)]
    while queue:
        value = queue.pop()
        if isinstance(value, str) and value.endswith(".npy"):
            yield path.parent / value
        queue += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _parsed(path: Path) -> dict[str, Any]:
    if not path.is_file():
        raise ValueError(f"{path.name}: no such file")
    if path.stat().st_size > MOST_LETTERS:
        raise ValueError(f"{path.name}: more than {MOST_LETTERS:,} bytes")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path.name}: no JSON ({error})") from None
    if not isinstance(found, dict):
        raise ValueError(f"{path.name}: a struct is a JSON object of members")
    return found


def _lay(struct: Struct, value: Any, file: Path, name: str, seed: int, depth: int) -> None:
    """Append a member, at a multiple of its alignment."""
    if isinstance(value, dict | list):
        if not value or depth == 0:
            raise ValueError(
                f"{file.name}: {name or 'the struct'} has {'no members' if depth else 'too many within it'}"
            )
        items = value.items() if isinstance(value, dict) else enumerate(value)
        inner = Struct()
        for key, each in items:
            _lay(inner, each, file, f"{name}.{key}" if name else str(key), seed, depth - 1)
        _pad(inner, inner.alignment)
        _pad(struct, inner.alignment)
        struct.arrays += [(len(struct.data) + offset, *rest) for offset, *rest in inner.arrays]
        struct.data += inner.data
        struct.alignment = max(struct.alignment, inner.alignment)
        return
    found = None if value is None else _argument(value, file, name, seed)
    if isinstance(found, np.generic):
        _pad(struct, found.itemsize)
        struct.data += found.tobytes()
        struct.alignment = max(struct.alignment, found.itemsize)
        return
    _pad(struct, _ADDRESS)
    if found is not None:
        struct.arrays.append((len(struct.data), name, found))
    struct.data += bytes(_ADDRESS)
    struct.alignment = max(struct.alignment, _ADDRESS)


def _argument(value: Any, file: Path, name: str, seed: int) -> Any:
    if isinstance(value, str) and value.endswith(".npy"):
        value = str(file.parent / value)
    try:
        found = argument_of(value, seed + crc32(name.encode())) if isinstance(value, str) else value
    except ValueError as error:
        raise ValueError(f"{file.name}: {name}: {error}") from None
    if not isinstance(found, Empty | np.ndarray | np.generic):
        raise ValueError(f"{file.name}: {name}: {value!r} has no type: write it as int32=7 or float32=2.5")
    return found


def _pad(struct: Struct, alignment: int) -> None:
    struct.data += bytes(-len(struct.data) % alignment)
