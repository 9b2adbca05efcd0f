"""Signatures of Warp's built-ins: the table that ``generator.documents.signature_table`` reads off the registry."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from generator.synthesis.types import PRECISIONS

_TABLE = Path(__file__).with_name("signatures.txt")


@dataclass(frozen=True)
class Signature:
    """One overload of a built-in, in type symbols."""

    group: str
    name: str
    arguments: tuple[str, ...]
    result: str
    differentiable: bool
    precisions: tuple[str, ...]


@lru_cache(maxsize=1)
def all_signatures() -> tuple[Signature, ...]:
    """Every line of the table, in its order."""
    found = []
    for line in _TABLE.read_text().splitlines():
        group, name, arguments, result, differentiable, precisions = line.split("|")
        allowed = PRECISIONS if precisions == "all" else tuple(precisions.split())
        found.append(Signature(group, name, tuple(arguments.split()), result, differentiable == "1", allowed))
    return tuple(found)


@cache
def result_types(precision: str) -> dict[tuple[str, ...], str]:
    """Result by ``(name, argument types...)``."""
    return {(s.name, *s.arguments): s.result for s in all_signatures() if precision in s.precisions}


@cache
def producers(result: str, precision: str) -> tuple[Signature, ...]:
    """Signatures that give a type."""
    return tuple(s for s in all_signatures() if s.result == result and precision in s.precisions)
