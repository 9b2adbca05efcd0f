"""Motifs whose result is a float, over floats."""

from __future__ import annotations

from collections.abc import Callable

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, clamp, distance
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.fitting import check_arms
from generator.synthesis.forms import form_of
from generator.synthesis.gathering import SIGN_GIVEN
from generator.synthesis.guards import both_signs
from generator.synthesis.literals import rounded
from generator.synthesis.motifs.making import blend, rate
from generator.synthesis.motifs.motif import motif as _m
from generator.synthesis.randomness import Table
from generator.synthesis.samples import spread, straight
from generator.synthesis.smooth import smoothstep
from generator.synthesis.thresholds import threshold
from generator.synthesis.whole_words import says

E = Expression
EXPONENTS = (0.25, 0.35, 0.6, 0.65, 0.75, 0.8, 0.85, 1.2, 1.25, 1.4, 1.5, 1.6, 1.75, 1.8, 2.25, 2.5)
"""Neither roots nor squares, which have a form of their own."""


def _hinge(b: Builder, x: E) -> E:
    edge = threshold(x)
    gap = x - edge
    if not both_signs(gap) or gap.low >= 0.0 or gap.high <= 0.0:
        raise Unfit("hinge that is idle here")
    samples = tuple([max(v, 0.0) for v in gap.samples])
    check_arms(x, [v > 0.0 for v in samples])
    if len(set(samples)) < 4:
        raise Unfit("hinge that is a switch")
    text = f"wp.max({gap}, {b.number(0.0)})"
    return Expression(b, text, "F", 0.0, max(gap.high, 0.1), head="max", scaled=True, samples=samples)


def _fraction(b: Builder, x: E) -> E:
    scaled = x * b.constant(1.2, 4)
    return scaled - call("floor", scaled)


def _centered(b: Builder, x: E) -> E:
    ordered = sorted(x.samples)
    middle = rounded(b.random.uniform(ordered[3], ordered[8]), ordered[-1] - ordered[0])
    if middle <= 0.0 or ordered[0] == ordered[-1]:
        raise Unfit("a middle that is none")
    return x - b.number(middle)


def _log_ratio(b: Builder, x: E, y: E) -> E:
    if form_of(x).under:
        raise Unfit("logarithm of the ratio of a quotient")
    return call("log", x / y)


def _relative(b: Builder, x: E, y: E) -> E:
    if b.taken_before(f"({y} - {x}) / ({y} + {x})"):
        raise Unfit("relative difference the other way round")
    return (x - y) / (x + y)


def _pseudo_huber(b: Builder, x: E) -> E:
    if b.precision == "float16":
        raise Unfit("a difference that half precision loses")
    if max(map(abs, x.samples)) < LOSS:
        raise Unfit("half a square, as good as that")
    return call("sqrt", 1.0 + x * x) - 1.0


def _unsigned(x: E, y: E) -> E:
    """The value, where the other one has given it no sign yet."""
    made = x.builder.definitions.get(x.text, "")
    if SIGN_GIVEN.search(made) and says(made, y.text):
        raise Unfit("signed by the same value before")
    return x


def _wave(name: str, phase: E) -> E:
    if spread(phase.samples) < QUARTER:
        raise Unfit("wave that never turns")
    return call(name, phase)


def _curved(build: Callable[[Builder, E], E]) -> Callable[[Builder, E], E]:
    """The same of an argument over which the first terms of a polynomial, or of a series, are not all that counts."""

    def checked(b: Builder, x: E) -> E:
        value = build(b, x)
        if max(map(abs, x.samples)) < SMALL or straight(x.samples, value.samples):
            raise Unfit("curve of fewer terms, as good as that")
        return value

    return checked


def _softsign(b: Builder, x: E) -> E:
    if "wp.abs(" in b.definitions.get(x.text, ""):
        raise Unfit("softsign of one")
    return b.constant(0.5, 3) * x / (1.0 + call("abs", x))


def _hill(b: Builder, x: E) -> E:
    if x.made_by == "/" and not form_of(x).over:
        raise Unfit("hill of a reciprocal")
    return x * x / (x * x + b.constant(0.2, 2))


