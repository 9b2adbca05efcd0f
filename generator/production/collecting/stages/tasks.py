"""The tasks of a collection, cut so that it resumes: modules are imported and lowered, rows are compiled and run.

A task's key is computed once, as that of rows is a hash of all their code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from generator.isolation import Child, ChildFailed, Limits
from generator.production.collecting.places import SourceModule
from generator.production.collecting.plain_reasons import plain_reason
from generator.production.collecting.sessions import LIMITS, Package, collecting_child, module_outcomes
from generator.production.collecting.sources.projects import Project
from generator.production.collecting.stages.compiling import add_ptx, compile_rows, compiling_child
from generator.production.collecting.stages.spool import key_of
from generator.production.collecting.verifying import tier_child, verify_rows
from generator.production.folder.errors import BuildError

ROWS = 64
"""Rows that are compiled in one go: the compilers read Warp's headers once for all of them."""

LETTERS = 4_000_000
"""Letters of CUDA in one go, unless a single row has more."""

RUN_TIERS = ("execute", "gradient")
"""Tiers that run a row's code."""


@dataclass
class Children:
    """The sandboxed children of one worker, each started when it is first needed."""

    compiling: Child = field(default_factory=compiling_child)
    tiers: Child = field(default_factory=tier_child)
    _package: Package | None = None
    _collecting: Child | None = None

    def collecting(self, package: Package) -> Child:
        """The child that may read ``package``; that of the previous package is closed."""
        if package != self._package and self._collecting is not None:
            self._collecting.close()
            self._collecting = None
        if self._collecting is None:
            self._package, self._collecting = package, collecting_child(package)
        return self._collecting

    def start(self) -> Self:
        """Start one of them; BuildError where the system cannot, so that no row is blamed for it."""
        try:
            self.compiling.__enter__()
        except ChildFailed as error:
            raise BuildError(f"a child process {error}") from None
        return self

    def end(self) -> None:
        """Stop all of them, also in the middle of a call; from any thread."""
        for child in self._all():
            child.end()

    def close(self) -> None:
        """Close all of them; they must be idle."""
        with ExitStack() as closing:
            for child in self._all():
                closing.callback(child.close)

    def _all(self) -> list[Child]:
        return [child for child in (self.compiling, self.tiers, self._collecting) if child is not None]


@dataclass(frozen=True)
class ModulesTask:
    """A group of a project's modules: their kernels are recorded and lowered."""

    project: Project
    modules: tuple[SourceModule, ...]
    kernels: int
    """Kernels in their text."""
    limits: Limits = LIMITS

    @property
    def files(self) -> list[str]:
        """The modules' files in their project."""
        return [module.path.relative_to(self.project.root).as_posix() for module in self.modules]

    @cached_property
    def key(self) -> str:
        """Names the outcomes in the spool."""
        return key_of("modules", self.project.digest, self.files)

    @property
    def size(self) -> int:
        """What it counts in a bar."""
        return self.kernels

    def run(self, children: Children) -> list[dict[str, Any]]:
        """Outcomes (`collecting.child.Outcome`), with reasons that read the same on every machine."""
        package = Package(self.project.root, self.project.support)
        outcomes = module_outcomes(children.collecting(package), package, self.modules, self.limits)
        for outcome in outcomes:
            for kind in ("refused", "skipped", "unmade"):
                for entry in outcome.get(kind, ()):
                    entry["reason"] = plain_reason(str(entry.get("reason", "")), package)
        return outcomes


@dataclass(frozen=True)
class CompileTask:
    """Raw rows of a project, to be compiled."""

    project: Project
    rows: tuple[Mapping[str, Any], ...]

    @cached_property
    def key(self) -> str:
        """Names the rows in the spool."""
        return key_of("compile", self.rows)

    @property
    def size(self) -> int:
        """What it counts in a bar."""
        return len(self.rows)

    def run(self, children: Children) -> list[dict[str, Any]]:
        """The rows with the tier `compile`."""
        return compile_rows(children.compiling, self.rows)


@dataclass(frozen=True)
class PtxTask(CompileTask):
    """Rows of a project that get their PTX columns."""

    @cached_property
    def key(self) -> str:
        """Names the rows in the spool."""
        return key_of("ptx", self.rows)

    def run(self, children: Children) -> list[dict[str, Any]]:
        """The rows with PTX columns."""
        return add_ptx(children.compiling, self.rows)


@dataclass(frozen=True)
class TiersTask:
    """Compiled rows of a project, to be run."""

    project: Project
    rows: tuple[Mapping[str, Any], ...]
    launches: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def key(self) -> str:
        """Names the rows in the spool."""
        return key_of("tiers", self.launches, self.rows)

    @property
    def size(self) -> int:
        """What it counts in a bar."""
        return len(self.rows)

    def run(self, children: Children) -> list[dict[str, Any]]:
        """The rows with their verdicts; those that did not compile are unchanged."""
        whole = [row for row in self.rows if "compile" in row["tiers"]]
        verdicts = iter(verify_rows(children.tiers, whole, self.launches))
        return [_with_verdict(row, next(verdicts)) if "compile" in row["tiers"] else dict(row) for row in self.rows]


def _with_verdict(row: Mapping[str, Any], verdict: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **row,
        **verdict["figures"],
        "launch": verdict["launch"] or row["launch"],
        "launch_origin": verdict["launch_origin"],
        "tiers": [*row["tiers"], *verdict["tiers"]],
        "not_verified": verdict["not_verified"],
    }


def in_groups(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], ...]]:
    """Consecutive rows that are compiled in one go: at most ``ROWS``, and ``LETTERS`` of CUDA."""
    held: list[Mapping[str, Any]] = []
    letters = 0
    for row in rows:
        own = sum(len(row["code"].get(name) or "") for name in ("cuda_forward", "cuda_backward"))
        if held and (len(held) == ROWS or letters + own > LETTERS):
            yield tuple(held)
            held, letters = [], 0
        held.append(row)
        letters += own
    if held:
        yield tuple(held)
