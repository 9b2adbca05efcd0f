"""Iterations: Newton's steps end at the root of the equation that is told, and values stay inside their bounds."""

from __future__ import annotations

import random

import pytest
import warp as wp

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.iterations import recurrence
from generator.synthesis.newton import EQUATIONS, Equation, newton_steps
from generator.synthesis.ranges import Range


def left_side(equation: Equation, x: float, c: float) -> float:
    return float(eval(equation.left.format(x=f"({x!r})", c=repr(c)), {"wp": wp}))


def run(builder: Builder, **values: float) -> dict[str, float]:
    """What the lines of a builder leave in their names."""
    lines = [line.removeprefix("    ") for line in builder.preamble + builder.lines]
    exec("\n".join(lines), {"wp": wp}, values)
    return values


@pytest.mark.parametrize("number", range(len(EQUATIONS)))
def test_many_steps_end_at_the_root(number, fresh_seed):
    equation, draws = EQUATIONS[number], random.Random(fresh_seed)
    for _ in range(200):
        a, c = draws.uniform(*equation.among), draws.uniform(*equation.constant)
        x = a
        for _ in range(40):
            x = equation.step(x, a, c)
        assert left_side(equation, x, c) == pytest.approx(a, abs=1e-5)


def test_steps_are_those_of_the_equation_and_stay_inside_their_bounds(fresh_seed):
    seen = set()
    draws = random.Random(fresh_seed)
    for attempt in range(200):
        builder = Builder(f"{fresh_seed}/{attempt}", (("float32", 1.0),))
        low = draws.uniform(0.0, 1.0)
        a = builder.define("a", "F", low, low + draws.uniform(0.2, 1.4)).expression
        trips = draws.randint(1, 5)
        try:
            root = newton_steps(builder, Range("k", f"range({trips})", trips, trips - 1, True)).expression
        except Unfit:
            continue
        (told,) = [phrase for _, phrase in builder.steps]
        text = told.split("`")[1].removesuffix(" = a")
        for _ in range(20):
            value = draws.uniform(a.low, a.high)
            last = run(builder, a=value)
            assert root.low <= last[root.text] <= root.high, builder.lines
            before = last[root.text] + last["residual"] / last["slope"]
            off = float(eval(text.replace("exp(", "wp.exp(").replace("sin(", "wp.sin(").replace("tanh(", "wp.tanh("),
                             {"wp": wp}, last | {root.text: before}))  # fmt: skip
            assert last["residual"] == pytest.approx(off - value, abs=1e-5), builder.lines
            seen.add(text.split("(")[0])
    assert len(seen) >= 4


def test_iterated_values_stay_inside_their_bounds(fresh_seed):
    draws, populations = random.Random(fresh_seed), 0
    for attempt in range(400):
        builder = Builder(f"{fresh_seed}/{attempt}", (("float32", 1.0),))
        low = draws.choice((-1.5, 0.0, 0.5))
        x = builder.define("x", "F", low, low + draws.uniform(0.5, 2.0)).expression
        y = builder.define("y", "F", 0.4, draws.uniform(0.6, 2.5)).expression
        trips = draws.randint(2, 6)
        try:
            state = recurrence(builder, Range("k", f"range({trips})", trips, trips - 1, True)).expression
        except Unfit:
            continue
        populations += any(text in builder.lines[-1] for text in (" *= ", "1.0 - ", " -= "))
        for _ in range(20):
            values = run(builder, x=draws.uniform(x.low, x.high), y=draws.uniform(y.low, y.high))
            assert state.low - 1e-5 <= values[state.text] <= state.high + 1e-5, builder.lines
    assert populations >= 20
