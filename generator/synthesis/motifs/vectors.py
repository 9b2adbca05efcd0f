"""Motifs over vectors; ``V`` in an operand or a name is replaced by the kernel's vector type."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component, vector
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.fitting import CROSS, check_directions, has_part
from generator.synthesis.gathering import undoes
from generator.synthesis.kinds import ABSTRACT, alike, kind_of
from generator.synthesis.motifs.making import blend, rate
from generator.synthesis.motifs.motif import Build, Motif, motif, readable
from generator.synthesis.randomness import Table
from generator.synthesis.samples import COUNT
from generator.synthesis.structure import ISOMETRIC, check_structure
from generator.synthesis.types import COMPONENTS

E = Expression


def _m(
    names: str, operands: str, phrase: str, *builds: Build | tuple[str, Build], weight: float = 1.0
) -> tuple[str, str, str, tuple[Build | tuple[str, Build], ...], float]:
    return names, operands, phrase, builds, weight


def _robust(b: Builder, name: str, value: E) -> E:
    """A norm after the length, which is at most twice the largest component."""
    bend, length = b.chosen(0.2, 1), 2.0 * value.largest()
    low, high = (0.0, bend * length) if name == "norm_huber" else (bend, bend + length)
    return _float32(f"wp.{name}({value.text}, {bend})", value, "F", low, high)


def _float32(text: str, value: E, type: str, low: float, high: float) -> E:
    """A call that Warp has for float32 vectors only."""
    if value.builder.precision != "float32":
        raise Unfit("float32 only")
    head = text[3 : text.index("(")]
    if value.unit or undoes(head, value):
        raise Unfit("norm of a unit vector, or a call that undoes another")
    if "huber" in head:
        check_directions("length", value, ())
        check_structure("length", value)
    return Expression(
        value.builder,
        text,
        type,
        low,
        high,
        head=head,
        rough=True,
        unit=type != "F",
        axis=value.axis if type != "F" else "",
    )


def _alike(build: Callable[..., E]) -> Callable[..., E]:
    """The same for two vectors of one kind, as for a difference."""

    def checked(b: Builder, p: E, q: E, *others: E) -> E:
        alike(p, q)
        return build(b, p, q, *others)

    return checked


def _direction(b: Builder, v: E) -> E:
    """The unit vector along another one, through a local variable."""
    if v.made_by == "normalize":
        return v
    names = ("unit_axis", "axis_direction")
    return b.read(b.assign(names, call("normalize", v), f"the unit vector along {readable(v)}"))


def _without(build: Callable[..., E]) -> Callable[..., E]:
    """The same for a vector that has no multiple of the other one in it: that would drop out."""

    def checked(b: Builder, p: E, q: E) -> E:
        if has_part(p, q):
            raise Unfit("term that drops out")
        return build(b, p, q)

    return checked


def _rejected(b: Builder, p: E, q: E) -> E:
    n = _direction(b, q)
    rest = p - call("dot", p, n) * n
    rest.axis = f"{n.axis}{CROSS}{rest.text}"
    return rest


def _mirrored(b: Builder, p: E, q: E, factor: E) -> E:
    if kind_of(p) in ABSTRACT:
        raise Unfit("what has no place in space is thrown back")
    n = _direction(b, q)
    if re.search(rf"(?<![\w.]){re.escape(n.text)}(?!\w)", b.definitions.get(p.text, "")):
        raise Unfit("thrown back twice by one plane")
    image = p - factor * call("dot", p, n) * n
    if factor.low == 2.0:
        image.made_by = "normalize" if p.unit else image.made_by
        image.traits = ISOMETRIC
    return image


def _softened(b: Builder, q: E) -> E:
    """The squared length of a vector, with a little added that counts only where it is short."""
    typical = COMPONENTS[q.type] * sum([x * x for x in q.samples]) / COUNT
    if typical < 0.5:
        raise Unfit("hardly anything left of a short vector")
    return call("length_sq", q) + b.constant(0.06, max(0.1, 0.05 * typical))


def _projected(b: Builder, p: E, q: E) -> E:
    n = _direction(b, q)
    return call("dot", p, n) * n


_TO_VECTOR = (
    _m("delta separation displacement_vector", "V V", "the difference of {0} and {1}", _alike(lambda b, p, q: p - q), weight=1.5),
    _m("direction unit_vector heading_vector", "V", "the unit vector along {0}", lambda b, p: call("normalize", p), weight=1.2),
    _m("moved advected predicted", "V V:free F:plain", "the advance of {0} along {1} by {2}", lambda b, p, q, s: p + q * s, lambda b, p, q, s: p + s * q, weight=0.6),
    _m("retreated backed_off", "V V:free F:plain", "the retreat of {0} against {1} by {2}", lambda b, p, q, s: p - s * q, weight=0.4),
    _m("scaled_vector rescaled", "V F", "{0} scaled by {1}", lambda b, p, s: p * s, lambda b, p, s: s * p, weight=0.7),
    _m("attenuated weakened", "V F", "{0} attenuated by the square of {1}", lambda b, p, s: p / (1.0 + s * s), weight=0.3),
    _m("center_point halfway", "V V", "the midpoint of {0} and {1}", _alike(lambda b, p, q: 0.5 * (p + q)), _alike(lambda b, p, q: (p + q) * 0.5)),
    _m("blended_vector steered", "V V F01", "{0} and {1} blended by {2}", _alike(lambda b, p, q, t: call("lerp", p, q, t)), _alike(lambda b, p, q, t: blend(p + t * (q - p)))),
    _m("weighted_vector resultant", "V V", "a weighted sum of {0} and {1}", _alike(lambda b, p, q: b.constant(0.2, 2.5) * p + b.constant(0.2, 2.5) * q),
       ("a weighted difference of {0} and {1}", _alike(lambda b, p, q: p - b.constant(0.2, 2.5) * q))),
    _m("componentwise modulated_vector", "V V", "the componentwise product of {0} and {1}", lambda b, p, q: call("cw_mul", p, q), weight=0.7),
    _m("tangential rejected slid", "V V", "the part of {0} orthogonal to {1}", _without(_rejected),
       ("the part of {0} orthogonal to {1} (softened where {1} is short)", _without(lambda b, p, q: p - call("dot", p, q) / _softened(b, q) * q))),
    _m("projected shadow_vector", "V V", "the projection of {0} on {1}", _projected,
       ("the projection of {0} on {1} (softened where {1} is short)", lambda b, p, q: call("dot", p, q) / _softened(b, q) * q)),
    _m("reflected mirrored", "V V", "the reflection of {0} at a mirror orthogonal to {1}", lambda b, p, q: _mirrored(b, p, q, b.number(2.0)), weight=0.5),
    _m("bounced rebounding", "V V", "the lossy bounce of {0} off a wall orthogonal to {1}", lambda b, p, q: _mirrored(b, p, q, b.constant(1.2, 1.9)), weight=0.3),
    _m("upper_corner extent_vector", "V V", "the componentwise maximum of {0} and {1}", _alike(lambda b, p, q: call("max", p, q)), weight=0.3),
    _m("lower_corner inner_corner", "V V", "the componentwise minimum of {0} and {1}", _alike(lambda b, p, q: call("min", p, q)), weight=0.3),
    _m("damped_vector shortened", "V", "{0} damped exponentially by its length", lambda b, p: p * call("exp", -call("length", p)),
       ("{0} over one plus its length", lambda b, p: p / (1.0 + call("length", p))),
       ("{0} damped by its squared length", lambda b, p: p / (1.0 + b.constant(0.2, 2) * call("length_sq", p)))),
    _m("softened_direction smooth_direction", "V", "the smoothed unit vector along {0}",
       lambda b, p: _float32(f"wp.smooth_normalize({p.text}, {b.chosen(0.05, 0.5)})", p, p.type, -1, 1), weight=0.4),
)  # fmt: skip

_CROSS = (
    _m("cross_vector orthogonal", "V3 V3", "the cross product of {0} and {1}", lambda b, p, q: call("cross", p, q), weight=1.5),
    _m("binormal side_vector", "V3 V3", "the unit vector orthogonal to {0} and {1}", lambda b, p, q: call("normalize", call("cross", p, q))),
    _m("swirled twisted_vector", "V3 V3 F", "{0} plus {2} times the cross product of {1} and {0}", lambda b, p, q, s: p + s * call("cross", q, p)),
    _m("transformed_vector matrix_image", "V3 V3", "the image of {0} under the dyad of {1} plus the identity", lambda b, p, q: call("outer", q, q) * p + p, weight=0.3),
)  # fmt: skip

_TO_SCALAR = (
    _m("distance range_value span", "V V", "the distance between {0} and {1}", _alike(lambda b, p, q: call("length", p - q)), weight=1.5),
    _m("alignment overlap dot_value", "V V", "the dot product of {0} and {1}", lambda b, p, q: call("dot", p, q), weight=1.5),
    _m("norm_value size vector_length", "V", "the length of {0}", lambda b, p: call("length", p)),
    _m("speed_value local_speed", "V:velocity", "the length of {0}", lambda b, p: call("length", p), weight=0.4),
    _m("half_squared half_length_sq", "V", "half the squared length of {0}", lambda b, p: 0.5 * call("length_sq", p)),
    _m("cosine_similarity agreement", "V V", "the cosine of the angle between {0} and {1}",
       lambda b, p, q: call("dot", call("normalize", p), call("normalize", q)),
       ("a softened cosine of the angle between {0} and {1}", lambda b, p, q: call("dot", p, q) / (call("length", p) * call("length", q) + b.constant(0.1, 0.5)))),
    _m("proximity nearness", "V V", "a Gaussian of the distance between {0} and {1}", _alike(lambda b, p, q: call("exp", -call("length_sq", p - q))),
       ("the reciprocal of one plus the squared distance between {0} and {1}", _alike(lambda b, p, q: 1.0 / (1.0 + call("length_sq", p - q)))),
       ("the exponential falloff with the distance between {0} and {1}",
        _alike(lambda b, p, q: call("exp", rate(b, 0.2, 1.5, 2.0 * (p - q).largest()) * call("length", p - q))))),
    _m("component_mix balance_term", "V", "the product of the first two components of {0}", lambda b, p: component(b, p, 0) * component(b, p, 1),
       ("a weighted difference of the first two components of {0}", lambda b, p: component(b, p, 0) - b.constant(0.2, 2) * component(b, p, 1)),
       ("a weighted sum of the first two components of {0}", lambda b, p: component(b, p, 1) + b.constant(0.2, 2) * component(b, p, 0))),
    _m("taxicab manhattan", "V V", "the Manhattan distance between {0} and {1}", _alike(lambda b, p, q: _float32(f"wp.norm_l1({p - q})", p, "F", 0, 4 * (p.largest() + q.largest()))), weight=0.6),
    _m("euclidean residual_norm", "V V", "the Euclidean norm of the difference of {0} and {1}", _alike(lambda b, p, q: _float32(f"wp.norm_l2({p - q})", p, "F", 0, 2 * (p.largest() + q.largest()))), weight=0.4),
    _m("robust_norm huber_norm", "V", "a Huber norm of {0}",
       lambda b, p: _robust(b, "norm_huber", p),
       ("a pseudo-Huber norm of {0}", lambda b, p: _robust(b, "norm_pseudo_huber", p)),
       weight=0.6),
    _m("largest_component highest_part", "V", "the largest component of {0}", lambda b, p: call("max", p), weight=0.3),
    _m("smallest_component lowest_part", "V", "the smallest component of {0}", lambda b, p: call("min", p), weight=0.3),
    _m("spring_force tension", "V:place V:place F:length", "the spring force over the distance of {0} and {1} with rest length {2}",
       _alike(lambda b, p, q, r: b.constant(0.5, 5) * (call("length", p - q) - r))),
)  # fmt: skip

_TRIPLE = (
    _m("triple_product signed_volume", "V3read V3read V3read", "the triple product of {0}, {1} and {2}", lambda b, p, q, r: call("dot", p, call("cross", q, r))),
    _m("area_value parallelogram", "V3 V3", "the area of the parallelogram that {0} and {1} span", lambda b, p, q: call("length", call("cross", p, q)), weight=0.5),
    _m("triangle_area face_area", "V3 V3", "the area of the triangle that {0} and {1} span", lambda b, p, q: 0.5 * call("length", call("cross", p, q)), weight=0.5),
    _m("trace_term", "V3 V3", "the trace of the dyad of {0} and {1} plus the diagonal of {1}",
       lambda b, p, q: call("trace", call("outer", p, q) + call("diag", q)), weight=0.2),
    _m("contraction", "V3 V3", "the dyad of {0} and {1} contracted with its sum with the diagonal of {1}",
       lambda b, p, q: call("ddot", call("outer", p, q), call("outer", p, q) + call("diag", q)), weight=0.2),
    _m("volume_change", "V3 V3 V3", "the determinant of the dyad of {0} and {1} plus the diagonal of {2}",
       lambda b, p, q, r: call("determinant", call("outer", p, q) + call("diag", r)), weight=0.2),
)  # fmt: skip

_FROM_SCALARS = {
    "V2": _m("pair packed_pair", "F F", "a vector made from {0} and {1}", lambda b, x, y: vector(b, x, y), ("a vector of {1} and the sine of {0}", lambda b, x, y: vector(b, y, call("sin", x)))),
    "V3": _m("triple packed", "F F F", "a vector made from {0}, {1} and {2}", lambda b, x, y, z: vector(b, x, y, z), ("a vector of {2}, the product of {0} and {1}, and {1}", lambda b, x, y, z: vector(b, z, x * y, y))),
    "V4": _m("quadruple packed_values", "F F F", "a vector made from {0}, {1}, {2} and one", lambda b, x, y, z: vector(b, x, y, z, b.number(1.0)),
             ("a vector made from {0}, {1}, {2} and the product of {0} and {1}", lambda b, x, y, z: vector(b, x, y, z, x * y))),
}  # fmt: skip


def _table(type: str) -> dict[str, tuple[tuple[Motif, float], ...]]:
    def told(phrase: str) -> str:
        return phrase.replace("first two components", "components") if type == "V2" else phrase

    def made(rows: tuple) -> tuple[tuple[Motif, float], ...]:
        return tuple(
            (
                motif(
                    names,
                    " ".join(o.replace("V", type) if o == "V" or o.startswith("V:") else o for o in operands.split()),
                    told(phrase),
                    *((told(build[0]), build[1]) if isinstance(build, tuple) else build for build in builds),
                    weight=weight,
                ),
                weight,
            )
            for names, operands, phrase, builds, weight in rows
        )

    three = type == "V3"
    to_vector = made(_TO_VECTOR + (_CROSS if three else ()) + (_FROM_SCALARS[type],))
    to_scalar = made(_TO_SCALAR + (_TRIPLE if three else ()))
    return {"vector": Table(to_vector), "scalar": Table(to_scalar), "any": Table(to_vector + to_scalar)}


VECTOR_MOTIFS = {type: _table(type) for type in ("V2", "V3", "V4")}
"""For each vector type: motifs that give a vector, that give a float, and both."""
