"""Finite elements beside rigid bodies: attachments, contacts, prescribed motion, nodal averages."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.fem_unknowns import fixed_axis_mask
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS

EPSILON = 1.0e-6
SPHERE = 0
BOX = 1


@law
def frame_velocity(twist: wp.spatial_vector, arm: wp.vec3) -> wp.vec3:
    """Velocity of a point at an arm from a frame's origin that moves by a twist, linear part first."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), arm)


@law
def shape_gap(shape: int, p: wp.vec3, size: wp.vec3) -> tuple[float, wp.vec3]:
    """Gap to a sphere, to a box by its nearest face or to a plane across y, and the outward normal."""
    if shape == SPHERE:
        r = wp.length(p)
        return r - size[0], p / wp.max(r, EPSILON)
    if shape == BOX:
        axis = int(0)
        gap = wp.abs(p[0]) - size[0]
        for k in range(1, 3):
            g = wp.abs(p[k]) - size[k]
            if g > gap:
                gap = g
                axis = k
        n = wp.vec3(0.0)
        n[axis] = 1.0 if p[axis] >= 0.0 else -1.0
        return gap, n
    return p[1], wp.vec3(0.0, 1.0, 0.0)


@law
def friction_force(slide: wp.vec3, normal_force: float, mu: float, smoothing: float) -> wp.vec3:
    """Coulomb friction against a slide, smoothed to vanish with its speed."""
    speed = wp.length(slide)
    return slide * (-mu * normal_force / (speed + smoothing))


@computation(
    FINITE_ELEMENTS,
    "move a node with the frame that it is attached to",
    velocity={True: "and set its velocity", False: ""},
    axes={True: "leaving its free axes alone", False: ""},
)
def fem_follow_frame(node: Any) -> None:
    frame = node.frame
    pose = frame.pose
    target = wp.transform_point(pose, node.local)
    x = node.position
    if v.axes:
        held = fixed_axis_mask(node.fixed)
        node.position = x + wp.cw_mul(held, target - x)
    else:
        node.position = target
    if v.velocity:
        carried = frame_velocity(frame.twist, wp.transform_vector(pose, node.local))
        if v.axes:
            vel = node.velocity
            node.velocity = vel + wp.cw_mul(held, carried - vel)
        else:
            node.velocity = carried


@computation(
    FINITE_ELEMENTS,
    "pull a node towards its place in its frame",
    damped={True: "with damping", False: ""},
    reaction={True: "and give the reaction to the frame", False: ""},
)
def fem_attachment_force(node: Any) -> None:
    frame = node.frame
    pose = frame.pose
    anchor = wp.transform_point(pose, node.local)
    f = frame.stiffness * (anchor - node.position)
    arm = anchor - wp.transform_get_translation(pose)
    if v.damped:
        f += frame.damping * (frame_velocity(frame.twist, arm) - node.velocity)
    node.force += f
    if v.reaction:
        frame.wrench -= wp.spatial_vector(f, wp.cross(arm, f))


@computation(
    FINITE_ELEMENTS,
    "push a node out of its frame by a penalty",
    friction={True: "with smoothed Coulomb friction", False: ""},
    reaction={True: "and give the reaction to the frame", False: ""},
    counted={True: "and count the contacts", False: ""},
)
def fem_frame_contact(node: Any, penalty: Any, slip_speed: Any) -> None:
    frame = node.frame
    if not exists(frame):
        node.contact = -1
        return
    pose = frame.pose
    x = node.position
    local = wp.transform_point(wp.transform_inverse(pose), x)
    gap, n_local = shape_gap(frame.shape, local, frame.size)
    if gap >= 0.0:
        node.contact = 0
        return
    n = wp.transform_vector(pose, n_local)
    normal_force = -penalty * gap
    f = normal_force * n
    arm = x - wp.transform_get_translation(pose)
    if v.friction:
        relative = node.velocity - frame_velocity(frame.twist, arm)
        slide = relative - wp.dot(relative, n) * n
        f += friction_force(slide, normal_force, frame.friction, slip_speed)
    node.force += f
    node.contact = 1
    if v.reaction:
        frame.wrench -= wp.spatial_vector(f, wp.cross(arm, f))
    if v.counted:
        frame.contact_count += 1


