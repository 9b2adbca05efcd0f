"""Whether a drawn kernel does what it should on all the inputs that its launch declares."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce

import numpy as np

from generator.launch import INPUT, Launch
from generator.launch.redraws import redrawable
from generator.syntax.modules import Constant, Function, Module
from generator.syntax.statements import HOLDING, LOOPS, If, walk
from generator.syntax.value_text import value_text
from generator.syntax.values import Value
from generator.syntax.walks.constant_stores import constant_arrays
from generator.synthesis.screening.draws import Draw, draws_of
from generator.synthesis.screening.evaluation import Table, evaluate
from generator.synthesis.screening.expressions import Arm
from generator.synthesis.screening.lanes.outcome import SILENT, UNMOVED, UNSEEN, NotScreened, Struck
from generator.synthesis.screening.lanes.values import Numbers
from generator.synthesis.screening.safety import is_safety

SETTINGS = 16
"""Most settings: draws of all inputs in which each input has to show its effect, each output a change, each arm
itself."""

AT_ONCE = 8
"""Most settings of one run after the first: of five kernels that need more than one setting, four need no more."""

MOST_LANES = 16384
"""Lanes of one run: beyond that NumPy takes longer than Python."""

ROUNDING = {"e": 4e-3, "f": 1e-5, "d": 1e-13}
"""Letter of a float's dtype, of 16, 32 and 64 bits -> relative difference up to which numbers count as the same."""

SELDOM = 0.6
"""Share of the settings in which an output has to change, and to differ from element to element."""

LEAST_SHOWN = 4
"""Settings in which an input has to show its effect, where few threads show it: one of sixteen may be luck."""

MANY = 4
"""Elements of an output, or all if it has fewer, that prove an effect where they change in a single setting."""


def struck(module: Module, kernel: Function, launch: Launch) -> Struck | None:
    """Why a kernel is struck; None where it is not. Raises NotScreened."""
    try:
        return _screened(module, kernel, launch)
    except Struck as reason:
        return reason
    except (TypeError, ValueError, AttributeError, IndexError, KeyError) as error:  # of NumPy and the tables
        raise NotScreened(f"{type(error).__name__}: {error}") from error


@dataclass
class Findings:
    """What was seen of a kernel so far; ``owed``: input -> settings in which it has yet to show its effect."""

    module: Module
    kernel: Function
    owed: dict[str, int]
    changes: dict[str, list[bool]] = field(default_factory=dict)
    arms: dict[Arm, Value] = field(default_factory=dict)
    seen: set[Arm] = field(default_factory=set)

    @cached_property
    def settled(self) -> set[str]:
        """Outputs that get constants and nothing else."""
        return constant_arrays(self.kernel.body, self.module.constant_names)

    @cached_property
    def constants(self) -> dict[str, Value]:
        """The module's constants, by name."""
        return {part.name: part.value for part in self.module.parts if isinstance(part, Constant)}

    def note(self, table: Table) -> None:
        """Take down what a run showed."""
        shown = _shown(table)
        self.owed = {name: left for name, owed in self.owed.items() if (left := owed - shown[name]) > 0}
        sound = [k for k, draw in enumerate(table.draws) if draw.checked and not (draw.empty or draw.changed)]
        for name, after in table.after.items():
            changed, apart = _changed(table.before[name].take(sound, axis=0), after.take(sound, axis=0))
            self.changes.setdefault(name, []).extend(changed if apart == changed or name in self.settled else apart)
        self.arms |= table.arms
        self.seen |= table.seen

    def shows_all(self, arms: Iterable[Arm]) -> bool:
        """Whether all these arms were entered, or are arms of safety: a further run finds none."""
        return all(arm in self.seen or (arm in self.arms and self._is_safety(arm)) for arm in arms)

    def _is_safety(self, arm: Arm) -> bool:
        return is_safety(self.arms[arm], arm[1], self.constants)

    def reason(self) -> Struck | None:
        """Why the kernel is struck if no more runs follow; None where nothing is missing."""
        if dull := [name for name, changed in self.changes.items() if sum(changed) <= SELDOM * len(changed)]:
            return Struck(UNMOVED, ", ".join(dull))
        if self.owed:
            return Struck(SILENT, ", ".join(self.owed))
        unseen = (arm for arm in self.arms if arm not in self.seen and not self._is_safety(arm))
        return next((Struck(UNSEEN, value_text(self.arms[arm])) for arm in unseen), None)


