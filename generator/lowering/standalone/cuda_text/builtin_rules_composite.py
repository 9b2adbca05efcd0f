"""Rows of ``rules`` for vectors, matrices, quaternions and transforms."""

from __future__ import annotations

from collections.abc import Iterator

_CLASSES = (
    ("v", "Vec", "dot"),
    ("m", "Mat", "ddot"),
    ("q", "Quat", "dot_quaternion"),
    ("t", "Transform", "dot_transform"),
)


def _linear_rows() -> Iterator[tuple[str, ...]]:
    """Rows common to vectors, matrices, quaternions and transforms: sums and multiples."""
    for k, name, inner in _CLASSES:
        yield ("add", k + k, f"{{0}} + {{1}} @ {name} +", "{g}", "{g}")
        yield ("sub", k + k, f"{{0}} - {{1}} @ {name} -", "{g}", "-{g}")
        scale, by_scalar = f"{name} * scalar", f"scalar * {name}"
        yield ("mul", k + "s", f"{{0}} * {{1}} @ {scale}", f"{{g}} * {{1}} @ {scale}", f"{inner}({{0}}, {{g}})")
        yield ("mul", "s" + k, f"{{0}} * {{1}} @ {by_scalar}", f"{inner}({{1}}, {{g}})", f"{{g}} * {{0}} @ {scale}")
        yield (
            "lerp",
            k + k + "f",
            f"{{0}} * (1.0{{f}} - {{2}}) + {{1}} * {{2}} @ {scale}, {name} +",
            f"{{g}} * (1.0{{f}} - {{2}}) @ {scale}",
            f"{{g}} * {{2}} @ {scale}",
            f"{inner}({{1}}, {{g}}) - {inner}({{0}}, {{g}})",
        )
    for k, name, inner in _CLASSES:
        yield ("neg", k, f"-{{0}} @ {name} neg", "-{g}")
        yield ("pos", k, "{0}", "{g}")
        if name == "Transform":
            continue
        quotient = f"{name} / scalar"
        yield (
            "div div_approx",
            k + "s",
            f"{{0}} / {{1}} @ {quotient}",
            f"{{g}} / {{1}} @ {quotient}",
            f"-{inner}({{0}}, {{g}}) / ({{1}} * {{1}})",
        )


def _component_rows() -> Iterator[tuple[str, ...]]:
    """Component-wise rows of vectors and matrices."""
    for k, name, suffix in (("v", "Vec", ""), ("m", "Mat", "_matrix")):
        times, over = f"cw_mul{suffix}", f"cw_div{suffix}"
        yield (
            "div div_approx",
            "s" + k,
            f"{{0}} / {{1}} @ scalar / {name}",
            f"sum{suffix}({over}({{g}}, {{1}}))",
            f"-{over}({over}({{g}} * {{0}}, {{1}}), {{1}}) @ {name} * scalar",
        )
        yield ("cw_mul", k + k, f"{times}({{0}}, {{1}})", f"{times}({{1}}, {{g}})", f"{times}({{0}}, {{g}})")
        yield (
            "cw_div",
            k + k,
            f"{over}({{0}}, {{1}})",
            f"{over}({{g}}, {{1}})",
            f"-{times}({{g}}, {over}({{r}}, {{1}}))",
        )


def _stacking_rows() -> Iterator[tuple[str, ...]]:
    """Rows of a matrix made of two to four rows or columns; the gradient of each is that row or column."""
    for name, function, part in (("rows", "from_rows", "row"), ("cols", "from_columns", "column")):
        for size in (2, 3, 4):
            operands = ", ".join(f"{{{k}}}" for k in range(size))
            gradients = (f"{part}({{g}}, {k})" for k in range(size))
            yield (f"matrix_from_{name}", "v" * size, f"{function}({operands})", *gradients)


def _periodic_rows() -> Iterator[tuple[str, ...]]:
    """Rows of periodic noise, with one period for each axis."""
    for size in (2, 3, 4):
        operands = ", ".join(f"{{{k}}}" for k in range(2 + size))
        gradient = f"periodic_noise_slope({operands}) * {{g}} @ Vec * scalar"
        yield ("pnoise", "iv" + "i" * size, f"periodic_noise({operands})", "", gradient)


