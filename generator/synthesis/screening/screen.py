"""Whether a drawn kernel does what it should on all the inputs that its launch declares."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import INPUT, Launch
from generator.launch.redraws import redrawable
from generator.syntax.modules import Function, Module
from generator.syntax.value_text import value_text
from generator.syntax.values import Value
from generator.syntax.walks.constant_stores import constant_arrays
from generator.synthesis.screening.draws import Draw, arguments_over, draws_of, draws_of_modes
from generator.synthesis.screening.lanes.outcome import NOT_FINITE, SILENT, UNMOVED, UNSEEN, NotScreened, Struck
from generator.synthesis.screening.lanes.values import Numbers, Struct
from generator.synthesis.screening.memory import Rows, lanes_of
from generator.synthesis.screening.program import program_of
from generator.synthesis.screening.statements import Machine

SETTINGS = 16
"""Draws of all other inputs in which an input may show its effect, an output its change, an arm itself."""

MOST_LANES = 16384
"""Lanes of one go: beyond that NumPy takes longer than Python."""

ROUNDING = {"float16": 4e-3, "float32": 1e-5, "float64": 1e-13}
"""By type: the share by which a number may differ and count as the same."""

SELDOM = 0.6
"""Share of the draws in which an output has to change, and to differ from element to element."""

LEAST_SHOWN = 2
"""Settings in which an input shows its effect, where it does not in the first: one of sixteen is a chance."""

READING_ERRORS = (TypeError, ValueError, AttributeError, IndexError, KeyError)
"""What NumPy and the tables raise where a value is of a kind that has no definition over lanes."""


@dataclass(frozen=True)
class Table:
    """What a kernel wrote in each draw, by output: before and after, (draws, elements, components)."""

    draws: Sequence[Draw]
    before: Mapping[str, Numbers]
    after: Mapping[str, Numbers]
    arms: Mapping[tuple[int, str], tuple[Value, bool]]
    defined: Numbers
    """Draws in which no thread did what is undefined."""


def struck(module: Module, kernel: Function, launch: Launch) -> Struck | None:
    """Why a kernel is no good, or nothing. Raises NotScreened."""
    try:
        _screen(module, kernel, launch)
    except Struck as reason:
        return reason
    except READING_ERRORS as error:
        raise NotScreened(f"{type(error).__name__}: {error}") from error
    return None


def _screen(module: Module, kernel: Function, launch: Launch) -> None:
    settled = constant_arrays(kernel.body)
    inputs = {argument.name for argument in launch.arguments if argument.role == INPUT}
    silent = {name: LEAST_SHOWN for name in redrawable(launch) if name.partition(".")[0] in inputs}
    arms: dict[tuple[int, str], tuple[Value, bool]] = {}
    changes: dict[str, list[bool]] = {}
    draws = [*draws_of(launch, list(silent), kernel.name, 0), *draws_of_modes(launch, kernel.name)]
    setting = 1
    while True:
        table = evaluate(module, kernel, launch, draws)
        worth = LEAST_SHOWN if setting == 1 else 1
        silent = {n: left for n, owed in silent.items() if (left := owed - worth * _shown(table, n)) > 0}
        for key, (condition, seen) in table.arms.items():
            arms[key] = (condition, seen or (key in arms and arms[key][1]))
        for name, seen_here in _changes(table, settled):
            changes.setdefault(name, []).extend(seen_here)
        dull = [name for name, seen_all in changes.items() if sum(seen_all) <= SELDOM * len(seen_all)]
        unseen = [condition for condition, seen in arms.values() if not seen]
        if setting == SETTINGS or not (silent or dull or unseen):
            break
        more = MOST_LANES // (math.prod(launch.dim) * (len(silent) + 4)) + 1
        following = range(setting, min(SETTINGS, setting + more))
        draws = [draw for number in following for draw in draws_of(launch, list(silent), kernel.name, number)]
        setting = following.stop
    if dull:
        raise Struck(UNMOVED, ", ".join(dull))
    if whole := [name for name in silent if "." not in name]:
        raise Struck(SILENT, ", ".join(whole))
    if unseen:
        raise Struck(UNSEEN, value_text(unseen[0]))


def evaluate(module: Module, kernel: Function, launch: Launch, draws: Sequence[Draw]) -> Table:
    """Run a kernel on all draws at once. Raises Struck and NotScreened."""
    threads = math.prod(launch.dim)
    lanes = lanes_of(np.repeat([draw.checked for draw in draws], threads))
    place = np.indices(launch.dim, np.int32).reshape(len(launch.dim), -1)
    arguments = arguments_over(launch, draws, lanes, np.repeat(np.arange(len(draws)), threads))
    outputs = dict(_outputs(launch, arguments))
    before = {name: _elements(rows).copy() for name, rows in outputs.items()}
    machine = Machine(program_of(module), lanes, [np.tile(axis, len(draws)) for axis in place])
    machine.run(kernel, arguments)
    after = {name: _elements(rows) for name, rows in outputs.items()}
    sound = np.array([draw.checked for draw in draws])
    for name, values in after.items():
        if values.dtype.kind == "f" and not np.isfinite(values[sound]).all():
            raise Struck(NOT_FINITE, name)
    defined = ~lanes.strayed.reshape(len(draws), threads).any(axis=1)
    return Table(draws, before, after, machine.arms, np.asarray(defined))


def _outputs(launch: Launch, arguments: Mapping[str, Any]) -> Iterator[tuple[str, Rows]]:
    """Arrays that the kernel may write, those of records by field."""
    for argument in launch.arguments:
        value = arguments[argument.name]
        if argument.kind == "struct":
            for part in argument.fields:
                if part.kind == "array" and part.role != INPUT:
                    yield f"{argument.name}.{part.name}", value.fields[part.name]
        elif argument.kind == "array" and argument.role != INPUT:
            if isinstance(value.data, Struct):
                yield from ((f"{argument.name}.{name}", part) for name, part in value.data.fields.items())
            else:
                yield argument.name, value


def _elements(rows: Rows) -> Numbers:
    data: Numbers = rows.data
    return data.reshape(len(data), math.prod(rows.shape), -1)


def _shown(table: Table, name: str) -> int:
    """How often another draw of one input gave other outputs, beside the same draw of the others."""
    base = {draw.seed: k for k, draw in enumerate(table.draws) if not (draw.changed or draw.values or draw.empty)}
    alone = [(base[draw.seed], k) for k, draw in enumerate(table.draws) if draw.changed == name and table.defined[k]]
    outputs = table.after.values()
    return sum(any(_apart(values[one], values[other]) for values in outputs) for one, other in alone)


def _apart(one: Numbers, other: Numbers) -> bool:
    """Whether numbers differ by more than rounding."""
    if one.dtype.kind != "f":
        return not np.array_equal(one, other)
    bound = ROUNDING[one.dtype.name] * np.maximum(np.abs(one), np.abs(other))
    return bool((np.abs(one - other) > bound).any())


def _changes(table: Table, settled: set[str]) -> Iterator[tuple[str, list[bool]]]:
    """By output, for each draw inside the domains, whether it changed and is not the same from element to element."""
    sound = [k for k, draw in enumerate(table.draws) if draw.checked and not draw.empty]
    for name, after in table.after.items():
        before = table.before[name]
        yield name, [_changed(before[k], after[k], name in settled) for k in sound]


def _changed(before: Numbers, after: Numbers, settled: bool) -> bool:
    if np.array_equal(before, after):
        return False
    if settled or after.size == 1:
        return True
    elements = after if len(after) > 1 else after.reshape(-1, 1)
    if after.dtype.kind != "f":
        return bool((elements != elements[0]).any())
    return bool((np.ptp(elements, axis=0) > ROUNDING[after.dtype.name] * np.abs(elements).max(axis=0)).any())
