"""The gallery: an even sample of rows, each with all its code columns, packed so that the page stays small."""

from __future__ import annotations

import base64
import gzip
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from generator.dataset.schema import COLLECTION, ORIGIN
from generator.dataset.splits import SPLITS
from generator.production.folder.build_folder import Build
from generator.production.publishing.card import TIERS
from generator.production.publishing.figures import text_columns
from generator.production.report.highlight import highlighted, python_lines

ROWS = 220
"""Most rows of the gallery."""

BYTES = 6_000_000
"""Most bytes of the gallery; rows at the end are left out to keep to it."""

SHOWN = (
    *("id", "category", "kernel_name", "description", "builtins", "dtypes", "arguments", "launch_dim", "tiers"),
    *(column.name for column in (*ORIGIN, *COLLECTION)),
)
"""Columns that are shown as they are, where a build has them."""

FILTERS = {"category": "category", "package": "package", "split": "split", "tiers": "tier", "license": "licence"}
"""Column by which the gallery can be filtered -> its name on the page."""

_ORDER = (*SPLITS, *TIERS)
"""Values of a filter in an order of their own; all others are sorted by the alphabet."""


def gallery(build: Build, rows: int = ROWS, limit: int = BYTES) -> list[dict[str, Any]]:
    """Rows of the main config, equally many of each category and some of each split, the categories in turn.

    Each has ``split`` and the columns to show as they are, and ``code``: gzip and Base64 of JSON, one entry a code
    column with its highlighted lines and, for each, the Python line that it came from. Columns that only other configs
    have are joined by id.
    """
    chosen = _chosen(build, rows)
    packed: list[dict[str, Any]] = []
    size = 0
    for row in _complete(build, chosen):
        found = _pack(row)
        size += len(json.dumps(found))
        if size > limit:
            break
        packed.append(found)
    return packed


def filters(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """(column, its name, values) for each filter of the gallery; without the category where it is the package."""
    values = {column: {row["id"]: _values(row.get(column)) for row in rows} for column in FILTERS}
    if values["package"] == values["category"]:
        del values["category"]
    found = []
    for column, by_row in values.items():
        some = {value for of_row in by_row.values() for value in of_row}
        if some:
            found.append((column, FILTERS[column], sorted(some, key=_place)))
    return found


def _values(value: object) -> list[str]:
    """A column's value, or each of its values, as a list without empty ones."""
    return [str(each) for each in (value if isinstance(value, list) else [value]) if each]


def _place(value: str) -> tuple[int, str]:
    return (_ORDER.index(value) if value in _ORDER else len(_ORDER), value)


def _chosen(build: Build, rows: int) -> dict[str, list[int]]:
    """Positions of the sampled rows in each split, in order."""
    places: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    seen: dict[str, int] = defaultdict(int)
    for split, batch in build.batches(build.main_config, ["category"], rows=8192):
        for category in batch["category"].to_pylist():
            places[split][category].append(seen[split])
            seen[split] += 1
    wanted = _wanted({(s, c): len(where) for s, found in places.items() for c, where in found.items()}, rows)
    return {
        split: sorted(place for name, where in found.items() for place in _spread(where, wanted[split, name]))
        for split, found in places.items()
    }


def _wanted(there: dict[tuple[str, str], int], rows: int) -> dict[tuple[str, str], int]:
    """How many rows to take of each (split, category): ``rows`` in all, or every row where there are fewer.

    A fifth of a category is of each held-out split; where a cell has too few rows, the others make up for it in turn.
    """
    splits, categories = ({key[place] for key in there} for place in (0, 1))
    share = max(rows // max(len(categories), 1), len(splits))
    held = max(share // 5, 1)
    train = max(share - (len(splits) - 1) * held, 1)
    found = {cell: min(count, train if cell[0] == "train" else held) for cell, count in there.items()}
    missing = rows - sum(found.values())
    while missing > 0 and (open_cells := [cell for cell in sorted(there) if found[cell] < there[cell]]):
        for cell in open_cells[:missing]:
            found[cell] += 1
        missing = rows - sum(found.values())
    return found


def _spread(places: list[int], count: int) -> list[int]:
    if len(places) <= count:
        return places
    return [places[i] for i in np.linspace(0, len(places) - 1, count).astype(int)]


def _complete(build: Build, chosen: dict[str, list[int]]) -> list[dict[str, Any]]:
    main = build.main_config
    names = build.schema(main).names
    wanted = [name for name in (*SHOWN, *text_columns(build.schema(main))) if name in names]
    by_split = {split: _take(build, split, places, wanted) for split, places in chosen.items()}
    rows = {row["id"]: row for found in by_split.values() for row in found}
    for config in build.configs:
        more = [name for name in text_columns(build.schema(config)) if name not in names]
        for _, batch in build.batches(config, ["id", *more]) if more else ():
            for i, key in enumerate(batch["id"].to_pylist()):
                if key in rows:
                    rows[key] |= {name: batch[name][i].as_py() for name in more}
    return _in_turn(by_split)


def _take(build: Build, split: str, places: list[int], columns: list[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    start, wanted = 0, iter(places)
    place = next(wanted, None)
    for _, batch in build.batches(build.main_config, columns, split):
        while place is not None and place < start + batch.num_rows:
            found.append({"split": split, **batch.slice(place - start, 1).to_pylist()[0]})
            place = next(wanted, None)
        start += batch.num_rows
    return found


def _in_turn(by_split: dict[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The rows with splits and categories interleaved, so that a gallery cut short still shows each."""
    order = {split: i for i, split in enumerate(SPLITS)}
    ranked = []
    for split, rows in by_split.items():
        seen: dict[str, int] = defaultdict(int)
        for row in rows:
            ranked.append((seen[row["category"]], order.get(split, len(order)), row["category"], row))
            seen[row["category"]] += 1
    return [row for *_, row in sorted(ranked, key=lambda entry: entry[:3])]


def _pack(row: dict[str, Any]) -> dict[str, Any]:
    texts = {name: text for name, text in row.items() if name not in (*SHOWN, "split") and text}
    code = {name: {"lines": highlighted(text, name), "from": python_lines(text)} for name, text in texts.items()}
    packed = base64.b64encode(gzip.compress(json.dumps(code).encode(), mtime=0)).decode()
    return {name: row[name] for name in ("split", *SHOWN) if name in row} | {"columns": list(texts), "code": packed}
