"""A package's modules are imported each in a process of its own: what one does there reaches no other one's rows."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.parsing import NotParsed
from generator.production.collecting.places import SourceModule, kernel_places, source_modules

LIMITS = Limits(seconds=1_200.0, memory_bytes=16 << 30, file_bytes=1 << 30, result_bytes=1 << 30)
"""Bounds of one module: twenty minutes, since the largest known takes six on a quiet machine."""

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


def modules_with_kernels(package: Package) -> list[SourceModule]:
    """The modules whose text has a kernel, or more Python than is parsed here, sorted: only they are imported."""
    return [module for module in source_modules(package.root) if _may_hold_kernels(_text(module.path))]


def collecting_child(package: Package) -> Child:
    """A child for ``module_outcome``, which may read the package and what it is imported with; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]], readable=[package.root.resolve(), *package.support])


def module_outcome(child: Child, package: Package, module: SourceModule, limits: Limits = LIMITS) -> dict[str, Any]:
    """What became of one module: an `Outcome` of `collecting.child`, as a dict.

    Runs the package's code, shut in (`generator.isolation`): ask before. A module that exits, hangs, needs more than
    ``limits`` or answers with something else is named with the reason, and costs its own kernels.
    """
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
