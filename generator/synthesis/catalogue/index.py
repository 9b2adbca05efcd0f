"""The index of computations: files, schemas, shares by category; it is read without importing any computation.

`index.txt` is written by ``python -m generator.documents.computation_index`` from draws of each computation.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from generator.synthesis.catalogue.strata import ALIKE
from generator.synthesis.computations.language import REGISTRY, Computation

INDEX = Path(__file__).with_name("index.txt")

UNSOUND = Path(__file__).with_name("unsound.txt")
"""Written by ``python -m benchmarks.soundness``: a name and a reason a line."""


@dataclass(frozen=True, eq=False)
class Entry:
    """A line of the index.

    ``strata``: shares of its kernels by category and trait, and that with a known issue; ``differentiable``: the share
    with a derivative that Warp gets right.
    """

    name: str
    family: str
    schema: str
    owner: str
    """The split that has this computation alone; empty where all share it."""
    differentiable: float
    strata: dict[str, float]

    @property
    def line(self) -> str:
        shares = " ".join(f"{word}:{share:.{4 if word == ALIKE else 2}f}" for word, share in self.strata.items())
        return "|".join((self.name, self.family, self.schema, self.owner, f"{self.differentiable:.2f}", shares))


@cache
def entries() -> dict[str, Entry]:
    """Every computation by name."""
    found = {}
    for line in INDEX.read_text(encoding="utf-8").splitlines():
        name, family, schema, owner, differentiable, shares = line.split("|")
        strata = {word: float(share) for word, _, share in (pair.partition(":") for pair in shares.split())}
        found[name] = Entry(name, family, schema, owner, float(differentiable), strata)
    return found


@cache
def unsound() -> dict[str, str]:
    """Computations of which a drawn kernel failed a tier -> why; they are not drawn until they are mended."""
    lines = UNSOUND.read_text(encoding="utf-8").splitlines()
    return {name: reason for name, _, reason in (line.partition("|") for line in lines)}


def computation_of(entry: Entry) -> Computation:
    """The computation of an entry; its file is imported, and no other."""
    if entry.name not in REGISTRY:
        importlib.import_module(f"generator.synthesis.computations.{entry.family}")
    return REGISTRY[entry.name]
