"""Each built-in over lanes against the reference, number by number."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.launch import OUTPUT, Argument, Launch
from generator.syntax.modules import Module
from generator.syntax.reading import read
from generator.synthesis.screening.builtins.table import BUILTINS
from generator.synthesis.screening.draws import Draw
from generator.synthesis.screening.evaluation import evaluate
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.tolerances import relative_errors
from generator.verification.reference import ReferenceKernel, compile_reference

SIZE = 12

FILLS = {"quat": "unit", "transform": "transform", "bool": "index"}

SCALAR, VECTOR, MATRIX = "float32", "vec3", "mat33"
ONE = "abs sign step nonzero sin cos tan asin acos atan sinh cosh tanh cbrt degrees radians exp erf erfc round rint"
SIGNATURES: dict[str, tuple[str, str, str]] = {
    **{word: (f"wp.{word}(a[i])", SCALAR, SCALAR) for word in (*ONE.split(), "trunc", "floor", "ceil", "frac")},
    **{word: (f"wp.{word}(wp.abs(a[i]) + 0.1)", SCALAR, SCALAR) for word in ("sqrt", "log", "log2", "log10")},
    **{word: (f"wp.{word}(a[i], b[i])", SCALAR, SCALAR) for word in ("min", "max", "copysign", "atan2")},
    "pow": ("wp.pow(wp.abs(a[i]) + 0.1, b[i])", SCALAR, SCALAR),
    "clamp": ("wp.clamp(a[i], -0.5, wp.abs(b[i]))", SCALAR, SCALAR),
    "lerp": ("wp.lerp(a[i], b[i], 0.3)", SCALAR, SCALAR),
    "smoothstep": ("wp.smoothstep(-1.0, 1.5, a[i])", SCALAR, SCALAR),
    "dot": ("wp.dot(a[i], b[i])", VECTOR, SCALAR),
    **{word: (f"wp.{word}(a[i])", VECTOR, SCALAR) for word in ("length", "length_sq", "norm_l1", "norm_l2")},
    **{word: (f"wp.{word}(a[i], 0.7)", VECTOR, SCALAR) for word in ("norm_huber", "norm_pseudo_huber")},
    **{word: (f"wp.{word}(a[i], b[i])", VECTOR, VECTOR) for word in ("cross", "cw_mul", "cw_div")},
    "normalize": ("wp.normalize(a[i])", VECTOR, VECTOR),
    "smooth_normalize": ("wp.smooth_normalize(a[i], 0.5)", VECTOR, VECTOR),
    "outer": ("wp.outer(a[i], b[i])", VECTOR, MATRIX),
    "skew": ("wp.skew(a[i])", VECTOR, MATRIX),
    "diag": ("wp.diag(a[i])", VECTOR, MATRIX),
    "matrix_from_cols": ("wp.matrix_from_cols(a[i], b[i], a[0])", VECTOR, MATRIX),
    "matrix_from_rows": ("wp.matrix_from_rows(a[i], b[i], a[0])", VECTOR, MATRIX),
    **{word: (f"wp.{word}(a[i])", MATRIX, MATRIX) for word in ("transpose",)},
    "inverse": ("wp.inverse(a[i] + 8.0 * wp.identity(n=3, dtype=float))", MATRIX, MATRIX),
    **{word: (f"wp.{word}(a[i])", MATRIX, SCALAR) for word in ("determinant", "trace")},
    "ddot": ("wp.ddot(a[i], b[i])", MATRIX, SCALAR),
    "get_diag": ("wp.get_diag(a[i])", MATRIX, VECTOR),
    **{word: (f"wp.{word}(a[i])", "quat", "quat") for word in ("quat_inverse",)},
    "quat_from_axis_angle": ("wp.quat_from_axis_angle(wp.normalize(a[i]), b[i][0])", VECTOR, "quat"),
    "quat_rpy": ("wp.quat_rpy(a[i][0], a[i][1], b[i][2])", VECTOR, "quat"),
    "quat_identity": ("wp.quat_identity() * wp.quat_rpy(a[i][0], a[i][1], b[i][2])", VECTOR, "quat"),
    "quat_to_matrix": ("wp.quat_to_matrix(a[i])", "quat", MATRIX),
    "quat_from_matrix": ("wp.quat_to_matrix(wp.quat_from_matrix(wp.quat_to_matrix(a[i])))", "quat", MATRIX),
    "quat_to_rpy": ("wp.quat_to_rpy(a[i])", "quat", VECTOR),
    "quat_rotate": ("wp.quat_rotate(a[i], wp.vec3(b[i][0], b[i][1], b[i][2]))", "quat", VECTOR),
    "quat_rotate_inv": ("wp.quat_rotate_inv(a[i], wp.vec3(b[i][0], b[i][1], b[i][2]))", "quat", VECTOR),
    "quat_slerp": ("wp.quat_slerp(a[i], b[i], 0.3)", "quat", "quat"),
    "quat_twist": ("wp.quat_twist(wp.vec3(0.0, 0.6, 0.8), a[i])", "quat", "quat"),
    "quat_twist_angle": ("wp.quat_twist_angle(wp.vec3(0.0, 0.6, 0.8), a[i])", "quat", SCALAR),
    "quat_twist_angle_signed": ("wp.quat_twist_angle_signed(wp.vec3(0.0, 0.6, 0.8), a[i])", "quat", SCALAR),
    "transform_multiply": ("wp.transform_multiply(a[i], b[i])", "transform", "transform"),
    "transform_inverse": ("wp.transform_inverse(a[i])", "transform", "transform"),
    "transform_identity": ("wp.transform_identity() * a[i]", "transform", "transform"),
    "transform_get_translation": ("wp.transform_get_translation(a[i])", "transform", VECTOR),
    "transform_get_rotation": ("wp.transform_get_rotation(a[i])", "transform", "quat"),
    "transform_point": ("wp.transform_point(a[i], wp.vec3(b[i][0], b[i][1], b[i][2]))", "transform", VECTOR),
    "transform_vector": ("wp.transform_vector(a[i], wp.vec3(b[i][0], b[i][1], b[i][2]))", "transform", VECTOR),
    "transform_to_matrix": ("wp.transform_to_matrix(a[i])", "transform", "mat44"),
    **{word: (f"wp.{word}(a[i])", "spatial_vector", VECTOR) for word in ("spatial_top", "spatial_bottom")},
    **{
        word: (f"wp.{word}(a[i], b[i])", "spatial_vector", "spatial_vector")
        for word in ("spatial_cross", "spatial_cross_dual")
    },
    "spatial_dot": ("wp.spatial_dot(a[i], b[i])", "spatial_vector", SCALAR),
    "noise": ("wp.noise(wp.rand_init(3), a[i] * 4.0)", VECTOR, SCALAR),
    "pnoise": ("wp.pnoise(wp.rand_init(3), a[i] * 4.0, 3, 5, 2)", VECTOR, SCALAR),
}
"""Built-in -> an expression over two arrays, the type of their elements, the type that it gives."""

RANDOM = {
    **{word: (f"wp.{word}(state)", SCALAR) for word in ("randf", "randn")},
    "randi": ("float(wp.randi(state, -3, 9))", SCALAR),
    "randu": ("float(wp.randu(state, wp.uint32(1), wp.uint32(9)))", SCALAR),
    "rand_init": ("wp.randf(state, -2.0, 3.0)", SCALAR),
    **{f"sample_unit_{word}": (f"wp.sample_unit_{word}(state)", "vec2") for word in ("ring", "disk", "square")},
    "poisson": ("float(wp.poisson(state, float(i) * 0.5))", SCALAR),
    "sample_triangle": ("wp.sample_triangle(state)", "vec2"),
    **{
        f"sample_unit_{word}": (f"wp.sample_unit_{word}(state)", VECTOR)
        for word in ("sphere_surface", "sphere", "hemisphere_surface", "hemisphere", "cube")
    },
}
"""Built-in -> an expression over a state, and the type that it gives."""

UNTESTED = {
    *("bit_count", "isfinite", "isnan", "isinf"),
    *("argmin", "argmax", "svd3", "qr3", "eig3", "quat_to_axis_angle", "transform_set_translation"),
    *("transform_set_rotation", "transform_from_matrix", "transform_compose", "spatial_adjoint"),
    *("velocity_at_point", "transform_twist", "transform_wrench"),
}
"""Built-ins that only rows compare."""


@cache
def kernel(expression: str, given: str, made: str) -> tuple[Module, ReferenceKernel, Launch]:
    """A kernel that stores an expression of each element, read twice, and its launch."""
    source = (
        "import warp as wp\n\n\n@wp.kernel\n"
        f"def k(a: wp.array(dtype=wp.{given}), b: wp.array(dtype=wp.{given}), c: wp.array(dtype=wp.{made})):\n"
        f"    i = wp.tid()\n    state = wp.rand_init(i, 7)\n    value = {expression}\n"
        f"    if i % 2 == 0:\n        value = {expression}\n    c[i] = value\n"
    )
    fill = FILLS.get(given, "uniform")
    inputs = [Argument(name, "array", given, 1, shape=(SIZE,), fill=fill, low=-2.0, high=2.0) for name in "ab"]
    launch = Launch((*inputs, Argument("c", "array", made, 1, OUTPUT, (SIZE,))), (SIZE,))
    return read(source), compile_reference(source), launch


def assert_same(expression: str, given: str, made: str, seed: str) -> None:
    module, reference, launch = kernel(expression, given, made)
    table = evaluate(module, module.kernels[0], launch, [Draw(seed)])
    expected = reference.run(launch, make_inputs(launch, seed))["c"]
    assert (relative_errors(table.after["c"][0].reshape(expected.shape), expected) <= 1e-4).all()


@pytest.mark.parametrize("word", SIGNATURES)
@settings(max_examples=8)
@given(seed=st.text(max_size=4))
def test_a_builtin_gives_what_the_reference_gives(word: str, seed: str) -> None:
    assert_same(*SIGNATURES[word], seed)


@pytest.mark.parametrize("word", RANDOM)
def test_a_random_stream_goes_on_as_in_the_reference(word: str) -> None:
    expression, made = RANDOM[word]
    assert_same(expression, SCALAR, made, "s")


EDGES = (
    "float(i - 6) * 0.5 // 0.1",
    "wp.float16(float(i - 6) * 0.5) // wp.float16(0.1)",
    "float(i - 6) * 0.5 % 0.1",
    "1.0 / (float(i + 1) // 0.0)",
    "wp.round(0.49999997 * float(i % 3 - 1))",
    "wp.round(8388609.0 + float(i)) - 8388609.0",
    "wp.round(wp.float16(i - 6) * wp.float16(0.5))",
    "1.0 / wp.round(float(i + 1) / 0.0)",
    "wp.acos(wp.sqrt(float(-1 - i)))",
    "wp.asin(wp.sqrt(float(-1 - i)))",
    "wp.clamp(wp.sqrt(float(-1 - i)), -2.0, 1.0)",
    "wp.clamp(float(i), wp.sqrt(float(-1 - i)), 3.0)",
    "wp.clamp(float(i), 3.0, wp.sqrt(float(-1 - i)))",
)
"""Where numbers next to each other, or what is no number, lead elsewhere."""


@pytest.mark.parametrize("expression", EDGES)
def test_edges_are_those_of_the_reference(expression: str) -> None:
    made = "float16" if "float16" in expression else SCALAR
    assert_same(expression, SCALAR, made, "s")


def test_every_builtin_is_compared_somewhere() -> None:
    assert BUILTINS.keys() == SIGNATURES.keys() | RANDOM.keys() | UNTESTED


def test_the_sign_of_a_remainder_is_that_of_the_first() -> None:
    source = (
        "import warp as wp\n\n\n@wp.kernel\ndef k(c: wp.array(dtype=int)):\n"
        "    i = wp.tid()\n    c[i] = (i - 6) % 4 + 10 * ((i - 6) / 4) + 1000 * ((i - 6) // 4)\n"
    )
    launch = Launch((Argument("c", "array", "int32", 1, OUTPUT, (SIZE,)),), (SIZE,))
    module = read(source)
    found = evaluate(module, module.kernels[0], launch, [Draw("s")]).after["c"][0].reshape(-1)
    assert np.array_equal(found, compile_reference(source).run(launch, make_inputs(launch, "s"))["c"])
