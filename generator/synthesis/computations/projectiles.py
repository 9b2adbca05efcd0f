"""Projectiles: flight, homing, spin, bounces, and what they hit."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.games import GAMES

EPSILON = 1.0e-4


@law
def integrate_rotation(q: wp.quat, spin: wp.vec3, dt: float) -> wp.quat:
    """Attitude after a step at an angular velocity in the world's frame, to first order."""
    dq = wp.quat(spin[0], spin[1], spin[2], 0.0) * q
    return wp.normalize(q + dq * (0.5 * dt))


@law
def turn_towards(q: wp.quat, direction: wp.vec3) -> wp.quat:
    """Attitude turned the shortest way until its x axis points along a unit direction."""
    forward = wp.quat_rotate(q, wp.vec3(1.0, 0.0, 0.0))
    axis = wp.cross(forward, direction)
    # shortest turn between two directions
    half = wp.quat(axis[0], axis[1], axis[2], 1.0 + wp.dot(forward, direction))
    if half[3] < EPSILON:
        # straight back, to which all turns are as short: about its own z axis
        return wp.normalize(q * wp.quat(0.0, 0.0, 1.0, 0.0))
    return wp.normalize(half * q)


@law
def blast_damage(power: int, distance: float, reach: float) -> int:
    """Damage that falls linearly from full power at the centre to none at the reach, rounded down."""
    if distance >= reach:
        return 0
    return int(float(power) * (1.0 - distance / reach))


@law
def bounce(velocity: wp.vec3, normal: wp.vec3, restitution: float) -> wp.vec3:
    """Velocity after a frictionless bounce; one that leaves the surface already stays as it is."""
    vn = wp.dot(velocity, normal)
    if vn >= 0.0:
        return velocity
    return velocity - normal * ((1.0 + restitution) * vn)


@computation(
    GAMES,
    "advance each projectile that flies by a step of semi-implicit Euler under gravity",
    drag={True: "with quadratic air drag", False: ""},
    spin={True: "turning by its spin", False: ""},
    life={True: "and end it when its life is over", False: ""},
)
def fly_projectile(projectile: Any, dt: Any, gravity: Any, air_drag: Any) -> None:
    if not projectile.alive:
        return
    if v.life:
        left = projectile.life - 1
        if left < 0:
            projectile.alive = False
            return
        projectile.life = left
    xf = projectile.pose
    vel = projectile.velocity + gravity * dt
    if v.drag:
        vel = vel - vel * (air_drag * wp.length(vel) * dt)
    p = wp.transform_get_translation(xf) + vel * dt
    q = wp.transform_get_rotation(xf)
    if v.spin:
        q = integrate_rotation(q, projectile.spin, dt)
    projectile.velocity = vel
    projectile.pose = wp.transform(p, q)


@computation(
    GAMES,
    "turn the velocity of each projectile towards the one that it follows, into a mixture of both directions with a given share of the new one,",
    speed={"keep": "at the speed that it has", "cruise": "at the speed of projectiles"},
    gone={"straight": "leaving it alone where that is gone", "stop": "and stop it where it follows none"},
)
def home_projectile(projectile: Any, turn_share: Any, projectile_speed: Any) -> None:
    target = projectile.target
    if v.gone == "stop":
        if not exists(target):
            projectile.velocity = wp.vec3()
            return
    if not target.alive:
        return
    d = wp.transform_get_translation(target.pose) - wp.transform_get_translation(projectile.pose)
    r = wp.length(d)
    if r < EPSILON:
        return
    vel = projectile.velocity
    mixed = wp.normalize(vel) * (1.0 - turn_share) + d * (turn_share / r)
    # half way between opposite directions there is none
    if wp.length(mixed) < EPSILON:
        return
    forward = wp.normalize(mixed)
    if v.speed == "keep":
        projectile.velocity = forward * wp.length(vel)
    else:
        projectile.velocity = forward * projectile_speed


