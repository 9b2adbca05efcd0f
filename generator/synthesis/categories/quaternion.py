"""Quaternions and rigid transforms: composing, interpolating, converting, moving points and directions."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component, direction
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.inputs import add_arrays, start
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS
from generator.synthesis.motifs.making import bounded, entry, local, made
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import purpose_of
from generator.synthesis.straight import chain, typed_array
from generator.synthesis.structure import check_apart, check_product
from generator.synthesis.themes import THEMES_IN_SPACE

VERBS = ("rotate", "orient", "compose", "interpolate", "track", "pose")
ROTATIONS = ("rotation", "orientation", "attitude", "spin_state", "heading_rotation")
FRAMES = ("pose", "frame", "body_frame", "camera_pose", "joint_frame")
E = Expression


def _product(b: Builder, p: E, q: E) -> E:
    check_product(b, p, q)
    return bounded(b, f"{p} * {q}", "Q", 1.0)


def _relative(b: Builder, p: E, q: E) -> E:
    check_product(b, q, p, back=True)
    return bounded(b, f"{q} * wp.quat_inverse({p})", "Q", 1.0)


def _eased(b: Builder, p: E, q: E, share: E) -> E:
    check_apart(p, q)
    return bounded(b, f"wp.quat_slerp({p}, {q}, {share})", "Q", 1.0)


def _overlap(b: Builder, p: E, q: E) -> E:
    check_apart(p, q)
    return call("dot", p, q)


def _about(b: Builder, text: str, axis: E) -> E:
    """A rotation about a vector."""
    rotation = bounded(b, text, "Q", 1.0)
    rotation.axis = axis.axis
    return rotation


def _twist(b: Builder, axis: E, q: E) -> E:
    check_apart(axis, q)
    return _about(b, f"wp.quat_twist({direction(axis)}, {q})", axis)


def _swing(b: Builder, axis: E, q: E) -> E:
    twist = local(
        b, _twist(b, axis, q), "twist_part", "axial_turn", phrase=f"the twist of {readable(q)} around {readable(axis)}"
    )
    return bounded(b, f"{q} * wp.quat_inverse({twist})", "Q", 1.0)


def _twist_angle(b: Builder, axis: E, q: E) -> E:
    check_apart(axis, q)
    return made(b, f"wp.quat_twist_angle({direction(axis)}, {q})", "F", 0.0, 6.3)


def _advanced(b: Builder, q: E, rate: E) -> E:
    if q.head or rate.head or b.precision != "float32":
        raise Unfit("parts of a compound")
    check_apart(q, rate)
    spin = f"wp.quat({', '.join(f'{rate}[{k}]' for k in range(3))}, {b.number(0.0)})"
    return bounded(b, f"wp.normalize({q} + {b.constant(0.01, 0.25)} * {spin} * {q})", "Q", 1.0)


def _angles(b: Builder, q: E) -> E:
    if b.definitions.get(q.text, "").startswith("wp.quat_rpy("):
        raise Unfit("angles that the rotation was made from")
    return bounded(b, f"wp.quat_to_rpy({q})", "V3", 3.2)


def _axis_angle(b: Builder, q: E, part: int) -> E:
    if any(f"wp.quat_to_axis_angle({q})" in line for line in b.lines):
        raise Unfit("computed twice")
    if q.axis != q.text:
        raise Unfit("axis of a rotation that was made around it")
    axis, angle = b.name("axis_part", "turn_axis"), b.name("angle_part", "turn_angle")
    b.emit(f"{axis}, {angle} = wp.quat_to_axis_angle({q})")
    about = b.define(axis, "V3", -1.0, 1.0)
    about.expression.axis, about.expression.unit, about.expression.made_by = q.axis, True, "normalize"
    amount = b.define(angle, "F", 0.0, 3.2)
    return (
        b.read(about) * b.read(amount)
        if part == 0
        else b.read(amount) * component(b, b.read(about), b.random.between(0, 2))
    )


def _make_frame(b: Builder, origin: E, rotation: E) -> E:
    name = {"float32": "transform", "float64": "transformd", "float16": "transformh"}[b.precision]
    frame = bounded(b, f"wp.{name}({origin}, {rotation})", "X", max(1.0, origin.largest()))
    frame.axis = rotation.axis
    return frame


def _chained(b: Builder, x: E, y: E) -> E:
    check_product(b, x, y)
    return bounded(b, f"{x} * {y}", "X", x.largest() + 1.8 * y.largest() + 1.0)


def _scalar_first(b: Builder, q: E) -> E:
    if b.precision != "float32" or q.head:
        raise Unfit("parts of a compound")
    parts = bounded(b, f"wp.vec4({', '.join(f'{q}[{k}]' for k in (3, 0, 1, 2))})", "V4", 1.0)
    parts.axis, parts.unit = f"{q} parts", True
    return parts


def _facing(b: Builder, forward: E, up: E) -> E:
    """The rotation whose z axis is ``forward`` and whose x axis is orthogonal to ``up``."""
    z = local(b, direction(forward), "forward_axis", phrase=f"the direction of {readable(forward)}")
    x = local(
        b, call("normalize", call("cross", up, z)), "side_axis", phrase=f"the unit vector to the side of {readable(z)}"
    )
    basis = b.name("basis", "axes")
    b.emit(f"{basis} = wp.matrix_from_cols({x}, {call('cross', z, x)}, {z})")
    return bounded(b, f"wp.quat_from_matrix({b.read(b.define(basis, 'M33', -1.0, 1.0))})", "Q", 1.0)


def _gated(b: Builder, t: E, origin: E) -> E:
    dtype = "" if b.precision == "float32" else f"dtype=wp.{b.precision}"
    turned = b.threshold(call("length", origin))
    text = f"wp.where(wp.length({origin}) > {turned}, {t}, wp.transform_identity({dtype}))"
    return call(
        "transform_point", local(b, bounded(b, text, "X", t.largest() + 2.0), "near_frame", "gated_frame"), origin
    )


QUATERNIONS = (
    entry("combined_rotation chained", "Q Q", "the product of the rotations {0} and {1}", _product, weight=1.5),
    entry("inverse_rotation undone", "Q", "the inverse of {0}", lambda b, q: call("quat_inverse", q)),
    entry("relative_rotation difference_rotation", "Q Q", "the rotation from {0} to {1}", _relative),
    entry("interpolated_rotation eased", "Q Q F01", "{0} and {1} interpolated by {2}", _eased,
          lambda b, p, q, t: call("normalize", call("lerp", p, q, t)), weight=1.2),
    entry("axis_rotation", "V3 F", "the rotation around {0} by {1}", lambda b, a, s: _about(b, f"wp.quat_from_axis_angle({direction(a)}, {s})", a)),
    entry("angle_rotation", "F F F", "the rotation of the roll {0}, pitch {1} and yaw {2}", lambda b, x, y, z: bounded(b, f"wp.quat_rpy({x}, {y}, {z})", "Q", 1.0)),
    entry("facing_rotation look_rotation", "V3read V3read", "the rotation that looks along {0} with {1} upwards", _facing, weight=0.6),
    entry("twist_rotation", "V3 Q", "the twist of {1} around {0}", _twist, weight=0.5),
    entry("swing_rotation", "V3 Q", "{1} without its twist around {0}", _swing, weight=0.3),
    entry("advanced_rotation stepped_rotation", "Q V3", "{0} advanced by a step of the turning rate {1}", _advanced, weight=0.4),
    entry("scalar_first", "Q", "the parts of {0}, the scalar one first", _scalar_first, weight=0.2),
    entry("rotated turned", "Q V3", "{1} rotated by {0}", lambda b, q, v: call("quat_rotate", q, v), lambda b, q, v: call("quat_to_matrix", q) * v, weight=2),
    entry("unrotated body_vector", "Q V3", "{1} rotated back by {0}", lambda b, q, v: call("quat_rotate_inv", q, v), weight=1.2),
    entry("rotation_vector", "Q", "the rotation vector of {0}", lambda b, q: _axis_angle(b, q, 0), weight=0.7),
    entry("turn_amount", "Q", "how far {0} turns around one of the axes", lambda b, q: _axis_angle(b, q, 1), weight=0.5),
    entry("twist_angle", "V3 Q", "the twist angle of {1} around {0}", _twist_angle, weight=0.4),
    entry("roll_pitch_yaw", "Q", "roll, pitch and yaw of {0}", _angles, weight=0.5),
    entry("rotation_overlap closeness", "Q Q", "the overlap of {0} and {1}", _overlap),
    entry("rotation_gap misalignment", "Q Q", "one less the squared overlap of {0} and {1}", lambda b, p, q: 1.0 - _overlap(b, p, q) * _overlap(b, p, q), weight=0.5),
)  # fmt: skip

TRANSFORMS = (
    entry("placed world_point", "X V3", "the point {1} placed by {0}", lambda b, x, v: call("transform_point", x, v), weight=2),
    entry("carried world_direction", "X V3", "the direction {1} carried by {0}", lambda b, x, v: call("transform_vector", x, v)),
    entry("chained_frame composed_frame", "X X", "the frames {0} and {1} chained", lambda b, x, y: call("transform_multiply", x, y), _chained),
    entry("inverse_frame", "X", "the inverse of {0}", lambda b, x: call("transform_inverse", x)),
    entry("relative_point local_point", "X V3", "the point {1} seen from {0}", lambda b, x, v: call("transform_point", call("transform_inverse", x), v)),
    entry("origin_part translation", "X", "the translation of {0}", lambda b, x: call("transform_get_translation", x)),
    entry("rotation_part", "X", "the rotation of {0}", lambda b, x: call("transform_get_rotation", x)),
    entry("assembled_frame", "V3 Q", "the frame at {0} with the rotation {1}", _make_frame),
    entry("blended_frame", "X X F01", "{0} and {1} blended by {2}", lambda b, x, y, t: call("lerp", x, y, t), weight=0.5),
    entry("matrix_image", "X V3", "the point {1} mapped by the matrix of {0}", lambda b, x, v: made(b, f"wp.transform_point(wp.transform_to_matrix({x}), {v})", "V3", -8.0, 8.0), weight=0.5),
    entry("gated_point", "X V3", "the point {1} placed by {0} where it is far out", _gated, weight=0.3),
)  # fmt: skip


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Rotations or frames with points and angles; a chain of steps."""
    random = builder.random
    builder.theme = builder.random.pick(THEMES_IN_SPACE)
    start(builder)
    frames = random.chance(0.5)
    for _ in range(random.between(1, 2)):
        if frames:
            typed_array(builder, "X", FRAMES, "transform", -1.0, 1.0)
        else:
            typed_array(builder, "Q", ROTATIONS, "unit", -1.0, 1.0)
    add_arrays(builder, random.between(1, 2), "V3")
    add_arrays(builder, random.between(0, 2))
    table = (
        *(TRANSFORMS if frames else ()),
        *((m, w * (0.3 if frames else 1.0)) for m, w in QUATERNIONS),
        *((m, 0.12 * w) for m, w in VECTOR_MOTIFS["V3"]["any"]),
        *((m, 0.03 * w) for m, w in SCALAR_MOTIFS["any"]),
    )
    chain(builder, table, random.between(2, 6))
    return random.pick(VERBS), purpose_of(builder)


PRECISIONS = (("float32", 1.0),)
register(Category("quaternion", EXTENDED, "Rotations and rigid transforms.", grow_kernel, PRECISIONS))
