"""What runs in the child: a stranger's modules are imported, the kernels that come to be are recorded and lowered."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import warp as wp

from generator.isolation.parsing import NotParsed
from generator.lowering.user_kernels.api import LoweredKernel, lower
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.warp_backend import kernels_made
from generator.production.collecting.factories import NoArguments, call_factory
from generator.production.collecting.places import KernelPlace, kernel_places
from generator.production.collecting.stand_ins import StandInFinder

EMIT = ("forward", "backward", "cpu")

OWN, FORCED = "own", "forced on"
"""Whether the package itself asks Warp for the adjoint of a kernel; the third case is ``refused: REASON``."""


@dataclass
class Outcome:
    """What became of a module: rows, and for each kernel that gives none the place and the reason."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    """Modules that could not be imported; what they made before they failed is kept."""
    unmade: list[dict[str, Any]] = field(default_factory=list)
    """Kernels that stand in the text and never came to be."""
    recorded: int = 0
    """Places in the text of which at least one kernel came to be."""


def collect_module(argument: dict[str, Any]) -> dict[str, Any]:
    """Import ``module``, the file ``path`` below ``root``; lower its kernels. Plain JSON in and out.

    ``own`` are the packages that the wheel brings, ``support`` folders of packages that it imports.
    """
    sys.path[:0] = [argument["root"], *argument["support"]]
    wp.config.log_level = wp.LOG_ERROR
    finder = StandInFinder(argument["own"])
    sys.meta_path.append(finder)
    outcome = Outcome()
    root = Path(argument["root"])
    with kernels_made() as made:
        _collect(Path(argument["path"]), argument["module"], root, made, outcome)
    return asdict(outcome)


def _collect(path: Path, name: str, root: Path, made: list[wp.Kernel], outcome: Outcome) -> None:
    file = path.relative_to(root).as_posix()
    try:
        places = kernel_places(path.read_text(encoding="utf-8"))
    except (NotParsed, ValueError) as error:
        outcome.skipped.append({"file": file, "reason": f"{type(error).__name__}: {_line(error)}"})
        return
    try:
        importlib.import_module(name)
    except (Exception, SystemExit) as error:
        outcome.skipped.append({"file": file, "reason": f"{type(error).__name__}: {_line(error)}"})
    arguments = _call_factories(path, name, places, made)
    of_place: dict[KernelPlace, list[wp.Kernel]] = {place: [] for place in places}
    for kernel in made:
        if (place := _place_of(kernel, path, places)) is not None and kernel.generic_parent is None:
            of_place[place].append(kernel)
    for place, kernels in of_place.items():
        if not kernels:
            reason = arguments.get(place) or "the module made none"
            outcome.unmade.append({"file": file, "line": place.first_line, "name": place.name, "reason": reason})
            continue
        outcome.recorded += 1
        seen: set[str] = set()
        for kernel in kernels:
            for row in _lowered(kernel, file, place, outcome):
                if row["python_source"] not in seen:
                    seen.add(row["python_source"])
                    outcome.rows.append(row | {"made_concrete": _made_concrete(row, arguments.get(place, ""))})


def _place_of(kernel: wp.Kernel, path: Path, places: Sequence[KernelPlace]) -> KernelPlace | None:
    code = kernel.func.__code__
    if code.co_filename != str(path):
        return None
    return next((place for place in places if place.first_line == code.co_firstlineno), None)


def _call_factories(
    path: Path, name: str, places: Sequence[KernelPlace], made: list[wp.Kernel]
) -> dict[KernelPlace, str]:
    """Call what makes kernels that importing did not make. Place -> the arguments, or why there is no kernel."""
    module = sys.modules.get(name)
    told: dict[KernelPlace, str] = {}
    by_factory: dict[tuple[str, ...], str] = {}
    for place in places:
        if any(_place_of(kernel, path, [place]) for kernel in made):
            continue
        if module is None:
            told[place] = "the module cannot be imported"
            continue
        if not place.owners:
            told[place] = "the module did not reach it"
            continue
        names = tuple(owner for _, owner in place.owners)
        if names not in by_factory:
            try:
                by_factory[names] = call_factory(_factory(module, place), lambda: len(made))
            except NoArguments as error:
                by_factory[names] = f"made inside {names[0]}: {error}"
        told[place] = by_factory[names]
    return told


def _factory(module: Any, place: KernelPlace) -> Callable[..., Any]:
    """The function around a kernel: of the module, or of a class of it that is made without ``__init__``."""
    (kind, name), *rest = place.owners
    found = getattr(module, name, None)
    if kind == "class":
        if not isinstance(found, type) or not rest:
            raise NoArguments(f"class {name} is not there")
        held = inspect.getattr_static(found, rest[0][1], None)
        if isinstance(held, staticmethod | classmethod):
            return getattr(found, rest[0][1])
        if inspect.isabstract(found) or held is None:
            raise NoArguments(f"class {name} cannot be made")
        found = getattr(object.__new__(found), rest[0][1])
    if not callable(found):
        raise NoArguments(f"{name} is not there")
    return found


def _lowered(kernel: wp.Kernel, file: str, place: KernelPlace, outcome: Outcome) -> Iterator[dict[str, Any]]:
    reasons: list[UserError] = []
    adjoint = OWN if _has_own_adjoint(kernel) else FORCED
    try:
        found = lower(kernel, emit=EMIT, as_rows=True, refused=reasons.append)
    except Exception as error:  # Warp, or what the kernel's module left behind, raises whatever it likes
        reasons.append(UserError(f"{kernel.func.__name__}: {type(error).__name__}: {_line(error)}"))
        found = []
    for reason in reasons:
        outcome.refused.append({"file": file, "line": place.first_line, "name": place.name, "reason": str(reason)})
    for each in found:
        yield _row(each, file, adjoint)


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
    }


def _has_own_adjoint(kernel: wp.Kernel) -> bool:
    option = kernel.options.get("enable_backward")
    return bool(kernel.module.options.get("enable_backward", True) if option is None else option)


def _made_concrete(row: dict[str, Any], arguments: str) -> str:
    parts = [
        f"overload {row['signature']}" if row["signature"] else "",
        f"called with {arguments}" if arguments else "",
    ]
    return "; ".join(filter(None, parts))


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["(no message)"])[0][:300]
