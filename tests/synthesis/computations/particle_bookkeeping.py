"""What the computations of ``particle_bookkeeping`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def predict_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    lives = (p.world >= 0)[:, None]
    vel = p.velocity + n.dt * (t.world.gravity[p.world] + p.force / p.mass[:, None])
    vel = vel / (1 + n.drag * n.dt if v.damped else 1)
    still = ((p.flags & 3) != 1)[:, None]
    return {
        "particle.previous": np.where(lives, p.position, p.previous),
        "particle.velocity": np.where(lives, np.where(still, 0, vel), p.velocity),
        "particle.position": np.where(lives & ~still, p.position + n.dt * vel, p.position),
    }


def reset_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    anew = (p.world >= 0) & t.world.reset[p.world].astype(bool)
    out = {
        "particle.position": np.where(anew[:, None], p.initial, p.position),
        "particle.velocity": np.where(anew[:, None], 0.0, p.velocity),
    }
    if v.aged:
        out["particle.age"] = np.where(anew, 0.0, p.age)
    if v.flags:
        out["particle.flags"] = np.where(anew, p.flags | 1, p.flags)
    return out


def count_active_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    counted = (p.flags & 1 > 0) & (p.world >= 0)
    if v.fixed:
        counted &= p.flags & 2 == 0
    added = np.bincount(p.world[counted], minlength=len(t.world.active_count))
    return {"world.active_count": t.world.active_count + added}


def compact_live_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, s, c = t.particle, t.slot, t.counter
    live = np.flatnonzero(p.flags & 1)
    room = len(s.particle_index)
    active, dropped = c.active.copy(), c.dropped.copy()
    start = active[0]
    kept = live[: max(room - start, 0)]
    places = start + np.arange(len(kept))
    ids, points, sizes, slots = s.particle_index.copy(), s.point.copy(), s.size.copy(), np.full_like(p.slot, -1)
    ids[places], points[places], sizes[places], slots[kept] = kept, p.position[kept], p.radius[kept], places
    active[0] += len(live)
    dropped[0] += len(live) - len(kept)
    out = {"slot.particle_index": ids, "counter.active": active, "counter.dropped": dropped}
    if v.outputs != "ids":
        out["slot.point"] = points
    if v.outputs == "all":
        out["slot.size"] = sizes
    if v.inverse:
        out["particle.slot"] = slots
    return out


def mark_ghosts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    lower, upper = t.world.lower[p.world], t.world.upper[p.world]
    inside = ((p.position >= lower) & (p.position <= upper)).all(axis=1)
    flags = np.where(inside, p.flags & ~4 if v.restore else p.flags, p.flags | 4)
    return {"particle.flags": np.where(p.world >= 0, flags, p.flags)}


def age_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    live = p.flags & 1 > 0
    age = np.where(live, p.age + n.dt, p.age)
    over = live & (age > p.lifetime)
    left = live & ~over
    out = {"particle.age": age, "particle.flags": np.where(over, p.flags & ~1, p.flags)}
    if v.fade:
        out["particle.opacity"] = np.where(left, 1.0 - age / p.lifetime, 0.0)
    if v.counted:
        out["counter.dead"] = t.counter.dead + over.sum()
    return out


def copy_followed_particle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    follows = (p.source >= 0)[:, None]
    alone = p.initial if v.default == "initial" else 0.0
    out = {"particle.mirrored": np.where(follows, p.position[p.source], alone)}
    if v.state == "both":
        out["particle.mirrored_velocity"] = np.where(follows, p.velocity[p.source], 0.0)
    return out


def move_fixed_particles(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    fixed = (p.flags & 2 > 0)[:, None]
    position = np.where(fixed, p.previous + n.alpha * (p.target - p.previous), p.position)
    moving = np.where(fixed, (p.target - p.previous) / n.dt, p.velocity)
    return {"particle.position": position, **({"particle.velocity": moving} if v.free == "speed" else {})}


def scatter_packed_points(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    valid = (p.slot >= 0) & (p.slot < len(t.slot.point))
    packed = t.slot.point[np.where(valid, p.slot, 0)]
    other = p.initial if v.missing == "reset" else p.position
    return {"particle.position": np.where(valid[:, None], packed, other)}
