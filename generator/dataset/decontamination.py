"""Decontamination: no structure of a real kernel among synthesized rows, no copy of a held-out project in train."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from generator.dataset.fingerprint import fingerprint
from generator.dataset.shingles import Shingles, shingles, tokens
from generator.dataset.splits import split_of_project
from generator.isolation.parsing import parse
from generator.lowering.user_kernels.wild import wild_fingerprints

WILD_FILE = Path(__file__).with_name("wild_fingerprints.txt")
"""Fingerprints of Warp's library and examples; one a line, sorted."""

HELD_OUT_FILE = Path(__file__).with_name("held_out_fingerprints.txt")
"""Those of validation and test of config ``real``, likewise. ``make fingerprints REAL=DIR`` writes both files."""

ALIKE = 0.85
"""Jaccard index of two rows' 5-grams of masked tokens from which on they count as the same kernel."""

Row = TypeVar("Row", bound=Mapping[str, Any])


@cache
def real_fingerprints() -> frozenset[str]:
    """Fingerprints that no synthesized row may have: of Warp's own kernels, and of what ``real`` holds out."""
    return frozenset(word for file in (WILD_FILE, HELD_OUT_FILE) for word in file.read_text(encoding="utf-8").split())


def write_wild_fingerprints() -> int:
    """Rewrite `WILD_FILE` from the installed Warp; the number of fingerprints."""
    return _write(WILD_FILE, wild_fingerprints(fingerprint))


def write_held_out_fingerprints(rows: Iterable[Mapping[str, Any]]) -> int:
    """Rewrite `HELD_OUT_FILE` from rows of ``real``, which come from a folder; the number of fingerprints."""
    return _write(HELD_OUT_FILE, held_out_fingerprints(rows))


def held_out_fingerprints(rows: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """Fingerprints of the rows of held-out projects: of each kernel with all that it needs, and of the kernel alone.

    Raises ``NotParsed`` for a row whose source is no Python.
    """
    held = (row for row in rows if split_of_project(row["package"]) != "train")
    return frozenset(found for row in held for found in (row["fingerprint"], *_alone(row)))


def _alone(row: Mapping[str, Any]) -> Iterator[str]:
    """Fingerprint of the kernel's function without the structs and functions that stand before it."""
    for node in parse(row["python_source"]).body:
        if isinstance(node, ast.FunctionDef) and node.name == row["kernel_name"]:
            yield fingerprint(f"import warp as wp\n\n\n{ast.unparse(node)}\n")


def _write(file: Path, fingerprints: Iterable[str]) -> int:
    found = sorted(fingerprints)
    file.write_text("".join(f"{word}\n" for word in found), encoding="utf-8")
    return len(found)


@dataclass(frozen=True)
class Overlap:
    """A row of train that is too like a held-out one: ``likeness`` is the Jaccard index, 1 for an equal structure."""

    id: str
    package: str
    like: str
    split: str
    reason: str
    likeness: float


SAME_STRUCTURE, SAME_TEXT = "same structure as a held-out row", "5-grams of a held-out row"
"""Reasons of an `Overlap`."""


def decontaminate(rows: Iterable[Row]) -> tuple[list[Row], list[Overlap]]:
    """Rows of ``real`` without those of train whose structure or 5-grams (`ALIKE`) are in its validation or test.

    Looks at ``id``, ``package``, ``fingerprint`` and ``python_source``; keeps the order. Compares every pair.
    """
    every = list(rows)
    held = _HeldOut([row for row in every if split_of_project(row["package"]) != "train"])
    kept: list[Row] = []
    dropped: list[Overlap] = []
    for row in every:
        found = held.overlap(row) if split_of_project(row["package"]) == "train" else None
        if found is None:
            kept.append(row)
        else:
            dropped.append(found)
    return kept, dropped


class _HeldOut:
    """Held-out rows by structure, and by each of their shingles."""

    def __init__(self, rows: Sequence[Mapping[str, Any]]):
        self.rows = rows
        self.structures = {row["fingerprint"]: number for number, row in reversed(list(enumerate(rows)))}
        found = [_shingles(row) for row in rows]
        self.sizes = np.array([len(one) for one in found], np.int64)
        owners: dict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(found):
            for shingle in one.tolist():
                owners[shingle].append(number)
        self.owners: dict[int, NDArray[np.int64]] = {s: np.array(o, np.int64) for s, o in owners.items()}

    def overlap(self, row: Mapping[str, Any]) -> Overlap | None:
        """The held-out row that a row of train is too much like: the most alike, the first of equals."""
        if (number := self.structures.get(row["fingerprint"])) is not None:
            return self._overlap(row, number, SAME_STRUCTURE, 1.0)
        own = _shingles(row)
        met = [self.owners[shingle] for shingle in own.tolist() if shingle in self.owners]
        if not met:
            return None
        common = np.bincount(np.concatenate(met), minlength=len(self.rows))
        likeness = common / (self.sizes + len(own) - common)
        number = int(likeness.argmax())
        if likeness[number] < ALIKE:
            return None
        return self._overlap(row, number, SAME_TEXT, round(float(likeness[number]), 4))

    def _overlap(self, row: Mapping[str, Any], number: int, reason: str, likeness: float) -> Overlap:
        held = self.rows[number]
        return Overlap(row["id"], row["package"], held["id"], split_of_project(held["package"]), reason, likeness)


def _shingles(row: Mapping[str, Any]) -> Shingles:
    return shingles(tokens(row["python_source"]))
