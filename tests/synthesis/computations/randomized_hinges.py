"""What the computations of the family ``randomized_hinges`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators
from tests.synthesis.computations.randomized_parts import _log_uniform


def start_hinge(t, v, n):
    h = t.hinge
    angles, rates = h.angle.copy(), h.rate.copy()
    for i, r in enumerate(generators(n.seed, len(angles), n.step)):
        if not t.arena.reset[h.arena[i]]:
            continue
        low, high = h.lower[i], h.upper[i]
        if v.margin == "soft":
            low, high = 0.95 * low + 0.05 * high, 0.05 * low + 0.95 * high
        q = {
            "offset": lambda r, i=i: h.nominal[i] + r.uniform(-n.spread, n.spread),
            "scale": lambda r, i=i: h.nominal[i] * r.uniform(n.least, n.most),
            "range": lambda r, low=low, high=high: r.uniform(low, high),
        }[v.law](r)
        angles[i] = np.clip(q, low, high)
        rates[i] = r.uniform(-n.rate_range, n.rate_range) if v.rate == "random" else 0
    return {"hinge.start_angle": angles, "hinge.start_rate": rates}


def randomize_gains(t, v, n):
    h = t.hinge
    gains = []
    for i, (kp, kd) in enumerate(zip(h.stiffness, h.damping, strict=True)):
        r = Random(n.seed, h.arena[i] if v.shared else i)

        def factor(r=r):
            u = r.uniform()
            return _log_uniform(n, u) if v.law == "log" else n.least + (n.most - n.least) * u

        scale = factor()
        ratio = {"same": lambda s: s, "critical": np.sqrt, "own": lambda s, f=factor: f()}[v.damping](scale)
        gains.append([kp * scale, kd * ratio])
    found = np.array(gains)
    return {"hinge.used_stiffness": found[:, 0], "hinge.used_damping": found[:, 1]}


def noisy_action(t, v, n):
    h = t.hinge
    applied, noises = [], []
    for i, r in enumerate(generators(n.seed, len(h.action), n.step)):
        z = r.normal()
        if v.noise == "white":
            noises.append(n.volatility * z)
        elif v.noise == "reverting":
            noises.append((1 - n.reversion * n.dt) * h.noise[i] + n.volatility * np.sqrt(n.dt) * z)
        else:
            variance = -np.expm1(-2 * n.reversion * n.dt) * n.volatility**2 / (2 * n.reversion)
            noises.append(h.noise[i] * np.exp(-n.reversion * n.dt) + np.sqrt(variance) * z)
        late = v.late and r.uniform() < n.lateness
        applied.append((h.last_action if late else h.action)[i] + noises[-1])
    made = {"hinge.applied": np.clip(applied, -1, 1) if v.clamp else np.array(applied)}
    return {**made, **({"hinge.next_noise": np.array(noises)} if v.noise != "white" else {})}


def _limited(h, torque, limited: bool):
    return np.sign(torque) * np.minimum(np.abs(torque), h.effort) if limited else torque


def drive_randomized_hinge(t, v, n):
    h = t.hinge
    damping = h.used_damping + (h.used_stiffness * n.dt if v.damped == "ahead" else 0)
    torque = h.used_stiffness * (h.target - h.angle) - damping * h.rate
    return {"hinge.torque": _limited(h, torque, v.limit)}


def drive_hinge_by_action(t, v, n):
    h = t.hinge
    target = h.nominal + n.action_scale * h.applied
    if v.target == "limited":
        margin = 0.05 * (h.upper - h.lower)
        target = np.clip(target, h.lower + margin, h.upper - margin)
    torque = h.stiffness * target - h.stiffness * h.angle - h.damping * h.rate
    return {"hinge.torque": _limited(h, torque, v.limit)}
