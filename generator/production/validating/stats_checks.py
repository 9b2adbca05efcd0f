"""Check of the figures of ``stats.json``, which card and report publish, by measuring them again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from generator.dataset.code_hash import code_hash
from generator.escaping import one_line
from generator.production.folder.build_names import STATS
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import read_json
from generator.production.folder.paths import inside
from generator.production.measuring.stats import stats_of
from generator.production.validating.findings import Validation

CHECK = "statistics"
OF_THE_CODE = frozenset({"alpha_unique", "near_duplicates"})
"""Figures that depend on how names are renumbered and shingles cut, which another version may do otherwise."""
PACKED, PACKED_ALIKE = "compression_ratio", 0.1
"""A figure that depends on the installed zlib, and its relative tolerance."""


def check_stats(target: Path, manifest: Mapping[str, Any], result: Validation) -> None:
    """Check that each figure of the build's statistics is what its rows give; skipped where files are damaged.

    Of a table of figures only the first difference is named.
    """
    damaged = {"files", "schema"} & {finding.check for finding in result.findings}
    if damaged or not manifest.get("complete"):
        return
    same_code = manifest.get("versions", {}).get("code") == code_hash()
    try:
        stored, fresh = read_json(inside(target, STATS)), stats_of(target)
    except BuildError as error:
        result.found(CHECK, STATS, f"cannot be measured again: {error}")
        return
    result.checked[CHECK] += 1
    if not isinstance(stored, dict):
        result.found(CHECK, STATS, "is no object")
        return
    if not same_code and fresh:
        result.not_checked.append(
            f"{', '.join(sorted(OF_THE_CODE))} of {STATS}, measured by another version of the code"
        )
    unknown: frozenset[str] = frozenset() if same_code else OF_THE_CODE
    for figure in sorted(stored.keys() | fresh.keys()):
        for name, old, new in islice(_differing(stored.get(figure), fresh.get(figure), unknown, figure), 1):
            reason = f"{one_line(name, 80)} is {one_line(old, 80)}, measured again {one_line(new, 80)}"
            result.found(CHECK, STATS, reason)


def _differing(old: Any, new: Any, unknown: frozenset[str], name: str) -> Iterator[tuple[str, Any, Any]]:
    """Names of the figures that differ, with both values."""
    last = name.rpartition(".")[2]
    if last in unknown:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _differing(old.get(key), new.get(key), unknown, f"{name}.{key}")
    elif last == PACKED and isinstance(old, float) and isinstance(new, float):
        if not abs(old - new) <= PACKED_ALIKE * new:
            yield name, old, new
    elif old != new or type(old) is not type(new):
        yield name, old, new
