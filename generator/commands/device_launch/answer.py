"""A run as plain JSON, and back: the answer of a child, which is checked as untrusted input."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from generator.commands.device_launch.argument_text import TYPES
from generator.emulation import Empty, Finding, Recording, Run, Thread

MOST_SHOWN = 200
"""Most findings, notes, prints and traps, of each, in an answer."""


@dataclass(frozen=True)
class Output:
    """An array after the launch; ``changed``: whether the launch changed it."""

    name: str
    values: np.ndarray[Any, Any]
    changed: bool


@dataclass(frozen=True)
class Launched:
    """A child's answer about a launch. Its texts are untrusted: whoever shows them has to escape them.

    ``trace``, ``lines`` and ``memory`` hold the fields of `Traced`, of `LineUse` with the ``text`` of the line, and of
    `TouchMap`.
    """

    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    order: str
    outputs: tuple[Output, ...]
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    counts: dict[str, Any]
    printed: tuple[str, ...]
    traps: tuple[str, ...]
    trace: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    memory: list[dict[str, Any]]


def plain(
    run: Run, outputs: Iterable[tuple[str, Any, Any]], names: Sequence[str], recording: Recording | None, ptx: str
) -> dict[str, Any]:
    """The run as plain JSON; ``outputs``: (name, array before, array after), ``names``: those of the arguments."""
    text = ptx.split("\n") if recording else []
    kept = recording or Recording()
    return {
        "outputs": [_packed(*each) for each in outputs],
        "findings": [_plain_finding(each, names) for each in run.findings[:MOST_SHOWN]],
        "notes": list(run.notes[:MOST_SHOWN]),
        "counts": asdict(run.counts),
        "printed": list(run.printed[:MOST_SHOWN]),
        "traps": list(run.traps[:MOST_SHOWN]),
        "trace": [asdict(each) for each in kept.trace],
        "lines": [asdict(each) | {"text": text[each.line - 1].strip()} for each in kept.lines],
        "memory": [asdict(each) | {"name": _called(each.name, names)} for each in kept.memory],
    }


def _plain_finding(finding: Finding, names: Sequence[str]) -> dict[str, Any]:
    message = finding.message.replace(finding.name, _called(finding.name, names)) if finding.name else finding.message
    return asdict(finding) | {"name": _called(finding.name, names), "message": message}


def _called(name: str, names: Sequence[str]) -> str:
    """The caller's name of an argument that the emulator calls by its number."""
    number = name.removeprefix("argument ")
    return names[int(number)] if number != name and number.isdecimal() and int(number) < len(names) else name


def _packed(name: str, before: Any, after: np.ndarray[Any, Any]) -> dict[str, Any]:
    changed = isinstance(before, Empty) or np.asarray(before).tobytes() != after.tobytes()
    data = base64.b64encode(np.ascontiguousarray(after).tobytes()).decode()
    return {"name": name, "type": after.dtype.name, "shape": list(after.shape), "data": data, "changed": changed}


def launched_of(answer: Any) -> Launched:
    """Inverse of `plain`; AttributeError, LookupError, TypeError or ValueError for an answer of another form."""
    return Launched(
        str(answer["kernel"]),
        tuple(map(int, answer["grid"])),
        tuple(map(int, answer["block"])),
        str(answer["order"]),
        tuple(map(_output, answer["outputs"])),
        tuple(map(_finding, answer["findings"])),
        tuple(map(str, answer["notes"])),
        dict(answer["counts"]),
        tuple(map(str, answer["printed"])),
        tuple(map(str, answer["traps"])),
        [dict(each) for each in answer["trace"]],
        [dict(each) for each in answer["lines"]],
        [dict(each) for each in answer["memory"]],
    )


def _output(data: dict[str, Any]) -> Output:
    if data["type"] not in TYPES:
        raise ValueError(f"no type of ours: {data['type']!r}")
    values = np.frombuffer(base64.b64decode(data["data"]), data["type"]).reshape(data["shape"])
    return Output(str(data["name"]), values, bool(data["changed"]))


def _finding(data: dict[str, Any]) -> Finding:
    return Finding(**{each.name: _FROM_JSON[str(each.type)](data[each.name]) for each in fields(Finding)})


_FROM_JSON: dict[str, Callable[[Any], Any]] = {
    "str": str,
    "int": int,
    "bool": bool,
    "tuple[int, ...]": lambda found: tuple(map(int, found)),
    "tuple[Thread, ...]": lambda found: tuple(Thread(int(each["block"]), int(each["thread"])) for each in found),
}
"""Type of a finding's field -> what makes it of plain JSON."""
