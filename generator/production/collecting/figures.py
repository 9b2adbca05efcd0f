"""Figures of a collection by project: numbers of kernels from text to row, and why the others gave none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from generator.production.collecting.plain_reasons import causes

KINDS = {
    "refused": "recorded, and not lowered",
    "unmade": "in the text, and never made",
    "skipped": "modules that could not be imported whole",
    "not_passed_on": "lowered, and not to be passed on by their licence",
    "overlapping": "of train, and like a held-out row",
    "not_compiled": "rows that a compiler refused",
}
"""List of kernels or modules with no row, or an incomplete one -> what it holds."""


@dataclass
class ProjectFigures:
    """Counts of a project; each list has file, line, name (where there are) and reason."""

    package: str
    version: str
    sha256: str
    found: int = 0
    """Kernels in the text."""
    recorded: int = 0
    """Those of which at least one was made."""
    lowered: int = 0
    """Rows that Warp lowered."""
    rows: int = 0
    self_contained: int = 0
    tiers: dict[str, int] = field(default_factory=dict)
    licenses: dict[str, int] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    unmade: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, Any]] = field(default_factory=list)
    not_passed_on: list[dict[str, Any]] = field(default_factory=list)
    overlapping: list[dict[str, Any]] = field(default_factory=list)
    not_compiled: list[dict[str, Any]] = field(default_factory=list)

    def add_outcome(self, outcome: Mapping[str, Any]) -> None:
        """Count the outcome of a module."""
        self.recorded += outcome.get("recorded", 0)
        self.lowered += len(outcome.get("rows", ()))
        for kind in ("refused", "unmade", "skipped"):
            getattr(self, kind).extend(outcome.get(kind, ()))

    def add_row(self, row: Mapping[str, Any]) -> None:
        """Count a finished row."""
        self.rows += 1
        self.self_contained += bool(row["self_contained"])
        for tier in row["tiers"]:
            self.tiers[tier] = self.tiers.get(tier, 0) + 1
        licence = row["license"] or "not known"
        self.licenses[licence] = self.licenses.get(licence, 0) + 1

    def to_json(self) -> dict[str, Any]:
        """As stored in ``collected.json``: counts, causes of each kind, and the lists, sorted."""
        found = asdict(self)
        for kind in KINDS:
            found[kind] = sorted(found[kind], key=_order)
        return found | {"causes": {kind: causes(found[kind]) for kind in KINDS if found[kind]}}


def entry_of(row: Mapping[str, Any], reason: str) -> dict[str, Any]:
    """The entry of a row in one of the lists."""
    name = row.get("qualified_name") or row.get("kernel_name")
    return {"file": row["file"], "line": row["line"], "name": name, "reason": reason}


def collected_json(projects: Sequence[ProjectFigures]) -> dict[str, Any]:
    """The content of ``collected.json``."""
    return {"projects": [project.to_json() for project in projects], "lists": KINDS}


def _order(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    line = entry.get("line", 0)
    return str(entry["file"]), line if isinstance(line, int) else 0, str(entry.get("name", "")), str(entry["reason"])
