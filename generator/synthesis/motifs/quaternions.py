"""Motifs that make, join, take apart and apply rotations."""

from __future__ import annotations

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, component, direction
from generator.synthesis.expression import ABOUT, Expression, Unfit
from generator.synthesis.fitting import REORDERED
from generator.synthesis.kinds import is_free, is_rate
from generator.synthesis.motifs.making import bounded, entry, known, local, made
from generator.synthesis.motifs.motif import FITS, readable
from generator.synthesis.structure import SYMMETRIC, behind, check_apart, check_overlap, check_product

E = Expression
FITS["V3:rate"] = is_rate
FITS["V3:facing"] = lambda e: e.text in e.builder.prose and is_free(e)


def _product(b: Builder, p: E, q: E) -> E:
    check_product(b, p, q)
    return bounded(b, f"{p} * {q}", "Q", 1.0)


def _relative(b: Builder, p: E, q: E) -> E:
    check_product(b, q, p, back=True)
    return bounded(b, f"{q} * wp.quat_inverse({p})", "Q", 1.0)


def _eased(b: Builder, p: E, q: E, share: E) -> E:
    check_overlap(p, q)
    return bounded(b, f"wp.quat_slerp({p}, {q}, {share})", "Q", 1.0)


def _overlap(b: Builder, p: E, q: E) -> E:
    check_overlap(p, q)
    return call("dot", p, q)


def _about(b: Builder, text: str, axis: E) -> E:
    """A rotation about a vector."""
    rotation = bounded(b, text, "Q", 1.0)
    rotation.axis = axis.axis
    return rotation


def _check_twist(axis: E, q: E) -> None:
    """The twist of an inverse is the inverse of the twist; about ``R * t - t`` a rotation has none."""
    check_apart(axis, q)
    if q.made_by == "quat_inverse" or behind(axis, q):
        raise Unfit("twist of an inverse, or about what the same rotation turned")


def _twist(b: Builder, axis: E, q: E) -> E:
    _check_twist(axis, q)
    return _about(b, f"wp.quat_twist({direction(axis)}, {q})", axis)


def _swing(b: Builder, axis: E, q: E) -> E:
    twist = local(
        b, _twist(b, axis, q), "twist_part", "axial_turn", phrase=f"the twist of {readable(q)} around {readable(axis)}"
    )
    return bounded(b, f"{q} * wp.quat_inverse({twist})", "Q", 1.0)


def _twist_angle(b: Builder, axis: E, q: E) -> E:
    _check_twist(axis, q)
    if ABOUT + q.axis in axis.traits:
        raise Unfit("twist around what the same rotation turned")
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


def _axis_angle(b: Builder, q: E) -> tuple[E, E]:
    """The axis and the angle of a rotation."""
    if any(f"wp.quat_to_axis_angle({q})" in line for line in b.lines):
        raise Unfit("computed twice")
    if q.axis != q.text:
        raise Unfit("axis of a rotation that was made around it")
    axis, angle = b.name("axis_part", "turn_axis"), b.name("angle_part", "turn_angle")
    b.emit(f"{axis}, {angle} = wp.quat_to_axis_angle({q})")
    b.steps.append((f"{axis} and {angle}", f"the axis and the angle of {readable(q)}"))
    about = b.define(axis, "V3", -1.0, 1.0)
    about.expression.axis, about.expression.unit, about.expression.made_by = q.axis, True, "normalize"
    amount = b.define(angle, "F", 0.0, 3.2)
    return b.read(about), b.read(amount)


def _rotation_vector(b: Builder, q: E) -> E:
    axis, angle = _axis_angle(b, q)
    return axis * angle


def _turned(b: Builder, q: E, part: int) -> E:
    axis, angle = _axis_angle(b, q)
    return angle * component(b, axis, part)


def _scalar_first(b: Builder, q: E) -> E:
    if b.precision != "float32" or q.head:
        raise Unfit("parts of a compound")
    parts = bounded(b, f"wp.vec4({', '.join(f'{q}[{k}]' for k in (3, 0, 1, 2))})", "V4", 1.0)
    parts.axis, parts.unit = f"{q}{REORDERED}", True
    return parts


def _rpy(b: Builder, angle: E) -> E:
    angles = [b.constant(0.1, 1.2).text for _ in range(2)]
    angles.insert(b.random.between(0, 2), angle.text)
    return bounded(b, f"wp.quat_rpy({', '.join(angles)})", "Q", 1.0)


