"""Spatial vectors of rigid-body dynamics: twists, wrenches, cross products, inertia."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.inputs import add_arrays, add_quantity, start
from generator.synthesis.kinds import DIRECTED, PLACES, kind_of
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS
from generator.synthesis.motifs.making import bounded, entry, local, made
from generator.synthesis.motifs.motif import readable
from generator.synthesis.motifs.pairs import FORCES, MOTIONS
from generator.synthesis.prose import purpose_of
from generator.synthesis.straight import chain, typed_array
from generator.synthesis.structure import ISOMETRIC
from generator.synthesis.themes import THEMES_IN_SPACE
from generator.synthesis.verbs import verb_of, verbs

VERBS = verbs(
    compute=r"(?:inertia|mass_matrix) \* ",
    carry=r"wp\.transform_(?:twist|wrench)\(", transport=r"wp\.(?:transform_(?:twist|wrench)|spatial_vectord?\(.*cross)\(",
    blend=r"wp\.lerp\(", split=r"wp\.spatial_(?:top|bottom)\(", attenuate=r"[\w.\[\]]+ / ", combine=r".* [+-] ",
    scale=r"[\w.\[\]]+ \* [\w.\[\]]+$",
)  # fmt: skip
"""What a kernel may be called by how its first output begins."""
E = Expression
_HALF = re.compile(r"wp\.spatial_(top|bottom)\((.*)\)")
SPELLED = {"float32": "spatial_vector", "float64": "spatial_vectord"}


def _stacked(b: Builder, angular: E, linear: E) -> E:
    if {kind_of(angular), kind_of(linear)} & {"force", "momentum", "moment", "slope"}:
        raise Unfit("motion made of a force")
    if kind_of(angular) == "velocity" or kind_of(linear) == "spin":
        raise Unfit("halves in the places of each other")
    return _pair(b, angular, linear)


def _twist(b: Builder, angular: E, linear: E) -> E:
    if (kind_of(angular), kind_of(linear)) != ("spin", "velocity"):
        raise Unfit("twist of other things than a spin and a velocity")
    return _pair(b, angular, linear)


def _pair(b: Builder, top: E, bottom: E) -> E:
    halves = [_HALF.fullmatch(b.definitions.get(half.text, "")) for half in (top, bottom)]
    if halves[0] and halves[1] and halves[0][2] == halves[1][2]:
        raise Unfit("halves of one pair put together again")
    if any(half and half[1] != place for half, place in zip(halves, ("top", "bottom"), strict=True)):
        raise Unfit("halves in the places of each other")
    return made(
        b, f"wp.{SPELLED[b.precision]}({top}, {bottom})", "S", min(top.low, bottom.low), max(top.high, bottom.high)
    )


def _inertia(b: Builder, axis: E, s: E) -> E:
    if axis.axis == s.axis:
        raise Unfit("momentum that is a multiple of the motion")
    value = call("outer", axis, axis) + b.constant(0.5, 2.0) * bounded(
        b, f"wp.identity(n=6, dtype={b.spell('F')})", "SM", 1.0
    )
    told = f"an inertia along {readable(axis)}"
    return bounded(
        b, f"{local(b, value, 'inertia', 'mass_matrix', phrase=told)} * {s}", "S", 6.0 * value.largest() * s.largest()
    )


def _crossed(b: Builder, s: E, t: E) -> E:
    for one, other in ((s, t), (t, s)):
        if one.text in b.definitions.get(other.text, ""):
            raise Unfit("cross product of motions that share a part")
    return call("spatial_cross", s, t)


def _plain(s: E) -> E:
    """The pair, where it is no multiple of another one, whose halves and size say as much."""
    if s.axis != s.text:
        raise Unfit("part or size of a scaled pair")
    return s


def _own(name: str) -> Callable[[Builder, E], E]:
    """A call on such a pair."""
    return lambda b, s: call(name, _plain(s))


_top, _bottom, _size = map(_own, ("spatial_top", "spatial_bottom", "length"))


def _angular(b: Builder, s: E) -> E:
    half = _top(b, s)
    if b.definitions.get(s.text, "").startswith("wp.spatial_cross("):
        raise Unfit("half that follows from halves")
    if b.definitions.get(s.text, "").startswith("wp.transform_twist("):
        half.traits = ISOMETRIC
    return half


def _power(b: Builder, s: E, t: E) -> E:
    for one, other in ((s, t), (t, s)):
        made = b.definitions.get(other.text, "")
        if "cross" in made and one.text in made:
            raise Unfit("power of a force orthogonal to the motion")
    return call("spatial_dot", s, t) if b.random.chance(0.5) else call("dot", s, t)


def _velocity(b: Builder, s: E, point: E) -> E:
    definition = b.definitions.get(s.text, "")
    if f"({point}," in definition or f", {point})" in definition:
        raise Unfit("cross product of a vector with itself, or a motion that was moved there")
    shifted = f"spatial_bottom({s}) + wp.cross("
    if any(shifted in text and f", {point})" in text for text in b.definitions.values()):
        raise Unfit("the linear half of the shifted motion")
    return made(b, f"wp.velocity_at_point({_plain(s)}, {point})", "V3", -10.0, 10.0)


def _shift(b: Builder, s: E, offset: E) -> E:
    if b.taken_before(f"wp.velocity_at_point({s}, {offset})"):
        raise Unfit("motion whose velocity at the point is known")
    angular = local(b, _top(b, s), "angular", "turning", phrase=f"the angular part of {readable(s)}")
    linear = _bottom(b, s)
    return _pair(b, angular, linear + call("cross", angular, offset))


def _apart(s: E, t: E) -> None:
    """Unfit where one motion is the other one moved to another point: twists at two points are not added."""
    for one, other in ((s, t), (t, s)):
        made = one.builder.definitions.get(one.text, "")
        if made.startswith("wp.spatial_vector") and f"wp.spatial_bottom({other})" in made:
            raise Unfit("a motion and itself at another point")


def _sum(b: Builder, s: E, t: E, operator: str = "+") -> E:
    _apart(s, t)
    return binary(operator, s, b.constant(0.2, 2) * t)


def _carried(b: Builder, x: E, s: E) -> E:
    return bounded(b, f"wp.transform_wrench({x}, {s})", "S", 20.0)


TABLE = (
    entry("crossed bias_motion", "S:motion S:motion", "the spatial cross product of {0} and {1}", _crossed, weight=1.2),
    entry("bias_force dual_cross", "S:motion S:force", "the dual spatial cross product of {0} and {1}", lambda b, s, t: call("spatial_cross_dual", s, t)),
    entry("power mechanical_power", "S:twist S:wrench", "the spatial dot product of {0} and {1}", _power, weight=1.5),
    entry("angular_part top_part", "S:motion", "the first half of {0}", _angular),
    entry("linear_part bottom_part", "S:motion", "the second half of {0}", _bottom),
    entry("momentum_overlap", "S:motion S:momentum", "the spatial dot product of {0} and {1}", _power, weight=0.7),
    entry("torque_part moment_part", "S:wrench", "the first half of {0}", _top, weight=0.6),
    entry("force_part pushing_part", "S:wrench", "the second half of {0}", _bottom, weight=0.6),
    entry("angular_momentum", "S:momentum", "the first half of {0}", _top, weight=0.3),
    entry("linear_momentum", "S:momentum", "the second half of {0}", _bottom, weight=0.3),
    entry("paired stacked", "V3:free V3:free", "the spatial vector of {0} and {1}", _stacked),
    entry("assembled_twist", "V3:free V3:free", "the twist of {0} and {1}", _twist),
    entry("shifted_motion moved_screw", "S:motion V3:place", "{0} moved to the point {1}", _shift),
    entry("point_velocity velocity_there", "S:motion V3:place", "the velocity that {0} has at {1}", _velocity),
    entry("scaled_motion scaled_twist", "S:motion F", "{0} scaled by {1}", lambda b, s, x: s * x),
    entry("damped_motion attenuated_motion", "S:motion F", "{0} attenuated by the square of {1}", lambda b, s, x: s / (1.0 + x * x), weight=0.5),
    entry("scaled_wrench", "S:wrench F", "{0} scaled by {1}", lambda b, s, x: s * x, weight=0.5),
    entry("combined_motion net_motion", "S:motion S:motion", "a weighted sum of {0} and {1}", _sum, ("a weighted difference of {0} and {1}", lambda b, s, t: _sum(b, s, t, "-"))),
    entry("blended_motion", "S:motion S:motion F01", "{0} and {1} blended by {2}", lambda b, s, t, x: call("lerp", s, t, x), weight=0.5),
    entry("net_wrench combined_wrench", "S:wrench S:wrench", "a weighted sum of {0} and {1}", lambda b, s, t: s + b.constant(0.2, 2) * t),
    entry("carried_twist twist_here", "X S:motion", "{1} carried by {0} as a twist", lambda b, x, s: bounded(b, f"wp.transform_twist({x}, {s})", "S", 20.0)),
    entry("carried_wrench wrench_here", "X S:wrench", "{1} carried by {0} as a wrench", _carried),
    entry("carried_momentum momentum_here", "X S:momentum", "{1} carried by {0} as a momentum", _carried),
    entry("momentum_size", "S:momentum", "the length of {0}", _size, weight=0.4),
    entry("spatial_momentum", "S:motion S:motion", "the momentum of {1} under an inertia along {0}", _inertia, weight=0.7),
    entry("motion_size", "S:motion", "the length of {0}", _size),
    entry("half_square_size", "S:motion", "half the squared length of {0}", lambda b, s: 0.5 * call("length_sq", _plain(s)), weight=0.5),
    entry("wrench_size", "S:wrench", "the length of {0}", _size, weight=0.6),
)  # fmt: skip


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Two spatial vectors, a frame or a point; a chain of steps."""
    random = builder.random
    builder.theme = builder.random.pick(THEMES_IN_SPACE)
    start(builder)
    typed_array(builder, "S", MOTIONS, "uniform", -1.0, 1.0)
    if random.chance(0.6):
        typed_array(builder, "S", (*MOTIONS, *FORCES), "uniform", -1.0, 1.0)
    if random.chance(0.5):
        typed_array(builder, "X", ("link_frame", "pose", "base_frame"), "transform", -1.0, 1.0)
    add_quantity(builder, "V3", PLACES if random.chance(0.7) else DIRECTED)
    add_arrays(builder, random.between(0, 1))
    extra = [(m, 0.08 * w) for m, w in VECTOR_MOTIFS["V3"]["any"]] + [(m, 0.03 * w) for m, w in SCALAR_MOTIFS["any"]]
    chain(builder, (*TABLE, *extra), random.between(2, 6))
    return verb_of(builder, VERBS), purpose_of(builder)


PRECISIONS = (("float32", 1.0),)
register(Category("spatial", EXTENDED, "Spatial vectors of rigid-body dynamics.", grow_kernel, PRECISIONS))
