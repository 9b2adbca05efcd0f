"""Rods and hair: curvature and twist, frames, strands of points."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

PINNED = 1
EPSILON = 1.0e-6


@law
def darboux_vector(qa: wp.quat, qb: wp.quat, length: float) -> wp.vec3:
    q = wp.quat_inverse(qa) * qb
    # the nearer of the two quaternions of one rotation
    if q[3] < 0.0:
        q = -q
    return wp.vec3(q[0], q[1], q[2]) * (2.0 / length)


@law
def turn_frame(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    dq = wp.quat(omega[0], omega[1], omega[2], 0.0) * q
    return wp.normalize(q + dq * (0.5 * dt))


@law
def rotation_between(a: wp.vec3, b: wp.vec3) -> wp.quat:
    c = wp.dot(a, b)
    if c < -1.0 + EPSILON:
        return wp.quat(0.0, 1.0, 0.0, 0.0)
    axis = wp.cross(a, b)
    return wp.normalize(wp.quat(axis[0], axis[1], axis[2], 1.0 + c))


@computation(
    CLOTH,
    "twist a segment and the one before it back towards their rest curvature",
    part={"all": "", "bend": "by bending alone", "twist": "by twist alone"},
    stored={True: "and store the curvature", False: ""},
)
def segment_bend_torque(segment: Any) -> None:
    prev = segment.previous
    qa = prev.frame
    kappa = darboux_vector(qa, segment.frame, segment.length)
    moment = wp.cw_mul(segment.bend_stiffness, kappa - segment.rest_darboux)
    if v.part == "bend":
        moment[2] = 0.0
    elif v.part == "twist":
        moment = wp.vec3(0.0, 0.0, moment[2])
    # moments live in the frame of the segment before
    tau = wp.quat_rotate(qa, moment)
    prev.torque += tau
    segment.torque -= tau
    if v.stored:
        segment.darboux = kappa


@computation(
    CLOTH,
    "store the rest curvature of each segment from its frames",
    root={"return": "", "zero": "and zero at the root"},
)
def store_rest_curvature(segment: Any) -> None:
    if v.root == "zero" and not exists(segment.previous):
        segment.darboux = wp.vec3()
        return
    segment.darboux = darboux_vector(segment.previous.frame, segment.frame, segment.length)


@computation(
    CLOTH,
    "turn the frame of a segment by its angular velocity",
    damped={True: "with damping", False: ""},
    at_root={"turn": "", "hold": "but hold the root"},
)
def turn_segment_frame(segment: Any, dt: Any, damping: Any) -> None:
    q = segment.frame
    if v.at_root == "hold" and not exists(segment.previous):
        segment.turned = q
        return
    omega = segment.spin
    if v.damped:
        omega = omega * (1.0 - damping)
    segment.turned = turn_frame(q, omega, dt)


@computation(
    CLOTH,
    "align the frame of a segment with its two ends",
    transport={"turn": "turning it as little as possible", "axis": "from the axis z"},
)
def align_segment_frame(segment: Any) -> None:
    d = segment.ends[1].position - segment.ends[0].position
    length = wp.length(d)
    if length < EPSILON:
        segment.turned = segment.frame
        return
    d = d / length
    if v.transport == "turn":
        q = segment.frame
        axis = wp.quat_rotate(q, wp.vec3(0.0, 0.0, 1.0))
        segment.turned = rotation_between(axis, d) * q
    else:
        segment.turned = rotation_between(wp.vec3(0.0, 0.0, 1.0), d)


@computation(
    CLOTH,
    "place the capsule of a segment between its ends",
    origin={"middle": "at its middle", "start": "at its start"},
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
    "correct both ends of a segment so that it keeps its length and direction",
    shear={True: "", False: "leaving its direction alone"},
    counted={True: "and count the corrections", False: ""},
)
def segment_stretch_shear(segment: Any, relaxation: Any) -> None:
    a, b = segment.ends[0], segment.ends[1]
    wa = a.inverse_mass
    wb = b.inverse_mass
    d = b.position - a.position
    if v.shear:
        c = d - segment.length * wp.quat_rotate(segment.frame, wp.vec3(0.0, 0.0, 1.0))
    else:
        c = d - segment.length * wp.normalize(d)
    corr = c * (relaxation / (wa + wb))
    a.delta += wa * corr
    b.delta -= wb * corr
    if v.counted:
        a.delta_count += 1
        b.delta_count += 1


@computation(
    CLOTH,
    "let the points of a strand follow its root link by link",
    pinned={True: "except pinned ones", False: ""},
    total={True: "and store how long it was", False: ""},
)
def follow_strand_root(strand: Any) -> None:
    x_prev = strand.root
    link = strand.link
    total = float(0.0)
    for p in strand.points:
        x = p.position
        if v.pinned and (p.flags & PINNED) != 0:
            x_prev = x
            continue
        d = x - x_prev
        length = wp.length(d)
        total += length
        if length > EPSILON:
            d = d / length
        x_prev = x_prev + link * d
        p.position = x_prev
    if v.total:
        strand.total = total


@computation(
    CLOTH,
    "lay the points of a strand out from its root along the axis of its frame",
    velocity={True: "at rest", False: ""},
    back={True: "and remember them as their former positions", False: ""},
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
