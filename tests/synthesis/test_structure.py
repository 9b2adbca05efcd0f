"""What is known of matrices and rotations by how they were made is not computed."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.categories.matrix import TABLES, _entry, _skew_part, _symmetric_part
from generator.synthesis.categories.quaternion import QUATERNIONS, TRANSFORMS
from generator.synthesis.categories.spatial import TABLE
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS
from generator.synthesis.motifs.rotations import _rows, _turn
from generator.synthesis.motifs.systems import image_of, preimage
from generator.synthesis.motifs.vectors import _without
from generator.synthesis.structure import DEVIATOR
from generator.verification.screening.screen import first_flaw
from tests.synthesis.kernels import draw

Steps = tuple[tuple[str, str, str], ...]
"""Name of the result, name of the motif, operands."""

MOTIFS = [*TABLES[3], *QUATERNIONS, *TRANSFORMS, *TABLE, *VECTOR_MOTIFS["V3"]["any"]]
START = {"m": "M33", "n": "M33", "r": "Q", "q": "Q", "x": "X", "y": "X", "v": "V3", "w": "V3", "s": "S", "t": "F"}


def build(steps: Steps, seed: str = "structure") -> Expression:
    """The last step's value; every build of its motif is tried, so that Unfit means that none is fit."""
    builder = Builder(seed, (("float32", 1.0),))
    for name, type in START.items():
        builder.define(name, type, -1.0, 1.0)
    for name, motif_name, operands in steps:
        motif = next(m for m, _ in MOTIFS if motif_name in m.names and len(m.operands) == len(operands.split()))
        given = [next(v.expression for v in builder.variables if v.expression.text == o) for o in operands.split()]
        fit = []
        for _, made in motif.builds if name == "" else motif.builds[:1]:
            try:
                fit.append(made(builder, *given))
            except Unfit:
                continue
        if not fit:
            raise Unfit(f"no {motif_name}")
        if name:
            builder.assign((name,), fit[0])
    return fit[0]


SYMMETRIC = ("sym", "symmetric_part", "m")
SKEW = ("anti", "skew_part", "m")
DIAGONAL = ("diag", "diagonal_matrix", "v")