def _facing(b: Builder, forward: E, up: E) -> E:
    """The rotation whose z axis is ``forward`` and whose x axis is orthogonal to ``up``."""
    z = local(b, direction(forward), "forward_axis", phrase=f"the direction of {readable(forward)}")
    side = local(
        b, call("cross", up, z), "side_vector", phrase=f"the cross product of {readable(up)} and {readable(z)}"
    )
    x = local(b, call("normalize", side), "side_axis", phrase=f"the unit vector to the side of {readable(z)}")
    basis = b.name("basis", "axes")
    b.emit(f"{basis} = wp.matrix_from_cols({x}, {call('cross', z, x)}, {z})")
    return bounded(b, f"wp.quat_from_matrix({b.read(b.define(basis, 'M33', -1.0, 1.0))})", "Q", 1.0)


def _tensor(b: Builder, q: E) -> E:
    """``R diag(v) R^T`` of principal moments: here a matrix serves twice."""
    moments = b.array(b.name("principal_moments"), "V3", b.dim, INPUT, "uniform", 0.2, 2.0)
    values = f"{moments}[{b.index}]"
    b.prose[values] = "principal moments"
    turn = known(b, f"wp.quat_to_matrix({q})") or local(
        b, call("quat_to_matrix", q), "turn_matrix", "basis_matrix", phrase=f"the matrix of {readable(q)}"
    )
    tensor = bounded(b, f"{turn} * wp.diag({values}) * wp.transpose({turn})", "M33", 2.0)
    tensor.traits = SYMMETRIC
    return tensor


QUATERNIONS = (
    entry("combined_rotation chained", "Q Q", "the product of {0} and {1}", _product, weight=1.5),
    entry("inverse_rotation undone", "Q", "the inverse of {0}", lambda b, q: call("quat_inverse", q)),
    entry("relative_rotation difference_rotation", "Q Q", "the rotation from {0} to {1}", _relative),
    entry("interpolated_rotation eased", "Q Q F01", "{0} and {1} interpolated by {2}", _eased,
          lambda b, p, q, t: call("normalize", call("lerp", p, q, t)), weight=1.2),
    entry("axis_rotation", "V3:free F:angle", "the rotation around {0} by {1}", lambda b, a, s: _about(b, f"wp.quat_from_axis_angle({direction(a)}, {s})", a)),
    entry("fixed_turn", "V3:free", "the rotation around {0} by a fixed angle", lambda b, a: _about(b, f"wp.quat_from_axis_angle({direction(a)}, {b.constant(0.2, 2)})", a), weight=0.5),
    entry("angle_rotation tilted", "F:angle", "the rotation of roll, pitch and yaw with {0} for one of them", _rpy),
    entry("facing_rotation look_rotation", "V3:facing V3:facing", "the rotation that looks along {0} with {1} upwards", _facing, weight=0.6),
    entry("twist_rotation", "V3:free Q", "the twist of {1} around {0}", _twist, weight=0.5),
    entry("swing_rotation", "V3:free Q", "{1} without its twist around {0}", _swing, weight=0.3),
    entry("advanced_rotation stepped_rotation", "Q V3:rate", "{0} advanced by a step of the turning rate {1}", _advanced, weight=0.4),
    entry("scalar_first", "Q", "the parts of {0} with the scalar one first", _scalar_first, weight=0.2),
    entry("rotated turned", "Q V3", "the image of {1} under {0}", lambda b, q, v: call("quat_rotate", q, v), weight=2),
    entry("rotation_matrix", "Q", "the matrix of {0}", lambda b, q: call("quat_to_matrix", q), weight=0.5),
    entry("turned_tensor world_tensor", "Q", "the tensor of the principal moments turned by {0}", _tensor, weight=0.6),
    entry("unrotated body_vector", "Q V3", "the image of {1} under the inverse of {0}", lambda b, q, v: call("quat_rotate_inv", q, v), weight=1.2),
    entry("rotation_vector", "Q", "the rotation vector of {0}", _rotation_vector, weight=0.7),
    entry("turn_amount", "Q", "", *((f"the {axis} component of the rotation vector of {{0}}", lambda b, q, k=k: _turned(b, q, k)) for k, axis in enumerate("xyz")), weight=0.5),
    entry("twist_angle", "V3:free Q", "the twist angle of {1} around {0}", _twist_angle, weight=0.4),
    entry("roll_pitch_yaw", "Q", "roll, pitch and yaw of {0}", _angles, weight=0.5),
    entry("rotation_overlap closeness", "Q Q", "the overlap of {0} and {1}", _overlap),
    entry("rotation_gap misalignment", "Q Q", "one less the squared overlap of {0} and {1}", lambda b, p, q: 1.0 - _overlap(b, p, q) * _overlap(b, p, q), weight=0.5),
)  # fmt: skip
