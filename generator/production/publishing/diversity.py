"""The figures of ``stats.json`` in words, for the card and the report."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.escaping import one_line
from generator.production.folder.errors import BuildError

MOST_ROWS = 1_000_000_000
"""Most rows that a histogram may count."""

KINDS = {
    "exact_unique": "distinct sources",
    "alpha_unique": "distinct after renaming names",
    "skeleton_unique": "distinct after renaming names and masking numbers",
}


def readable(stats: dict[str, Any]) -> dict[str, Any]:
    """The statistics, unchanged; BuildError where a figure that is shown is missing or no number."""
    try:
        measures(stats)
        by_category(stats)
    except (KeyError, TypeError, ValueError, AttributeError, MemoryError) as error:
        reason = one_line(f"{type(error).__name__}: {error}", 80)
        raise BuildError(f"stats.json is damaged ({reason}): remove it, or run `produce` again") from None
    return stats


def measures(stats: dict[str, Any]) -> list[tuple[str, str]]:
    """(measure, value) over all rows; empty where the build has no statistics."""
    if not stats:
        return []
    rows = stats["rows"]
    found = [(name, f"{stats[key]:,} of {rows:,}") for key, name in KINDS.items()]
    found.append(("zlib compression of all sources", f"{stats['compression_ratio']:.2f} to 1"))
    for name in ("depth", "arguments"):
        values = spread(stats[name])
        found.append((f"{name}: least, median, greatest", f"{values.min()}, {np.median(values):.0f}, {values.max()}"))
    return [*found, *_near_duplicates(stats["near_duplicates"])]


def by_category(stats: dict[str, Any]) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table, a row a category."""
    head = ["category", "rows", "distinct skeletons", "compression", "median lines", "median depth", "median arguments"]
    rows = []
    for name, found in stats.get("categories", {}).items():
        medians = [f"{np.median(spread(found[key])):.0f}" for key in ("lines", "depth", "arguments")]
        plain = [f"{found['rows']:,}", f"{found['skeleton_unique']:,}", f"{found['compression_ratio']:.2f}"]
        rows.append([name, *plain, *medians])
    return head, rows


def spread(histogram: dict[str, int]) -> np.ndarray:
    """The values of all rows, one entry a row, from their counts by value."""
    if sum(histogram.values()) > MOST_ROWS:
        raise ValueError(f"{sum(histogram.values()):,} rows")
    return np.repeat([int(value) for value in histogram], list(histogram.values()))


def _near_duplicates(found: dict[str, Any]) -> list[tuple[str, str]]:
    lines = [("train rows that near-duplicates were looked for among", f"{found['among_train_rows']:,}")]
    for split, counts in found.items():
        if not isinstance(counts, dict):
            continue
        for key, count in counts.items():
            if key.startswith("at_"):
                where = "another row of train" if split == "train" else "a row of train"
                name = f"{split} rows near {where} (5-grams, Jaccard from {key.removeprefix('at_')})"
                lines.append((name, f"{count:,} of {counts['rows']:,}"))
    return lines
