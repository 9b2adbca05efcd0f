"""The emulator's launches made on the GPU as well, with the same PTX and arguments, and how far the results agree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from generator.emulation import Empty, Packed, Run, emulate
from generator.verification.launching.device_arguments import take_back
from generator.verification.launching.host_arguments import Arguments
from tests.gpu.compare import SHAKE, errors
from tests.gpu.hardware import DriverError, launch

TOLERANCES = {"float16": 2e-3, "float32": 2e-4, "float64": 1e-12}
"""Largest difference relative to an element or a tenth of the array's largest, where bits may differ."""

ORDERS = ("forward", "backward", "random")
"""Orders of the lanes whose results tell whether a launch depends on the order."""

SEED = 11
"""Of the random order, and of the steps that inputs are moved by."""

STEPS = 4
"""Units in the last place that a float is moved by, at most, to see what rounding alone does to a result."""

STOPS = re.compile(r"\bbrkpt\b")
"""What ends a launch where no debugger is attached."""

Arrays = dict[str, np.ndarray]


@dataclass
class Agreement:
    """What was compared: launches, of these with equal bits, within tolerance, ill-conditioned (what rounding of inputs
    does to the emulator's own result explains the difference), or with results that depend on the order of the threads;
    PTX that this GPU does not load; the largest error within tolerance; what differs.
    """

    launches: int = 0
    elements: int = 0
    same_bits: int = 0
    near: int = 0
    ill_conditioned: int = 0
    order_matters: int = 0
    not_loaded: int = 0
    worst: float = 0.0
    problems: list[str] = field(default_factory=list)

    def add(self, other: dict[str, Any]) -> None:
        """Sum up with another's numbers."""
        for each in fields(self):
            mine, its = getattr(self, each.name), other[each.name]
            setattr(self, each.name, max(mine, its) if each.name == "worst" else mine + its)


def on_gpu(
    agreement: Agreement, run: Run, ptx: str, kernel: str, args: Sequence[Any], grid: Any, block: Any, shared: int = 0
) -> tuple[Any, ...] | None:
    """Outputs of the launch on the GPU; None where it is not made: the launch has a fault, or the PTX is not loaded."""
    if run.traps or any(not finding.same_value for finding in run.findings) or STOPS.search(ptx):
        return None  # a fault may end the GPU's context, and its result is nobody's
    agreement.launches += 1
    try:
        return launch(ptx, kernel, args, _three(grid), _three(block), shared=shared)
    except DriverError as error:
        if "LoadData" not in str(error):
            raise
        agreement.not_loaded += 1
        return None


def _three(size: Any) -> tuple[int, ...]:
    return tuple([*np.atleast_1d(size).tolist(), 1, 1][:3])


