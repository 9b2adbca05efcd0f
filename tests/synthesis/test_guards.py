"""A guard stands only where it acts, and what is said of a guarded value is true."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.guards import LEVELLING, into, wrapped
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, Motif
from generator.synthesis.motifs.motif import build_motif
from generator.synthesis.samples import COUNT
from generator.synthesis.smooth import smoothstep

INFINITE = math.inf
DOMAINS = ((0.02, INFINITE), (0.1, INFINITE), (-0.95, 0.95), (-9.0, 4.0), (-3.0, 3.0), (0.05, 1.95), (0.1, 12.0))
NUMBER = r"-?[\d.]+"


def variable(key: str) -> Expression:
    """A float whose samples leave out a part of its interval now and then."""
    builder = Builder(key, (("float32", 1.0),))
    random = builder.random
    low = random.uniform(-6.0, 1.0)
    high = low + random.uniform(0.1, 8.0)
    reach = random.uniform(0.2, 1.0)
    samples = tuple(low + reach * (high - low) * random.unit() for _ in range(COUNT))
    return builder.define("x", "F", low, high, samples=samples).expression


def guarded(seed: str, count: int = 1500) -> list[tuple[Expression, Expression, tuple[float, float]]]:
    found = []
    for key in range(count):
        x = variable(f"{seed}/{key}")
        domain = DOMAINS[key % len(DOMAINS)]
        try:
            found.append((x, into(x.builder, x, *domain), domain))
        except Unfit:
            continue
    assert len(found) > count // 4
    return found


@pytest.mark.parametrize("fixed", [True, False])
def test_guards_act(fixed, fresh_seed):
    for x, value, (low, high) in guarded("guards" if fixed else f"{fresh_seed}"):
        assert low - 1e-9 <= value.low and value.high <= high + 1e-9, value.text
        assert all(value.low - 1e-9 <= v <= value.high + 1e-9 for v in value.samples), value.text
        if value is x:
            continue
        bounds = re.fullmatch(rf"wp\.(clamp|max|min)\(x, ({NUMBER})(?:, ({NUMBER}))?\)", value.text)
        if bounds:
            kind, first, second = bounds[1], float(bounds[2]), float(bounds[3] or 0.0)
            assert kind == "min" or min(x.samples) < first, value.text
            assert kind == "max" or max(x.samples) > (second if kind == "clamp" else first), value.text
        if "wp.abs(" in value.text:
            assert min(x.samples) < 0.0 < max(x.samples), value.text


FUNCTIONS: dict[str, Callable[[float], float]] = {
    "the square root of x": math.sqrt,
    "the cube root of x": math.cbrt,
    "the arc cosine of x": math.acos,
    "the arc sine of x": math.asin,
    "a power of x": lambda x: math.nan,
}


def test_what_is_guarded_is_told_by_its_formula():
    plain = [m for m, _ in SCALAR_MOTIFS["transcendental"] if m.builds[0][0].format("x", "y", "z") in FUNCTIONS]
    assert len(plain) == len(FUNCTIONS)
    told = 0
    for key in range(600):
        x = variable(f"told/{key}")
        motif = plain[key % len(plain)]
        try:
            value, phrase = build_motif(x.builder, motif)
        except Unfit:
            continue
        function = FUNCTIONS.get(phrase)
        if function is None:
            inner = re.search(r"`(.*)`", phrase)
            assert inner and inner[1] in value.text.replace("wp.static", "").replace("wp.", ""), (phrase, value.text)
            told += 1
            continue
        for given, found in zip(x.samples, value.samples, strict=True):
            expected = function(given)
            assert math.isnan(expected) or math.isclose(found, expected, rel_tol=1e-9), (phrase, value.text)
    assert told > 100


def test_guards_see_the_threads_of_their_block_only():
    x = variable("arm")
    builder = x.builder
    x.low, x.high = -1.0, 1.0
    x.set_samples([-0.5, 0.5] * (COUNT // 2))
    odd = sum(1 << place for place in range(1, COUNT, 2))
    builder.arms[0] = odd
    with builder.block("if met:"):
        assert set(builder.acting(x.samples)) == {0.5}
        with pytest.raises(Unfit):
            call("abs", x)
        builder.emit("return")
    assert set(builder.acting(x.samples)) == {-0.5}
    builder.arms.clear()
    assert str(call("abs", x)) == "wp.abs(x)"


def test_threads_beyond_the_data_that_return_are_none_of_the_imagined():
    """After the check of the bounds nothing was judged by its arm: `if a < b: max(a, b)` (grid, mm/1262)."""
    x = variable("bounds")
    builder = x.builder
    x.low, x.high = -1.0, 1.0
    x.set_samples([-0.5, 0.5] * (COUNT // 2))
    with builder.block("if i >= n:"):
        builder.emit("return")
    assert builder.acting(x.samples) == x.samples
    builder.arm(value > 0.0 for value in x.samples)
    with builder.block("if x > 0.0:"):
        assert set(builder.acting(x.samples)) == {0.5}


def named(name: str, table: tuple[tuple[Motif, float], ...]) -> Motif:
    return next(motif for motif, _ in table if name in motif.names)


def test_differences_are_told_in_their_order(fresh_seed):
    for key in range(40):
        builder = Builder(f"{fresh_seed}/{key}", (("float32", 1.0),))
        for name in "xy":
            builder.define(name, "F", -1.0, 1.0)
        value, phrase = build_motif(builder, named("difference", SCALAR_MOTIFS["any"]))
        left, right = value.text.split(" - ")
        assert phrase == f"the difference of {left} and {right}"
        builder = Builder(f"{fresh_seed}/{key}", (("float32", 1.0),))
        for name in "pq":
            builder.define(name, "V3", -1.0, 1.0)
        value, phrase = build_motif(builder, named("separation", VECTOR_MOTIFS["V3"]["any"]))
        left, right = value.text.split(" - ")
        assert phrase == f"the difference of {left} and {right}"


@pytest.mark.parametrize("name", ["reflected", "rejected", "projected", "bounced"])
def test_directions_are_unit_vectors_unless_the_phrase_says_otherwise(name):
    for key in range(20):
        builder = Builder(f"{name}/{key}", (("float32", 1.0),))
        for vector in "pq":
            builder.define(vector, "V3", -1.0, 1.0)
        value, phrase = build_motif(builder, named(name, VECTOR_MOTIFS["V3"]["any"]))
        assert "unit_axis" in value.text or "softened" in phrase
        assert name != "reflected" or " - 2.0 * wp.dot(" in value.text


def test_a_negative_factor_is_written_and_keeps_the_sign_of_a_square():
    for precision in ("float32", "float64"):
        builder = Builder("negative", ((precision, 1.0),))
        x, y = (builder.define(name, "F", -1.0, 1.0).expression for name in "xy")
        gap = x - y
        value = -builder.number(0.5) * gap * gap
        assert value.text == f"{builder.number(-0.5)} * (x - y) * (x - y)"
        assert value.high == 0.0 and value.low == -2.0


def test_no_step_between_edges_that_hardly_differ():
    x = variable("edges")
    x.set_samples([0.5 + 0.001 * k for k in range(COUNT - 1)] + [0.56])
    with pytest.raises(Unfit):
        smoothstep(x)


def test_no_extremum_that_nearly_all_threads_take_from_a_shared_value():
    x = variable("shared")
    x.set_samples([-1.0, -0.9, -0.8] + [0.5 + 0.01 * k for k in range(COUNT - 3)])
    limit = x.builder.scalar("limit", "F", 0.3, 0.1, 0.5).expression
    with pytest.raises(Unfit):
        call("min", x, limit)


@pytest.mark.parametrize("name", ["x", "hinge", "wave"])
def test_a_smooth_step_has_an_edge_that_is_reached(name):
    """``wp.smoothstep(-0.3, 3.0, hinge)`` of a hinge within [0, 2.9] is a polynomial in disguise."""
    made = 0
    for key in range(200):
        builder = Builder(f"smooth/{key}", (("float32", 1.0),))
        x = builder.define("x", "F", -1.5, 2.0).expression
        hinge = tuple(max(value, 0.0) for value in x.samples)
        values = {"x": x, "wave": call("sin", 2.0 * x), "hinge": Expression(builder, "h", "F", 0.0, 2.0, samples=hinge)}
        value = values[name]
        try:
            text = smoothstep(value).text
        except Unfit:
            continue
        made += 1
        low, high = (float(number) for number in text.removeprefix("wp.smoothstep(").split(", ")[:2])
        assert value.low <= low < high <= value.high, text
        assert min(value.samples) < low or high < max(value.samples), text
    assert made > 120


def test_samples_beyond_what_a_condition_leaves_make_no_guard_overflow():
    """Drawn once: `if x < 3.0:`, and `wp.exp(x)` for a thread that does not come there, whose x is a thousand."""
    builder = Builder("beyond", (("float32", 1.0),))
    samples = tuple([0.1 * k for k in range(COUNT - 1)] + [1000.0])
    x = builder.define("x", "F", -2.0, 3.0, samples=samples).expression
    assert max(wrapped(builder, "exp", x, 0.1, 20.1).samples) < 20.1
    assert max(call("exp", x).samples) < 20.1


@pytest.mark.parametrize("outer", sorted(LEVELLING))
def test_what_levels_off_by_itself_is_not_cut_off_before(outer, fresh_seed):
    found = 0
    for key in range(400):
        x = variable(f"{fresh_seed}/{key}")
        try:
            inner = call(outer, x).text.removeprefix(f"wp.{outer}(")
        except Unfit:
            continue
        found += inner != "x)"
        assert not inner.startswith(("wp.clamp(", "wp.min(", "wp.max(")), inner
    assert found


def test_a_polynomial_is_no_straight_line():
    """Of what hardly leaves zero the square and the cube are nothing."""
    builder = Builder("polynomial", (("float32", 1.0),))
    x = builder.define("x", "F", -0.0066, 0.0093).expression
    y = builder.define("y", "F", -1.0, 1.0).expression
    for _, build in next(m.builds for m, _ in SCALAR_MOTIFS["any"] if "cubic_fit" in m.names):
        with pytest.raises(Unfit, match=r"fewer terms|other drowns"):
            build(builder, x)
        assert build(builder, y).text
