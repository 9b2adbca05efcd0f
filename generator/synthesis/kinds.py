"""What a quantity is: points are placed, directions carried, angles turned by, and only like is added to like."""

from __future__ import annotations

from generator.synthesis.calls import CROSS
from generator.synthesis.expression import Expression, Unfit

_VECTORS = {
    "point": "position anchor target end_effector rest_position center listener source tracer_position",
    "lever": "wrench_arm displacement offset_vector lane_offset",
    "velocity": "velocity wind current proper_motion linear_part bottom_part",
    "momentum": "momentum",
    "force": "force body_force traction torque_part moment_part force_part pushing_part",
    "spin": "spin angular_part top_part",
    "slope": "gradient slope gradient_field",
    "direction": "normal tangent heading direction axis line_of_sight fiber normal_map dendrite growth_cone",
    "color": "color tint ambient",
    "signal": "channel axis_signal probe",
    "factor": "factors loadings curve",
    "feature": "feature query key_vector embedding",
}
KINDS = {name: kind for kind, names in _VECTORS.items() for name in names.split()}
"""The kind of each vector quantity of the themes, and of the halves of spatial vectors."""
PLACES = frozenset(name for name, kind in KINDS.items() if kind in ("point", "lever"))
DIRECTED = frozenset(KINDS) - PLACES
ANGLES = frozenset(
    "phase angle swirl_angle inclination fiber_angle bend_angle steering_angle azimuth hue latitude".split()
)
LENGTHS = frozenset(
    "radius depth height distance thickness extent min_gap scale_height headway step_size softening".split()
)
_MADE = (
    ("wp.transform_point(", "point"), ("wp.transform_get_translation(", "point"), ("wp.velocity_at_point(", "velocity"),
    ("wp.transform_vector(", "direction"), ("wp.normalize(", "direction"),
)  # fmt: skip
_ANGLE_CALLS = ("wp.atan(", "wp.atan2(", "wp.acos(", "wp.asin(", "wp.quat_twist_angle(")
_ADDED = ({"point", "lever"},)


def _quantity(e: Expression, text: str = "") -> str:
    text = text or e.text
    return e.builder.prose.get(text, text).replace(" ", "_")


def kind_of(e: Expression) -> str:
    """The kind of a vector; "" where nothing says it. What is added to a quantity leaves its kind."""
    if known := KINDS.get(_quantity(e)):
        return known
    made = e.builder.definitions.get(e.text, e.text)
    first, added, _ = made.partition(" + ")
    if added and (known := KINDS.get(_quantity(e, first))):
        return known
    return next((kind for start, kind in _MADE if made.startswith(start)), "")


def is_place(e: Expression) -> bool:
    """Whether a vector says where something is."""
    return kind_of(e) in ("point", "lever")


def is_free(e: Expression) -> bool:
    """Whether a vector has a direction and no place."""
    return kind_of(e) != "point"


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
