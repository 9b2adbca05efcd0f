"""Properties copied by map from the tables of one model into those of another."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, ShapeKind
from generator.synthesis.schemas.simulation_flags import COLLIDES, GRAVITY_OFF, KINEMATIC, SITE


@law
def real_part_first(q: wp.quat) -> wp.vec4:
    """Components of a quaternion in the order w, x, y, z."""
    return wp.vec4(q[3], q[0], q[1], q[2])


@law
def real_part_last(q: wp.vec4) -> wp.quat:
    """Quaternion from components in the order w, x, y, z."""
    return wp.quat(q[1], q[2], q[3], q[0])


@law
def bounding_radius(kind: int, size: wp.vec3) -> float:
    """Radius of the sphere about a shape's centre that just holds it, zero for a size of zero."""
    if kind == ShapeKind.SPHERE:
        return size[0]
    if kind == ShapeKind.CAPSULE:
        return size[0] + size[1]
    return wp.length(size)


@computation(
    SIMULATION,
    "store the sliding, torsional and rolling friction of each shape as the friction vector of its geom",
    limits={"floor": "with no sliding friction below the lowest", "none": ""},
    contact={True: "together with its margin and gap", False: ""},
)
def copy_geom_friction(geom: Any, least_friction: Any) -> None:
    shape = geom.shape
    mu = shape.friction
    if v.limits == "floor":
        mu = wp.max(mu, least_friction)
    geom.friction = wp.vec3(mu, shape.torsion, shape.rolling)
    if v.contact:
        geom.margin = shape.margin
        geom.gap = shape.gap


@computation(
    SIMULATION,
    "convert the scale of each shape into the size of its geom by its type: a sphere's radius, a capsule's radius and "
    "half length, a box's half extents,",
    planes={"zero": "zero for planes and meshes", "extent": "a plane's half widths, zero for meshes"},
    bound={True: "and store its bounding radius (zero for planes and meshes)", False: ""},
)
def copy_geom_size(geom: Any) -> None:
    shape = geom.shape
    kind = shape.kind
    scale = shape.scale
    size = wp.vec3(0.0)
    if kind == ShapeKind.SPHERE:
        size = wp.vec3(scale[0], 0.0, 0.0)
    elif kind == ShapeKind.CAPSULE:
        size = wp.vec3(scale[0], scale[1], 0.0)
    elif kind == ShapeKind.BOX:
        size = scale
    elif v.planes == "extent" and kind == ShapeKind.PLANE:
        size = wp.vec3(scale[0], scale[1], 0.0)
    geom.size = size
    if v.bound:
        radius = bounding_radius(kind, size)
        if v.planes == "extent" and kind == ShapeKind.PLANE:
            # it goes on beyond its half widths
            radius = 0.0
        geom.bound = radius


@computation(
    SIMULATION,
    "copy the local pose of each shape to its geom,",
    split={"both": "as position and quaternion, the real part first", "position": "its position alone"},
)
def copy_geom_pose(geom: Any) -> None:
    shape = geom.shape
    tf = shape.local_pose
    geom.position = wp.transform_get_translation(tf)
    if v.split == "both":
        geom.rotation = real_part_first(wp.transform_get_rotation(tf))


@computation(
    SIMULATION,
    "derive the contype and conaffinity masks of each geom from the collision group of its shape, where positive "
    "groups meet themselves and all negative ones and negative groups all but themselves, zero for group 0 and "
    "where its collision flag is not set",
    site={True: "or where it is flagged as a site", False: ""},
)
def update_geom_masks(geom: Any) -> None:
    shape = geom.shape
    group = shape.group
    flags = shape.flags
    if (flags & COLLIDES) == 0:
        geom.mask = wp.vec2i(0, 0)
        return
    if v.site:
        if (flags & SITE) != 0:
            geom.mask = wp.vec2i(0, 0)
            return
    if group == 0:
        geom.mask = wp.vec2i(0, 0)
    elif group > 0:
        # even bits are positive groups, odd bits negative ones
        bit = 1 << (2 * group)
        geom.mask = wp.vec2i(bit, bit)
    else:
        bit = 1 << (1 - 2 * group)
        geom.mask = wp.vec2i(bit, ~bit)


@computation(
    SIMULATION,
    "assemble the pose of each body from position and quaternion, its real part first, of the link of its number",
    velocity={True: "and its twist from the link's velocity, reordered to linear part first", False: ""},
)
def copy_link_pose_to_body(body: Any) -> None:
    # links and bodies are numbered alike, the rest of the bodies has no link
    i = body.index
    if i >= count(link):
        return
    pos = link[i].position
    quat = link[i].rotation
    body.pose = wp.transform(pos, real_part_last(quat))
    if v.velocity:
        qd = link[i].velocity
        body.twist = wp.spatial_vector(wp.spatial_bottom(qd), wp.spatial_top(qd))


@computation(
    SIMULATION,
    "copy mass and centre of mass of each body to its link",
    tensor={"diagonal": "with the diagonal of its inertia", "none": ""},
    guard={True: "with zeros where it is kinematic", False: ""},
)
def copy_link_inertia(link: Any) -> None:
    body = link.body
    if v.guard:
        if (body.flags & KINEMATIC) != 0:
            link.mass = 0.0
            link.center = wp.vec3()
            if v.tensor == "diagonal":
                link.inertia = wp.vec3()
            return
    link.mass = body.mass
    link.center = body.com
    if v.tensor == "diagonal":
        tensor = body.inertia
        link.inertia = wp.vec3(tensor[0, 0], tensor[1, 1], tensor[2, 2])


@computation(
    SIMULATION,
    "transfer the wrench on each body, taken about its origin, to its link",
    point={"com": "about the centre of mass", "origin": "about the same point"},
    weight={True: "less the weight of bodies whose flag turns gravity off", False: ""},
)
def apply_body_wrench(link: Any) -> None:
    body = link.body
    w = body.wrench
    f = wp.spatial_top(w)
    tau = wp.spatial_bottom(w)
    if v.weight or v.point == "com":
        r = wp.quat_rotate(wp.transform_get_rotation(body.pose), body.com)
    if v.weight:
        if (body.flags & GRAVITY_OFF) != 0:
            weight = body.mass * body.world.gravity
            f = f - weight
            tau = tau - wp.cross(r, weight)
    if v.point == "com":
        tau = tau - wp.cross(r, f)
    link.force = wp.spatial_vector(f, tau)
