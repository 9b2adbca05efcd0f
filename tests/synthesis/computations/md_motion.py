"""What steps and thermostats must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import normal_draws
from tests.synthesis.computations.algebra_field6 import Random


def md_first_half(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    vel = p.velocity + n.dt / 2 * p.force / p.mass[:, None]
    x = p.position + n.dt * vel
    turns = np.floor(x / n.box).astype(int) if v.wrapped else np.zeros(x.shape, int)
    found = {"atom.position": x - turns * n.box, "atom.velocity": vel}
    if v.mobile:
        still = (p.flags & 1 == 0)[:, None]
        found = {
            "atom.position": np.where(still, p.position, x - turns * n.box),
            "atom.velocity": np.where(still, p.velocity, vel),
        }
        turns = np.where(still, 0, turns)
    return {**found, **({"atom.image": p.image + turns} if v.wrapped else {})}


def md_second_half(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    moves = (p.flags & 1 if v.mobile else np.ones(len(p.mass)))[:, None]
    vel = p.velocity + moves * n.dt / 2 * p.force / p.mass[:, None]
    kinetic = p.mass / 2 * (vel**2).sum(1)
    return {"atom.velocity": vel, **({"atom.energy": kinetic} if v.kinetic else {})}


def md_langevin(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    vel = p.velocity.copy()
    for i, g in enumerate(p.group):
        if g < 0:
            vel[i] *= v.default == "keep"
            continue
        c = np.exp(-t.group.friction[g] * n.dt)
        draws = normal_draws(int(n.seed), int(n.step) * len(vel) + i, 3)
        noise = np.sqrt((1 - c**2) * t.group.target[g] / p.mass[i]) * draws
        vel[i] = c * vel[i] + noise
    return {"atom.velocity": vel, **({"atom.energy": p.mass / 2 * (vel**2).sum(1)} if v.kinetic else {})}


def md_andersen(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    vel = p.velocity.copy()
    for i, g in enumerate(p.group):
        draws = Random(n.seed, int(n.step) * len(vel) + i)
        met = draws.uniform() < 1 - np.exp(-n.rate * n.dt)
        if g >= 0 and met and not (v.mobile and not p.flags[i] & 1):
            vel[i] = np.sqrt(t.group.target[g] / p.mass[i]) * np.array(draws.normals(3))
    return {"atom.velocity": vel}


def md_velocity_scale(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.group
    ratio = g.target * g.freedom / (2 * g.kinetic)
    if v.law == "berendsen":
        ratio = np.maximum(1 + n.dt / n.coupling * (ratio - 1), 0)
    return {"group.scaling": np.clip(np.sqrt(ratio), 0.8, 1.25) if v.limited else np.sqrt(ratio)}


def md_wrap(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    turns = np.floor(p.position / n.box).astype(int)
    if v.restrained:
        turns = np.where((p.flags & 2 > 0)[:, None], 0, turns)
    found = {"atom.position": p.position - turns * n.box}
    return {**found, **({"atom.image": p.image + turns} if v.image else {})}


def md_descend(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    size = np.linalg.norm(p.force, axis=1, keepdims=True)
    step = n.descent_rate * p.force
    if v.step == "limited":
        step = step / np.maximum(n.descent_rate * size / n.largest_step, 1)
    return {"atom.position": p.position + (step * (p.flags & 1)[:, None] if v.mobile else step)}
