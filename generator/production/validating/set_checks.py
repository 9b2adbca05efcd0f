"""Checks across rows: unique ids and structures, one kernel an id, disjoint splits, balanced categories."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from generator.production.folder.stored_rows import Row, RowFile
from generator.production.validating.findings import Validation
from generator.production.validating.row_checks import has_source, source_of
from generator.production.validating.row_origin import is_given, name_of


@dataclass
class Seen:
    """What is kept of the rows to compare them with each other: 16 bytes a row and their ids."""

    ids: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    owners: dict[str, dict[str, tuple[str, str]]] = field(default_factory=lambda: defaultdict(dict))
    kernels: dict[str, str] = field(default_factory=dict)
    categories: dict[tuple[str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def compare(self, row: Row, file: RowFile, place: str, result: Validation) -> None:
        """Note duplicates within a config, and structures of one split in another."""
        name = name_of(row)
        result.checked["duplicates"] += 1
        if name in self.ids[file.config]:
            result.found("duplicates", name, "the id occurs twice", place)
        self.ids[file.config].add(name)
        print_ = str(row.get("fingerprint"))
        other = self.owners[file.config].setdefault(print_, (name, file.split))
        across = other[1] != file.split
        given = is_given(row, file)
        # Given kernels may repeat each other, also in held-out projects; but none of train may be one of these.
        if other != (name, file.split) and (not given or (across and "train" in (other[1], file.split))):
            where = f" of {other[1]}" if across else ""
            result.found("splits" if where else "duplicates", name, f"the same structure as {other[0]}{where}", place)
        if not given:
            self.categories[file.config, file.split][str(row.get("category"))] += 1

    def compare_configs(self, row: Row, place: str, result: Validation) -> None:
        """Note an id that has another kernel in another config."""
        if not has_source(row):
            return
        digest = hashlib.blake2b(source_of(row).encode(errors="surrogatepass"), digest_size=8).hexdigest()
        if self.kernels.setdefault(name_of(row), digest) != digest:
            result.found("duplicates", name_of(row), "another kernel than in another config", place)

    def check_balance(self, result: Validation) -> None:
        """Note splits whose categories differ by more than one row."""
        for (config, split), counts in self.categories.items():
            if not split:
                continue
            result.checked["balance"] += 1
            if max(counts.values()) - min(counts.values()) > 1:
                (most, largest), (least, smallest) = counts.most_common(1)[0], counts.most_common()[-1]
                result.found("balance", f"{config}/{split}", f"{largest} rows of {most}, {smallest} of {least}")
