"""The device helpers of programs, each with the helpers that it needs; a program has only those that it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FILES = (
    *("vector", "vector_functions", "matrix", "matrix_functions", "quaternion", "rotation", "transform"),
    *("scalar", "random", "noise", "atomic", "host"),
)
_HEADING = re.compile(r"^//: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Helper:
    """``name``: that of the function or type; for an operator, which has no identifier, one like "Vec +"."""

    name: str
    needs: tuple[str, ...]
    source: str
    on_host: bool = False


@lru_cache(maxsize=1)
def helper_table() -> dict[str, Helper]:
    """Every helper by name, in an order in which they can be written."""
    table: dict[str, Helper] = {}
    for file in FILES:
        text = (Path(__file__).parent / "helpers" / f"{file}.cuh").read_text(encoding="utf-8")
        parts = _HEADING.split(text)[1:]
        for heading, source in zip(parts[::2], parts[1::2], strict=True):
            name, _, needs = heading.partition(" needs ")
            if name in table:
                raise ValueError(f"helper {name} is defined twice")
            needed = tuple(n.strip() for n in needs.split(",") if n.strip())
            table[name] = Helper(name, needed, source.strip() + "\n", file == "host")
    for helper in table.values():
        unknown = [n for n in helper.needs if n not in table]
        if unknown:
            raise ValueError(f"helper {helper.name} needs unknown {unknown}")
    return table


def with_needs(names: Iterable[str]) -> list[Helper]:
    """The named helpers and all that they need, in the order of the table, types first."""
    table = helper_table()
    wanted: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting.extend(table[name].needs)
    ordered = [helper for helper in table.values() if helper.name in wanted]
    return sorted(ordered, key=lambda helper: helper.name not in ("Vec", "Mat", "Quat", "Transform"))


def helpers_named_in(text: str) -> set[str]:
    """Helpers whose name occurs in a program text as an identifier."""
    return set(re.findall(r"[A-Za-z_]\w*", text)) & helper_table().keys()
