"""Mass and inertia of rigid bodies, and what follows from them: momentum, energy."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

ShapeType: Any = None
"""Kinds of shapes."""

KINEMATIC = 1


@law
def rotate_inertia(r: wp.mat33, inertia: wp.mat33) -> wp.mat33:
    """Inertia tensor in outer axes, from the one in axes turned by a rotation matrix."""
    return r @ inertia @ wp.transpose(r)


@law
def shift_inertia(inertia: wp.mat33, m: float, c: wp.vec3) -> wp.mat33:
    """Inertia tensor about a point off the centre of mass, by the parallel axis theorem."""
    return inertia + m * (wp.dot(c, c) * wp.identity(n=3, dtype=float) - wp.outer(c, c))


@law
def shape_volume(kind: int, scale: wp.vec3) -> float:
    """Volume of a sphere, box, capsule or cylinder by its radius and half lengths."""
    if kind == ShapeType.SPHERE:
        return 4.0 / 3.0 * wp.pi * scale[0] * scale[0] * scale[0]
    elif kind == ShapeType.BOX:
        return 8.0 * scale[0] * scale[1] * scale[2]
    elif kind == ShapeType.CAPSULE:
        r = scale[0]
        return wp.pi * r * r * (4.0 / 3.0 * r + 2.0 * scale[1])
    return 2.0 * wp.pi * scale[0] * scale[0] * scale[1]


@law
def solid_inertia(kind: int, m: float, scale: wp.vec3) -> wp.vec3:
    """Principal moments of a homogeneous sphere, box, capsule or cylinder, whose axis is z."""
    if kind == ShapeType.SPHERE:
        i = 0.4 * m * scale[0] * scale[0]
        return wp.vec3(i, i, i)
    if kind == ShapeType.BOX:
        x2 = scale[0] * scale[0]
        y2 = scale[1] * scale[1]
        z2 = scale[2] * scale[2]
        return wp.vec3(y2 + z2, x2 + z2, x2 + y2) * (m / 3.0)
    r2 = scale[0] * scale[0]
    if kind == ShapeType.CAPSULE:
        # a cylinder and two half balls, by their shares of the volume
        length = 2.0 * scale[1]
        ball = m * 4.0 * scale[0] / (4.0 * scale[0] + 3.0 * length)
        tube = m - ball
        across = tube * (0.25 * r2 + length * length / 12.0)
        across += ball * (0.4 * r2 + 0.25 * length * length + 0.375 * length * scale[0])
        return wp.vec3(across, across, 0.5 * tube * r2 + 0.4 * ball * r2)
    side = m * (3.0 * r2 + 4.0 * scale[1] * scale[1]) / 12.0
    return wp.vec3(side, side, 0.5 * m * r2)


@law
def angular_momentum(q: wp.quat, inertia: wp.mat33, omega: wp.vec3) -> wp.vec3:
    """Angular momentum about the centre of mass, in world axes from an inertia in body axes."""
    return wp.quat_rotate(q, inertia @ wp.quat_rotate_inv(q, omega))


@computation(
    RIGID_BODIES,
    "rotate the inertia of each body into the world, R I R^T,",
    source={
        "matrix": "by its rotation matrix",
        "principal": "from its principal moments and axes",
        "pose": "by the quaternion of its pose",
    },
    armature={True: "with the armature added to the diagonal", False: ""},
)
def world_frame_inertia(body: Any, armature: Any) -> None:
    if v.source == "pose":
        r = wp.quat_to_matrix(wp.transform_get_rotation(body.pose))
    else:
        r = body.rotation
    if v.source == "principal":
        r = r @ wp.quat_to_matrix(body.principal_axes)
        inertia = rotate_inertia(r, wp.diag(body.principal))
    else:
        inertia = rotate_inertia(r, body.inertia)
    if v.armature:
        inertia += armature * wp.identity(n=3, dtype=float)
    body.world_inertia = inertia


@computation(
    RIGID_BODIES,
    "compute the linear and angular momentum of each body",
    about={"center": "about its centre of mass", "origin": "about the origin of the world"},
)
def body_momentum(body: Any) -> None:
    p = body.mass * wp.spatial_top(body.twist)
    h = angular_momentum(wp.transform_get_rotation(body.pose), body.inertia, wp.spatial_bottom(body.twist))
    if v.about == "origin":
        h += wp.cross(wp.transform_point(body.pose, body.center), p)
    body.momentum = wp.spatial_vector(p, h)


@computation(
    RIGID_BODIES,
    "add up the linear momentum of the bodies of each world",
    angular={True: "and their angular momentum about its origin", False: ""},
    energy={True: "and their kinetic energy", False: ""},
)
def sum_world_momentum(body: Any) -> None:
    world = body.world
    m = body.mass
    p = m * wp.spatial_top(body.twist)
    w = wp.spatial_bottom(body.twist)
    world.momentum += p
    if v.angular or v.energy:
        spin = angular_momentum(wp.transform_get_rotation(body.pose), body.inertia, w)
    if v.angular:
        x = wp.transform_point(body.pose, body.center)
        world.spin += wp.cross(x, p) + spin
    if v.energy:
        rot = wp.dot(w, spin)
        world.energy += 0.5 * (wp.dot(p, wp.spatial_top(body.twist)) + rot)


@computation(
    RIGID_BODIES,
    "compute the mass of each sphere, box, capsule or cylinder from its density",
    hollow={True: "as a shell as thick as its margin", False: ""},
    inertia={True: "and its principal moments of inertia", False: ""},
)
def shape_mass_properties(shape: Any) -> None:
    kind = shape.kind
    scale = shape.scale
    m = shape.density * shape_volume(kind, scale)
    if v.inertia:
        moments = solid_inertia(kind, m, scale)
    if v.hollow:
        # what is cut out counts as a solid of its own; a capsule's half length is that of its axis
        wall = shape.margin
        half = scale[1] if kind == ShapeType.CAPSULE else scale[1] - wall
        hole = wp.vec3(scale[0] - wall, half, scale[2] - wall)
        cut = shape.density * shape_volume(kind, hole)
        m -= cut
        if v.inertia:
            moments -= solid_inertia(kind, cut, hole)
    shape.mass = m
    if v.inertia:
        shape.inertia = moments


@computation(
    RIGID_BODIES,
    "compute mass and centre of mass of each body from the volumes, densities and places of its shapes,",
    empty={"zero": "zero where it has none", "keep": "keeping its own where it has none"},
)
def body_mass_from_shapes(body: Any) -> None:
    m = float(0.0)
    weighted = wp.vec3()
    for s in body.shapes:
        ms = s.density * shape_volume(s.kind, s.scale)
        m += ms
        weighted += ms * wp.transform_get_translation(s.frame)
    if m > 0.0:
        body.new_mass = m
        body.new_center = weighted / m
    elif v.empty == "keep":
        body.new_mass = body.mass
        body.new_center = body.center
    else:
        body.new_mass = 0.0
        body.new_center = wp.vec3()


@computation(
    RIGID_BODIES,
    "add up the inertia of the shapes of each body, each turned into its frame, by the parallel axis theorem",
    about={"center": "about its centre of mass", "origin": "about its origin"},
)
def body_inertia_from_shapes(body: Any) -> None:
    total = wp.mat33()
    for s in body.shapes:
        r = wp.quat_to_matrix(wp.transform_get_rotation(s.frame))
        inertia = rotate_inertia(r, wp.diag(s.inertia))
        c = wp.transform_get_translation(s.frame)
        if v.about == "center":
            c = c - body.center
        total += shift_inertia(inertia, s.mass, c)
    body.new_inertia = total


@computation(
    RIGID_BODIES,
    "store the inverse mass and inverse inertia of each body (zero where it is kinematic)",
    diagonal={True: "from its mass, principal moments and axes", False: "from its mass and inertia"},
)
def invert_body_mass(body: Any) -> None:
    # forces do not move a kinematic body
    if (body.flags & KINEMATIC) != 0:
        body.inverse_mass = 0.0
        body.inverse_inertia = wp.mat33()
        return
    body.inverse_mass = 1.0 / body.mass
    if v.diagonal:
        d = body.principal
        inverse = wp.diag(wp.vec3(1.0 / d[0], 1.0 / d[1], 1.0 / d[2]))
        body.inverse_inertia = rotate_inertia(wp.quat_to_matrix(body.principal_axes), inverse)
    else:
        body.inverse_inertia = wp.inverse(body.inertia)


@computation(
    RIGID_BODIES,
    "add the mass of each body to the total of its world",
    hung={True: "and to its parent's", False: ""},
)
def sum_hanging_mass(body: Any) -> None:
    m = body.mass
    body.world.mass += m
    if v.hung and exists(body.parent):
        body.parent.new_mass += m
