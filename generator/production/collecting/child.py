"""Runs in the child: imports foreign modules, records the kernels that they make, and lowers them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import warp as wp

from generator.dataset.real_rows import FORCED, OWN, has_own_adjoint
from generator.isolation.branches import Branches
from generator.lowering.user_kernels.api import LoweredKernel, lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.written_kernels import WrittenKernel, written_kernels
from generator.lowering.warp_backend import kernels_made, longest_code, too_long
from generator.production.collecting.former_names import restore_former_names
from generator.production.collecting.owners import call_owners, first_line, holds_stand_in, stands_at
from generator.production.collecting.places import SourceModule
from generator.production.collecting.stand_ins import StandInFinder

EMIT = ("forward", "backward", "cpu")

LONGEST_CODE = 1_500_000
"""Longest code column of a row, in letters: NVRTC optimises a million in 20 s, and one module unrolls to 1.4 GB."""
LETTERS = 250_000_000
"""Most letters of code of a module's kernels together: the largest known module has more than a billion, in hundreds of
kernels that differ in constants alone; the second largest has 100 million."""


@dataclass
class Outcome:
    """The outcome of a module: rows, and for each kernel without one its place and the reason."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    """Modules that could not be imported; kernels made before they failed are kept, and the reason says so."""
    unmade: list[dict[str, Any]] = field(default_factory=list)
    """Kernels in the text that were never made."""
    recorded: int = 0
    """Number of places in the text of which at least one kernel was made."""


def collect_module(argument: dict[str, Any]) -> dict[str, Any]:
    """Import ``module``, the file ``path`` below ``root``; lower its kernels. Plain JSON in and out.

    ``own`` are the wheel's packages, ``support`` folders of packages that it imports.
    """
    with _recorded(argument) as made:
        return _collected(argument, Path(argument["root"]), made)


def collect_modules(argument: dict[str, Any]) -> list[Any]:
    """``collect_module`` for each of ``modules`` (``module``, ``path``); None for one that has to be collected alone.

    Each is imported in a fork of a process that has imported ``package``, which each of them imports first.
    """
    modules = argument["modules"]
    branches = Branches()
    with _recorded(argument) as made:
        try:
            importlib.import_module(argument["package"])
        except (Exception, SystemExit):  # each module's own call will report it
            return [None] * len(modules)
        root = Path(argument["root"])
        seconds, result_bytes = argument["seconds"], argument["result_bytes"]
        return branches.run(lambda module: _collected(module, root, made), modules, seconds, result_bytes)


@contextmanager
def _recorded(argument: dict[str, Any]) -> Iterator[list[wp.Kernel]]:
    """Let foreign modules be imported in the block; yields the list of all kernels that they make."""
    sys.path[:0] = [argument["root"], *argument["support"]]
    wp.config.log_level = wp.LOG_ERROR
    for name in ("launch", "launch_tiled"):
        setattr(wp, name, _no_launch)
    restore_former_names()
    sys.meta_path.append(StandInFinder(argument["own"]))
    with kernels_made() as made:
        yield made


class TooMuchCode(Exception):
    """A module's kernels have more than ``LETTERS`` of code."""


def _collected(module: dict[str, Any], root: Path, made: list[wp.Kernel]) -> dict[str, Any]:
    outcome, path = Outcome(), Path(module["path"])
    try:
        _collect(path, module["module"], root, made, outcome)
    except TooMuchCode:
        reason = f"its kernels have more than {LETTERS:,} letters of code"
        outcome = Outcome(skipped=[{"file": path.relative_to(root).as_posix(), "reason": reason}])
    return asdict(outcome)


def _no_launch(*args: Any, **kwargs: Any) -> None:
    """Replaces ``wp.launch`` while kernels are recorded: nothing is to run, and compiling one takes a second."""


def _collect(path: Path, name: str, root: Path, made: list[wp.Kernel], outcome: Outcome) -> None:
    file = path.relative_to(root).as_posix()
    try:
        # This process is sandboxed: a text that crashes the parser costs only its own module.
        places = written_kernels(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        outcome.skipped.append({"file": file, "reason": f"{type(error).__name__}: {first_line(error)}"})
        return
    failed = ""
    try:
        importlib.import_module(name)
    except (Exception, SystemExit) as error:
        failed = f"{type(error).__name__}: {first_line(error)}"
    arguments = call_owners(root, SourceModule(path, name), places, made)
    letters = 0
    for place in places:
        kernels = [kernel for kernel in made if stands_at(kernel, path, place) and kernel.generic_parent is None]
        whole = [kernel for kernel in kernels if not holds_stand_in(kernel)]
        if not whole:
            reason = "needs what only running its package gives" if kernels else arguments.get(place)
            entry = {"file": file, "line": place.line, "name": place.name, "reason": reason or "the module made none"}
            outcome.unmade.append(entry)
            continue
        outcome.recorded += 1
        seen: set[str] = set()
        for kernel in whole:
            for row in _lowered(kernel, file, place, outcome):
                letters += sum(map(len, row["code"].values()))
                if letters > LETTERS:
                    raise TooMuchCode
                if row["python_source"] not in seen:
                    seen.add(row["python_source"])
                    row["made_concrete"] = _made_concrete(row["made_concrete"], arguments.get(place, ""))
                    outcome.rows.append(row)
    if failed:
        kept = f"; the kernels made before that are taken: {outcome.recorded}" if outcome.recorded else ""
        outcome.skipped.append({"file": file, "reason": failed + kept})


def _lowered(kernel: wp.Kernel, file: str, place: WrittenKernel, outcome: Outcome) -> Iterator[dict[str, Any]]:
    reasons: list[UserError] = []
    adjoint = OWN if has_own_adjoint(kernel) else FORCED
    for one in (kernel, *kernel.overloads.values()):
        one.options.pop("enable_backward", None)
    try:
        with longest_code(LONGEST_CODE):
            found = lower(kernel, emit=EMIT, as_rows=True, both_precisions=True, refused=reasons.append)
    except Exception as error:  # Warp, or what the kernel's module left behind, raises whatever it likes
        reasons.append(UserError(f"{kernel.func.__name__}: {type(error).__name__}: {first_line(error)}"))
        found = []
    refused = f"refused: {_why(reasons)}"
    for each in found:
        if max(map(len, each.code.values())) > LONGEST_CODE:
            reasons.append(UserError(f"{each.label}: {too_long(LONGEST_CODE)}"))
            continue
        yield _row(each, file, adjoint if each.code["cuda_backward"] else refused)
    for reason in reasons:
        outcome.refused.append({"file": file, "line": place.line, "name": place.name, "reason": str(reason)})


def _why(reasons: list[UserError]) -> str:
    return first_line(reasons[0]) if reasons else "Warp emits none"


def _row(each: LoweredKernel, file: str, adjoint: str) -> dict[str, Any]:
    return {
        "name": each.name,
        "qualified_name": each.qualified_name,
        "signature": each.signature,
        "python_source": each.python_source,
        "self_contained": each.self_contained,
        "needs": each.needs,
        "file": file,
        "line": each.line,
        "description": each.description,
        "launch": each.launch.to_json(),
        "code": each.code,
        "adjoint": adjoint,
        "made_concrete": _overload(each),
    }


def _overload(each: LoweredKernel) -> str:
    if not each.signature:
        return ""
    return f"{each.reading} reading {each.signature}" if each.reading else f"overload {each.signature}"


def _made_concrete(overload: str, arguments: str) -> str:
    return "; ".join(filter(None, (overload, f"called with {arguments}" if arguments else "")))
