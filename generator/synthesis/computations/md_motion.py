"""Molecular dynamics: steps in time, thermostats, the periodic box."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

MOBILE = 1
RESTRAINED = 2
LEAST_SCALE = 0.8


@law
def wrap_axis(x: float, edge: float) -> tuple[float, int]:
    """Coordinate wrapped into a periodic box, and the number of edges that this took off."""
    turns = wp.floor(x / edge)
    return x - edge * turns, int(turns)


@law
def wrap_into_box(x: wp.vec3, box: wp.vec3) -> tuple[wp.vec3, wp.vec3i]:
    """Position wrapped into a periodic box, and the image of the box that it lay in."""
    px, ix = wrap_axis(x[0], box[0])
    py, iy = wrap_axis(x[1], box[1])
    pz, iz = wrap_axis(x[2], box[2])
    return wp.vec3(px, py, pz), wp.vec3i(ix, iy, iz)


@law
def wrap_position(x: wp.vec3, box: wp.vec3) -> wp.vec3:
    """Position wrapped into a periodic box with a corner at the origin."""
    turns = wp.vec3(wp.floor(x[0] / box[0]), wp.floor(x[1] / box[1]), wp.floor(x[2] / box[2]))
    return x - wp.cw_mul(box, turns)


@law
def limit_step(step: wp.vec3, largest: float) -> wp.vec3:
    """Step in the same direction, shortened where it is longer than the largest one."""
    size = wp.length(step)
    if size > largest:
        return step * (largest / size)
    return step


@law
def thermal_velocity(kt: float, mass: float, state: wp.uint32) -> wp.vec3:
    """Random velocity by Maxwell and Boltzmann's distribution, for a temperature in energy units."""
    spread = wp.sqrt(kt / mass)
    x = wp.randn(state)
    y = wp.randn(state)
    z = wp.randn(state)
    return spread * wp.vec3(x, y, z)


@computation(
    MOLECULAR_DYNAMICS,
    "take the first half of a velocity Verlet step, half kick and drift",
    wrapped={True: "wrapped into the periodic box", False: ""},
    mobile={True: "for mobile atoms", False: ""},
)
def md_first_half(atom: Any, dt: Any, box: Any) -> None:
    x = atom.position
    vel = atom.velocity
    if v.mobile and (atom.flags & MOBILE) == 0:
        atom.position = x
        atom.velocity = vel
        return
    vel += atom.force * (0.5 * dt / atom.mass)
    x += vel * dt
    if v.wrapped:
        x, turns = wrap_into_box(x, box)
        atom.image = atom.image + turns
    atom.position = x
    atom.velocity = vel


@computation(
    MOLECULAR_DYNAMICS,
    "take the second half of a velocity Verlet step, the closing half kick",
    mobile={True: "for mobile atoms", False: ""},
    kinetic={True: "storing the kinetic energy", False: ""},
)
def md_second_half(atom: Any, dt: Any) -> None:
    m = atom.mass
    vel = atom.velocity
    if v.mobile:
        if (atom.flags & MOBILE) != 0:
            vel += atom.force * (0.5 * dt / m)
    else:
        vel += atom.force * (0.5 * dt / m)
    atom.velocity = vel
    if v.kinetic:
        atom.energy = 0.5 * m * wp.dot(vel, vel)


@computation(
    MOLECULAR_DYNAMICS,
    "apply the exact Ornstein-Uhlenbeck step of a Langevin thermostat, c v + sqrt(kT (1 - c^2) / m) noise with c = exp(-gamma dt), 1 - c^2 as 2 c sinh(gamma dt)",
    default={"keep": "keeping atoms without a group", "zero": "stopping atoms without a group"},
    kinetic={True: "and store the kinetic energy", False: ""},
)
def md_langevin(atom: Any, dt: float, seed: int, step: int) -> None:
    group = atom.group
    vel = atom.velocity
    m = atom.mass
    if exists(group):
        damping = group.friction * dt
        c = wp.exp(-damping)
        state = wp.rand_init(seed, step * count(atom) + atom.index)
        vel = c * vel + thermal_velocity(group.target * 2.0 * c * wp.sinh(damping), m, state)
    elif v.default == "zero":
        vel = wp.vec3(0.0)
    atom.velocity = vel
    if v.kinetic:
        atom.energy = 0.5 * m * wp.dot(vel, vel)


@computation(
    MOLECULAR_DYNAMICS,
    "apply the Andersen thermostat: redraw a velocity from Maxwell-Boltzmann with probability 1 - exp(-rate dt)",
    why={"": "atoms that now and then collide with a bath bring the whole to its temperature"},
    mobile={True: "for mobile atoms", False: ""},
)
def md_andersen(atom: Any, dt: float, rate: float, seed: int, step: int) -> None:
    group = atom.group
    vel = atom.velocity
    if exists(group) and (not v.mobile or (atom.flags & MOBILE) != 0):
        state = wp.rand_init(seed, step * count(atom) + atom.index)
        if wp.randf(state) < 1.0 - wp.exp(-rate * dt):
            vel = thermal_velocity(group.target, atom.mass, state)
    atom.velocity = vel


@computation(
    MOLECULAR_DYNAMICS,
    "compute the velocity scale of each group",
    law={"berendsen": "by Berendsen's thermostat", "rescale": "that sets its temperature at once"},
    limited={True: "clamped to [0.8, 1.25]", False: ""},
)
def md_velocity_scale(group: Any, dt: float, coupling: float) -> None:
    temperature = 2.0 * group.kinetic / float(group.freedom)
    ratio = group.target / temperature
    if v.law == "berendsen":
        ratio = 1.0 + dt / coupling * (ratio - 1.0)
    scale = wp.sqrt(ratio)
    group.scaling = wp.clamp(scale, LEAST_SCALE, 1.0 / LEAST_SCALE) if v.limited else scale


@computation(
    MOLECULAR_DYNAMICS,
    "wrap atoms into the periodic box",
    image={True: "counting box images", False: ""},
    restrained={True: "leaving restrained ones where they are", False: ""},
)
def md_wrap(atom: Any, box: Any) -> None:
    x = atom.position
    if v.restrained and (atom.flags & RESTRAINED) != 0:
        atom.position = x
        if v.image:
            atom.image = atom.image
        return
    if v.image:
        wrapped, turns = wrap_into_box(x, box)
        atom.image = atom.image + turns
    else:
        wrapped = wrap_position(x, box)
    atom.position = wrapped


@computation(
    MOLECULAR_DYNAMICS,
    "take one step of steepest descent of the energy,",
    step={
        "rate": "a given rate times the force",
        "limited": "a given rate times the force, no longer than the largest step",
    },
    mobile={True: "for mobile atoms", False: ""},
)
def md_descend(atom: Any, descent_rate: float, largest_step: float) -> None:
    x = atom.position
    if v.mobile and (atom.flags & MOBILE) == 0:
        atom.position = x
        return
    f = atom.force
    if v.step == "rate":
        atom.position = x + descent_rate * f
    else:
        atom.position = x + limit_step(descent_rate * f, largest_step)
