"""Satellites and planets: forces, steps in time, burns, encounters."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS

DRAG = 1
SAIL = 2


@law
def point_gravity(d: wp.vec3, mu: float) -> wp.vec3:
    """Acceleration by a point mass at the origin, of gravitational parameter mu."""
    r = wp.length(d)
    return d * (-mu / (r * r * r))


@law
def oblate_gravity(d: wp.vec3, pole: wp.vec3, mu: float, radius: float, j2: float) -> wp.vec3:
    """Acceleration that the flattening of a planet, its J2, adds to that of a point mass."""
    r = wp.length(d)
    z = wp.dot(d, pole)
    share = z * z / (r * r)
    k = -1.5 * j2 * mu * radius * radius / wp.pow(r, 5.0)
    return d * (k * (1.0 - 5.0 * share)) + pole * (2.0 * k * z)


@law
def in_shadow(d: wp.vec3, sun: wp.vec3, radius: float) -> bool:
    """Whether a satellite is in the shadow of a planet, a cylinder away from the sun."""
    along = wp.dot(d, sun)
    if along > 0.0:
        return False
    return wp.length(d - sun * along) < radius


@computation(
    ORBITS,
    "compute the force on each satellite from point gravity",
    shape={"point": "", "oblate": "with the J2 term"},
    drag={True: "drag (coefficient 1) in an exponential atmosphere where its flag is set", False: ""},
    light={True: "radiation pressure outside the shadow if it has a sail", False: ""},
)
def orbital_force(satellite: Any, pressure: Any) -> None:
    planet = satellite.primary
    d = satellite.position - planet.position
    pull = point_gravity(d, planet.mu)
    if v.shape == "oblate":
        pull += oblate_gravity(d, planet.pole, planet.mu, planet.radius, planet.oblateness)
    f = pull * satellite.mass
    if v.drag:
        if (satellite.flags & DRAG) != 0:
            height = wp.length(d) - planet.radius
            air = planet.density * wp.exp(-height / planet.scale_height)
            u = satellite.velocity - planet.velocity
            f -= u * (0.5 * air * satellite.area * wp.length(u))
    if v.light:
        if (satellite.flags & SAIL) != 0:
            s = wp.normalize(planet.sun)
            if not in_shadow(d, s, planet.radius):
                f -= s * (pressure * satellite.area)
    satellite.force_out = f


@computation(
    ORBITS,
    "integrate satellites symplectically",
    kick={"full": "by kick and drift", "half": "by half kick, drift and half kick with one acceleration"},
    thrust={True: "with the thrust of those that are not in safe mode", False: ""},
)
def kick_drift(satellite: Any, interval: Any) -> None:
    x = satellite.position
    u = satellite.velocity
    a = satellite.acceleration
    if v.thrust:
        if satellite.mode != Mode.SAFE:
            a += satellite.thrust_acceleration
    if v.kick == "half":
        middle = u + a * (0.5 * interval)
        satellite.next_position = x + middle * interval
        satellite.next_velocity = middle + a * (0.5 * interval)
    else:
        u = u + a * interval
        satellite.next_position = x + u * interval
        satellite.next_velocity = u


@computation(
    ORBITS,
    "compute the specific orbital energy v^2/2 - mu/r",
    momentum={True: "and specific angular momentum", False: ""},
)
def orbital_energy(satellite: Any) -> None:
    planet = satellite.primary
    d = satellite.position - planet.position
    u = satellite.velocity - planet.velocity
    satellite.energy = 0.5 * wp.dot(u, u) - planet.mu / wp.length(d)
    if v.momentum:
        satellite.momentum = wp.cross(d, u)


@computation(
    ORBITS,
    "sum the gravity of all other planets (direct n-body)",
    why={"softened": "softening keeps the pull finite where two planets meet"},
    softened={True: "with softening", False: "skipping those within one's radius"},
)
def planet_pull(planet: Any, softening: Any) -> None:
    x = planet.position
    total = wp.vec3(0.0, 0.0, 0.0)
    for j in range(count(planet)):
        d = planet[j].position - x
        r2 = wp.dot(d, d)
        if v.softened:
            # its own term is nothing
            r2 = r2 + softening * softening
        elif r2 < planet.radius * planet.radius:
            continue
        total += d * (planet[j].mu / (r2 * wp.sqrt(r2)))
    planet.pull = total


@computation(
    ORBITS,
    "apply scheduled burns",
    last={"skip": "for which there is fuel", "part": "while fuel lasts, the last one in part"},
    mode={True: "setting the mode", False: ""},
)
def apply_burns(satellite: Any, step: Any) -> None:
    u = satellite.velocity
    fuel = float(satellite.fuel)
    if v.mode:
        mode = int(Mode.COAST)
    for b in satellite.burns:
        if step < b.step or step >= b.step + b.length:
            continue
        if v.last == "skip":
            if fuel < b.cost:
                continue
            u += b.change
            fuel -= b.cost
        else:
            if fuel <= 0.0:
                continue
            used = wp.min(b.cost, fuel)
            u += b.change * (used / b.cost)
            fuel -= used
        if v.mode:
            mode = Mode.BURN
    satellite.next_velocity = u
    satellite.next_fuel = fuel
    if v.mode:
        satellite.next_mode = mode


@computation(
    ORBITS,
    "screen each satellite for conjunctions, counting the satellites within the safe distance",
    approach={True: "that come closer", False: ""},
    nearest={True: "and finding the nearest of these", False: ""},
)
def close_approach(satellite: Any, safe_distance: Any) -> None:
    x = satellite.position
    n = int(0)
    if v.nearest:
        nearest = int(-1)
        best = float(safe_distance)
    for other in satellite.close:
        d = other.position - x
        if v.approach:
            if wp.dot(d, other.velocity - satellite.velocity) >= 0.0:
                continue
        r = wp.length(d)
        if r >= safe_distance:
            continue
        n += 1
        if v.nearest:
            if r < best:
                best = r
                nearest = other.index
    satellite.near_count = n
    if v.nearest:
        satellite.nearest = nearest