SMALL = 0.25
"""Of what stays below, squares and cubes are next to nothing."""
LOSS = 0.7
"""Of what stays below, the pseudo-Huber loss is half the square."""
QUARTER = 1.6
"""A wave whose phase stays within it is a curve."""
ALGEBRA = (
    _m("weighted combined mixture", "F F", "a weighted sum of {0} and {1}",
       lambda b, x, y: b.constant(0.2, 2.5) * x + b.constant(0.2, 2.5) * y,
       lambda b, x, y: x + b.constant(0.1, 3) * y,
       ("a weighted difference of {0} and {1}", lambda b, x, y: b.constant(0.2, 3) * x - y)),
    _m("average midpoint mean_value", "F F", "the mean of {0} and {1}",
       lambda b, x, y: 0.5 * (x + y), lambda b, x, y: (x + y) * 0.5, lambda b, x, y: (x + y) / 2.0),
    _m("difference offset gap", "F F", "the difference of {0} and {1}", lambda b, x, y: x - y),
    _m("squared_gap mismatch squared_deviation", "F F", "the squared difference of {0} and {1}",
       lambda b, x, y: (x - y) * (x - y)),
    _m("product coupling", "F F", "the product of {0} and {1}", lambda b, x, y: x * y, weight=0.35),
    _m("scaled_product coupling", "F F", "a multiple of the product of {0} and {1}", lambda b, x, y: b.constant(0.2, 4) * x * y, weight=0.35),
    _m("ratio quotient", "F F", "the ratio of {0} to {1}", lambda b, x, y: x / y, weight=0.5),
    _m("damped_ratio softened_ratio", "F F", "{0} over a softened square of {1}", lambda b, x, y: x / (y * y + b.constant(0.2, 2)), weight=0.5),
    _m("relative_difference contrast_ratio normalized_gap", "F+whole F+whole", "the relative difference of {0} and {1}", _relative),
    _m("harmonic harmonic_mean", "F+whole F+whole", "the harmonic mean of {0} and {1}", lambda b, x, y: 2.0 * x * y / (x + y), weight=0.5),
    _m("parallel_sum reduced_value", "F+whole F+whole", "half the harmonic mean of {0} and {1}", lambda b, x, y: x * y / (x + y), weight=0.5),
    _m("parabola fitted quadratic_fit", "Fsmall", "a quadratic polynomial in {0}",
       _curved(lambda b, x: (b.constant(0.1, 2) * x + b.constant(0.1, 2)) * x + b.constant(0.1, 2)),
       _curved(lambda b, x: b.constant(0.2, 2) - x * x), weight=0.4),
    _m("polynomial cubic cubic_fit", "Fsmall", "a cubic polynomial in {0}",
       _curved(lambda b, x: (b.constant(0.1, 2) * x - b.constant(0.1, 2)) * x * x),
       _curved(lambda b, x: x * x * x - b.constant(0.2, 2.5) * x),
       _curved(lambda b, x: ((b.constant(0.1, 1) * x + b.constant(0.1, 1)) * x - b.constant(0.1, 2)) * x), weight=0.6),
    _m("rational response_curve", "F F", "a rational function of {0} and {1}",
       lambda b, x, y: (x + b.constant(0.2, 2)) / (y * y + b.constant(0.3, 2)),
       lambda b, x, y: (x - y) / (b.constant(0.5, 2) + x * x)),
    _m("standardized centered normalized", "F", "{0} shifted and scaled",
       lambda b, x: _centered(b, x) / b.constant(0.2, 3), lambda b, x: b.constant(1.2, 4) * _centered(b, x), weight=0.7),
    _m("rescaled calibrated adjusted_level", "F", "{0} shifted and scaled",
       lambda b, x: (x + b.constant(0.1, 1.5)) * b.constant(0.2, 0.9), weight=0.4),
    _m("hill saturation uptake_fraction", "F", "the saturating response to the square of {0}",
       _hill, weight=0.5),
    _m("softsign bounded_ratio", "F", "a multiple of {0} over one plus its magnitude", _softsign, weight=0.3),
    _m("reciprocal inverse_value", "F+whole", "the reciprocal of {0} after a shift",
       lambda b, x: 1.0 / (x + b.constant(0.1, 2)),
       ("a multiple of the reciprocal of one plus {0}", lambda b, x: b.constant(0.5, 4) / (1.0 + x))),
    _m("logistic_step growth", "F01", "one logistic step of {0}",
       lambda b, x: b.constant(1.1, 4) * x * (1.0 - x)),
    _m("blended interpolated crossfade", "F F F01", "{0} and {1} blended by {2}",
       lambda b, x, y, t: blend(x + t * (y - x)), lambda b, x, y, t: blend(x * (1.0 - t) + y * t), lambda b, x, y, t: call("lerp", x, y, t)),
    _m("half_square quadratic quadratic_term", "F F", "half of {0} times the square of {1}",
       lambda b, x, y: 0.5 * x * y * y),
    _m("fused advanced extrapolated", "F F F", "{0} advanced by {1} times {2}",
       lambda b, x, y, z: x + y * z, lambda b, x, y, z: y * z + x, weight=0.7),
    _m("lagged reduced", "F F F", "{0} less {1} times {2}", lambda b, x, y, z: x - y * z, weight=0.3),
    _m("scaled_sum pooled", "F F F", "{2} times the sum of {0} and {1}", lambda b, x, y, z: (x + y) * z, weight=0.25),
    _m("damped_difference softened_gap", "F F F", "the difference of {0} and {1} over a softened square of {2}",
       lambda b, x, y, z: (x - y) / (z * z + b.constant(0.2, 2)), weight=0.25),
    _m("surplus net_product", "F F F", "{2} taken from the product of {0} and {1}", lambda b, x, y, z: x * y - z, weight=0.25),
    _m("bilinear_term interaction", "F F F", "the difference of {0} and {1} times that of {1} and {2}",
       lambda b, x, y, z: (x - y) * (y - z), weight=0.25),
)  # fmt: skip