@computation(
    FINITE_ELEMENTS,
    "add the residual of a node along its fixed axes to the wrench of its frame",
    torque={True: "", False: "as a force alone"},
)
def fem_frame_reaction(node: Any) -> None:
    frame = node.frame
    mask = node.fixed
    if mask == 0:
        return
    r = wp.cw_mul(fixed_axis_mask(mask), node.residual)
    if v.torque:
        arm = node.position - wp.transform_get_translation(frame.pose)
        frame.wrench += wp.spatial_vector(r, wp.cross(arm, r))
    else:
        frame.wrench += wp.spatial_vector(r, wp.vec3(0.0))


@computation(
    FINITE_ELEMENTS,
    "advance the pose of a frame by a step",
    fixed={True: "of rotation alone, with its place held", False: "along its twist"},
)
def fem_frame_step(frame: Any, dt: Any) -> None:
    pose = frame.pose
    twist = frame.twist
    q = wp.transform_get_rotation(pose)
    w = wp.spatial_bottom(twist)
    x = wp.transform_get_translation(pose)
    turned = wp.normalize(q + 0.5 * dt * (wp.quat(w[0], w[1], w[2], 0.0) * q))
    if not v.fixed:
        x += dt * wp.spatial_top(twist)
    frame.pose = wp.transform(x, turned)


@computation(
    FINITE_ELEMENTS,
    "average the equivalent stress of the elements around a node",
    active={True: "that are active", False: ""},
    weighted={True: "with their volumes as weights", False: ""},
)
def fem_nodal_stress(node: Any) -> None:
    total = float(0.0)
    weight = float(0.0)
    for element in node.near:
        if v.active and not element.active:
            continue
        s = element.strength
        if v.weighted:
            total += element.size * s
            weight += element.size
        else:
            total += s
            weight += 1.0
    node.average = total / weight if weight > 0.0 else 0.0


@computation(
    FINITE_ELEMENTS,
    "apply the corotated force of an element to its nodes",
    damped={True: "with damping in proportion to its stiffness", False: ""},
    weight={True: "and a quarter of its weight to each", False: ""},
    failed={True: "unless it failed", False: ""},
)
def fem_corotated_force(element: Any, limit: Any) -> None:
    if v.failed and element.damage > limit:
        return
    a = element.nodes[0]
    b = element.nodes[1]
    c = element.nodes[2]
    d = element.nodes[3]
    material = element.material
    R = element.rotation
    Rt = wp.transpose(R)
    xa = a.position
    Ds = wp.matrix_from_cols(b.position - xa, c.position - xa, d.position - xa)
    inv_Dm = element.rest_inverse
    F = Ds * inv_Dm
    if v.damped:
        va = a.velocity
        rate = wp.matrix_from_cols(b.velocity - va, c.velocity - va, d.velocity - va)
        F += material.damping * (rate * inv_Dm)
    identity = wp.identity(n=3, dtype=float)
    strain = 0.5 * (Rt * F + wp.transpose(F) * R) - identity
    P = 2.0 * material.mu * R * strain + R * (material.lam * wp.trace(strain))
    volume = 1.0 / (6.0 * wp.determinant(inv_Dm))
    H = -volume * P * wp.transpose(inv_Dm)
    fb = wp.vec3(H[0, 0], H[1, 0], H[2, 0])
    fc = wp.vec3(H[0, 1], H[1, 1], H[2, 1])
    fd = wp.vec3(H[0, 2], H[1, 2], H[2, 2])
    fa = -(fb + fc + fd)
    if v.weight:
        body = element.body
        if exists(body):
            share = 0.25 * material.density * volume * body.gravity
            fa += share
            fb += share
            fc += share
            fd += share
    a.force += fa
    b.force += fb
    c.force += fc
    d.force += fd
