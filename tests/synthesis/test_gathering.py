"""Sums, products and calls that a reader would write shorter are not written."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component, vector
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import check_level, join, store
from generator.synthesis.gathering import CURVES, NATURAL, odd
from generator.synthesis.motifs import SCALAR_MOTIFS
from generator.synthesis.samples import COUNT, VALUES, spread
from tests.synthesis.kernels import draw

Build = Callable[[Expression, Expression, Expression], Expression]


def variables() -> list[Expression]:
    builder = Builder("gathering", (("float32", 1.0),))
    builder.lines.append("    i = wp.tid()")
    return [builder.define(name, "F", low, high).expression for name, low, high in (
        ("x", 0.5, 2.0), ("y", 0.2, 1.5), ("z", 0.1, 3.0)
    )]  # fmt: skip


def named(name: str, value: Expression) -> Expression:
    return value.builder.assign((name,), value).expression


def share(beside: Expression) -> Expression:
    return beside.builder.define("mix", "F", 0.1, 0.9).expression


def coin(beside: Expression) -> Expression:
    return beside.builder.define("coin", "F", 0.0, 1.0, samples=(0.0, 1.0) * (COUNT // 2)).expression


def step(beside: Expression) -> Expression:
    return beside.builder.scalar("dt", "F", 0.06, 0.01, 0.1).expression


def vectors(beside: Expression) -> list[Expression]:
    return [beside.builder.define(name, "V3", -1.0, 1.0).expression for name in ("v", "w")]


def packed(first: Expression, second: Expression) -> Expression:
    first = named("first_part", first) if first.head else first
    return named("pair", vector(first.builder, first, second))


def cosine(one: Expression, other: Expression) -> Expression:
    return call("dot", named("one_way", call("normalize", one)), call("normalize", other))


def zero(beside: Expression) -> Expression:
    return beside.builder.number(0.0)


@pytest.mark.parametrize(
    "build",
    [
        lambda x, y, z: x * 0.85 + x * 1.1,
        lambda x, y, z: (x + y) + 0.5 * x,
        lambda x, y, z: x / 1.5 + x,
        lambda x, y, z: call("sqrt", x * x),
        lambda x, y, z: x * z - y * z,
        lambda x, y, z: x * y - x,
        lambda x, y, z: (z + x) - x * y,
        lambda x, y, z: 1.75 * x + 1.75 * y,
        lambda x, y, z: x - call("lerp", x, y, share(z)),
        lambda x, y, z: named("summed", x + y) - x,
        lambda x, y, z: named("midpoint", 0.5 * (x + y)) - y,
        lambda x, y, z: named("average", (x + y) / 2.0) - y,
        lambda x, y, z: (2.25 * x) * (y / 4.0),
        lambda x, y, z: named("product", x * y) / x,
        lambda x, y, z: named("share", x / y) * y,
        lambda x, y, z: x / z / (x / 1.6),
        lambda x, y, z: (lambda root: root * root)(named("root", call("sqrt", x))),
        lambda x, y, z: 0.4 * named("summed", x + y) - named("weighted", 0.75 * named("inner", x + z) + 0.7 * y),
        lambda x, y, z: (x - (y - z) * 2.0) - z,
        lambda x, y, z: 0.7 - x + y + 0.65,
        lambda x, y, z: named("share", x / (y / z)) * named("part", y * x),
        lambda x, y, z: call("tanh", x) * y / call("tanh", x),
        lambda x, y, z: call("log", call("pow", x, z) / x),
        lambda x, y, z: call("exp", -call("log", 1.0 + call("exp", x))),
        lambda x, y, z: call("exp", y * call("log", x + 0.3)),
        lambda x, y, z: call("exp", named("level", call("log2", z + 0.3)) * (x + y)),
        lambda x, y, z: call("exp", -x * named("level", call("log", z + 0.3)) / y),
        lambda x, y, z: call("pow", named("root", call("sqrt", x)), z),
        lambda x, y, z: call("copysign", named("part", x / (y * y + z)), x),
        lambda x, y, z: x / y / 2.5,
        lambda x, y, z: x * y * x,
        lambda x, y, z: x * (y * x),
        lambda x, y, z: x - (y + z),
        lambda x, y, z: x / y + 0.9 * x,
        lambda x, y, z: x * (named("share", x * y) + call("log2", z)) - x,
        lambda x, y, z: named("damped", x / (y * y + 1.25)) - x,
        lambda x, y, z: named("fit", 1.6 - x * x) - 0.15,
        lambda x, y, z: call("cos", named("angle", call("atan", x))),
        lambda x, y, z: call("cos", named("angle", call("atan2", x, y))),
        lambda x, y, z: call("sinh", named("level", call("log", x))),
        lambda x, y, z: call("pow", x * x, y),
        lambda x, y, z: 1.2 * named("part", named("gap", x - z) * y) - x.builder.variables[3].expression,
        lambda x, y, z: x * call("exp", -y) * call("exp", -1.75 * z),
        lambda x, y, z: call("sqrt", call("pow", x, y)),
        lambda x, y, z: 0.8 * (0.2 * x * y * z),
        lambda x, y, z: (0.5 * x * y) * (0.2 * z * y),
        lambda x, y, z: x / (y / 1.75),
        lambda x, y, z: x * y / (z + 0.5) * y,
        lambda x, y, z: 0.85 * ((0.25 * x) * y * z),
        lambda x, y, z: (x * (0.25 * y)) * 3.0,
        lambda x, y, z: named("harmonic", 2.0 * x * y / (x + y)) - named("parallel", y * x / (y + x)),
        lambda x, y, z: named("product", x * y) - named("other", y * z),
        lambda x, y, z: named("share", x / y) + named("other", z / y),
        lambda x, y, z: named("approach", x * (1.0 - call("exp", -y))) + y * x,
        lambda x, y, z: named("lower", call("min", x, z)) - x,
        lambda x, y, z: x - named("excess", call("max", x - 1.2, zero(x))),
        lambda x, y, z: z - named("opposite", -x),
        lambda x, y, z: (lambda decay: decay * decay)(named("decay", call("exp", -x))),
        lambda x, y, z: call("tanh", named("wave", call("sin", x))),
        lambda x, y, z: call("tanh", named("wave", 0.4 * call("tanh", x))),
        lambda x, y, z: call("atan", named("wave", call("tan", 0.5 * x) / 2.25)),
        lambda x, y, z: call("exp", -named("wave", call("sinh", x))),
        lambda x, y, z: call("erfc", -call("exp", x)),
        lambda x, y, z: z / named("reciprocal", 1.0 / (x + 1.8)),
        lambda x, y, z: call("lerp", z - x, z, share(z)),
        lambda x, y, z: call("lerp", 1.4 * z, z, share(z)),
        lambda x, y, z: (lambda p: p - z + p * (x - call("sin", z)))(named("product", x * y)),
        lambda x, y, z: (lambda p: p * (x - call("sin", z)) - p)(named("product", x * y)),
        lambda x, y, z: call("cosh", 0.2 * y),
        lambda x, y, z: call("tanh", 0.1 * x),
        lambda x, y, z: call("sin", y / 10.0),
        lambda x, y, z: z / call("exp", x),
        lambda x, y, z: y / named("growth", 1.5 * call("exp", x)),
        lambda x, y, z: (lambda size: size * size)(named("size", 0.8 * call("sqrt", x))),
        lambda x, y, z: call("cbrt", named("sum", 0.1 * y + 1.4)),
        lambda x, y, z: (x - y) * z * (y - x),
        lambda x, y, z: (0.5 * y - 2.0) / (2.0 - 0.5 * y),
        lambda x, y, z: named("gap", y - x) * call("sin", z) * (x - y),
        lambda x, y, z: (lambda gap: (x - y) / (x + y) + gap)(named("gap", y - x)),
        lambda x, y, z: (lambda gap: call("tanh", y - x) * gap)(named("gap", y - x)),
        lambda x, y, z: named("product", (x + y) * x * z) * z,
        lambda x, y, z: x * named("product", x * y),
        lambda x, y, z: named("advanced", x + y * z) / z,
        lambda x, y, z: (x / z + y) * z,
        lambda x, y, z: x / z * named("shifted", y * z + 1.2),
        lambda x, y, z: 1.0 / (x + 1.4) * y,
        lambda x, y, z: y * (1.0 / (x + 1.4)),
        lambda x, y, z: call("sin", y / 4.0),
        lambda x, y, z: call("sin", coin(x)),
        lambda x, y, z: (x + 1.2) / x,
        lambda x, y, z: x * x + step(x) * step(x),
        lambda x, y, z: x * x / (x * x + 900.0),
        lambda x, y, z: (lambda step: 0.5 * named("once", 0.5 * y * step * step) * step)(named("step", x * (1.0 - x))),
        lambda x, y, z: named("shifted", x + 1.2) / x,
        lambda x, y, z: (x - y) * z + (y - x) * call("sin", z),
        lambda x, y, z: -(1.0 / (x + 1.4)) * y,
        lambda x, y, z: (lambda p: call("sin", y * x) + p)(named("product", x * y)),
        lambda x, y, z: (lambda s: z / (y + x) * s)(named("summed", x + y)),
        lambda x, y, z: call("pow", 0.2 * x + 1.0, x.builder.number(1.2)),
        lambda x, y, z: call("sin", call("abs", call("atan", x - z))),
        lambda x, y, z: call("sin", named("size", call("abs", named("angle", call("atan", x - z))))),
        lambda x, y, z: (lambda power: power * power)(named("power", call("pow", x, x.builder.number(1.5)))),
        lambda x, y, z: named("apart", call("abs", x - z)) + z,
        lambda x, y, z: x - call("abs", x - z),
        lambda x, y, z: named("one", call("log", x / z)) - named("other", call("log", y / z)),
        lambda x, y, z: y + call("log", x / z) - named("other", call("log", y / z)),
        lambda x, y, z: call("log", named("gate", 1.0 / (1.0 + call("exp", -z)))),
        lambda x, y, z: call("log", x * x),
        lambda x, y, z: call("log10", named("square", y * y)),
        lambda x, y, z: call("log", x + 0.4) + call("log", y),
        lambda x, y, z: x / (z / x * 1.8),
        lambda x, y, z: x / (1.8 * z / y),
        lambda x, y, z: (lambda t: named("one", call("lerp", x, y, t)) + call("lerp", z, x, t))(share(z)),
        lambda x, y, z: call("length", packed(call("sqrt", x + y * y), y)),
        lambda x, y, z: (lambda v, w: cosine(v, named("slid", v - z * w)))(*vectors(x)),
        lambda x, y, z: (lambda v, w: call("lerp", named("slid", v - z * w), v, share(z)))(*vectors(x)),
        lambda x, y, z: (lambda v, w: component(x.builder, named("parts", call("cw_mul", v, w)), 0))(*vectors(x)),
        lambda x, y, z: x * call("sqrt", y / x),
        lambda x, y, z: 0.5 * named("power", call("pow", x, x.builder.number(2.5))) * x,
        lambda x, y, z: (lambda v, w: call("cross", w + call("lerp", v, w, share(z)), w))(*vectors(x)),
        lambda x, y, z: (lambda w: (lambda signed: signed * signed)(named("signed", call("copysign", x, w) + y * w)))(
            x.builder.define("way", "F", -1.0, 1.0).expression
        ),
    ],
)
def test_what_a_reader_would_gather_is_unfit(build: Build):
    with pytest.raises(Unfit):
        build(*variables())


@pytest.mark.parametrize(
    "build",
    [
        lambda x, y, z: x / named("share", 1.8 * z / y),
        lambda x, y, z: call("length", packed(named("wave", call("sin", 2.0 * x)), y)),
        lambda x, y, z: (lambda v, w: cosine(v, w))(*vectors(x)),
    ],
)
def test_what_only_looks_like_it_is_fit(build: Build):
    build(*variables())


@pytest.mark.parametrize(
    ("build", "text"),
    [
        (lambda x, y, z: 0.85 * x + 1.1 * y, "0.85 * x + 1.1 * y"),
        (lambda x, y, z: x * x - 0.5 * x, "x * x - 0.5 * x"),
        (lambda x, y, z: x * y - z, "x * y - z"),
        (lambda x, y, z: 0.5 * x * y * y, "0.5 * x * y * y"),
        (lambda x, y, z: x + (y - z), "y - z + x"),
        (lambda x, y, z: x * (y / z), "y / z * x"),
        (lambda x, y, z: named("product", x * y) - z, "product - z"),
        (lambda x, y, z: named("summed", x + y) - z, "summed - z"),
        (lambda x, y, z: named("square", x * x) - named("product", x * y), "square - product"),
        (lambda x, y, z: 0.85 * call("sin", 2.0 * x) * y, "0.85 * wp.sin(2.0 * x) * y"),
        (lambda x, y, z: named("lower", call("min", x, z)) - y, "lower - y"),
        (lambda x, y, z: x * (y - z) - call("sin", z), "x * (y - z) - wp.sin(z)"),
        (lambda x, y, z: call("lerp", 1.4 * y, z, share(z)), "wp.lerp(1.4 * y, z, mix)"),
        (lambda x, y, z: call("exp", -named("root", call("sqrt", x))), "wp.exp(-root)"),
        (lambda x, y, z: z / named("share", x / y), "z / share"),
        (lambda x, y, z: z / (1.0 + call("exp", x)), "z / (1.0 + wp.exp(x))"),
        (lambda x, y, z: (x - y) / x, "(x - y) / x"),
        (lambda x, y, z: (x + 1.2) / named("share", x / y), "(x + 1.2) / share"),
        (lambda x, y, z: (lambda p: p * p)(named("xylophone", x * y)), "xylophone * xylophone"),
        (lambda x, y, z: y + call("abs", x - z), "y + wp.abs(x - z)"),
        (lambda x, y, z: (x - y) * (x - z), "(x - y) * (x - z)"),
        (lambda x, y, z: (x + y - z) * (z - x + y), "(x + y - z) * (z - x + y)"),
        (lambda x, y, z: named("square", x * x) * x, "square * x"),
        (lambda x, y, z: (lambda g: call("exp", -0.5 * g * g))(call("log", z)), "wp.exp(-0.5 * wp.log(z) * wp.log(z))"),
        (lambda x, y, z: named("reciprocal", 1.0 / (x + 1.4)) * y, "reciprocal * y"),
    ],
)
def test_what_cannot_be_gathered_is_written(build: Build, text: str):
    assert str(build(*variables())) == text


@pytest.mark.parametrize("category", ["arithmetic", "random_math", "multi_cond"])
def test_nothing_is_divided_by_an_exponential(category: str, fresh_seed: int):
    for candidate in draw(category, 200, f"{fresh_seed}"):
        assert "/ wp.exp(" not in candidate.source, candidate.source


def test_curves_of_curves_are_those_that_people_write():
    x, *_ = variables()
    for outer, inner in (("atan", "sin"), ("sin", "cos"), ("cbrt", "cbrt"), ("sqrt", "exp")):
        assert odd(outer, inner)
        with pytest.raises(Unfit):
            call(outer, call(inner, x))
    assert str(call("exp", call("sin", x))) == "wp.exp(wp.sin(x))"
    with pytest.raises(Unfit):
        call("sin", call("sqrt", call("cosh", x)))
    assert {curve for pair in NATURAL for curve in pair} <= CURVES


def test_a_name_inside_a_longer_name_is_no_term():
    builder = Builder("names", (("float32", 1.0),))
    state, s = (builder.define(name, "F", 0.5, 2.0).expression for name in ("state", "s"))
    assert (state * 0.35 + s).text == "state * 0.35 + s"
    with pytest.raises(Unfit):
        s * 0.35 + s


def test_a_literal_factor_of_a_vector_product_stands_once():
    builder = Builder("vectors", (("float32", 1.0),))
    u, v = (builder.define(name, "V3", -1.0, 1.0).expression for name in "uv")
    for folds in (lambda: call("cw_mul", u, v * 2.25) * 3.0, lambda: call("cross", u * 1.5, v * 2.25)):
        with pytest.raises(Unfit):
            folds()
    with pytest.raises(Unfit):
        call("lerp", u, call("normalize", u), builder.define("share", "F", 0.1, 0.9).expression)


def test_a_skew_matrix_turns_no_vector_along_its_own():
    builder = Builder("skew", (("float32", 1.0),))
    u, v = (builder.define(name, "V3", -1.0, 1.0).expression for name in "uv")
    matrix = call("skew", u)
    assert str(matrix * v) == "wp.skew(u) * v"
    for along in (u, u / (1.0 + call("length", u))):
        with pytest.raises(Unfit):
            matrix * along


def test_a_cross_product_has_no_part_along_the_other_vector():
    builder = Builder("cross", (("float32", 1.0),))
    u, v = (builder.define(name, "V3", -1.0, 1.0).expression for name in "uv")
    axis = named("axis", call("normalize", u))
    mixed = named("mixed", v - 0.5 * u)
    lower = named("lower", call("min", u, v))
    blend = named("blend", call("lerp", v, axis, builder.define("share", "F", 0.1, 0.9).expression))
    for drops in (
        *(lambda m=m: call("cross", m, axis) for m in (mixed, lower, blend)),
        lambda: call("cross", axis, mixed),
    ):
        with pytest.raises(Unfit):
            drops()
    assert str(call("cross", v, axis)) == "wp.cross(v, axis)"


def test_a_name_that_a_store_folded_away_is_not_read_again():
    """Drawn once: `output_vector[i] = wp.vec3(...)` in place of `packed`, and then `wp.dot(packed, projected)`."""
    builder = Builder("folded", (("float32", 1.0),))
    builder.index = "i"
    builder.lines.append("    i = wp.tid()")
    v = builder.define("v", "V3", 0.5, 2.0)
    packed = builder.assign(("packed",), builder.read(v) * 3.0)
    store(builder, builder.read(packed), "output")
    assert builder.lines[-1] == "    output[i] = v * 3.0"
    assert [variable.expression.text for variable in builder.of_type("V3")] == ["v"]


def test_curves_that_are_straight_and_quotients_turned_round_are_not_written():
    builder = Builder("straight", (("float32", 1.0),))
    small, near_one = (
        builder.define(name, "F", *ends).expression for name, ends in (("s", (0.01, 0.1)), ("t", (0.9, 1.1)))
    )
    far, x = (builder.define(name, "F", *ends).expression for name, ends in (("far", (4.0, 6.0)), ("x", (0.5, 2.0))))
    for build in (lambda: call("log", near_one), lambda: call("atan2", small, far), lambda: x + builder.number(0.0)):
        with pytest.raises(Unfit):
            build()
    assert call("atan2", x, 0.5 * far).text and call("log", x).text


@pytest.mark.parametrize("name", sorted(CURVES & VALUES.keys() - {"atan2", "pow"}))
def test_a_curve_that_leaves_its_tangent_nowhere_is_not_written(name):
    """``wp.erfinv(x)`` where a condition left x between -0.2 and 0.02 (multi_cond-2619011-train-0-2)."""
    curve = VALUES[name]
    builder = Builder("tangent", (("float32", 1.0),))
    x = builder.define("x", "F", -0.2, 0.02, samples=tuple([0.15 * k - 0.9 for k in range(COUNT)])).expression
    try:
        begin, slope = curve(0.0), (curve(1e-5) - curve(-1e-5)) / 2e-5
    except ValueError:
        return  # no curve through zero
    places = [-0.2 + 0.01 * k for k in range(23)]
    if max(abs(curve(x) - begin - slope * x) for x in places) < 0.02 * abs(slope) * 0.22:
        with pytest.raises(Unfit, match="straight"):
            call(name, x)


def test_an_end_less_its_own_blend_is_seen():
    builder = Builder("blend", (("float32", 1.0),))
    x, y = (builder.define(name, "F", 0.5, 2.0).expression for name in ("x", "y"))
    share = builder.define("share", "F", 0.1, 0.9).expression
    (motif,) = [motif for motif, _ in SCALAR_MOTIFS["any"] if "interpolated" in motif.names]
    for _, build in motif.builds:
        blend = builder.assign(("interpolated",), build(builder, x, y, share)).expression
        with pytest.raises(Unfit, match="cancels"):
            y - blend
        assert (blend + builder.constant(1.0, 2.0)).text


def test_a_summand_that_the_other_drowns_is_not_added():
    builder = Builder("drowned", (("float32", 1.0),))
    small, large = (builder.define(name, "F", 0.5, most).expression for name, most in (("s", 0.52), ("t", 3.0)))
    fixed = builder.define("fixed", "F", 0.3, 0.3, samples=(0.3,) * COUNT).expression
    with pytest.raises(Unfit, match="drowns"):
        check_level("+", large, small)
    check_level("-", large, fixed)
    check_level("+", large, large * small)
    with pytest.raises(Unfit, match="nearly the same"):
        check_level("-", large, large * 1.01)
    for sum in [joined for joined in (join(builder, small, large) for _ in range(60)) if joined.head in "+-"]:
        lesser, greater = sorted(map(spread, (small.samples, sum.samples)))
        assert " * t" in sum.text and lesser > 0.04 * greater, sum.text


def test_a_factor_that_a_name_has_the_reciprocal_of_is_not_written():
    """``2.0 * half`` where ``half`` is ``0.5 * x * y``; and no square of what a helper has taken the root of."""
    builder = Builder("reciprocals", (("float32", 1.0),))
    x, y = (builder.define(name, "F", 0.5, 1.5).expression for name in "xy")
    half, double = builder.assign(("half",), 0.5 * x * y).expression, builder.assign(("double",), x * 2.0).expression
    root = Expression(builder, "safe_root(y)", "F", 0.5, 1.5, head="safe_root", samples=y.samples)
    root = builder.assign(("root",), root).expression
    for build in (
        lambda: 2.0 * half,
        lambda: half * 2.0,
        lambda: half / 0.5,
        lambda: double / 2.0,
        lambda: root * root,
    ):
        with pytest.raises(Unfit):
            build()
    assert (3.0 * half).text == "3.0 * half" and (double / 3.0).text == "double / 3.0"
    shifted = builder.assign(("shifted",), 0.5 * x + y).expression
    assert (2.0 * shifted).text == "2.0 * shifted"
