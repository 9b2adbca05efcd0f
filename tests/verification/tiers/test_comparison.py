"""One launch beside its reference: which differences count, and when inputs are drawn again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from generator.launch import OUTPUT, Argument, Launch
from generator.verification.launching.inputs import START, Inputs
from generator.verification.launching.outputs import Outputs
from generator.verification.reference import OutOfBounds, Stopped, Unsupported
from generator.verification.tiers.comparison import ATTEMPTS, DRAWS, Comparison, Expectations, Incomparable, compare
from generator.verification.tiers.execute_tier import unusable
from generator.verification.tiers.reach import MOST, further_draws

SIZE = 4
LAUNCH = Launch(
    (
        Argument("x", "array", "float32", 1, shape=(SIZE,)),
        Argument("y", "array", "float32", 1, OUTPUT, (SIZE,)),
    ),
    (SIZE,),
)
Computed = Callable[[np.ndarray], Any]


class Reference:
    """A reading that computes ``y`` of ``x``, another ``y`` with the threads the other way round."""

    arms = 2

    def __init__(self, computed: Computed, backwards: Computed | None = None) -> None:
        self.computed, self.backwards = computed, backwards or computed
        self.reached: set[int] = set()

    def run(self, launch: Launch, inputs: Inputs, backwards: bool = False) -> Outputs:
        found = (self.backwards if backwards else self.computed)(inputs["x"])
        self.reached.add(int(inputs["x"][0] > 0.9))
        return {"y": np.asarray(found, np.float32)}


def compared(
    reference: Reference, run: Callable[[Inputs], Outputs], otherwise: Computed | None = None
) -> tuple[Comparison | None, int]:
    """What a comparison finds, and how often it ran the code."""
    runs = 0

    def counted(inputs: Inputs) -> Outputs:
        nonlocal runs
        runs += 1
        return run(inputs)

    expectations: Any = Expectations(reference)  # type: ignore[arg-type]
    other = None if otherwise is None else (lambda inputs: {"y": otherwise(inputs["x"])})
    found = compare(expectations, LAUNCH, "seed", counted, lambda inputs, y: unusable(LAUNCH, inputs, y), other)
    return found, runs


def double(x: np.ndarray) -> np.ndarray:
    return 2 * x


def code(computed: Computed) -> Callable[[Inputs], Outputs]:
    return lambda inputs: {"y": np.asarray(computed(inputs["x"]), np.float32)}


def test_code_that_agrees_is_run_once() -> None:
    found, runs = compared(Reference(double), code(lambda x: 2 * x + 1e-6))
    assert found is not None and runs == 1
    assert (found.problem, found.attempt, found.drawn) == ("", 0, "seed") and 0.0 < found.error < 2e-5


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        (code(lambda x: 2 * x + 0.01), "differs: y(0,) is "),
        (code(lambda x: np.where(np.arange(SIZE) == 2, 7.0, 2 * x)), "differs: y(2,) is 7.0, reference "),
        (code(lambda x: np.full(SIZE, np.nan)), "differs: y(0,) is nan"),
        (code(lambda x: (2 * x)[:2]), "differs: y() is "),
        (lambda inputs: {}, "missing output: y"),
        (lambda inputs: {"y": 2 * inputs["x"], "x": inputs["x"] + 1}, "changes an input: x"),
    ],
)
def test_a_difference_is_a_problem_at_once(run: Callable[[Inputs], Outputs], problem: str) -> None:
    found, runs = compared(Reference(double), run)
    assert found is not None and found.problem.startswith(problem) and runs == 1


def test_what_nobody_writes_says_nothing_of_how_large_results_are() -> None:
    def tiny(x: np.ndarray) -> np.ndarray:
        return np.where(np.arange(SIZE) == 1, START, 1e-6 * x)

    found, _ = compared(Reference(tiny), code(lambda x: tiny(x) + 1e-6 * (np.arange(SIZE) != 1)))
    assert found is not None and found.problem.startswith("differs: y")


@pytest.mark.parametrize(("useless", "problem"), [(START, "unchanged: y"), (3.0, "constant: y")])
def test_inputs_that_leave_an_output_as_it_was_or_even_are_drawn_again(useless: float, problem: str) -> None:
    asked: list[float] = []

    def at_last(x: np.ndarray) -> np.ndarray:
        if x[0] not in asked:
            asked.append(x[0])
        return 2 * x if asked.index(x[0]) == 4 else np.full(SIZE, useless)

    found, _ = compared(Reference(at_last), code(at_last))
    assert found is not None and (found.problem, found.attempt, found.drawn) == ("", 4, "seed#4")
    always = code(lambda x: np.full(SIZE, useless))
    found, runs = compared(Reference(lambda x: np.full(SIZE, useless)), always)
    assert found is not None and (found.problem, found.attempt, runs) == (problem, DRAWS - 1, DRAWS)


def _jumping(x: np.ndarray) -> np.ndarray:
    """Another result for every unit in the last place."""
    units = np.ascontiguousarray(x).view(np.uint32) % 2
    return x + units


def test_where_the_reference_jumps_a_few_inputs_are_drawn_and_then_nothing_is_said() -> None:
    found, runs = compared(Reference(_jumping), code(lambda x: _jumping(x) + 0.5 * (_jumping(x) == x) - 0.5))
    assert found is None and runs == ATTEMPTS

    def calm(x: np.ndarray) -> np.ndarray:
        return np.where(np.arange(SIZE) == 1, 2.0, _jumping(x))

    rounded = code(lambda x: np.where(np.arange(SIZE) == 1, 2.000001, _jumping(x) + 0.5))
    assert compared(Reference(calm), rounded) == (None, ATTEMPTS), "what is right beside a jump needs no excuse"

    def one_off(x: np.ndarray) -> np.ndarray:
        return np.where(np.arange(SIZE) == 1, 2 * x, _jumping(x))

    wrong = code(lambda x: np.where(np.arange(SIZE) == 1, 9.0, _jumping(x) + 1.0))
    found, runs = compared(Reference(one_off), wrong)
    assert found is not None and found.problem.startswith("differs: y(1,) is 9.0") and runs == 1


@pytest.mark.parametrize(("backwards", "problem"), [(lambda x: 3 * x, ""), (double, "differs")])
def test_another_order_counts_where_the_order_matters(backwards: Computed, problem: str) -> None:
    found, runs = compared(Reference(double, backwards), code(lambda x: 5 * x), otherwise=double)
    assert found is not None and found.problem.startswith(problem) and bool(found.problem) == bool(problem)
    assert runs == 1


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Unsupported("noise"), "no reference: noise"),
        (OutOfBounds("x[9]"), "out of bounds: x[9]"),
        (Stopped("endless"), "reference stopped: endless"),
        (ZeroDivisionError("by zero"), "reference stopped: ZeroDivisionError: by zero"),
    ],
)
def test_what_the_reference_cannot_say_is_named(error: Exception, reason: str) -> None:
    def fail(x: np.ndarray) -> np.ndarray:
        raise error

    with pytest.raises(Incomparable) as found:
        compared(Reference(fail), code(double))
    assert str(found.value) == reason


def test_draws_that_reach_nothing_new_are_passed_over() -> None:
    expectations: Any = Expectations(Reference(double))  # type: ignore[arg-type]
    draws = list(further_draws(expectations, LAUNCH, "seed"))
    assert 1 <= len(draws) <= 2 and len(expectations.arms) <= MOST
    assert [len(expectations.arms_at(LAUNCH, drawn)) for drawn in draws] == [1] * len(draws)
    assert len({frozenset(expectations.arms_at(LAUNCH, drawn)) for drawn in draws}) == len(draws)
