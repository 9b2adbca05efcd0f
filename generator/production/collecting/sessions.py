"""Imports each module of a package in a process of its own, so that it cannot change another module's rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.branches import can_branch
from generator.isolation.parsing import NotParsed
from generator.production.collecting.module_groups import shared_package
from generator.production.collecting.places import SourceModule, kernel_places, source_modules

LIMITS = Limits(seconds=1_200.0, memory_bytes=16 << 30, file_bytes=1 << 30, result_bytes=1 << 30)
"""Bounds of one module: twenty minutes, since the largest known takes six on a quiet machine."""

LONGEST = 8 << 20
"""Longest Python file that is read, in bytes."""

ENTRY = "generator.production.collecting.child:collect_module"
GROUP_ENTRY = "generator.production.collecting.child:collect_modules"

GROUP_SHARE = 0.75
"""Share of a call's time and bytes for a group's modules together; those that do not fit are collected alone."""


@dataclass(frozen=True)
class Package:
    """A folder with Python packages: an unpacked wheel, or a user's own.

    ``support`` are folders of packages that it imports; all other missing packages have stand-ins.
    """

    root: Path
    support: tuple[Path, ...] = ()

    @property
    def own(self) -> list[str]:
        """Names that are importable from its folders."""
        folders = (self.root, *self.support)
        return sorted({entry.name.removesuffix(".py") for folder in folders for entry in folder.iterdir()})


def modules_with_kernels(package: Package) -> dict[SourceModule, int]:
    """Module -> number of kernels in its text, sorted, for those that have one: only they are imported.

    Modules that cannot be parsed (no Python, or beyond the parser's bounds) are among them, with 0.
    """
    counts = {module: _kernels_in(_text(module.path)) for module in source_modules(package.root)}
    return {module: count or 0 for module, count in counts.items() if count != 0}


def collecting_child(package: Package) -> Child:
    """A child for ``module_outcomes``, which may read the package and its support; a context manager."""
    return Child(modules=[ENTRY.partition(":")[0]], readable=[package.root.resolve(), *package.support])


def module_outcomes(
    child: Child, package: Package, modules: Sequence[SourceModule], limits: Limits = LIMITS
) -> list[dict[str, Any]]:
    """The outcome of each module of a group: an `Outcome` of `collecting.child`, as a dict.

    The package that they share is imported once, and each module in a fork (`generator.isolation.branches`); a module
    without an answer there gets a call of its own.
    """
    found = _together(child, package, modules, limits)
    return [outcome or _alone(child, package, module, limits) for module, outcome in zip(modules, found, strict=True)]


def _together(
    child: Child, package: Package, modules: Sequence[SourceModule], limits: Limits
) -> list[dict[str, Any] | None]:
    nothing: list[dict[str, Any] | None] = [None] * len(modules)
    shared = shared_package(modules)
    if len(modules) == 1 or not shared or not can_branch():
        return nothing
    argument = {
        **_where(package),
        "package": shared,
        "modules": [_which(module) for module in modules],
        "seconds": limits.seconds * GROUP_SHARE,
        "result_bytes": int(limits.result_bytes * GROUP_SHARE),
    }
    try:
        answer = child.call(GROUP_ENTRY, argument, limits)
    except ChildFailed:
        return nothing
    if not isinstance(answer, list) or len(answer) != len(modules):
        return nothing
    return [_sound(outcome) for outcome in answer]


def _sound(outcome: Any) -> dict[str, Any] | None:
    try:
        return checked_outcome(outcome)
    except ChildFailed:
        return None


def _alone(child: Child, package: Package, module: SourceModule, limits: Limits) -> dict[str, Any]:
    try:
        return checked_outcome(child.call(ENTRY, _where(package) | _which(module), limits))
    except ChildFailed as error:
        file = module.path.relative_to(package.root).as_posix()
        return {"skipped": [{"file": file, "reason": f"its process {error}"}]}


def _where(package: Package) -> dict[str, Any]:
    return {
        "root": str(package.root.resolve()),
        "support": [str(folder.resolve()) for folder in package.support],
        "own": package.own,
    }


def _which(module: SourceModule) -> dict[str, str]:
    return {"path": str(module.path.resolve()), "module": module.name}


def checked_outcome(outcome: Any) -> dict[str, Any]:
    """The answer, checked, as foreign code may control the child; ChildFailed where it is no outcome."""
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


def _kernels_in(text: str) -> int | None:
    """Number of kernels in a text; None where it cannot be parsed."""
    if "kernel" not in text or not ("wp" in text or "warp" in text):
        return 0
    try:
        return len(kernel_places(text))
    except NotParsed:
        return None


def _text(path: Path) -> str:
    if path.is_symlink() or path.stat().st_size > LONGEST:
        return ""
    return path.read_text(encoding="utf-8", errors="replace")
