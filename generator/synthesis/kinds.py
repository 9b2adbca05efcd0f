"""What a quantity is: points are placed, directions carried, angles turned by, and only like is added to like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.fitting import CROSS

if TYPE_CHECKING:
    from generator.synthesis.builder import Builder

_VECTORS = {
    "point": "position anchor target end_effector rest_position center listener source tracer_position "
    "point base origin corner first_end second_end first_start second_start foot image_point closest nearest_point "
    "contact_point near_point",
    "lever": "wrench_arm displacement offset_vector lane_offset first_edge second_edge clearance edge_offset",
    "velocity": "velocity wind current proper_motion linear_part bottom_part",
    "momentum": "momentum angular_momentum linear_momentum",
    "force": "force body_force traction force_part pushing_part",
    "moment": "torque_part moment_part",
    "spin": "spin angular_part top_part angular turning",
    "turn": "roll_pitch_yaw rotation_vector",
    "slope": "gradient slope gradient_field",
    "direction": "normal tangent heading direction axis line_of_sight fiber normal_map dendrite growth_cone "
    "ray_direction normal_vector",
    "color": "color tint ambient",
    "signal": "channel axis_signal probe",
    "factor": "factors loadings curve",
    "feature": "feature query key_vector embedding",
}
KINDS = {name: kind for kind, names in _VECTORS.items() for name in names.split()}
"""The kind of each vector quantity of the themes, and of the halves of spatial vectors."""
POINTS = frozenset(name for name, kind in KINDS.items() if kind == "point")
PLACES = POINTS | {name for name, kind in KINDS.items() if kind == "lever"}
DIRECTED = frozenset(KINDS) - PLACES
ABSTRACT = frozenset(("color", "signal", "factor", "feature"))
"""Kinds of what points nowhere in space."""
ANGLES = frozenset(
    "phase angle swirl_angle inclination fiber_angle bend_angle steering_angle azimuth hue latitude".split()
)
LENGTHS = frozenset(
    "radius depth height distance thickness extent min_gap scale_height headway step_size softening".split()
)
_MADE = (
    ("wp.transform_point(", "point"), ("wp.transform_get_translation(", "point"), ("wp.velocity_at_point(", "velocity"),
    ("wp.transform_vector(", "direction"), ("wp.normalize(", "direction"), ("wp.curlnoise(", "velocity"),
)  # fmt: skip
_GIVEN = (
    ("wp.smooth_normalize(", "direction"), ("wp.quat_to_rpy(", "turn"), ("wp.spatial_top(", ""),
    ("wp.spatial_bottom(", ""),
)  # fmt: skip
"""Calls by the kind that they give, whatever they are given."""
_KEEPING = ("wp.lerp(", "wp.min(", "wp.max(", "wp.dot(")
_TURNING = ("wp.quat_rotate(", "wp.quat_rotate_inv(", "wp.transform_vector(")
"""Calls that give the kind of their first operand, a dot product where it is a factor; and of their second one."""
_NUMBER = re.compile(r"(?:wp\.float(?:16|64)\()?[\d.]+\)?")
_TERM = re.compile(r"[\w.]+(?:\[[\w\[\], ]+\])?")
DEPTH = 4
"""Of definitions that are looked through."""
_ANGLE_CALLS = ("wp.atan(", "wp.atan2(", "wp.acos(", "wp.asin(", "wp.quat_twist_angle(")
_ADDED = ({"point", "lever"},)


def _quantity(e: Expression, text: str = "") -> str:
    text = text or e.text
    return e.builder.prose.get(text, text).replace(" ", "_")


def kind_of(e: Expression) -> str:
    """The kind of a vector, by its name or by what it was made from; "" where nothing says it."""
    return _kind(e.builder, e.text, DEPTH)


def _kind(b: Builder, text: str, depth: int) -> str:
    if known := KINDS.get(b.prose.get(text, text).replace(" ", "_")):
        return known
    made = b.definitions.get(text, text if depth == DEPTH else "")
    if not made or not depth:
        return ""
    for start, kind in _GIVEN:
        if made.startswith(start):
            return kind
    for place, starts in enumerate((_KEEPING, _TURNING)):
        if made.startswith(starts):
            operands = made[made.index("(") + 1 :].split(", ")
            return _kind(b, operands[place].rstrip(")"), depth - 1)
    known = next((kind for start, kind in _MADE if made.startswith(start)), "")
    return known or _kept(b, made.removeprefix("0.5 * (").removesuffix(") * 0.5"), depth - 1)


def _kept(b: Builder, made: str, depth: int) -> str:
    """Of a sum, or of a quantity times a number or a damping factor: that of the quantity which stands first."""
    first = _TERM.match(made.lstrip("("))
    if not first:
        return ""
    rest = made.lstrip("(")[first.end() :]
    if rest.startswith(" * ") and _NUMBER.fullmatch(first[0]):
        return _kind(b, rest[3:].partition(" ")[0], depth)
    if not rest.startswith((" + ", " - ", " / (", " * wp.exp(-wp.length")):
        return ""
    kind = _kind(b, first[0], depth)
    apart = kind == "point" and rest.startswith(" - ") and _kind(b, rest[3:], depth) == "point"
    return "lever" if apart else kind


def is_place(e: Expression) -> bool:
    """Whether a vector says where something is: a quantity that does, one with something added, or a moved point."""
    made = e.builder.definitions.get(e.text, e.text)
    first, added, _ = made.partition(" + ")
    known = KINDS.get(_quantity(e)) or (added and KINDS.get(_quantity(e, first)))
    return (known or next((kind for start, kind in _MADE if made.startswith(start)), "")) in ("point", "lever")


def is_point(e: Expression) -> bool:
    """Whether a vector is a place itself, no way from one place to another: what a frame moves as a point."""
    return is_place(e) and kind_of(e) != "lever"


def is_velocity(e: Expression) -> bool:
    """Whether a vector is a velocity."""
    return kind_of(e) == "velocity"


def is_free(e: Expression) -> bool:
    """Whether a vector has a direction and no place."""
    return kind_of(e) != "point"


def is_rate(e: Expression) -> bool:
    """Whether a vector turns something: a spin, a rotation vector, or the axis of a joint."""
    return kind_of(e) in ("spin", "turn") or _quantity(e) == "axis"


def is_angle(e: Expression) -> bool:
    """Whether a float is an angle: by its name, or by the call that gave it."""
    return _quantity(e) in ANGLES or e.builder.definitions.get(e.text, "").startswith(_ANGLE_CALLS)


def is_length(e: Expression) -> bool:
    """Whether a float is a length."""
    return _quantity(e) in LENGTHS


def alike(p: Expression, q: Expression) -> None:
    """Unfit where two vectors are known to be of kinds that nobody adds or compares."""
    for vector, beside in ((p, q), (q, p)):
        if CROSS in vector.axis and beside.axis in vector.axis.split(CROSS):
            raise Unfit("vectors at right angles, which Pythagoras adds")
    one, other = kind_of(p), kind_of(q)
    if one and other and one != other and {one, other} not in _ADDED:
        raise Unfit("vectors of different kinds")