@pytest.mark.parametrize(
    "steps",
    [
        (SYMMETRIC, ("", "trace_value", "sym")),
        (SYMMETRIC, ("", "diagonal", "sym")),
        (DIAGONAL, ("both", "product", "diag m"), ("", "trace_value", "both")),
        (("back", "unrotated", "r v"), ("", "twist_angle", "back r")),
        (("back", "unrotated", "r v"), ("gap", "displacement_vector", "back v"), ("", "twist_angle", "gap r")),
        (("back", "unrotated", "r v"), ("gap", "displacement_vector", "back v"), ("", "twist_rotation", "gap r")),
        (DIAGONAL, ("", "entry_value", "diag")),
        (SKEW, ("mixed", "mixed_matrix", "anti n"), ("", "trace_value", "mixed")),
        (SYMMETRIC, ("", "quadratic_form", "sym v")),
        (SYMMETRIC, ("", "symmetric_part", "sym")),
        (SYMMETRIC, ("", "skew_part", "sym")),
        (SKEW, ("", "trace_value", "anti")),
        (SKEW, ("", "symmetric_part", "anti")),
        (SKEW, ("twice", "scaled_matrix", "anti t"), ("", "quadratic_form", "twice v")),
        (SKEW, ("zero", "entrywise", "anti n"), ("", "trace_value", "zero")),
        (SKEW, SYMMETRIC, ("", "contraction", "anti sym")),
        (DIAGONAL, ("", "symmetric_part", "diag")),
        (DIAGONAL, ("", "diagonal", "diag")),
        (DIAGONAL, ("", "image", "diag w")),
        (("dev", "deviator", "m"), ("", "trace_value", "dev")),
        (("dev", "deviator", "m"), ("", "deviator", "dev")),
        (("inv", "inverse_metric", "m"), ("", "product", "inv normal_matrix")),
        (("inv", "inverse_metric", "m"), ("", "product", "normal_matrix inv")),
        (("back", "inverse_rotation", "r"), ("", "combined_rotation", "back r")),
        (("back", "inverse_rotation", "r"), ("", "combined_rotation", "r back")),
        (("back", "inverse_rotation", "r"), ("", "unrotated", "back v")),
        (("both", "combined_rotation", "r q"), ("", "relative_rotation", "q both")),
        (("turn", "axis_rotation", "v t"), ("", "rotated", "turn v")),
        (("turn", "axis_rotation", "v t"), ("", "unrotated", "turn v")),
        (("turn", "axis_rotation", "v t"), ("", "twist_rotation", "v turn")),
        (("twist", "twist_rotation", "v r"), ("", "rotated", "twist v")),
        (("twist", "twist_rotation", "v r"), ("", "rotation_vector", "twist")),
        (("axis", "rotation_vector", "r"), ("", "rotated", "r axis")),
        (("angles", "angle_rotation", "t"), ("", "roll_pitch_yaw", "angles")),
        (("parts", "scalar_first", "r"), ("", "norm_value", "parts")),
        (("away", "inverse_frame", "x"), ("", "chained_frame", "x away")),
        (("frame", "assembled_frame", "v r"), ("", "rotation_part", "frame")),
        (("image", "placed", "x v"), ("", "relative_point", "x image")),
        (("pair", "paired", "v w"), ("", "angular_part", "pair")),
        (("moved", "shifted_motion", "s v"), ("", "crossed", "moved s")),
        (("image", "reflected", "v w"), ("", "norm_value", "image")),
        (("anti", "skew_part", "m"), ("", "contraction", "anti m")),
        (("dev", "deviator", "m"), ("anti", "skew_part", "dev"), ("", "contraction", "anti m")),
        (("back", "inverse_rotation", "q"), ("", "relative_rotation", "back r")),
        (("back", "inverse_rotation", "q"), ("", "relative_rotation", "r back")),
        (("back", "inverse_rotation", "q"), ("gap", "combined_rotation", "back r"), ("", "inverse_rotation", "gap")),
        (("back", "inverse_rotation", "r"), ("part", "twist_rotation", "v back"), ("", "inverse_rotation", "part")),
        (("on", "advanced_rotation", "r v"), ("", "rotation_overlap", "on r")),
        (("on", "advanced_rotation", "r v"), ("", "relative_rotation", "r on")),
        (("both", "combined_rotation", "r q"), ("", "rotation_overlap", "r both")),
        (("away", "inverse_frame", "x"), ("from_here", "translation", "away"), ("", "norm_value", "from_here")),
        (("away", "inverse_frame", "x"), ("start", "translation", "x"), ("", "placed", "away start")),
        (
            ("away", "inverse_frame", "x"),
            ("both", "composed_frame", "y away"),
            ("start", "translation", "x"),
            ("", "placed", "both start"),
        ),
        (("across", "rejected", "v w"), ("", "distance", "across w")),
        (("moved", "shifted_motion", "s v"), ("", "point_velocity", "s v")),
        (("there", "point_velocity", "s v"), ("", "shifted_motion", "s v")),
        (("scaled", "scaled_matrix", "m t"), ("", "image", "scaled v")),
        (("scaled", "scaled_matrix", "m t"), ("", "pulled_back", "scaled v")),
        (("scaled", "scaled_matrix", "m t"), ("", "quadratic_form", "scaled v")),
        (("turn", "axis_rotation", "v t"), ("both", "combined_rotation", "r turn"), ("", "rotated", "both v")),
        (("turn", "axis_rotation", "v t"), ("both", "combined_rotation", "turn r"), ("", "unrotated", "both v")),
        (("turn", "fixed_turn", "v"), ("gap", "relative_rotation", "turn r"), ("", "rotated", "gap v")),
        (
            ("there", "rotated", "r v"),
            ("longer", "scaled_vector", "there t"),
            ("one", "overlap", "w longer"),
            ("back", "unrotated", "r w"),
            ("", "overlap", "v back"),
        ),
        (
            ("there", "image", "m v"),
            ("one", "overlap", "w there"),
            ("back", "pulled_back", "m w"),
            ("", "overlap", "v back"),
        ),
    ],
    ids=lambda steps: " ".join(f"{motif}({operands})" for _, motif, operands in steps),
)
def test_what_the_structure_decides_is_unfit(steps: Steps):
    try:
        value = build(steps)
        name = value.builder.assign(("result",), value).expression  # geometry is looked at where it gets a name
    except Unfit:
        return
    pytest.fail(f"{name} = {value}")


