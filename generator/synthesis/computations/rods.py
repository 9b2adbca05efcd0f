"""Rods and hair: curvature and twist, frames, strands of points."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

PINNED = 1
EPSILON = 1.0e-6


@law
def darboux_vector(qa: wp.quat, qb: wp.quat, length: float) -> wp.vec3:
    """Darboux vector between two material frames: bending about x and y, twist about z, per length."""
    q = wp.quat_inverse(qa) * qb
    # the nearer of the two quaternions of one rotation
    if q[3] < 0.0:
        q = -q
    return wp.vec3(q[0], q[1], q[2]) * (2.0 / length)


@law
def turn_frame(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    """Material frame after a step at an angular velocity in world axes, to first order."""
    dq = wp.quat(omega[0], omega[1], omega[2], 0.0) * q
    return wp.normalize(q + dq * (0.5 * dt))


@law
def rotation_between(a: wp.vec3, b: wp.vec3) -> wp.quat:
    """Shortest rotation that takes one unit vector into another."""
    c = wp.dot(a, b)
    if c < -1.0 + EPSILON:
        # half a turn, about any axis across
        axis = wp.cross(a, wp.vec3(1.0, 0.0, 0.0))
        if wp.abs(a[0]) > 0.9:
            axis = wp.cross(a, wp.vec3(0.0, 1.0, 0.0))
        axis = wp.normalize(axis)
        return wp.quat(axis[0], axis[1], axis[2], 0.0)
    axis = wp.cross(a, b)
    return wp.normalize(wp.quat(axis[0], axis[1], axis[2], 1.0 + c))


@law
def rotation_from_z(d: wp.vec3) -> wp.quat:
    """Shortest rotation that takes the z axis into a unit direction."""
    if d[2] < -1.0 + EPSILON:
        # half a turn, about any axis across
        return wp.quat(0.0, 1.0, 0.0, 0.0)
    return wp.normalize(wp.quat(-d[1], d[0], 0.0, 1.0 + d[2]))


@computation(
    CLOTH,
    "apply the elastic torque of a Cosserat rod between each segment and the previous one, stiffness "
    "times the deviation of the Darboux vector from rest,",
    section={"any": "", "round": "of a round section, with one stiffness for bending and one for twist"},
    stored={True: "and store the Darboux vector", False: ""},
)
def segment_bend_torque(segment: Any) -> None:
    # nothing lies before the root
    prev = segment.previous
    if not exists(prev):
        return
    qa = prev.frame
    kappa = darboux_vector(qa, segment.frame, segment.length)
    strain = kappa - segment.rest_darboux
    if v.section == "round":
        bend = segment.bending
        moment = wp.vec3(bend * strain[0], bend * strain[1], segment.twisting * strain[2])
    else:
        moment = wp.cw_mul(segment.bend_stiffness, strain)
    # moments live in the frame of the segment before
    tau = wp.quat_rotate(qa, moment)
    prev.torque += tau
    segment.torque -= tau
    if v.stored:
        segment.darboux = kappa


@computation(
    CLOTH,
    "store the Darboux vector of each segment relative to the previous one",
    root={"return": "", "zero": "and zero at the root"},
)
def store_darboux_vector(segment: Any) -> None:
    if v.root == "zero" and not exists(segment.previous):
        segment.darboux = wp.vec3()
        return
    segment.darboux = darboux_vector(segment.previous.frame, segment.frame, segment.length)


@computation(
    CLOTH,
    "integrate the material frame of each segment by its angular velocity",
    damped={True: "after damping it", False: ""},
    at_root={"turn": "", "hold": "but hold the root"},
)
def turn_segment_frame(segment: Any, dt: Any, loss: Any) -> None:
    q = segment.frame
    if v.at_root == "hold" and not exists(segment.previous):
        segment.turned = q
        return
    omega = segment.spin
    if v.damped:
        omega = omega * (1.0 - loss)
        segment.spin = omega
    segment.turned = turn_frame(q, omega, dt)


@computation(
    CLOTH,
    "align the material frame of each segment with the line between its ends",
    transport={"turn": "by parallel transport of its own frame", "axis": "by the shortest arc from the z axis"},
)
def align_segment_frame(segment: Any) -> None:
    d = segment.ends[1].position - segment.ends[0].position
    length = wp.length(d)
    if length < EPSILON:
        segment.turned = segment.frame if v.transport == "turn" else wp.quat_identity()
        return
    d = d / length
    if v.transport == "turn":
        q = segment.frame
        axis = wp.quat_rotate(q, wp.vec3(0.0, 0.0, 1.0))
        segment.turned = rotation_between(axis, d) * q
    else:
        segment.turned = rotation_from_z(d)


@computation(
    CLOTH,
    "pose a capsule along each segment",
    origin={"middle": "at the middle of its ends", "start": "at its first end"},
)
def segment_capsule_pose(segment: Any) -> None:
    x0 = segment.ends[0].position
    x1 = segment.ends[1].position
    if v.origin == "middle":
        p = 0.5 * (x0 + x1)
    else:
        p = x0
    segment.pose = wp.transform(p, segment.frame)


@computation(
    CLOTH,
    "project the stretch of each segment",
    shear={
        True: "and its shear against its frame, position-based, onto both ends by inverse mass",
        False: "alone, position-based, onto both ends by inverse mass",
    },
    counted={True: "and count the corrections of each end", False: ""},
)
def segment_stretch_shear(segment: Any, relaxation: Any) -> None:
    a, b = segment.ends[0], segment.ends[1]
    wa = a.inverse_mass
    wb = b.inverse_mass
    total = wa + wb
    # nothing moves what is fixed at both ends
    if total == 0.0:
        return
    d = b.position - a.position
    if v.shear:
        c = d - segment.length * wp.quat_rotate(segment.frame, wp.vec3(0.0, 0.0, 1.0))
    else:
        c = d - segment.length * wp.normalize(d)
    corr = c * (relaxation / total)
    a.delta += wa * corr
    b.delta -= wb * corr
    if v.counted:
        a.delta_count += 1
        b.delta_count += 1


@computation(
    CLOTH,
    "pull the points of each strand after its root by the follow-the-leader rule, each at link length "
    "from the one before, straight on where the two coincide,",
    pinned={True: "leaving pinned points where they are", False: ""},
    total={True: "and store the length that the strand had before", False: ""},
)
def follow_strand_root(strand: Any) -> None:
    x_prev = strand.root
    link = strand.link
    direction = wp.vec3(0.0, -1.0, 0.0)
    if v.total:
        total = float(0.0)
        x_old = strand.root
    for p in strand.points:
        x = p.position
        if v.total:
            total += wp.length(x - x_old)
            x_old = x
        if v.pinned and (p.flags & PINNED) != 0:
            x_prev = x
            p.position = x
            continue
        d = x - x_prev
        length = wp.length(d)
        if length > EPSILON:
            direction = d / length
        x_prev = x_prev + link * direction
        p.position = x_prev
    if v.total:
        strand.total = total


@computation(
    CLOTH,
    "lay out the points of each strand at link length along the z axis of its frame from its root",
    velocity={True: "at rest", False: ""},
    back={True: "and store them as former positions too", False: ""},
)
def lay_out_strand(strand: Any) -> None:
    axis = strand.frame @ wp.vec3(0.0, 0.0, 1.0)
    k = int(0)
    for p in strand.points:
        k += 1
        x = strand.root + float(k) * strand.link * axis
        p.position = x
        if v.back:
            p.previous = x
        if v.velocity:
            p.velocity = wp.vec3()