def arms_of(functions: Iterable[Function]) -> Iterator[Arm]:
    """Every arm that a run of the functions may come to."""
    for statement in [statement for function in functions for statement in walk(function.body)]:
        if isinstance(statement, If):
            yield id(statement), "if"
            if statement.otherwise:
                yield id(statement), "else"
        elif isinstance(statement, LOOPS):
            yield id(statement), "loop"
        for part in statement.parts:
            if part.operation == "ternary":
                yield id(part), "yes"
                yield id(part), "no"


def _screened(module: Module, kernel: Function, launch: Launch) -> Struck | None:
    """Run the first setting, then as many more as it takes, some at a time."""
    inputs = [argument.name for argument in launch.arguments if argument.role == INPUT]
    owed = {name: LEAST_SHOWN for name in redrawable(launch) if name in inputs}
    found = Findings(module, kernel, owed)
    statements = [statement for function in module.functions for statement in function.body]
    arms = any(type(each) in HOLDING or "ternary" in each.kinds for each in statements)
    draws = [*draws_of(launch, list(owed), kernel.name, (0,), arms), Draw(kernel.name)]
    setting = 1
    while True:
        found.note(evaluate(module, kernel, launch, draws))
        reason = found.reason()
        if reason is None or setting == SETTINGS:
            return reason
        more = MOST_LANES // (math.prod(launch.dim) * (len(found.owed) + 4)) + 1
        following = range(setting, min(SETTINGS, setting + min(more, AT_ONCE)))
        arms = arms and not found.shows_all(arms_of(module.functions))
        draws = draws_of(launch, list(found.owed), kernel.name, following, arms)
        setting = following.stop


def _shown(table: Table) -> Counter[str]:
    """Input -> settings for which its effects count: what changed in draws in which it alone is drawn anew."""
    base = {draw.seed: k for k, draw in enumerate(table.draws) if not (draw.changed or draw.empty)}
    alone = [k for k, draw in enumerate(table.draws) if draw.changed and table.defined[k]]
    beside = [base[table.draws[k].seed] for k in alone]
    if not alone:
        return Counter()
    apart = np.zeros(len(alone), np.int64)
    for values in table.after.values():
        differ = _differ(values.take(beside, axis=0), values.take(alone, axis=0))
        changed = reduce(np.logical_or, [differ[:, :, k] for k in range(differ.shape[2])]).sum(axis=1)
        worth = np.where(changed < min(values.shape[1], MANY), np.minimum(changed, 1), LEAST_SHOWN)
        apart = np.maximum(apart, worth)
    shown: Counter[str] = Counter()
    for k, count in zip(alone, apart.tolist(), strict=True):
        shown[table.draws[k].changed] += count
    return shown


def _differ(one: Numbers, other: Numbers) -> Numbers:
    """Which numbers differ by more than rounding."""
    if one.dtype.kind != "f":
        return np.asarray(one != other)
    return np.asarray(np.abs(one - other) > ROUNDING[one.dtype.char] * np.maximum(np.abs(one), np.abs(other)))


def _changed(before: Numbers, after: Numbers) -> tuple[list[bool], list[bool]]:
    """By draw, whether an output (draws, elements, components) changed, and also differs from element to element."""
    changed = (before != after).reshape(len(after), -1).any(axis=1)
    if after.size <= len(after):  # one number, or none
        return changed.tolist(), changed.tolist()
    numbers = 1 in after.shape[1:]  # elements of one number, or the components of one element
    rows = after.reshape(len(after), 1, -1) if numbers else np.ascontiguousarray(after.transpose(0, 2, 1))
    apart = _differ(rows.max(axis=2), rows.min(axis=2))
    return changed.tolist(), (changed & apart.any(axis=1)).tolist()
