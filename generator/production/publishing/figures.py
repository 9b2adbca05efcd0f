"""Counts over a build: one pass over its Parquet columns, in memory that grows by some bytes a row."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from generator.dataset.schema import ABOUT, COLLECTION, FIGURES, MADE, ORIGIN
from generator.escaping import one_line
from generator.production.folder.build_folder import Build
from generator.production.folder.errors import BuildError

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
TOKEN = r"\w+|[^\w\s]"
"""A token, as counted here: a word (name, number) or one sign of punctuation; no vocabulary is needed to repeat it."""

_NOT_PROGRAMS = {"id", "task", *(column.name for column in (*ABOUT, *MADE, *ORIGIN, *COLLECTION))}
_LABELS = ("category", "warp_version")
_LISTS = ("builtins", "dtypes", "tiers")


@dataclass
class Sizes:
    """Lines and tokens of one text column, one entry for each row that has a text."""

    lines: list[np.ndarray] = field(default_factory=list)
    tokens: list[np.ndarray] = field(default_factory=list)

    @property
    def rows(self) -> int:
        """How many rows have a text."""
        return sum(map(len, self.lines))

    def add(self, texts: pa.Array) -> None:
        texts = texts.filter(pc.not_equal(texts, ""))  # drops nulls too
        self.lines.append(_integers(pc.count_substring(texts, "\n")))
        self.tokens.append(_integers(pc.count_substring_regex(texts, TOKEN)))


@dataclass
class Figures:
    """Counts over the main config's rows, and text sizes over each config's code columns."""

    build: Build
    config: str
    rows: Counter[str] = field(default_factory=Counter)
    labels: dict[str, Counter[tuple[str, str]]] = field(default_factory=lambda: defaultdict(Counter))
    lists: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    tiers: Counter[tuple[str, str]] = field(default_factory=Counter)
    builtins_by_category: Counter[tuple[str, str]] = field(default_factory=Counter)
    sizes: dict[str, Sizes] = field(default_factory=lambda: defaultdict(Sizes))
    numbers: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    fingerprints: dict[str, list[np.ndarray]] = field(default_factory=lambda: defaultdict(list))
    empty: list[str] = field(default_factory=list)
    """Text columns that are empty in every row: ``sizes`` has all others."""

    @property
    def total(self) -> int:
        return sum(self.rows.values())

    @property
    def categories(self) -> list[str]:
        return sorted({category for _, category in self.labels["category"]})

    @property
    def warp_versions(self) -> list[str]:
        return sorted({version for _, version in self.labels["warp_version"]})

    def count(self, split: str, category: str) -> int:
        """Rows of one category in one split."""
        return self.labels["category"][split, category]

    @cached_property
    def skeletons(self) -> dict[str, np.ndarray]:
        """Sorted distinct fingerprints of each split."""
        return {split: np.unique(np.concatenate(parts)) for split, parts in self.fingerprints.items()}

    @property
    def distinct_skeletons(self) -> int:
        """Distinct fingerprints over all splits."""
        return len(np.unique(np.concatenate(list(self.skeletons.values())))) if self.skeletons else 0

    def leaked(self, split: str, into: str = "train") -> int:
        """Fingerprints of ``split`` that occur in ``into`` as well."""
        if split not in self.skeletons or into not in self.skeletons:
            return 0
        return len(np.intersect1d(self.skeletons[split], self.skeletons[into], assume_unique=True))

    def quantiles(self, name: str, *shares: float) -> list[float]:
        """Quantiles of a numeric column (NaN and null left out); empty where no row has a value."""
        values = np.concatenate(self.numbers[name]) if self.numbers.get(name) else np.empty(0)
        return [float(q) for q in np.quantile(values, shares)] if len(values) else []


def measure(build: Build) -> Figures:
    """Read every file once, only the columns that are counted."""
    found = Figures(build, build.main_config)
    schema = build.schema(found.config)
    known = [name for name in (*_LABELS, *_LISTS, "fingerprint") if name in schema.names]
    numeric = [column.name for column in FIGURES if column.name in schema.names and _is_number(column.type)]
    texts = text_columns(schema)
    for split, batch in build.batches(found.config, [*known, *numeric, *texts]):
        _add(found, split, batch, numeric)
        _add_sizes(found, batch, texts)
    for config in build.configs:
        more = [name for name in text_columns(build.schema(config)) if name not in found.sizes]
        for _, batch in build.batches(config, more) if more else ():
            _add_sizes(found, batch, more)
    found.empty = [name for name, sizes in found.sizes.items() if not sizes.rows]
    for name in found.empty:
        del found.sizes[name]
    return found


def text_columns(schema: pa.Schema) -> list[str]:
    """Columns that hold programs: ``python_source`` first, then the code columns in the order of the schema."""
    return [field.name for field in schema if _is_text(field.type) and field.name not in _NOT_PROGRAMS]


def _add(found: Figures, split: str, batch: pa.RecordBatch, numeric: Iterable[str]) -> None:
    found.rows[split] += batch.num_rows
    names = batch.schema.names
    for name in _LABELS:
        if name in names:
            for value, count in _counts(batch[name]):
                found.labels[name][split, value] += count
    for name in _LISTS:
        if name in names:
            for value, count in _counts(pc.list_flatten(batch[name])):
                found.lists[name][value] += count
                if name == "tiers":
                    found.tiers[split, value] += count
    if {"builtins", "category"} <= set(names):
        owner = batch["category"].take(pc.list_parent_indices(batch["builtins"]))
        pairs = zip(owner.to_pylist(), pc.list_flatten(batch["builtins"]).to_pylist(), strict=True)
        found.builtins_by_category.update((str(category), str(builtin)) for category, builtin in pairs)
    if "fingerprint" in names:
        prints = [str(text) for text in batch["fingerprint"].to_pylist()]
        if strange := [text for text in prints if not _FINGERPRINT.fullmatch(text)]:
            raise BuildError(f"fingerprint {one_line(strange[0], 80)!r} in {split} has no 16 hexadecimal digits")
        values = [int(text, 16) for text in prints]
        found.fingerprints[split].append(np.array(values, dtype=np.uint64))
    for name in numeric:
        values = batch[name].drop_null().to_numpy(zero_copy_only=False).astype(np.float64)
        found.numbers[name].append(values[np.isfinite(values)])


def _add_sizes(found: Figures, batch: pa.RecordBatch, texts: Iterable[str]) -> None:
    for name in texts:
        found.sizes[name].add(batch[name])


def _counts(values: Any) -> list[tuple[str, int]]:
    return [(str(pair["values"]), pair["counts"]) for pair in pc.value_counts(values.drop_null()).to_pylist()]


def _integers(values: Any) -> np.ndarray:
    return values.to_numpy(zero_copy_only=False).astype(np.int32)


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _is_number(kind: pa.DataType) -> bool:
    return pa.types.is_integer(kind) or pa.types.is_floating(kind)
