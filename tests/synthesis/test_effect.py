"""No clamp, extremum or branch hides an argument from every imagined thread."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.effect import check_effect, factors, felt
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.samples import COUNT

HALF = [place % 2 == 0 for place in range(COUNT)]
OTHERS = [not met for met in HALF]
NONE = [False] * COUNT


def builder_of(lines: Sequence[str], inputs: Sequence[str]) -> Builder:
    builder = Builder("effect", (("float32", 1.0),))
    builder.lines = [f"    {line}" for line in lines]
    for name in inputs:
        builder.array(name, "F", builder.dim, INPUT)
    builder.array("out", "F", builder.dim, OUTPUT)
    return builder


def gate(builder: Builder, call: str, operand: str, passes: Sequence[bool]) -> None:
    builder.gate(call, (call.index(operand), Expression(builder, operand, "F", -1.0, 1.0), passes))


BRANCHES = [
    "h = headway[i]",
    "d = demand[i]",
    "if d < 1.0:",
    "    selected = wp.atan(h)",
    "else:",
    "    selected = 3.0 * wp.tanh(d)",
    "hinge = wp.max(selected - 1.8, 0.0)",
    "out[i] = hinge",
]


@pytest.mark.parametrize(("passes", "hidden"), [(HALF, False), (OTHERS, True), (NONE, True)])
def test_an_arm_that_a_later_clamp_cuts_off_hides_its_input(passes, hidden):
    builder = builder_of(BRANCHES, ["headway", "demand"])
    builder.arms = {2: (2**COUNT - 1, sum(1 << k for k in range(0, COUNT, 2)))}
    builder.arms[4] = (builder.arms[2][0] & ~builder.arms[2][1],) * 2
    gate(builder, "wp.max(selected - 1.8, 0.0)", "selected - 1.8", passes)
    if hidden:
        with pytest.raises(Unfit, match="hardly any thread feels"):
            check_effect(builder)
    else:
        check_effect(builder)


IN_THE_ARMS = ["a = alpha[i]", "b = beta[i]", "if a < 1.0:", "    x = 1.5", "else:", "    x = 0.5"]
IN_THE_ARMS += ["y = wp.min(x, b)", "z = wp.max(b, 0.1)", "out[i] = y + z"]
IN_THE_CONDITION = ["a = alpha[i]", "b = beta[i]", "if a < 1.0 or b < 1.0:", "    x = a", "else:", "    x = 2.0 * a"]
IN_THE_CONDITION += ["out[i] = x"]


@pytest.mark.parametrize(
    ("lines", "beside", "deciding"),
    [
        pytest.param(IN_THE_ARMS, ("wp.max(b, 0.1)", "b"), ("wp.min(x, b)", "x"), id="a condition's arms"),
        pytest.param(IN_THE_CONDITION, ("spare", "spare"), ("a < 1.0 or b < 1.0", "b < 1.0"), id="a condition's side"),
    ],
)
def test_a_condition_is_felt_only_where_its_arms_and_sides_count(lines, beside, deciding):
    builder = builder_of(lines, ["alpha", "beta"])
    gate(builder, *beside, HALF)
    gate(builder, *deciding, HALF)
    check_effect(builder)
    gate(builder, *deciding, NONE)
    with pytest.raises(Unfit, match="hardly any thread feels"):
        check_effect(builder)


def test_loops_and_stores_pass_everything_on():
    lines = ["total = float(0.0)", "for j in range(4):", "    if a[j] < b[i]:", "        total += a[j]"]
    builder = builder_of([*lines, "out[i] = total"], ["a", "b"])
    gate(builder, "one", "one", HALF)
    gate(builder, "two", "two", HALF)
    check_effect(builder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a * b * c", {"a", "c"}),
        ("excess / (s * s + 0.35)", {"excess"}),
        ("0.5 * (a + b) * c", {"0.5", "c"}),
        ("a * b + c", set()),
        ("wp.sin(a - b) * c", {"c"}),
    ],
)
def test_the_factors_of_a_product(text, expected):
    assert factors(text) & {"a", "b", "c", "excess", "0.5"} == expected


def test_beside_a_factor_that_is_zero_nothing_is_felt():
    builder = builder_of(["e = excess[i]", "b = beta[i]", "y = e * wp.exp(b)", "out[i] = y"], ["excess", "beta"])
    builder.define("e", "F", 0.0, 1.0, samples=tuple(float(met) for met in HALF))
    found = felt(builder)
    assert found["excess"] == 2**COUNT - 1
    assert found["beta"] == sum(1 << place for place, met in enumerate(HALF) if met)
