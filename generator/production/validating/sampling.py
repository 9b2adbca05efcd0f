"""The sample of a build's rows that are made and measured again: all, or a number spread evenly over the strata."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from typing import Literal

from generator.production.folder.stored_rows import RowFile

ENOUGH = 1_000
"""Kernels of a config that are made again by default: the 34 categories in 3 splits have 9 or 10 each."""

Wanted = int | Literal["all"] | None
"""Number of kernels of each config, "all", or None for ``ENOUGH``."""


@dataclass(frozen=True)
class Sample:
    """``ids`` of the chosen kernels (None: all) out of ``of``; ``by_default``: the caller named no number."""

    ids: frozenset[str] | None
    of: int
    by_default: bool = False

    def __contains__(self, name: str) -> bool:
        return self.ids is None or name in self.ids


def choose(files: Sequence[RowFile], wanted: Wanted = None) -> Sample:
    """The kernels to make again; a hash of their ids decides, so each call chooses the same, alike in every config.

    Those of each config are spread evenly over split and category, so that the few test rows are sampled too.
    Raises ``ValueError`` for a file that cannot be read.
    """
    strata: dict[str, dict[tuple[str, str], set[str]]] = defaultdict(lambda: defaultdict(set))
    for file in files:
        for row in file.rows(("id", "category")):
            if row.get("id"):
                strata[file.config][file.split, str(row.get("category"))].add(str(row["id"]))
    every = {name for of_config in strata.values() for names in of_config.values() for name in names}
    if wanted == "all":
        return Sample(None, len(every))
    count = ENOUGH if wanted is None else wanted
    ids = frozenset(name for of_config in strata.values() for name in islice(_in_turn(of_config), count))
    if len(ids) == len(every):
        return Sample(None, len(every))
    return Sample(ids, len(every), by_default=wanted is None)


def _in_turn(strata: dict[tuple[str, str], set[str]]) -> Iterable[str]:
    columns = (sorted(strata[key], key=_digest) for key in sorted(strata))
    return (name for name in chain.from_iterable(zip_longest(*columns)) if name)


def _digest(name: str) -> bytes:
    return hashlib.blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest()