@computation(
    GAMES,
    "reflect each projectile below the ground with a restitution and lift it to the ground,",
    law={"bounce": "", "stick": "or end it there where it is too slow"},
    friction={True: "with Coulomb friction on its slide", False: ""},
)
def bounce_projectile(projectile: Any, restitution: Any, ground_friction: Any, rest_speed: Any) -> None:
    xf = projectile.pose
    p = wp.transform_get_translation(xf)
    vel = projectile.velocity
    if p[2] >= 0.0:
        projectile.pose = xf
        projectile.velocity = vel
        return
    xf = wp.transform(wp.vec3(p[0], p[1], 0.0), wp.transform_get_rotation(xf))
    projectile.pose = xf
    if v.law == "stick":
        if wp.length(vel) < rest_speed:
            projectile.velocity = wp.vec3()
            projectile.alive = False
            return
    if v.friction:
        # Coulomb: the slide loses at most friction times the normal impulse
        slide = wp.vec3(vel[0], vel[1], 0.0)
        lost = ground_friction * (1.0 + restitution) * wp.max(-vel[2], 0.0)
        vel = vel - slide * wp.min(lost / wp.max(wp.length(slide), EPSILON), 1.0)
    vel = bounce(vel, wp.vec3(0.0, 0.0, 1.0), restitution)
    projectile.velocity = vel


@computation(
    GAMES,
    "add the blast of each projectile that has ended to the damage of the agents nearby, its power "
    "falling linearly to zero at its reach,",
    team={True: "sparing the team of its owner", False: ""},
    score={True: "and add the number of agents hit to the score of its owner's player", False: ""},
)
def blast_agents(projectile: Any) -> None:
    if projectile.alive:
        return
    if v.team:
        team = int(-1)
        if exists(projectile.owner):
            team = projectile.owner.team
    if v.score:
        hits = int(0)
    for victim in projectile.victims:
        if v.team:
            if victim.team == team:
                continue
        d = blast_damage(projectile.power, wp.length(victim.position - projectile.place), projectile.reach)
        if d == 0:
            continue
        victim.damage += d
        if v.score:
            hits += 1
    if v.score:
        if exists(projectile.owner):
            projectile.owner.player.score += hits


@computation(
    GAMES,
    "fire in a volley the projectiles at rest of each agent whose cooldown is over: from the agent's position on the ground, with its full life,",
    aim={
        "heading": "at the speed of projectiles along the agent's heading, off by its own spread,",
        "up": "at the speed of projectiles upwards, off by its own spread,",
    },
    carried={True: "added to the agent's own velocity", False: ""},
)
def fire_projectile(projectile: Any, projectile_speed: Any, flight_steps: Any) -> None:
    owner = projectile.owner
    if projectile.alive or owner.cooldown > 0:
        return
    projectile.alive = True
    projectile.life = flight_steps
    x = owner.position
    projectile.place = x
    projectile.pose = wp.transform(wp.vec3(x[0], x[1], 0.0), wp.transform_get_rotation(projectile.pose))
    off = projectile.spread
    if v.aim == "heading":
        h = owner.heading + off
        aim = wp.vec3(h[0], h[1], 0.0)
    else:
        aim = wp.vec3(off[0], off[1], 1.0)
    vel = wp.normalize(aim) * projectile_speed
    if v.carried:
        u = owner.velocity
        vel += wp.vec3(u[0], u[1], 0.0)
    projectile.velocity = vel


@computation(
    GAMES,
    "rotate each projectile by the shortest arc so that its x axis points along its velocity",
    slow={"keep": "where it moves", "up": "or upwards where it does not move"},
)
def align_projectile(projectile: Any) -> None:
    vel = projectile.velocity
    speed = wp.length(vel)
    if v.slow == "keep":
        if speed < EPSILON:
            return
        direction = vel / speed
    else:
        direction = wp.vec3(0.0, 0.0, 1.0)
        if speed > EPSILON:
            direction = vel / speed
    xf = projectile.pose
    q = turn_towards(wp.transform_get_rotation(xf), direction)
    projectile.pose = wp.transform(wp.transform_get_translation(xf), q)


@computation(
    GAMES,
    "end projectiles that are more than the half width of the arena from its centre",
    law={"any": "along any axis", "flat": "along x or y"},
    life={True: "or have no life left", False: ""},
)
def end_projectiles(projectile: Any, arena: Any) -> None:
    p = wp.transform_get_translation(projectile.pose)
    outside = wp.abs(p[0]) > arena or wp.abs(p[1]) > arena
    if v.law == "any":
        outside = outside or wp.abs(p[2]) > arena
    if v.life:
        outside = outside or projectile.life <= 0
    if outside:
        projectile.alive = False
