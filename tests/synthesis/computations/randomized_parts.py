"""What the computations of the family ``randomized_parts`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators


def _log_uniform(n, u: float) -> float:
    return n.least ** (1 - u) * n.most**u


def _triangular(n, u: float) -> float:
    """The inverse of the distribution of the sum of two uniform numbers."""
    share = np.sqrt(u / 2) if u < 0.5 else 1 - np.sqrt((1 - u) / 2)
    return n.least + (n.most - n.least) * share


def _shoemake(r: Random) -> np.ndarray:
    u, a, b = r.uniform(), r.uniform(0, 2 * np.pi), r.uniform(0, 2 * np.pi)
    return np.concatenate(
        [np.sqrt(1 - u) * np.array([np.sin(a), np.cos(a)]), np.sqrt(u) * np.array([np.sin(b), np.cos(b)])]
    )


def randomize_mass(t, v, n):
    p = t.part
    mass, inverse, inertia, center = p.mass.copy(), p.inverse_mass.copy(), p.inertia.copy(), p.center.copy()
    for i, r in enumerate(generators(n.seed, len(mass), n.step)):
        if v.when == "reset" and not t.arena.reset[p.arena[i]]:
            continue
        u = r.uniform()
        plain = n.least + (n.most - n.least) * u
        factor = {"uniform": plain, "log": _log_uniform(n, u), "triangular": _triangular(n, u)}[v.law]
        mass[i], inertia[i] = p.nominal_mass[i] * factor, p.nominal_inertia[i] * factor
        inverse[i] = 1 / mass[i]
        if v.center:
            center[i] = p.nominal_center[i] + [r.uniform(-n.com_range, n.com_range) for _ in range(3)]
    made = {"part.mass": mass, "part.inverse_mass": inverse}
    if v.inertia:
        made["part.inertia"] = inertia
    return {**made, **({"part.center": center} if v.center else {})}


def randomize_friction(t, v, n):
    p = t.part
    static, sliding, bounce = [], [], []
    for i, mu in enumerate(p.friction):
        if v.source == "bucket":
            r = Random(n.seed, Random(n.seed, n.buckets + i).integer(0, n.buckets))
        else:
            r = Random(n.seed, p.arena[i] if v.source == "arena" else i)
        static.append(mu * r.uniform(n.least, n.most))
        if v.sliding:
            sliding.append(min(static[-1], mu * r.uniform(n.least, n.most)))
        bounce.append(0.5 * r.uniform())
    made = {"part.static_friction": np.array(static)}
    if v.sliding:
        made["part.sliding_friction"] = np.array(sliding)
    return {**made, **({"part.restitution": np.array(bounce)} if v.restitution else {})}


def push_part(t, v, n):
    p = t.part
    velocity = p.velocity.copy()
    for i, r in enumerate(generators(n.seed, len(velocity), n.step)):
        turn = (n.step + p.arena[i]) if v.when == "interval" else r.integer(0, n.interval)
        if turn % n.interval:
            continue
        if v.how == "flat":
            kick = n.push * np.append(r.disk(), 0)
        else:
            most = n.impulse / p.mass[i] if v.how == "impulse" else n.push
            kick = r.sphere() * r.uniform(0, most)
        velocity[i] += kick
    return {"part.pushed_velocity": velocity}


def start_part(t, v, n):
    p = t.part
    places, turns = p.start.copy(), p.turn.copy()
    for i, r in enumerate(generators(n.seed, len(places), n.step)):
        if not t.arena.reset[p.arena[i]]:
            continue
        if v.place == "box":
            offset = 2 * r.cube()
        else:
            radius = np.sqrt(r.uniform()) if v.place == "disk" else 1.0
            angle = r.uniform(0, 2 * np.pi)
            offset = radius * np.array([np.cos(angle), np.sin(angle), 0])
        places[i] = t.arena.origin[p.arena[i]] + n.area * offset
        if v.turn == "uniform":
            turns[i] = _shoemake(r)
        else:
            half = r.uniform(-np.pi, np.pi) / 2
            turns[i] = [0, 0, np.sin(half), np.cos(half)]
    return {"part.start": places, **({"part.turn": turns} if v.turn != "none" else {})}


def move_pushed_part(t, v, n):
    p = t.part
    speed = p.pushed_velocity - np.array([0, 0, 9.81 * n.dt])
    moved = p.position + n.dt * ((p.pushed_velocity + speed) / 2 if v.by == "mean" else speed)
    if v.floor != "none":
        below = moved[:, 2] < 0
        moved[below, 2] = 0
        hits = below & (speed[:, 2] < 0)
        if v.floor == "slide":
            size = np.hypot(speed[:, 0], speed[:, 1])
            left = np.maximum(1 + p.sliding_friction * speed[:, 2] / np.maximum(size, 1e-30), 0)
            speed[:, :2] *= np.where(hits, left, 1)[:, None]
        back = -p.restitution if v.floor == "bounce" else 0
        speed[:, 2] = np.where(hits, back * speed[:, 2], speed[:, 2])
    return {"part.next_velocity": speed, "part.next_position": moved}