COMPARING = (
    _m("limited clamped bounded", "F", "{0} clamped to a fixed range", lambda b, x: clamp(x)),
    _m("smaller lower_value lower", "F F", "the smaller of {0} and {1}", lambda b, x, y: call("min", x, y)),
    _m("larger peak upper", "F F", "the larger of {0} and {1}", lambda b, x, y: call("max", x, y)),
    _m("magnitude distance_value absolute", "F F", "the distance between {0} and {1}", lambda b, x, y: distance(x, y)),
    _m("excess overshoot hinge", "F", "the part of {0} above a threshold", _hinge, weight=0.6),
    _m("stepped stepwise_shifted", "F Finput", "{0} plus a quantized share of {1}",
       lambda b, x, y: x + call("floor", y * b.constant(2, 8)) * b.constant(0.1, 0.25),
       ("{0} less a quantized share of {1}", lambda b, x, y: x - b.constant(0.05, 0.2) * call(b.random.pick(("round", "rint", "ceil", "trunc")), y * b.constant(2, 8))),
       weight=0.3),
    _m("fractional cyclic wrapped", "Fsmall", "the fractional part of a multiple of {0}",
       _fraction, weight=0.3),
    _m("signed_value oriented", "F Fread", "the magnitude of {0} with the sign of {1} plus a share of {1}",
       lambda b, x, y: call("copysign", _unsigned(x, y), y) + b.constant(0.1, 0.6) * y, weight=0.3),
    _m("directed signed_term", "F Fread", "{0} signed by {1} plus a share of {1}", lambda b, x, y: _unsigned(x, y) * call("sign", y) + b.constant(0.1, 0.6) * y, weight=0.25),
    _m("switched sign_boosted", "F Fread", "{0} scaled by a factor that is one more where {1} is negative", lambda b, x, y: x * (b.constant(0.2, 0.9) + call("step", y)), weight=0.15),
)  # fmt: skip

