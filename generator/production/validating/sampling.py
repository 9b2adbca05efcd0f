"""Which rows of a build go through the checks that are slow: all, a number of them, or a stratified sample."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Literal

from generator.production.folder.stored_rows import RowFile

LARGE = 2_000
"""Kernels of a build up to which all are checked: a few minutes through every tier."""
ENOUGH = 1_000
"""Kernels that are checked of a larger build: the 25 categories in 3 splits have 13 or 14 each."""

Wanted = int | Literal["all"] | None
"""So many kernels, all, or (None) all of a small build and a sample of a large one."""


@dataclass(frozen=True)
class Sample:
    """Ids of the kernels that were chosen, None for all, of how many, and whether nobody asked for fewer."""

    ids: frozenset[str] | None
    of: int
    by_default: bool = False

    def __contains__(self, name: str) -> bool:
        return self.ids is None or name in self.ids


def choose(files: Sequence[RowFile], wanted: Wanted = None) -> Sample:
    """The kernels to check slowly; their ids decide, so the same are chosen again.

    By default those of a large build are spread evenly over split and category: few test rows are not looked for
    among many of train.
    """
    strata: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file in files:
        for row in file.rows(("id", "category")):
            if row.get("id"):
                strata[file.split, str(row.get("category"))].add(str(row["id"]))
    ids = {name for names in strata.values() for name in names}
    if wanted == "all" or (wanted is None and len(ids) <= LARGE):
        return Sample(None, len(ids))
    if wanted is not None:
        return Sample(frozenset(sorted(ids, key=_digest)[:wanted]), len(ids))
    in_turn = chain.from_iterable(zip_longest(*(sorted(strata[key], key=_digest) for key in sorted(strata))))
    return Sample(frozenset(islice((name for name in in_turn if name), ENOUGH)), len(ids), by_default=True)


def _digest(name: str) -> bytes:
    return hashlib.blake2b(name.encode(), digest_size=8).digest()