@pytest.mark.parametrize(
    "steps",
    [
        (SYMMETRIC, ("", "determinant_value", "sym")),
        (SYMMETRIC, ("", "image", "sym v")),
        (SKEW, ("", "image", "anti v")),
        (DIAGONAL, ("", "product", "diag m")),
        (("dev", "deviator", "m"), ("", "quadratic_form", "dev v")),
        (("inv", "inverse_metric", "m"), ("", "product", "inv n")),
        (("back", "inverse_rotation", "r"), ("", "combined_rotation", "back q")),
        (("turn", "axis_rotation", "v t"), ("", "rotated", "turn w")),
        (("away", "inverse_frame", "x"), ("", "chained_frame", "y away")),
        (("dev", "deviator", "m"), ("", "contraction", "dev n")),
        (("away", "inverse_frame", "x"), ("", "translation", "away")),
        (("turn", "axis_rotation", "v t"), ("both", "combined_rotation", "turn r"), ("", "rotated", "both v")),
        (
            ("there", "rotated", "r v"),
            ("one", "overlap", "w there"),
            ("back", "unrotated", "q w"),
            ("", "overlap", "v back"),
        ),
    ],
    ids=lambda steps: " ".join(f"{motif}({operands})" for _, motif, operands in steps),
)
def test_what_it_does_not_decide_is_written(steps: Steps):
    assert build(steps).text


@pytest.mark.parametrize("category", ["matrix", "quaternion", "spatial", "vector"])
def test_hardly_any_output_is_decided_beforehand(category):
    flaws = [first_flaw(c.source, c.launch, f"{k}") for k, c in enumerate(draw(category, 100, "structure"))]
    decided = [flaw for flaw in flaws if flaw and not flaw.startswith("longer")]
    assert len(decided) <= 3, decided


def test_an_entry_of_a_deviator_is_on_its_diagonal():
    builder = Builder("entry", (("float32", 1.0),))
    builder.define("dev", "M33", -1.0, 1.0).expression.traits = DEVIATOR
    found = []
    for _ in range(60):
        with suppress(Unfit):
            found.append(_entry(builder, builder.variables[0].expression).text)
    assert found and set(found) <= {f"dev[{k}, {k}]" for k in range(3)}


def test_the_parts_of_a_rotation_are_no_rotation():
    value = build((("", "scalar_first", "r"),))
    assert value.type == "V4"
    with pytest.raises(Unfit):
        call("quat_inverse", value)


def test_what_softens_a_part_of_a_vector_hardly_counts_but_where_it_is_short():
    soft = next(b for phrase, b in next(m for m, _ in MOTIFS if "rejected" in m.names).builds if "softened" in phrase)
    builder = Builder("soft", (("float32", 1.0),))
    p, q, short = (builder.define(n, "V3", -s, s).expression for n, s in (("p", 1.0), ("q", 1.0), ("short", 0.3)))
    assert float(re.search(r"\+ ([\d.]+)\)", soft(builder, p, q).text)[1]) <= 0.1
    with pytest.raises(Unfit):
        soft(builder, p, short)


@pytest.mark.parametrize("first", [0, 1])
def test_a_product_with_a_transpose_is_not_transposed(first):
    builder = Builder("transposed", (("float32", 1.0),))
    m, n = (builder.define(name, "M33", -1.0, 1.0).expression for name in "mn")
    product = next(m for m, _ in TABLES[3] if "composed" in m.names).builds[1][1]
    both = builder.assign(("both",), product(builder, m, n)).expression
    assert product(builder, m, both).text == "wp.transpose(m) * both"
    with pytest.raises(Unfit):
        product(builder, both, (m, n)[first])


def test_no_image_under_what_is_made_of_an_inverted_matrix():
    builder = Builder("systems", (("float32", 1.0),))
    m, n, other = (builder.define(name, "M33", -1.0, 1.0).expression for name in ("m", "n", "other"))
    v = builder.define("v", "V3", -1.0, 1.0).expression
    solved = builder.assign(("solved",), preimage(builder, m, v)).expression
    composed = builder.assign(("composed",), n * m).expression
    part = builder.assign(("part",), _symmetric_part(builder, composed)).expression
    for matrix in (m, composed, part):
        with pytest.raises(Unfit, match="inverse"):
            image_of(builder, matrix, solved)
    assert image_of(builder, other, solved).text == "other * solved"


def test_rows_that_fewer_vectors_span_make_no_matrix():
    builder = Builder("rows", (("float32", 1.0),))
    f, k, g, h = (builder.define(name, "V3", -1.0, 1.0).expression for name in "fkgh")
    weighted = builder.assign(("weighted",), f - 1.25 * k).expression
    with pytest.raises(Unfit, match="fewer"):
        _rows(builder, weighted, k, f)
    with pytest.raises(Unfit, match="part of another"):
        _rows(builder, weighted, g, f)
    assert _rows(builder, weighted, g, h).text


