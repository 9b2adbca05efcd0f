"""Compare compiled code with the reference on one launch, at inputs where the reference is continuous."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from generator.launch import TIES, Launch
from generator.launch.thresholds import tied_paths
from generator.verification.launching.inputs import Inputs, beside_ties, make_inputs, nudge, started
from generator.verification.launching.outputs import Outputs, Runner, flat, held
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.tolerances import agrees, near, relative_error
from generator.verification.reference import UNDEFINED, OutOfBounds, ReferenceKernel, Stopped, Unsupported

ATTEMPTS = 3
"""Draws that may lie on a discontinuity of the reference before the comparison gives up."""

DRAWS = 12
"""Most draws in all: one may leave an output unchanged, as guards may by chance turn away all of few threads."""


class Incomparable(Exception):
    """The reference has no result to compare with; ``args[0]`` says why."""


@dataclass(frozen=True)
class Expectations:
    """The reference of a kernel with a cache of its results: it runs once for tiers that ask for the same inputs."""

    reference: ReferenceKernel
    known: dict[tuple[str, str], tuple[Inputs, Outputs]] = field(default_factory=dict)
    arms: dict[tuple[str, str], frozenset[int]] = field(default_factory=dict)
    """The arms of the reference that threads reached, under the keys of ``known``."""

    def at(self, launch: Launch, drawn: str) -> tuple[Inputs, Outputs]:
        """Inputs drawn from a seed, and the outputs; both are shared: do not change them. Raises ``Incomparable``."""
        key = (launch.to_json(), drawn)
        if key not in self.known:
            inputs = started(launch, make_inputs(launch, drawn))
            self.reference.reached.clear()
            self.known[key] = inputs, _expected(self.reference, launch, inputs)
            self.arms[key] = frozenset(self.reference.reached)
        return self.known[key]

    def arms_at(self, launch: Launch, drawn: str) -> frozenset[int]:
        """The arms that threads reach on inputs drawn from a seed. Raises ``Incomparable``."""
        self.at(launch, drawn)
        return self.arms[launch.to_json(), drawn]


@dataclass(frozen=True)
class Comparison:
    """The outcome of an attempt at inputs of seed ``drawn``; ``problem`` is empty where the results agree.

    ``before``: contents of the arrays before the launch.
    """

    attempt: int
    drawn: str
    inputs: Inputs
    before: Outputs
    expected: Outputs
    found: Outputs
    problem: str

    @property
    def error(self) -> float:
        """The largest relative error of an output."""
        both = self.expected.keys() & self.found.keys()
        return max((relative_error(self.found[n], self.expected[n], self.before[n]) for n in both), default=0.0)


def drawn_seed(seed: str, attempt: int) -> str:
    """The seed of the inputs of an attempt."""
    return seed if attempt == 0 else f"{seed}#{attempt}"


def compare(
    expectations: Expectations, launch: Launch, seed: str, run: Runner, unusable: Callable[[Inputs, Outputs], str],
    otherwise: Runner | None = None,
) -> Comparison | None:  # fmt: skip
    """Compare ``run`` with the reference on inputs drawn from ``seed``; None where the draws lay on discontinuities.

    Inputs are drawn again, at most twice, where the results differ and the reference itself jumps (a threshold within
    rounding of an input); any other difference is a problem. They are also drawn again, up to ``DRAWS`` in all, where
    an output is unchanged or constant. ``otherwise`` is a second way to run: its results count where those of ``run``
    differ and depend on the order of threads. Raises ``Incomparable``.
    """
    jumps = 0
    for attempt in range(DRAWS):
        drawn = drawn_seed(seed, attempt)
        inputs, expected = expectations.at(launch, drawn)
        before = held(launch, inputs)
        found = run(inputs)
        problem = unusable(inputs, expected) or _difference(found, expected, before)
        if otherwise is not None and problem and order_matters(expectations.reference, launch, inputs, expected):
            found = otherwise(inputs)
            problem = unusable(inputs, expected) or _difference(found, expected, before)
        if problem.startswith("differs") and _jumps(expectations.reference, launch, inputs, expected, found, drawn):
            jumps += 1
            if jumps == ATTEMPTS:
                return None
        elif problem.startswith(("constant", "unchanged")) and attempt + 1 < DRAWS:
            continue
        else:
            return Comparison(attempt, drawn, inputs, before, expected, found, problem)
    return None


def order_matters(
    reference: ReferenceKernel, launch: Launch, inputs: Inputs, expected: Outputs | None = None,
    undefined: tuple[type[Exception], ...] = UNDEFINED,
) -> bool:  # fmt: skip
    """Whether the reversed order of threads changes a result beyond rounding, or leaves none: a GPU promises no order.

    ``undefined``: exceptions of a reading without a result.
    """
    expected = flat(reference.run(launch, inputs)) if expected is None else expected
    try:
        other = flat(reference.run(launch, inputs, backwards=True))
    except undefined:
        return True
    return any(not agrees(other[name], expected[name]) for name in expected)


def not_finite(expected: Outputs) -> str:
    """The problem of the first output with an infinite or NaN element; empty if there is none."""
    for name, values in expected.items():
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            return f"not finite: {name}"
    return ""


def _expected(reference: ReferenceKernel, launch: Launch, inputs: Inputs) -> Outputs:
    try:
        return flat(reference.run(launch, inputs))
    except Unsupported as reason:
        raise Incomparable(f"no reference: {reason}") from reason
    except OutOfBounds as reason:
        raise Incomparable(f"out of bounds: {reason}") from reason
    except Stopped as reason:
        raise Incomparable(f"reference stopped: {reason}") from reason
    except ArithmeticError as reason:
        raise Incomparable(f"reference stopped: {type(reason).__name__}: {reason}") from reason


def _difference(found: Outputs, expected: Outputs, before: Outputs) -> str:
    if changed := sorted(before.keys() & found.keys() - expected.keys()):
        return f"changes an input: {changed[0]}"
    for name, target in expected.items():
        if name not in found:
            return f"missing output: {name}"
        if not agrees(found[name], target, before[name]):
            where = _worst(found[name], target)
            return f"differs: {name}{where} is {found[name][where]}, reference {target[where]}"
    return ""


def _worst(found: np.ndarray, target: np.ndarray) -> tuple[int, ...]:
    if found.shape != target.shape:
        return ()
    gap = np.nan_to_num(np.abs(found.astype(np.float64) - target.astype(np.float64)), nan=np.inf)
    return tuple(int(i) for i in np.unravel_index(int(gap.argmax()), gap.shape))


def _jumps(
    reference: ReferenceKernel, launch: Launch, inputs: Inputs, expected: Outputs, found: Outputs, seed: str
) -> bool:
    """Whether the reference is discontinuous or ill-conditioned at every element that is wrong.

    An element is excused where nudged inputs (a few units in the last place) change it beyond the tolerance, or by at
    least half of the difference: large numbers cancelled. One wrong element that no nudge moves makes it False.
    """
    before = held(launch, inputs)
    spread = {name: np.zeros(values.shape) for name, values in expected.items()}
    moves = {name: np.zeros(values.shape, bool) for name, values in expected.items()}
    untied = make_inputs(replace(launch, variant=""), seed) if launch.variant == TIES else inputs
    for direction in range(8):
        nudged = nudge(inputs, random_stream(seed, f"nudge {direction}"))
        if launch.variant == TIES:
            nudged = beside_ties(nudged, inputs, untied, tied_paths(launch))
        try:
            moved = flat(reference.run(launch, nudged))
        except UNDEFINED:
            return True
        for name, values in expected.items():
            spread[name] = np.maximum(spread[name], _apart(moved[name], values))
            moves[name] |= ~near(moved[name], values, before[name])

    def right(name: str, values: np.ndarray) -> np.ndarray:
        return near(found[name], values, before[name])

    return all(
        name in found
        and found[name].shape == values.shape
        and bool((right(name, values) | moves[name] | (_apart(found[name], values) <= 2.0 * spread[name])).all())
        for name, values in expected.items()
    )


def _apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    if one.shape != other.shape:
        return np.full(other.shape, np.inf)
    return np.nan_to_num(np.abs(one.astype(np.float64) - other.astype(np.float64)), nan=np.inf)
