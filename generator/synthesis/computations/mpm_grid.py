"""The material point method on the grid: node velocities, borders, colliders, lists of active nodes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.mpm import MPM

ColliderType: Any = MPM.enumerations["ColliderType"]
NodeType: Any = MPM.enumerations["NodeType"]

EPSILON = 1.0e-6


@law
def border_velocity(vel: wp.vec3, normal: wp.vec3, kind: int) -> wp.vec3:
    """Velocity of a node at a border: none, along it, or only not into it, by its kind."""
    if kind == NodeType.STICKY:
        return wp.vec3(0.0)
    along = wp.dot(vel, normal)
    if kind == NodeType.SLIP or (kind == NodeType.SEPARATE and along < 0.0):
        return vel - along * normal
    return vel


@law
def contact_velocity(vel: wp.vec3, normal: wp.vec3, mu: float) -> wp.vec3:
    """Relative velocity after an inelastic contact with friction, unchanged where bodies part."""
    along = wp.dot(vel, normal)
    if along >= 0.0:
        return vel
    slide = vel - along * normal
    speed = wp.length(slide)
    if speed < EPSILON:
        return wp.vec3(0.0)
    # Coulomb: friction takes at most mu times what the normal takes
    return slide * (wp.max(speed + mu * along, 0.0) / speed)


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
    "divide grid momentum by mass and apply gravity, the grid update of MPM, zero at nodes that count as empty,",
    force={True: "with nodal forces", False: ""},
    border={"none": "", "kinds": "with sticky, slip and separating boundaries"},
    kept={True: "storing the velocity before forces for FLIP", False: ""},
)
def mpm_node_velocity(node: Any, dt: Any, mass_cutoff: Any) -> None:
    m = node.mass
    if m <= mass_cutoff:
        node.velocity = wp.vec3(0.0)
        if v.kept:
            node.former = wp.vec3(0.0)
        return
    vel = node.momentum / m
    if v.kept:
        node.former = vel
    if v.force:
        vel += dt * node.force / m
    world = node.world
    if exists(world):
        vel += dt * world.gravity
    if v.border == "kinds":
        vel = border_velocity(vel, node.normal, node.kind)
    node.velocity = vel


@computation(
    MPM,
    "apply sticky, slip or separating boundary conditions to grid velocities",
    friction={True: "with Coulomb friction where it separates", False: ""},
)
def mpm_border_kind(node: Any) -> None:
    vel = node.velocity
    kind = node.kind
    n = node.normal
    if kind == NodeType.STICKY:
        vel = wp.vec3(0.0)
    elif kind == NodeType.SLIP:
        vel -= wp.dot(vel, n) * n
    elif kind == NodeType.SEPARATE:
        if v.friction:
            vel = contact_velocity(vel, n, node.friction)
        else:
            vel -= wp.min(wp.dot(vel, n), 0.0) * n
    node.velocity = vel


@computation(
    MPM,
    "clamp grid velocities in the border layers to point inwards",
    sides={"all": "", "floor": "at the floor only"},
)
def mpm_border_layers(node: Any, side: Any, padding: Any) -> None:
    j = (node.index // side) % side
    vel = node.velocity
    if v.sides == "all":
        i = node.index // (side * side)
        k = node.index % side
        if i < padding:
            vel[0] = wp.max(vel[0], 0.0)
        if i >= side - padding:
            vel[0] = wp.min(vel[0], 0.0)
        if k < padding:
            vel[2] = wp.max(vel[2], 0.0)
        if k >= side - padding:
            vel[2] = wp.min(vel[2], 0.0)
    if j < padding:
        vel[1] = wp.max(vel[1], 0.0)
    if v.sides == "all" and j >= side - padding:
        vel[1] = wp.min(vel[1], 0.0)
    node.velocity = vel


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


@computation(
    MPM,
    "number the active grid nodes of each world by an atomic add,",
    by={
        "mass": "those above the mass of an empty one, and give the others -1",
        "particles": "those above the mass of an empty one with particles nearby, and give the others -1",
    },
)
def mpm_number_active(node: Any, mass_cutoff: Any) -> None:
    node.active_index = -1
    if node.mass <= mass_cutoff:
        return
    if v.by == "particles" and node.touch_count == 0:
        return
    world = node.world
    if exists(world):
        node.active_index = wp.atomic_add(world.active_count, 1)


@computation(
    MPM,
    "clear each grid node for the next step:",
    what={
        "force": "its mass and force",
        "momentum": "its mass, momentum and force",
        "velocity": "its mass, momentum, velocity and force",
        "count": "its mass, momentum and force and its number of particles nearby",
    },
)
def mpm_clear_node(node: Any) -> None:
    node.mass = 0.0
    if v.what != "force":
        node.momentum = wp.vec3(0.0)
    node.force = wp.vec3(0.0)
    if v.what == "velocity":
        node.velocity = wp.vec3(0.0)
    if v.what == "count":
        node.touch_count = 0


@computation(
    MPM,
    "find the top grid speed of each world for the CFL condition",
    axis={"speed": "by length", "component": "by components"},
)
def mpm_top_speed(node: Any) -> None:
    world = node.world
    if v.axis == "speed":
        wp.atomic_max(world.top_speed, wp.length(node.velocity))
    else:
        wp.atomic_max(world.top_speed, wp.max(wp.abs(node.velocity)))