def test_parts_that_are_decided_are_not_taken():
    builder = Builder("parts", (("float32", 1.0),))
    p, q = (builder.define(name, "V3", -1.0, 1.0).expression for name in "pq")
    mixed = builder.assign(("mixed",), p - 2.25 * q).expression
    dev = builder.define("dev", "M33", -1.0, 1.0).expression
    dev.traits = DEVIATOR
    for build in (
        lambda: _without(lambda b, p, q: p)(builder, mixed, q),
        lambda: call("normalize", call("cross", call("normalize", p), q)),
        lambda: _skew_part(builder, dev),
        lambda: call("cw_mul", p, p * 1.75),
    ):
        with pytest.raises(Unfit):
            build()
    element = Expression(builder, "probe[i, j]", "V3", -1.0, 1.0)
    assert _without(lambda b, p, q: p)(builder, p, q) is p and call("normalize", call("cross", element, q)).text


def test_a_product_with_a_skew_matrix_has_no_determinant():
    builder = Builder("singular", (("float32", 1.0),))
    v = builder.define("v", "V3", -1.0, 1.0).expression
    m, n = (builder.define(name, "M33", -1.0, 1.0).expression for name in "mn")
    product = call("skew", v) * m
    dyad = call("outer", v, builder.define("w", "V3", -1.0, 1.0).expression)
    for singular in (product, n * product, dyad, dyad * m):
        with pytest.raises(Unfit, match="how the matrix was made"):
            call("determinant", singular)
    assert (product + n).traits == (n * m).traits == frozenset()


@pytest.mark.parametrize("order", [("length", "normalize"), ("normalize", "length")])
def test_length_and_direction_of_one_vector_are_not_both_called(order):
    builder = Builder("polar", (("float32", 1.0),))
    v, w = (builder.define(name, "V3", -1.0, 1.0).expression for name in "vw")
    builder.assign(("first",), call(order[0], v))
    with pytest.raises(Unfit, match="length and direction"):
        call(order[1], v)
    assert call(order[1], w).text
    builder.assign(
        ("third",), 1.5 * call("length", w) if order[0] == "length" else call("cw_mul", v, call("normalize", w))
    )
    with pytest.raises(Unfit, match="length and direction"):
        call(order[1], w)


def test_products_of_two_directions_are_taken_once():
    """Or in the same words, which are shared."""
    builder = Builder("directions", (("float32", 1.0),))
    d, t, p = (builder.define(name, "V3", -1.0, 1.0).expression for name in "dtp")
    direction = builder.assign(("direction",), call("normalize", t)).expression
    cosine = call("dot", call("normalize", d), direction)
    builder.assign(("cosine",), cosine)
    with pytest.raises(Unfit, match="dot product of the same directions"):
        builder.assign(("along",), call("dot", d, direction) + 0.5 * call("length_sq", p))
    assert builder.assign(("shifted",), cosine + call("length_sq", p)).expression.text
    plain = call("dot", d, p)
    builder.assign(("plain",), plain)
    assert builder.assign(("again",), plain + call("length_sq", t)).expression.text
    builder.assign(("swirled",), p + 0.3 * call("cross", d, t))
    with pytest.raises(Unfit, match="cross product of the same directions"):
        builder.assign(("volume",), call("dot", p, call("cross", t, d)))


def test_no_dot_product_is_taken_with_a_sum_that_holds_a_multiple():
    builder = Builder("held", (("float32", 1.0),))
    c, f = (builder.define(name, "V3", -1.0, 1.0).expression for name in "cf")
    projected = builder.assign(("projected",), call("dot", c, f) / (call("length_sq", f) + 0.1) * f).expression
    assert projected.axis == "f"
    with pytest.raises(Unfit, match="part of the vector"):
        call("dot", f, builder.assign(("slid",), c - 1.75 * projected).expression)
    assert call("dot", f, c).text


@pytest.mark.parametrize("name", ["trace", "get_diag"])
def test_no_diagonal_is_taken_of_what_vectors_give(name):
    builder = Builder("diagonal", (("float32", 1.0),))
    u, v = (builder.define(name, "V3", -0.5, 0.5).expression for name in "uv")
    m, n = (builder.define(name, "M33", -0.5, 0.5).expression for name in "mn")
    summed = builder.assign(("summed",), call("outer", u, v) + call("diag", u)).expression
    for matrix in (call("outer", u, v), summed, call("cw_mul", m, n)):
        with pytest.raises(Unfit):
            call(name, matrix)
    assert call(name, m + n).text


def test_no_softsign_of_a_softsign():
    builder = Builder("softsign", (("float32", 1.0),))
    x = builder.define("x", "F", -1.0, 1.0).expression
    ((_, build),) = next(m.builds for m, _ in SCALAR_MOTIFS["any"] if "softsign" in m.names)
    with pytest.raises(Unfit, match="softsign of one"):
        build(builder, builder.assign(("softsign",), build(builder, x)).expression)


