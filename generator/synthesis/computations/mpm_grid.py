"""The material point method on the grid: node velocities, borders, lists of active nodes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.mpm import MPM

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
