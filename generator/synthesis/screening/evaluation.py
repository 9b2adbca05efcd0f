"""One run of a kernel over many draws: what it wrote in each, and which arms it showed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from generator.launch import INPUT, Launch
from generator.syntax.modules import Function, Module
from generator.syntax.values import Value
from generator.synthesis.screening.draws import Draw, arguments_over
from generator.synthesis.screening.expressions import Arm
from generator.synthesis.screening.lanes.outcome import NOT_FINITE, Struck
from generator.synthesis.screening.lanes.values import Numbers
from generator.synthesis.screening.memory import Lanes, Rows
from generator.synthesis.screening.program import Program
from generator.synthesis.screening.statements import Machine


@dataclass(frozen=True)
class Table:
    """What a kernel wrote in each draw, by output: before and after, (draws, elements, components)."""

    draws: Sequence[Draw]
    before: Mapping[str, Numbers]
    after: Mapping[str, Numbers]
    arms: Mapping[Arm, Value]
    """Arms that threads came to -> their conditions."""
    seen: Set[Arm]
    """Arms that a thread entered."""
    defined: Numbers
    """By draw, whether it is free of undefined behaviour."""


def evaluate(
    module: Module,
    kernel: Function,
    launch: Launch,
    draws: Sequence[Draw],
    machine_of: Callable[..., Machine] = Machine,
) -> Table:
    """Run a kernel on all draws at once, in a machine that may count. Raises Struck and NotScreened."""
    threads = math.prod(launch.dim)
    sound = np.array([draw.checked for draw in draws])
    lanes = Lanes(sound.repeat(threads))
    axes = np.indices(launch.dim, np.int32).reshape(len(launch.dim), 1, threads)
    coordinates = list(axes.repeat(len(draws), axis=1).reshape(len(launch.dim), -1))
    arguments = arguments_over(launch, draws, lanes)
    outputs = {each.name: arguments[each.name] for each in launch.arguments if each.role != INPUT}
    before = {name: _elements(rows, draws).copy() for name, rows in outputs.items()}
    machine = machine_of(Program(module), lanes, coordinates)
    machine.run(kernel, arguments)
    after = {name: _elements(rows, draws) for name, rows in outputs.items()}
    for name, values in after.items():
        if values.dtype.kind == "f" and not np.isfinite(values).all() and not np.isfinite(values[sound]).all():
            raise Struck(NOT_FINITE, name)
    defined = ~lanes.strayed.reshape(len(draws), threads).any(axis=1)
    return Table(draws, before, after, machine.arms, machine.seen, np.asarray(defined))


def _elements(rows: Rows, draws: Sequence[Draw]) -> Numbers:
    data: Numbers = rows.data
    return data.reshape(len(draws), math.prod(rows.extents), -1)