@dataclass
class RowLaunches:
    """``emulate`` and ``take_back`` of `device_run`, which compare the launches of a row with the GPU's."""

    agreement: Agreement = field(default_factory=Agreement)
    last: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    there: tuple[Any, ...] | None = None

    def emulate(self, *launched: Any, **options: Any) -> Run:
        """The emulator's run; the GPU's is kept."""
        ptx, kernel, given, grid, block = launched
        run = emulate(*launched, **options)
        # The arguments' arrays are where outputs are written back to: another launch needs them as they are now.
        self.last, self.options = (ptx, kernel, _copied(given), grid, block), options
        self.there = on_gpu(self.agreement, run, *launched, shared=options.get("shared", 0))
        return run

    def take_back(self, arguments: Arguments, given: list[Any], outputs: tuple[object, ...]) -> None:
        """Writes the emulator's outputs back, after they were compared as the numbers that they are."""
        if self.there is not None:
            theirs, ours = (_numbers(arguments, given, each) for each in (self.there, outputs))
            self._compare(arguments, given, ours, theirs)
        take_back(arguments, given, outputs)  # type: ignore[arg-type]

    def _compare(self, arguments: Arguments, given: list[Any], ours: Arrays, theirs: Arrays) -> None:
        found = self.agreement
        found.elements += sum(values.size for values in ours.values())
        if all(values.tobytes() == theirs[name].tobytes() for name, values in ours.items()):
            found.same_bits += 1
            return
        problem, worst = beyond(ours, theirs)
        if not problem:
            found.near += 1
            found.worst = max(found.worst, worst)
            return
        for order in ORDERS:
            again = emulate(*self.last, **self.options | {"order": order, "seed": SEED})
            if beyond(ours, _numbers(arguments, given, again.outputs))[0]:
                found.order_matters += 1
                return
        moved = errors(_finite(ours, theirs), _finite(self._moved(arguments, given), theirs))
        if all(SHAKE * moved[name] >= error for name, error in too_far(ours, theirs).items()):
            found.ill_conditioned += 1
            return
        grid, block = self.last[3:5]
        found.problems.append(f"{self.last[1]}, {grid} blocks of {block} threads: {problem}")

    def _moved(self, arguments: Arguments, given: list[Any]) -> Arrays:
        """What the emulator leaves of inputs whose floats lie up to ``STEPS`` units in the last place away."""
        ptx, kernel, before, grid, block = self.last
        for packed, start in zip(given, before, strict=True):
            for (_, array), (_, content) in zip(packed.pointers, start.pointers, strict=True):
                if (memory := _memory(array)) is not None:
                    memory[...] = _memory(content)
        steps = np.random.Generator(np.random.PCG64(SEED))
        for leaf in arguments.leaves:
            for values in (leaf.values, leaf.adjoints):
                if values.dtype.kind == "f":
                    chosen = steps.integers(-STEPS, STEPS + 1, size=values.shape)
                    values += (chosen * np.spacing(np.abs(values))).astype(values.dtype)
        return _numbers(arguments, given, emulate(ptx, kernel, given, grid, block, **self.options).outputs)


def _memory(array: Any) -> np.ndarray | None:
    """The array behind what a launch is given, which may be handed over as uninitialised."""
    return array.start if isinstance(array, Empty) else array


def _copied(given: Sequence[Packed]) -> list[Packed]:
    """The arguments with copies of their arrays, one of each array."""
    copies: dict[int, Any] = {}
    for array in (array for packed in given for _, array in packed.pointers):
        if id(array) not in copies:
            start = array.start if isinstance(array, Empty) else array
            copy = None if start is None else start.copy()
            copies[id(array)] = Empty(array.shape, array.dtype, copy) if isinstance(array, Empty) else copy
    return [Packed(each.data, tuple((offset, copies[id(array)]) for offset, array in each.pointers)) for each in given]


def _numbers(arguments: Arguments, given: list[Any], outputs: tuple[object, ...]) -> Arrays:
    """The numbers of all arrays and of their adjoints that a run left; every NaN is the same one."""
    take_back(arguments, given, outputs)  # type: ignore[arg-type]
    found: Arrays = {}
    for leaf in arguments.leaves:
        found |= {leaf.name: _one_nan(leaf.values), f"adjoint of {leaf.name}": _one_nan(leaf.adjoints)}
    return found


def _one_nan(values: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(values), values.dtype.type(np.nan), values) if values.dtype.kind == "f" else values.copy()


def beyond(one: Arrays, other: Arrays) -> tuple[str, float]:
    """What differs beyond tolerance, and the largest error of float32."""
    found = errors(_finite(one, other), _finite(other, one))
    far = _beyond_tolerance(one, found)
    problems = [f"{name} ({one[name].dtype}) is off by {error:.3g}" for name, error in far.items()]
    return "; ".join(problems), max((e for name, e in found.items() if one[name].dtype == np.float32), default=0.0)


def too_far(one: Arrays, other: Arrays) -> dict[str, float]:
    """Name -> error of the arrays that differ beyond tolerance."""
    return _beyond_tolerance(one, errors(_finite(one, other), _finite(other, one)))


def _beyond_tolerance(arrays: Arrays, found: dict[str, float]) -> dict[str, float]:
    return {name: error for name, error in found.items() if error > TOLERANCES.get(arrays[name].dtype.name, 0.0)}


def _finite(one: Arrays, other: Arrays) -> Arrays:
    """The arrays with zeros where both have the same infinity, or NaN."""
    return {name: np.where(_same_end(values, other[name]), 0, values) for name, values in one.items()}


def _same_end(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    if one.dtype.kind != "f":
        return np.zeros(one.shape, bool)
    return (np.isinf(one) & (one == other)) | (np.isnan(one) & np.isnan(other))
