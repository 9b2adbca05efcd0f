"""The material point method beside rigid colliders: distances, contact, imposed velocities."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.mpm_grid import contact_velocity
from generator.synthesis.schemas.mpm import MPM

ColliderType: Any = MPM.enumerations["ColliderType"]

EPSILON = 1.0e-6


@law
def box_distance(p: wp.vec3, extent: wp.vec3) -> tuple[float, wp.vec3]:
    """Signed distance of a point from a box about the origin, and the normal out of the box."""
    gap = wp.abs(p) - extent
    outer = wp.max(gap, wp.vec3(0.0))
    d = wp.length(outer)
    if d > 0.0:
        return d, wp.vec3(wp.sign(p[0]) * outer[0], wp.sign(p[1]) * outer[1], wp.sign(p[2]) * outer[2]) / d
    # inside, the nearest face counts
    axis = int(0)
    if gap[1] > gap[0]:
        axis = 1
    if gap[2] > gap[axis]:
        axis = 2
    normal = wp.vec3(0.0)
    normal[axis] = 1.0 if p[axis] >= 0.0 else -1.0
    return gap[axis], normal


@law
def collider_distance(shape: int, p: wp.vec3, size: wp.vec3) -> tuple[float, wp.vec3]:
    """Signed distance of a point from a shape in its own frame, and the normal out of the shape."""
    if shape == ColliderType.SPHERE:
        r = wp.length(p)
        return r - size[0], p / wp.max(r, EPSILON)
    if shape == ColliderType.BOX:
        d, normal = box_distance(p, size)
        return d, normal
    # a plane: half of space is solid
    return p[1], wp.vec3(0.0, 1.0, 0.0)


@computation(
    MPM,
    "apply contact with a rigid collider, sphere, box or plane, to velocities of grid nodes that do not count as empty,",
    surface={"inside": "", "margin": "as far as a grid spacing from its surface"},
    reaction={True: "accumulating the reaction impulse", False: ""},
    friction={True: "with Coulomb friction", False: ""},
)
def mpm_collide_node(node: Any, dx: Any, mass_cutoff: Any) -> None:
    vel = node.velocity
    if node.mass <= mass_cutoff:
        return
    collider = node.collider
    if not exists(collider):
        return
    pose = collider.pose
    local = wp.transform_point(wp.transform_inverse(pose), node.position)
    distance, n_local = collider_distance(collider.shape, local, collider.size)
    if distance > (dx if v.surface == "margin" else 0.0):
        return
    n = wp.transform_vector(pose, n_local)
    arm = node.position - wp.transform_get_translation(pose)
    wall = wp.spatial_top(collider.twist) + wp.cross(wp.spatial_bottom(collider.twist), arm)
    relative = vel - wall
    if v.friction:
        relative = contact_velocity(relative, n, collider.friction)
    else:
        relative -= wp.min(wp.dot(relative, n), 0.0) * n
    new_vel = wall + relative
    node.velocity = new_vel
    if v.reaction:
        impulse = node.mass * (vel - new_vel)
        collider.impulse += wp.spatial_vector(impulse, wp.cross(arm, impulse))


@computation(
    MPM,
    "impose the rigid velocity of a collider",
    shape={"all": "on grid nodes inside its sphere, box or half space", "sphere": "on grid nodes inside its sphere"},
)
def mpm_rigid_node(node: Any) -> None:
    collider = node.collider
    x = node.position
    center = wp.transform_get_translation(collider.pose)
    if v.shape == "sphere":
        distance = wp.length(x - center) - collider.size[0]
    else:
        local = wp.quat_rotate_inv(wp.transform_get_rotation(collider.pose), x - center)
        distance, _normal = collider_distance(collider.shape, local, collider.size)
    if distance > 0.0:
        return
    twist = collider.twist
    node.velocity = wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), x - center)
