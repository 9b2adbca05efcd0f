"""How different the rows of a build are: repeats, near-duplicates, leakage, coverage, sizes."""

from __future__ import annotations

import hashlib
import re
import zlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from generator.dataset.shingles import Shingles, renamed, shingles, tokens
from generator.escaping import one_line
from generator.production.folder.build_folder import open_build
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import read_json, read_manifest
from generator.production.folder.paths import inside
from generator.production.measuring.neighbours import Neighbours

THRESHOLDS = (0.7, 0.85)
COMPARED_ROWS = 100_000
"""Rows of train, from its beginning, among which near-duplicates are looked for: every prefix is balanced."""

QUERY_ROWS = 10_000
"""Rows of each split for which near-duplicates are looked for."""

_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
COLUMNS = ("python_source", "category", "fingerprint", "builtins", "dtypes", "arguments")


@dataclass
class Kernels:
    """Counts over some rows; eight bytes a row and kind of hash are kept."""

    hashes: dict[str, array[int]] = field(default_factory=lambda: defaultdict(lambda: array("Q")))
    histograms: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    raw: int = 0
    packed: int = 0
    packer: Any = field(default_factory=lambda: zlib.compressobj(9))

    def add(self, row: dict[str, Any], words: list[str]) -> None:
        """Count one row."""
        source = row["python_source"]
        data = source.encode()
        self.hashes["exact"].append(int(hashlib.blake2b(data, digest_size=8).hexdigest(), 16))
        self.hashes["alpha"].append(renamed(words))
        self.hashes["skeleton"].append(int(row["fingerprint"], 16))
        self.histograms["lines"][source.count("\n")] += 1
        self.histograms["depth"][depth(source)] += 1
        self.histograms["arguments"][len(row["arguments"])] += 1
        self.raw += len(data)
        self.packed += len(self.packer.compress(data))

    def figures(self) -> dict[str, Any]:
        """Rows, distinct ones by each kind of hash, zlib ratio, histograms."""
        packed = self.packed + len(self.packer.copy().flush())
        distinct = {f"{kind}_unique": len(np.unique(np.array(found))) for kind, found in self.hashes.items()}
        histograms = {name: {str(k): n for k, n in sorted(found.items())} for name, found in self.histograms.items()}
        return {
            "rows": len(self.hashes["exact"]),
            **distinct,
            "compression_ratio": round(self.raw / packed, 3) if self.raw else 0.0,
            **histograms,
        }


def stats_of(root: Path) -> dict[str, Any]:
    """Figures of the build in ``root``, as stored in its stats.json; empty where no config has ``COLUMNS``.

    Raises NotABuild when there is no build.
    """
    every, by_category = Kernels(), defaultdict[str, Kernels](Kernels)
    builtins, dtypes = Counter[str](), Counter[str]()
    rows = Counter[str]()
    skeletons: dict[str, array[int]] = defaultdict(lambda: array("Q"))
    compared: dict[str, list[Shingles]] = defaultdict(list)
    for split, row in source_rows(root):
        if reason := _uncountable(row):
            raise BuildError(f"a row of {one_line(split)} cannot be counted: {reason}: `validate` says which")
        words = tokens(row["python_source"])
        every.add(row, words)
        by_category[row["category"]].add(row, words)
        builtins.update(row["builtins"])
        dtypes.update(row["dtypes"])
        rows[split] += 1
        skeletons[split].append(int(row["fingerprint"], 16))
        if rows[split] <= (COMPARED_ROWS if split == "train" else QUERY_ROWS):
            compared[split].append(shingles(words))
    if not rows:
        return {}
    train = skeletons.get("train", array("Q"))
    return {
        "splits": dict(rows),
        **every.figures(),
        "skeletons_in_train": {
            split: len(np.intersect1d(found, train)) for split, found in skeletons.items() if split != "train"
        },
        "near_duplicates": near_duplicates(compared),
        "builtins": dict(sorted(builtins.items())),
        "dtypes": dict(sorted(dtypes.items())),
        "categories": {name: found.figures() for name, found in sorted(by_category.items())},
    }


def _uncountable(row: Mapping[str, Any]) -> str:
    """Why a row of a folder that nobody validated cannot be counted; empty where it can."""
    texts, lists = ("python_source", "category", "fingerprint"), ("builtins", "dtypes", "arguments")
    if strange := [name for name in texts if not isinstance(row[name], str)]:
        return f"{strange[0]} is no text"
    if strange := [name for name in lists if not isinstance(row[name], list)]:
        return f"{strange[0]} is no list"
    if not all(isinstance(name, str) for name in (*row["builtins"], *row["dtypes"])):
        return "builtins and dtypes are names"
    return "" if _FINGERPRINT.fullmatch(row["fingerprint"]) else "its fingerprint has no 16 hexadecimal digits"


def near_duplicates(compared: dict[str, list[Shingles]]) -> dict[str, Any]:
    """For each split, how many rows have a row of train as close as each threshold."""
    train = Neighbours(compared.get("train", []))
    found: dict[str, Any] = {"among_train_rows": len(train.rows)}
    for split, rows in compared.items():
        queried = rows[:QUERY_ROWS]
        closest = np.array([train.closest(row, i if split == "train" else None) for i, row in enumerate(queried)])
        shares = {f"at_{threshold}": int((closest >= threshold).sum()) for threshold in THRESHOLDS}
        found[split] = {"rows": len(queried), **shares}
    return found


def depth(source: str) -> int:
    """Nested blocks at the deepest line; a kernel without branches and loops has 1."""
    indents = (len(line) - len(line.lstrip(" ")) for line in source.splitlines() if line.strip())
    return max(indents, default=0) // 4


def source_rows(root: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(split, row) with ``COLUMNS``, of the first config that has them; of a Parquet build or of one in JSON."""
    manifest = read_manifest(root)
    if manifest.get("recipe", {}).get("format") == "json":
        yield from _json_rows(root, manifest.get("files", []))
        return
    build = open_build(root)
    config = next((name for name in build.configs if set(COLUMNS) <= set(build.schema(name).names)), None)
    if config is None:
        return
    for split in build.splits(config):
        for _, batch in build.batches(config, COLUMNS, split):
            yield from ((split, row) for row in batch.to_pylist())


def _json_rows(root: Path, entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of JSON files in the order of the manifest, which is that of the Parquet files."""
    complete: set[str] = set()
    for entry in entries:
        # A row's first file counts as the row; of a stand-alone program that is its source.
        if entry.get("rows") != 1 or (complete and entry.get("config") not in complete):
            continue
        row = _json_row(inside(root, entry["path"]))
        if set(COLUMNS) <= row.keys():
            complete.add(str(entry.get("config")))
            yield str(entry.get("split")), row


def _json_row(path: Path) -> dict[str, Any]:
    if path.suffix == ".json":
        data = _object(path)
        metadata = data.get("metadata")
        return data | metadata if isinstance(metadata, dict) else data
    return {"python_source": path.read_text(encoding="utf-8")} | _object(inside(path.parent, "metadata.json"))


def _object(path: Path) -> dict[str, Any]:
    found = read_json(path)
    if not isinstance(found, dict):
        raise BuildError(f"{path} is damaged: a row is an object of columns")
    return found
