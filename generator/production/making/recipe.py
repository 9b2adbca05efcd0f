"""The recipe of a build: the parameters that, with the versions, decide its bytes. Workers and executors do not."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from generator.dataset.kernel_filter import EVERY_KERNEL, KernelFilter, filter_of
from generator.dataset.splits import split_rows
from generator.escaping import one_line
from generator.production.folder.errors import BuildError

PIECE_ROWS = 200
"""Candidates of one category that a worker makes in one go: the most that a kill loses."""

FILE_ROWS = 20_000
"""Rows of one final file at most."""


@dataclass(frozen=True)
class Recipe:
    """Parameters of a build, as written in its manifest.

    ``verify`` is the highest tier that rows have to pass, ``verify_sample`` the share of them that is put to it, and
    ``thorough`` has the tier ``device`` make more launches.
    ``target_bytes`` is what ``rows`` was computed from, 0 if it was given. ``stream`` names what draws and
    makes kernels, one of ``generator.production.making.stream.STREAMS``; ``excluded`` names structures that no row has.
    ``difficulty`` and ``features`` are the filter as `generator.dataset.kernel_filter` writes it; with ``curriculum``
    each file goes from easy to difficult. ``distinct`` builds have no near-duplicates.
    """

    configs: tuple[str, ...]
    rows: int
    seed: int
    categories: tuple[str, ...]
    comments: bool = True
    verify: str = "codegen"
    verify_sample: float = 1.0
    thorough: bool = False
    format: str = "parquet"
    target_bytes: int = 0
    stream: str = "generator.production.kernels"
    excluded: str = ""
    difficulty: str = EVERY_KERNEL.difficulty_text
    features: tuple[str, ...] = EVERY_KERNEL.features
    curriculum: bool = False
    distinct: bool = False

    def to_json(self) -> dict[str, Any]:
        """As stored in the manifest."""
        return {k: list(v) if isinstance(v, tuple) else v for k, v in dataclasses.asdict(self).items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Recipe:
        """Inverse of ``to_json``; BuildError where ``data`` is no recipe."""
        for reason in wrong_entries(data):
            raise BuildError(f"manifest.json is damaged: {reason}")
        fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**fields)

    def order(self, split: str) -> tuple[str, ...]:
        """The categories in a split's round-robin order, which goes on from where the split before it stopped."""
        sizes = split_rows(self.rows)
        names = list(sizes)
        start = sum(sizes[name] for name in names[: names.index(split)]) % len(self.categories)
        return self.categories[start:] + self.categories[:start]

    def cells(self) -> Iterator[Cell]:
        """Every (split, category) with its number of rows, which differ by one at most in a split and over all."""
        for split, rows in split_rows(self.rows).items():
            for place, category in enumerate(self.order(split)):
                yield Cell(split, category, -((place - rows) // len(self.categories)) if rows > place else 0)


def filter_in(recipe: Mapping[str, Any]) -> KernelFilter:
    """The filter that a recipe in a manifest names; BuildError where it names none."""
    try:
        return filter_of(recipe.get("difficulty"), recipe.get("features"))
    except ValueError as error:
        raise BuildError(f"manifest.json is damaged: {one_line(error, 200)}") from None


_KINDS: dict[str, Any] = {
    **{"configs": tuple, "categories": tuple, "rows": int, "seed": int, "target_bytes": int, "comments": bool},
    **{"verify": str, "format": str, "stream": str, "verify_sample": float, "thorough": bool, "excluded": str},
    **{"difficulty": str, "features": tuple, "curriculum": bool, "distinct": bool},
}
"""Entries of a recipe and their types."""


def wrong_entries(data: Mapping[str, Any]) -> Iterator[str]:
    """A line for each entry of a recipe in a manifest that is missing, not known, or of another type."""
    for field in dataclasses.fields(Recipe):
        kind, value = _KINDS[field.name], data.get(field.name)
        of_words = isinstance(value, list | tuple) and all(isinstance(word, str) for word in value)
        right = of_words if kind is tuple else isinstance(value, kind) and isinstance(value, bool) is (kind is bool)
        if field.name not in data:
            if field.default is dataclasses.MISSING:
                yield f"its recipe has no {field.name}"
        elif not right:
            yield f"{field.name} of its recipe is no {kind.__name__}"
    if strange := sorted(map(str, data.keys() - _KINDS.keys())):
        yield f"its recipe has other entries, or is of another version: {one_line(', '.join(strange))}"
    try:
        filter_of(data.get("difficulty"), data.get("features"))
    except (ValueError, TypeError) as error:
        yield one_line(error, 200)


@dataclass(frozen=True)
class Cell:
    """The rows of one category in one split."""

    split: str
    category: str
    rows: int


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """One line per entry in which two flat mappings differ, ``name: old, now new``."""
    keys = sorted(old.keys() | new.keys())
    return [f"{key}: {old.get(key)}, now {new.get(key)}" for key in keys if old.get(key) != new.get(key)]