TRANSCENDENTAL = (
    _m("falloff attenuation decay", "F+", "the exponential falloff with {0}",
       lambda b, x: call("exp", -x / b.constant(0.3, 3)),
       ("the reciprocal of one plus the square of {0}", lambda b, x: 1.0 / (1.0 + x * x)),
       lambda b, x: call("exp", rate(b, 0.2, 2.5, x.high) * x)),
    _m("gaussian kernel_weight bell", "F F", "a Gaussian of the difference of {0} and {1}",
       lambda b, x, y: call("exp", rate(b, 0.2, 1.5, (x - y).largest() ** 2) * (x - y) * (x - y))),
    _m("sigmoid gate_value activation_level", "F", "the logistic function of {0}",
       _curved(lambda b, x: 1.0 / (1.0 + call("exp", -x))), _curved(lambda b, x: 0.5 * (1.0 + call("tanh", 0.5 * x))), weight=0.7),
    _m("scaled_gate soft_switch", "F", "the logistic function of a multiple of {0}",
       _curved(lambda b, x: 1.0 / (1.0 + call("exp", rate(b, 1.2, 4, x.largest(), 4.0) * x))), weight=0.3),
    _m("softened softplus", "Fsmall", "the softplus of {0}", lambda b, x: call("log", 1.0 + call("exp", x)), weight=0.5),
    _m("scaled_softplus soft_hinge", "Fsmall", "half the softplus of a multiple of {0}",
       lambda b, x: call("log", 1.0 + call("exp", b.constant(1.2, 2) * x)) * 0.5, weight=0.5),
    _m("oscillation wave ripple", "F", "the sine of a multiple of {0}",
       lambda b, x: _wave("sin", b.constant(1.2, 6) * x),
       ("the cosine of a shifted multiple of {0}", lambda b, x: _wave("cos", b.constant(1.2, 6) * x + b.constant(0.1, 1))),
       ("a multiple of the sine of {0}", lambda b, x: b.constant(0.2, 2) * _wave("sin", x))),
    _m("modulation beat", "F F", "{0} times the sine of {1}", lambda b, x, y: x * call("sin", y),
       ("{0} times the cosine of a multiple of {1}", lambda b, x, y: x * call("cos", b.constant(1.2, 5) * y)),
       ("{0} plus a share of it modulated by the sine of {1}", lambda b, x, y: x * (1.0 + b.constant(0.1, 0.9) * call("sin", y)))),
    _m("squashed compressed", "F", "the hyperbolic tangent of {0}", lambda b, x: call("tanh", x),
       ("the hyperbolic tangent of a multiple of {0}", lambda b, x: call("tanh", b.constant(1.2, 4) * x)),
       ("a multiple of the hyperbolic tangent of {0}", lambda b, x: b.constant(0.3, 3) * call("tanh", x))),
    _m("hypotenuse root_sum norm_value", "F F", "the root of the summed squares of {0} and {1}", lambda b, x, y: call("sqrt", x * x + y * y)),
    _m("softened_norm weighted_norm", "F F", "a softened norm of {0} and a multiple of {1}",
       lambda b, x, y: call("sqrt", x * x + b.constant(0.2, 2) * y * y + b.constant(0.1, 1))),
    _m("geometric_mean root_product", "F+ F+", "the geometric mean of {0} and {1}", lambda b, x, y: call("sqrt", x * y)),
    _m("power_law power_value", "F+", "a power of {0}", lambda b, x: call("pow", x, b.number(b.random.pick(EXPONENTS))), weight=1.2),
    _m("log_ratio log_quotient", "F+ F+", "the logarithm of the ratio of {0} to {1}", _log_ratio),
    _m("log_level log_scaled", "F+", "a multiple of the decimal logarithm of {0}",
       lambda b, x: b.constant(2, 9) * call("log10", x), ("the binary logarithm of one plus {0}", lambda b, x: call("log2", 1.0 + x)),
       ("the logarithm of one plus a multiple of {0}", lambda b, x: call("log", 1.0 + b.constant(1.2, 4) * x)), weight=0.8),
    _m("decibels level_in_decibels", "F+", "{0} in decibels of power", lambda b, x: 10.0 * call("log10", x),
       ("{0} in decibels of amplitude", lambda b, x: 20.0 * call("log10", x)), weight=0.2),
    _m("damped_value decayed", "F F+", "{0} decaying with {1}",
       lambda b, x, y: x * call("exp", -y), lambda b, x, y: x * call("exp", rate(b, 0.2, 2.5, y.high) * y)),
    _m("charged approach", "F F+", "{0} approached exponentially with {1}", lambda b, x, y: x * (1.0 - call("exp", -y))),
    _m("pseudo_huber robust_loss", "F", "the pseudo-Huber loss of {0}",
       _pseudo_huber, ("a multiple of the pseudo-Huber loss of {0}", lambda b, x: b.constant(1.2, 3) * _pseudo_huber(b, x))),
    _m("bearing polar_angle", "F F", "the arctangent of {0} over {1}", lambda b, x, y: call("atan2", x, y)),
    _m("arctangent slope_angle", "F:plain", "the arctangent of {0}", lambda b, x: call("atan", x),
       ("the arctangent of a multiple of {0}", lambda b, x: call("atan", b.constant(1.2, 5) * x))),
    _m("inverse_cosine included_angle", "F", "the arc cosine of {0}", lambda b, x: call("acos", x), weight=0.3),
    _m("inverse_sine elevation_angle", "F", "the arc sine of {0}", lambda b, x: call("asin", x), weight=0.3),
    _m("erf_step cumulative", "F", "half of one plus the error function of {0}", lambda b, x: 0.5 * (1.0 + call("erf", x)),
       ("half the complementary error function of minus {0}", lambda b, x: 0.5 * call("erfc", -x)), weight=0.6),
    _m("wavelet ricker", "Fsmall", "the Ricker wavelet of {0}", lambda b, x: (1.0 - x * x) * call("exp", -0.5 * x * x), weight=0.7),
    _m("hyperbolic_cosine cosh_curve", "F", "a multiple of the hyperbolic cosine of a share of {0}", lambda b, x: b.constant(0.5, 2) * call("cosh", x / b.constant(1.2, 3)), weight=0.4),
    _m("hyperbolic_sine sinh_curve", "F", "the hyperbolic sine of a multiple of {0}", lambda b, x: call("sinh", b.constant(0.2, 0.9) * x), weight=0.3),
    _m("smooth_weight transition ramp", "F", "a smooth step over {0}", lambda b, x: smoothstep(x), weight=0.8),
    _m("cube_root root_value", "F", "the cube root of {0}", lambda b, x: call("cbrt", x), weight=0.4),
    _m("square_root root_term", "F", "the square root of {0}", lambda b, x: call("sqrt", x), weight=0.5),
    _m("projected_tilt tilt_factor", "F:tilt", "the cosine of a multiple of {0} in degrees",
       lambda b, x: call("cos", call("radians", b.constant(30, 60) * x)), weight=0.3),
    _m("right_angle_share quarter_turns", "F F", "the arctangent of {0} over {1} as a share of a right angle",
       lambda b, x, y: call("degrees", call("atan2", x, y)) / 90.0, weight=0.3),
    _m("tangent_term tangent_value", "F", "the tangent of a fraction of {0}", lambda b, x: call("tan", b.constant(0.1, 0.5) * x), weight=0.4),
    _m("erf_inverse quantile_term", "F", "the inverse error function of {0}", lambda b, x: call("erfinv", x), weight=0.13),
    _m("erfc_inverse tail_quantile", "F", "the inverse complementary error function of {0}", lambda b, x: call("erfcinv", x), weight=0.12),
)  # fmt: skip

SCALAR_MOTIFS = {
    "algebra": Table((m, m.weight) for m in ALGEBRA),
    "comparing": Table((m, m.weight) for m in COMPARING),
    "transcendental": Table((m, m.weight) for m in TRANSCENDENTAL),
    "any": Table((m, m.weight) for m in (*ALGEBRA, *COMPARING, *TRANSCENDENTAL)),
}
"""Motifs with their weights, by family."""
