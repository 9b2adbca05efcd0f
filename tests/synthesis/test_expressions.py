"""Expressions mean what they say: the text has the value that its samples and its interval promise."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.grow import grow
from generator.synthesis.samples import COUNT, VALUES
from generator.synthesis.signatures import all_signatures

WP = SimpleNamespace(
    **{name: value for name, value in VALUES.items() if name not in ("abs", "round", "min", "max")},
    abs=abs, min=min, max=max, round=round, clamp=lambda x, low, high: min(max(x, low), high),
    static=float,
)  # fmt: skip


def builder_with_inputs(key: str) -> Builder:
    builder = Builder(key, (("float32", 1.0),))
    for name, low, high in (("x", -2.0, 2.0), ("y", 0.2, 1.5), ("z", -1.0, 3.0)):
        builder.define(name, "F", low, high)
    return builder


def test_text_has_the_value_of_the_samples_and_lies_in_the_interval(fresh_seed):
    checked = 0
    for key in range(600):
        builder = builder_with_inputs(f"{fresh_seed}/{key}")
        try:
            value = grow(builder, "F", 5, calls=0.5)
        except Unfit:
            continue
        if any(word in value.text for word in ("ALPHA", "BETA", "KAPPA", "COEFFICIENT")):
            continue
        for k in range(COUNT):
            names = {v.expression.text: v.expression.samples[k] for v in builder.variables}
            found = eval(value.text, {"wp": WP}, names)
            assert math.isclose(found, value.samples[k], rel_tol=1e-9, abs_tol=1e-9), value.text
            slack = 1e-6 * max(1.0, value.largest())
            assert value.low - slack <= found <= value.high + slack, (value.text, names)
        checked += 1
    assert checked > 200


@pytest.mark.parametrize(
    "build",
    [
        lambda x, y: x - x,
        lambda x, y: x / x,
        lambda x, y: (x - y) + y,
        lambda x, y: (x + y) - y,
        lambda x, y: 2.0 * (3.0 * x),
        lambda x, y: (-x).__neg__(),
        lambda x, y: x * y / y,
        lambda x, y: x - x * 0.5,
        lambda x, y: call("abs", x) * call("abs", x),
        lambda x, y: 0.8 * call("sqrt", y) * call("sqrt", y),
        lambda x, y: x * call("exp", y) * call("exp", y),
        lambda x, y: call("copysign", call("max", x, y), x),
        lambda x, y: call("floor", 0.3 * y + 1.05),
        lambda x, y: call("floor", 1.2 * call("atan2", y, y + 1.0)),
    ],
)
def test_what_a_reader_would_simplify_is_unfit(build):
    builder = builder_with_inputs("simplify")
    x, y = builder.variables[0].expression, builder.variables[1].expression
    with pytest.raises(Unfit):
        build(x, y)


def test_no_length_of_a_scaled_vector_and_no_guard_of_a_rising_power():
    builder = builder_with_inputs("lengths")
    y, v = builder.variables[1].expression, builder.define("v", "V3", -1.0, 1.0).expression
    with pytest.raises(Unfit):
        call("length_sq", y * v)
    assert (
        call("pow", call("abs", builder.variables[0].expression), builder.number(1.5)).text == "wp.pow(wp.abs(x), 1.5)"
    )
    assert call("length", call("cross", v, builder.define("w", "V3", -1.0, 1.0).expression))


def test_parentheses_only_where_precedence_asks():
    builder = builder_with_inputs("parentheses")
    x, y, z = (v.expression for v in builder.variables)
    assert str((x + y) * z) == "(x + y) * z"
    assert str(x * y + z) == "x * y + z"
    assert str(1.0 - (y + z)) == "1.0 - (y + z)"
    assert str(x * (y * z)) == "x * y * z"
    assert str(-(x + z)) == "-(x + z)"


def test_a_guard_stands_only_where_the_interval_needs_it():
    builder = builder_with_inputs("guards")
    x, y, _ = (v.expression for v in builder.variables)
    assert str(binary("/", x, y)) == "x / y"
    assert str(binary("/", y, x)) != "y / x"


def test_magnitude_is_bounded():
    builder = builder_with_inputs("magnitude")
    big = Expression(builder, "big", "F", -1000.0, 1000.0)
    with pytest.raises(Unfit):
        binary("*", big, Expression(builder, "huge", "F", -1000.0, 1000.0))


def test_the_signature_table_is_what_the_registry_says():
    from generator.documents.signature_table import TABLE, lines

    assert TABLE.read_text().splitlines() == lines(), "run python -m generator.documents.signature_table"
    assert len(all_signatures()) > 600


@pytest.mark.parametrize("precision", ["float32", "float64", "float16"])
def test_a_negative_multiple_of_a_square_is_not_positive(precision):
    builder = Builder("square", ((precision, 1.0),))
    x, y = (builder.define(name, "F", -1.0, 1.0).expression for name in ("x", "y"))
    scale = builder.number(0.5)
    for value in (-scale * x * x, -scale * (x - y) * (x - y)):
        assert value.low < 0.0 == value.high
        assert "-0.5" in value.text
    assert call("exp", -scale * (x - y) * (x - y)).high == 1.0


def test_estimates_beyond_the_interval_do_not_stop_a_draw():
    builder = Builder("estimates", (("float32", 1.0),))
    value = Expression(builder, "total", "F", -0.9, 0.9, samples=(1.5, -1.5, *[0.1] * (COUNT - 2)))
    assert call("acos", value).samples[:2] == (math.acos(0.9), math.acos(-0.9))


def test_no_extremum_of_a_coin():
    builder = Builder("coin", (("float32", 1.0),))
    x = builder.define("x", "F", 0.0, 1.0).expression
    coin = Expression(builder, "coin", "F", 0.0, 1.0, samples=(0.0, 1.0) * 6)
    die = Expression(builder, "die", "F", 0.0, 3.0, samples=(0.0, 1.0, 2.0, 3.0) * 3)
    assert call("min", x, die).head == "min"
    for name in ("min", "max"):
        with pytest.raises(Unfit, match="coin"):
            call(name, x, coin)
