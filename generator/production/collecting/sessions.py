"""A package's modules are imported each in a process of its own: what one does there reaches no other one's rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.parsing import NotParsed
from generator.production.collecting.places import SourceModule, kernel_places, source_modules

LIMITS = Limits(seconds=600.0, memory_bytes=16 << 30, file_bytes=1 << 30, result_bytes=1 << 30)
"""Bounds of one module: ten minutes, for fifty large kernels on a busy machine."""

LONGEST = 8 << 20
"""Longest Python file that is read, in bytes."""

ENTRY = "generator.production.collecting.child:collect_module"


@dataclass(frozen=True)
class Package:
    """A folder with Python packages, as a wheel unpacks or a user has it.

    ``support`` are folders of packages that it imports; all else that is missing has stand-ins.
    """

    root: Path
    support: tuple[Path, ...] = ()

    @property
    def own(self) -> list[str]:
        """Names that are importable from its folders."""
        folders = (self.root, *self.support)
        return sorted({entry.name.removesuffix(".py") for folder in folders for entry in folder.iterdir()})


@dataclass
class Collected:
    """Rows of a package in order of file and line, and what gave none: each with file and reason."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    unmade: list[dict[str, Any]] = field(default_factory=list)
    written: int = 0
    """Kernels that the package's text has."""
    recorded: int = 0
    """Those of which at least one kernel came to be when the modules were imported and their factories called."""


def modules_with_kernels(package: Package) -> list[SourceModule]:
    """The modules whose text has a kernel, or more Python than is parsed here, sorted: only they are imported."""
    return [module for module in source_modules(package.root) if _may_hold_kernels(_text(module.path))]


def collect_package(package: Package, limits: Limits = LIMITS) -> Collected:
    """Import the modules of a package in children, record and lower the kernels that come to be.

    Runs the package's code, shut in (`generator.isolation`): ask before. A module that exits, hangs, needs more than
    ``limits`` or answers with something else is named with the reason, and costs its own kernels.
    """
    found = Collected()
    with collecting_child(package) as child:
        for module in modules_with_kernels(package):
            outcome = module_outcome(child, package, module, limits)
            told = outcome.get("recorded", 0) + len(outcome.get("unmade", ()))
            found.written += told or kernels_in_text(module)
            _add(found, outcome)
    found.rows.sort(key=lambda row: (row["file"], row["line"], row["qualified_name"], row["python_source"]))
    return found


def collecting_child(package: Package) -> Child:
    """A child for ``module_outcome``, which may read the package and what it is imported with; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]], readable=[package.root.resolve(), *package.support])


def module_outcome(child: Child, package: Package, module: SourceModule, limits: Limits = LIMITS) -> dict[str, Any]:
    """What became of one module: an `Outcome` of `collecting.child`, as a dict."""
    argument = {
        "root": str(package.root.resolve()),
        "support": [str(folder.resolve()) for folder in package.support],
        "own": package.own,
        "path": str(module.path.resolve()),
        "module": module.name,
    }
    try:
        return checked_outcome(child.call(ENTRY, argument, limits))
    except ChildFailed as error:
        file = module.path.relative_to(package.root).as_posix()
        return {"skipped": [{"file": file, "reason": f"its process {error}"}]}


def checked_outcome(outcome: Any) -> dict[str, Any]:
    """A child that foreign code has taken over can answer anything: what is no outcome counts as its failure."""
    lists = ("rows", "refused", "skipped", "unmade")
    if not isinstance(outcome, dict) or not isinstance(outcome.get("recorded"), int):
        raise ChildFailed("answered with what is no outcome")
    for name in lists:
        if not isinstance(outcome.get(name), list) or not all(isinstance(item, dict) for item in outcome[name]):
            raise ChildFailed("answered with what is no outcome")
    wanted = {"file": str, "line": int, "qualified_name": str, "python_source": str, "code": dict}
    for row in outcome["rows"]:
        if any(not isinstance(row.get(name), kind) for name, kind in wanted.items()):
            raise ChildFailed("answered with what is no row")
    return outcome


def _add(found: Collected, outcome: dict[str, Any]) -> None:
    for name in ("rows", "refused", "skipped", "unmade"):
        getattr(found, name).extend(outcome.get(name, []))
    found.recorded += outcome.get("recorded", 0)


def _may_hold_kernels(text: str) -> bool:
    try:
        return "kernel" in text and bool(kernel_places(text))
    except NotParsed:
        return True


def kernels_in_text(module: SourceModule) -> int:
    """How many kernels a module's text has; none where it is no Python, or more than is parsed."""
    try:
        return len(kernel_places(_text(module.path)))
    except NotParsed:
        return 0


def _text(path: Path) -> str:
    if path.is_symlink() or path.stat().st_size > LONGEST:
        return ""
    return path.read_text(encoding="utf-8", errors="replace")