def test_what_was_turned_about_an_axis_is_not_added_to_it():
    """Its distance from the axis is what it was."""
    builder = Builder("turned", (("float32", 1.0),))
    axis, v = (builder.define(name, "V3", -1.0, 1.0).expression for name in ("axis", "v"))
    turned = builder.assign(("turned",), call("quat_rotate", _turn(builder, axis, builder.number(2.0)), v)).expression
    with pytest.raises(Unfit, match="axis of a rotation"):
        axis - turned
    assert (v - turned).text


def test_no_length_is_taken_of_a_point_seen_from_a_frame():
    """It is the distance from the frame's origin."""
    builder = Builder("seen", (("float32", 1.0),))
    builder.lines.append("    i = wp.tid()")
    frame = builder.define("frame", "X", -1.0, 1.0).expression
    x = builder.define("x", "V3", -1.0, 1.0).expression
    local = builder.assign(("local_point",), call("transform_point", call("transform_inverse", frame), x)).expression
    with pytest.raises(Unfit, match="rotated one"):
        call("length_sq", local)


def test_no_dot_product_is_taken_of_two_images_under_one_rotation():
    """``R a . R b`` is ``a . b``; seen from a frame, its own origin and a point have turned alike."""
    builder = Builder("images", (("float32", 1.0),))
    r, x, v, w = (builder.define(n, START[n], -1.0, 1.0).expression for n in "rxvw")
    back = builder.assign(("back",), call("transform_inverse", x)).expression
    made = {
        "turned": call("quat_rotate", r, v), "other": call("quat_rotate", r, w),
        "seen": call("transform_point", back, v), "start": call("transform_get_translation", back),
        "moved": call("transform_point", x, w),
    }  # fmt: skip
    images = {name: builder.assign((name,), value).expression for name, value in made.items()}
    for one, other in (("turned", "other"), ("seen", "start")):
        with pytest.raises(Unfit, match="images under one rotation"):
            builder.assign(("overlap",), call("dot", images[one], images[other]))
    builder.assign(("overlap",), call("dot", images["turned"], images["moved"]))


@pytest.mark.parametrize("order", [("X", "Q"), ("Q", "X")])
def test_a_frame_and_its_rotation_are_not_both_inverted(order):
    builder = Builder("inverses", (("float32", 1.0),))
    x, q = (builder.define(n, START[n], -1.0, 1.0).expression for n in "xq")
    rotation = builder.assign(("rotation",), call("transform_get_rotation", x)).expression
    first, second = (("transform_inverse", x) if kind == "X" else ("quat_inverse", rotation) for kind in order)
    builder.assign(("first_inverse",), call(*first))
    with pytest.raises(Unfit, match="both inverted"):
        call(*second)
    call("quat_inverse", q)


def test_an_entry_is_read_once():
    builder = Builder("entries", (("float32", 1.0),))
    m = builder.define("m", "M22", -1.0, 1.0).expression
    read = []
    for number in range(40):
        with suppress(Unfit):
            read.append(builder.assign((f"entry{number}",), _entry(builder, m)).expression.text)
    assert sorted(builder.definitions[name] for name in read) == ["m[0, 0]", "m[0, 1]", "m[1, 0]", "m[1, 1]"]


def test_the_squared_length_of_a_half_is_not_added_to_that_of_the_whole():
    builder = Builder("halves", (("float32", 1.0),))
    s, v = (builder.define(n, START[n], -1.0, 1.0).expression for n in "sv")
    part = builder.assign(("part",), call("spatial_bottom", s)).expression
    whole = builder.assign(("whole",), 0.5 * call("length_sq", s)).expression
    for sum in (lambda: whole - call("length_sq", part), lambda: call("length_sq", part) + whole):
        with pytest.raises(Unfit):
            sum()
    assert (whole - call("length_sq", v)).text == "whole - wp.length_sq(v)"


def test_the_trace_of_a_product_with_a_transpose_is_a_double_contraction():
    """``wp.trace(wp.transpose(j) * g)`` is ``wp.ddot(j, g)`` (matrix-2619012-train-0-3)."""
    builder = Builder("contraction", (("float32", 1.0),))
    m, n = (builder.define(name, "M33", -1.0, 1.0).expression for name in "mn")
    turned, plain = call("transpose", m) * n, m * n
    held = builder.assign(("product",), turned).expression
    assert call("trace", plain).text == "wp.trace(m * n)"
    for product in (turned, held):
        with pytest.raises(Unfit, match="double contraction"):
            call("trace", product)
