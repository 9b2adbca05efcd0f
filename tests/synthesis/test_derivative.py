"""Which kernels have a derivative that Warp's adjoint is: told from the tree."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.syntax.types import FLOAT, INT, Array
from generator.synthesis import synthesize
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.chance.policy import DEFAULT_POLICY, of_category
from generator.synthesis.composition.derivative import why_not_differentiable
from generator.synthesis.schemas.domains import between, whole
from generator.synthesis.storage.signature import Slot

LINES = {
    "a guard that is overwritten": ("if done[i] != 0:", "    return", "y[i] = x[i] * x[i]", "done[i] = 1"),
    "a guard that stays": ("if done[i] != 0:", "    return", "y[i] = x[i] * x[i]"),
}


def reason_of(lines: tuple[str, ...]) -> str:
    body = "\n".join(f"    {line}" for line in ("i = wp.tid()", *lines))
    signature = "x: wp.array[float], done: wp.array[int], y: wp.array[float]"
    kernel = read(f"import warp as wp\n\n\n@wp.kernel\ndef k({signature}):\n{body}\n").kernels[0]
    slots = [
        Slot("x", Array(FLOAT, 1), between(0.0, 1.0), ("x",), reads=True),
        Slot("done", Array(INT, 1), whole(0, 2), ("done",), reads=True, stores="done[i] = 1" in lines),
        Slot("y", Array(FLOAT, 1), between(0.0, 1.0), ("y",), stores=True),
    ]
    return why_not_differentiable(kernel.body, slots)


def test_a_number_that_steers_and_is_overwritten_has_no_adjoint() -> None:
    assert "overwritten" in reason_of(LINES["a guard that is overwritten"])
    assert reason_of(LINES["a guard that stays"]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("category", STRATA)
def test_a_fifth_of_a_category_has_no_derivative_at_the_most(category: str, fresh_seed: int) -> None:
    found = [synthesize(category, f"derivative/{fresh_seed}/{n}").launch.not_differentiable for n in range(200)]
    assert sum(map(bool, found)) <= 0.2 * len(found) + 24, "more than a fifth, and four deviations"


def test_a_category_has_its_own_chance() -> None:
    chances = DEFAULT_POLICY.without_derivative
    assert of_category(chances, "nested") < of_category(chances, "loop")


def test_no_adjoint_goes_through_the_bounds_of_a_random_number() -> None:
    state = "state = wp.rand_init(1, i)"
    assert "randf" in reason_of((state, "y[i] = wp.randf(state, 0.0, x[i])"))
    assert reason_of((state, "y[i] = x[i] * wp.randf(state, -1.0, 1.0)")) == ""


def test_a_count_does_not_follow_its_mean() -> None:
    assert "depends" in reason_of(("state = wp.rand_init(1, i)", "y[i] = float(wp.poisson(state, x[i]))"))
