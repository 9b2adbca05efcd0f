"""The kernels of the installed Warp, which config ``real`` holds too: lowered in a sandboxed child like all others."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from generator.dataset.real_rows import warp_raw_rows
from generator.lowering.user_kernels.wild import Failure, kernel_texts
from generator.production.collecting.sessions import LIMITS, checked_outcome
from generator.production.collecting.sources.projects import Project
from generator.production.collecting.stages.spool import key_of
from generator.production.collecting.stages.tasks import Children

ENTRY = "generator.production.collecting.stages.warp_kernels:warp_outcome"

SECONDS = 1_200.0
"""Time limit for lowering all of Warp's kernels, in seconds."""


@dataclass(frozen=True)
class WarpTask:
    """All kernels of the installed Warp: a task like a group of modules."""

    project: Project
    kernels: int
    """Kernels in its text."""

    @property
    def files(self) -> list[str]:
        """One name for all of its files."""
        return [""]

    @cached_property
    def key(self) -> str:
        """Names the outcome in the spool."""
        return key_of("warp", self.project.digest)

    @property
    def size(self) -> int:
        """What it counts in a bar."""
        return self.kernels

    def run(self, children: Children) -> list[dict[str, Any]]:
        """One outcome (`collecting.child.Outcome`)."""
        answer = children.compiling.call(ENTRY, None, replace(LIMITS, seconds=SECONDS))
        return [checked_outcome(answer)]


def kernels_of_warp() -> int:
    """Number of kernels in the text of the installed Warp."""
    return sum(1 for _ in kernel_texts())


def warp_outcome(argument: None) -> dict[str, Any]:
    """Lower all kernels of the installed Warp, in the child."""
    rows: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    for found in warp_raw_rows():
        if isinstance(found, Failure):
            refused.append({"file": found.file, "line": found.line, "name": found.name, "reason": found.reason})
        else:
            rows.append(found)
    places = {(row["file"], row["line"]) for row in rows} | {(each["file"], each["line"]) for each in refused}
    return {"rows": rows, "refused": refused, "skipped": [], "unmade": [], "recorded": len(places)}