COMPOSITE_ROWS: tuple[tuple[str, ...], ...] = (
    *_linear_rows(),
    *_component_rows(),
    # vectors
    ("mod", "vv", "cw_mod({0}, {1})", "{g}"),
    ("bit_and", "vv", "{0} & {1} @ Vec bits"),
    ("bit_or", "vv", "{0} | {1} @ Vec bits"),
    ("bit_xor", "vv", "{0} ^ {1} @ Vec bits"),
    ("lshift", "vv", "{0} << {1} @ Vec bits"),
    ("rshift", "vv", "{0} >> {1} @ Vec bits"),
    ("invert", "v", "~{0} @ Vec bits"),
    ("dot spatial_dot", "vv", "dot({0}, {1})", "{1} * {g} @ Vec * scalar", "{0} * {g} @ Vec * scalar"),
    ("cross", "vv", "cross({0}, {1})", "cross({1}, {g})", "cross({g}, {0})"),
    ("length", "v", "length({0})", "length_adjoint({0}, {g})"),
    ("length_sq", "v", "dot({0}, {0})", "{0} * (2.0{f} * {g}) @ Vec * scalar"),
    ("normalize", "v", "normalize({0})", "normalize_adjoint({0}, {g})"),
    ("min", "vv", "lesser({0}, {1})", "where_less({0}, {1}, {g})", "where_not_less({0}, {1}, {g})"),
    ("max", "vv", "greater({0}, {1})", "where_less({1}, {0}, {g})", "where_not_less({1}, {0}, {g})"),
    ("min", "v", "{0}[argmin({0})]", "unit_vector<{n}>(argmin({0}), {g})"),
    ("max", "v", "{0}[argmax({0})]", "unit_vector<{n}>(argmax({0}), {g})"),
    ("argmin", "v", "argmin({0})"),
    ("argmax", "v", "argmax({0})"),
    ("abs", "v", "magnitude({0})", "cw_mul(signs({0}), {g})"),
    ("sign", "v", "signs({0})"),
    # noise: the state does not change
    ("noise", "if", "perlin_noise({0}, {1})", "", "{g} * perlin_noise_slope({0}, {1})"),
    ("noise", "iv", "perlin_noise({0}, {1})", "", "perlin_noise_slope({0}, {1}) * {g} @ Vec * scalar"),
    ("pnoise", "ifi", "periodic_noise({0}, {1}, {2})", "", "{g} * periodic_noise_slope({0}, {1}, {2})"),
    *_periodic_rows(),
    (
        "curlnoise",
        "iviff",
        "curl_noise({0}, {1}, {2}, {3}, {4})",
        "",
        "curl_noise_adjoint({0}, {1}, {2}, {3}, {4}, {g})",
    ),
    # matrices
    ("mul", "mv", "{0} * {1} @ Mat * Vec", "outer({g}, {1})", "{g} * {0} @ Vec * Mat"),
    ("mul", "vm", "{0} * {1} @ Vec * Mat", "{1} * {g} @ Mat * Vec", "outer({0}, {g})"),
    ("mul", "mm", "{0} * {1} @ Mat * Mat", "{g} * transpose({1}) @ Mat * Mat", "transpose({0}) * {g} @ Mat * Mat"),
    ("ddot", "mm", "ddot({0}, {1})", "{1} * {g} @ Mat * scalar", "{0} * {g} @ Mat * scalar"),
    ("outer", "vv", "outer({0}, {1})", "{g} * {1} @ Mat * Vec", "{0} * {g} @ Vec * Mat"),
    ("skew", "v", "skew({0})", "skew_adjoint({g})"),
    ("transpose", "m", "transpose({0})", "transpose({g})"),
    ("determinant", "m", "determinant({0})", "cofactors({0}) * {g} @ Mat * scalar"),
    ("inverse inverse_approx", "m", "inverse({0})", "-transpose({r}) * {g} * transpose({r}) @ Mat * Mat"),
    ("trace", "m", "trace({0})", "identity_matrix<{n}, {S}>() * {g} @ Mat * scalar"),
    ("diag", "v", "diag({0})", "get_diag({g})"),
    ("get_diag", "m", "get_diag({0})", "diag({g})"),
    ("identity", "-", "identity_matrix<{N}, {S}>()"),
    *_stacking_rows(),
    # quaternions
    (
        "mul",
        "qq",
        "{0} * {1} @ Quat * Quat",
        "{g} * conjugate({1}) @ Quat * Quat",
        "conjugate({0}) * {g} @ Quat * Quat",
    ),
    ("dot", "qq", "dot_quaternion({0}, {1})", "{1} * {g} @ Quat * scalar", "{0} * {g} @ Quat * scalar"),
    ("length", "q", "length_quaternion({0})", "length_quaternion_adjoint({0}, {g})"),
    ("length_sq", "q", "dot_quaternion({0}, {0})", "{0} * (2.0{f} * {g}) @ Quat * scalar"),
    ("normalize", "q", "normalize_quaternion({0})", "normalize_quaternion_adjoint({0}, {g})"),
    ("quat_inverse", "q", "conjugate({0})", "conjugate({g})"),
    ("quat_identity", "-", "{T}{0.0{f}, 0.0{f}, 0.0{f}, 1.0{f}}"),
    (
        "quat_from_axis_angle",
        "vf",
        "quat_from_axis_angle({0}, {1})",
        "quat_axis_adjoint({1}, {g})",
        "quat_angle_adjoint({0}, {1}, {g})",
    ),
    (
        "quat_rpy",
        "fff",
        "quat_rpy({0}, {1}, {2})",
        "quat_rpy_adjoint({0}, {1}, {2}, {g})[0]",
        "quat_rpy_adjoint({0}, {1}, {2}, {g})[1]",
        "quat_rpy_adjoint({0}, {1}, {2}, {g})[2]",
    ),
    ("quat_rotate", "qv", "quat_rotate({0}, {1})", "quat_rotate_adjoint({0}, {1}, {g})", "quat_rotate_inv({0}, {g})"),
    (
        "quat_rotate_inv",
        "qv",
        "quat_rotate_inv({0}, {1})",
        "quat_rotate_inv_adjoint({0}, {1}, {g})",
        "quat_rotate({0}, {g})",
    ),
    ("quat_to_matrix", "q", "quat_to_matrix({0})", "quat_to_matrix_adjoint({0}, {g})"),
    ("quat_axis", "q", "quat_axis({0})", "quat_axis_of_adjoint({0}, {g})"),
    ("quat_angle", "q", "quat_angle({0})", "quat_angle_of_adjoint({0}, {g})"),
    (
        "quat_slerp",
        "qqf",
        "quat_slerp({0}, {1}, {2})",
        "quat_slerp_from_adjoint({0}, {1}, {2}, {g})",
        "quat_slerp_to_adjoint({0}, {1}, {2}, {g})",
        "quat_slerp_time_adjoint({0}, {1}, {2}, {g})",
    ),
    ("quat_from_matrix", "m", "quat_from_matrix({0})", "quat_from_matrix_adjoint({0}, {g})"),
    # transforms
    (
        "transform_point",
        "mv",
        "slice<3>({0} * extend({1}, {S}(1)), 0, 1) @ Mat * Vec",
        "outer(extend({g}, {S}(0)), extend({1}, {S}(1)))",
        "slice<3>(extend({g}, {S}(0)) * {0}, 0, 1) @ Vec * Mat",
    ),
    (
        "transform_vector",
        "mv",
        "slice<3>({0} * extend({1}, {S}(0)), 0, 1) @ Mat * Vec",
        "outer(extend({g}, {S}(0)), extend({1}, {S}(0)))",
        "slice<3>(extend({g}, {S}(0)) * {0}, 0, 1) @ Vec * Mat",
    ),
    ("transform_identity", "-", "{T}{{}, {0.0{f}, 0.0{f}, 0.0{f}, 1.0{f}}}"),
    ("transform_get_translation", "t", "{0}.p", "{A0}{{g}, {}}"),
    ("transform_get_rotation", "t", "{0}.q", "{A0}{{}, {g}}"),
    (
        "mul transform_multiply",
        "tt",
        "{0} * {1} @ Transform * Transform",
        "transform_left_adjoint({0}, {1}, {g})",
        "transform_right_adjoint({0}, {g})",
    ),
    (
        "transform_point",
        "tv",
        "transform_point({0}, {1})",
        "{A0}{{g}, quat_rotate_adjoint({0}.q, {1}, {g})}",
        "quat_rotate_inv({0}.q, {g})",
    ),
    (
        "transform_vector",
        "tv",
        "quat_rotate({0}.q, {1})",
        "{A0}{{}, quat_rotate_adjoint({0}.q, {1}, {g})}",
        "quat_rotate_inv({0}.q, {g})",
    ),
    ("transform_inverse", "t", "transform_inverse({0})", "transform_inverse_adjoint({0}, {g})"),
    # spatial vectors
    (
        "spatial_cross",
        "vv",
        "spatial_cross({0}, {1})",
        "spatial_cross_left_adjoint({1}, {g})",
        "spatial_cross_right_adjoint({0}, {g})",
    ),
    (
        "spatial_cross_dual",
        "vv",
        "spatial_cross_dual({0}, {1})",
        "spatial_cross_dual_left_adjoint({1}, {g})",
        "spatial_cross_dual_right_adjoint({0}, {g})",
    ),
    ("spatial_top", "v", "slice<3>({0}, 0, 1)", "spread<6>({g}, 0, 1)"),
    ("spatial_bottom", "v", "slice<3>({0}, 3, 1)", "spread<6>({g}, 3, 1)"),
)
