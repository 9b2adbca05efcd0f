"""What the computations of the family ``randomization`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def _log_uniform(n, u: float) -> float:
    return n.least ** (1 - u) * n.most**u


def _triangular(n, u: float) -> float:
    """The inverse of the distribution of the sum of two uniform numbers."""
    share = np.sqrt(u / 2) if u < 0.5 else 1 - np.sqrt((1 - u) / 2)
    return n.least + (n.most - n.least) * share


def randomize_mass(t, v, n):
    p = t.part
    mass, inverse, inertia, center = p.mass.copy(), p.inverse_mass.copy(), p.inertia.copy(), p.center.copy()
    for i, r in enumerate(generators(n.seed + n.step, len(mass))):
        if v.when == "reset" and not t.arena.reset[p.arena[i]]:
            continue
        u = r.uniform()
        plain = n.least + (n.most - n.least) * u
        factor = {"uniform": plain, "log": _log_uniform(n, u), "triangular": _triangular(n, u)}[v.law]
        mass[i], inertia[i] = p.nominal_mass[i] * factor, p.nominal_inertia[i] * factor
        inverse[i] = 1 / mass[i]
        if v.center:
            center[i] = p.nominal_center[i] + [r.uniform(-n.spread, n.spread) for _ in range(3)]
    made = {"part.mass": mass, "part.inverse_mass": inverse}
    if v.inertia:
        made["part.inertia"] = inertia
    return {**made, **({"part.center": center} if v.center else {})}


def randomize_friction(t, v, n):
    p = t.part
    static, sliding, bounce = [], [], []
    for i, mu in enumerate(p.friction):
        if v.source == "bucket":
            r = Random(n.seed + 7919, Random(n.seed, i).integer(0, n.buckets))
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
    velocity, force = p.velocity.copy(), p.force.copy()
    for i, r in enumerate(generators(n.seed + n.step, len(velocity))):
        turn = (n.step + p.arena[i]) if v.when == "interval" else r.integer(0, n.interval)
        if turn % n.interval:
            continue
        if v.how == "flat":
            kick = np.array([r.uniform(-n.push, n.push), r.uniform(-n.push, n.push), 0])
        else:
            kick = r.sphere() * r.uniform(0, n.push)
        if v.how == "impulse":
            force[i] += kick * p.nominal_mass[i] / n.dt
        else:
            velocity[i] += kick
    return {"part.next_velocity": velocity, **({"part.force": force} if v.how == "impulse" else {})}


def draw_command(t, v, n):
    a = t.arena
    commands, timers = a.command.copy(), a.timer - n.dt
    for i, r in enumerate(generators(n.seed + n.step, len(commands))):
        if not (a.reset[i] if v.when == "reset" else timers[i] <= 0):
            continue
        if v.shape == "box":
            command = np.array([r.uniform(-n.speed, n.speed), r.uniform(-n.speed, n.speed), r.uniform(-1, 1)])
        else:
            heading, size = r.uniform(-np.pi, np.pi), r.uniform(0, n.speed)
            command = np.array([size * np.cos(heading), size * np.sin(heading), r.uniform(-1, 1)])
        if v.small == "zero" and np.linalg.norm(command) < n.dead_band:
            command = np.zeros(3)
        elif v.small == "stand" and r.uniform() < 0.2:
            command = np.zeros(3)
        commands[i], timers[i] = command, r.uniform(n.period / 2, n.period)
    made = {"arena.next_command": commands}
    return {**made, **({"arena.next_timer": timers} if v.when == "timer" else {})}


def start_hinge(t, v, n):
    h = t.hinge
    angles, rates = h.angle.copy(), h.rate.copy()
    for i, r in enumerate(generators(n.seed + n.step, len(angles))):
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
        rates[i] = r.uniform(-n.spread, n.spread) if v.rate == "random" else 0
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
    for i, r in enumerate(generators(n.seed + n.step, len(h.action))):
        z = r.normal()
        if v.noise == "white":
            noises.append(n.volatility * z)
        elif v.noise == "reverting":
            noises.append((1 - n.reversion * n.dt) * h.noise[i] + n.volatility * np.sqrt(n.dt) * z)
        else:
            variance = -np.expm1(-2 * n.reversion * n.dt) * n.volatility**2 / (2 * n.reversion)
            noises.append(h.noise[i] * np.exp(-n.reversion * n.dt) + np.sqrt(variance) * z)
        late = v.late and r.uniform() < n.spread
        applied.append((h.last_action if late else h.action)[i] + noises[-1])
    made = {"hinge.applied": np.clip(applied, -1, 1) if v.clamp else np.array(applied)}
    return {**made, **({"hinge.next_noise": np.array(noises)} if v.noise != "white" else {})}


def corrupt_reading(t, v, n):
    c = t.channel
    noisy, biases, ages = [], [], c.age.copy()
    for i, r in enumerate(generators(n.seed + n.step, len(c.reading))):
        sigma, z = c.noise[i], c.reading[i]
        noise = r.uniform(-sigma, sigma) if v.law == "uniform" else sigma * r.normal()
        z += noise * (z if v.law == "scaled" else 1)
        biases.append(c.bias[i] + (sigma * np.sqrt(n.dt) * r.normal() if v.bias == "walk" else 0))
        z += 0 if v.bias == "none" else biases[-1]
        if v.lost != "never":
            lost = r.uniform() < c.loss[i]
            ages[i] = ages[i] + 1 if lost else 0
            z = (c.held[i] if v.lost == "hold" else 0) if lost else z
        noisy.append(z)
    made = {"channel.noisy": np.array(noisy)}
    if v.bias == "walk":
        made["channel.next_bias"] = np.array(biases)
    return {**made, **({"channel.age": ages} if v.lost != "never" else {})}


def terrain_curriculum(t, v, n):
    a = t.arena
    told = np.hypot(a.command[:, 0], a.command[:, 1]) * a.steps * n.dt
    far = np.minimum(told, n.goal) if v.command else np.full(len(told), n.goal)
    step = np.where(a.travelled > far, 1, np.where(a.travelled < far / 2, -1, 0))
    level = a.level + np.where(a.reset, step, 0)
    if v.solved == "random":
        draws = [r.integer(0, n.levels) for r in generators(n.seed + n.step, len(level))]
        level = np.where((level >= n.levels) & a.reset, draws, level)
    return {"arena.next_level": np.where(a.reset, np.clip(level, 0, n.levels - 1), a.level)}


def _shoemake(r: Random) -> np.ndarray:
    u, a, b = r.uniform(), r.uniform(0, 2 * np.pi), r.uniform(0, 2 * np.pi)
    return np.concatenate([np.sqrt(1 - u) * np.array([np.sin(a), np.cos(a)]), np.sqrt(u) * np.array([np.sin(b), np.cos(b)])])


def start_part(t, v, n):
    p = t.part
    places, turns = p.position.copy(), p.turn.copy()
    for i, r in enumerate(generators(n.seed + n.step, len(places))):
        if not t.arena.reset[p.arena[i]]:
            continue
        if v.place == "box":
            offset = 2 * r.cube()
        else:
            radius = np.sqrt(r.uniform()) if v.place == "disk" else 1.0
            angle = r.uniform(0, 2 * np.pi)
            offset = radius * np.array([np.cos(angle), np.sin(angle), 0])
        places[i] = t.arena.origin[p.arena[i]] + n.spread * offset
        if v.turn == "uniform":
            turns[i] = _shoemake(r)
        else:
            half = r.uniform(-np.pi, np.pi) / 2
            turns[i] = [0, 0, np.sin(half), np.cos(half)]
    return {"part.start": places, **({"part.turn": turns} if v.turn != "none" else {})}


def rough_tile(t, v, n):
    k = t.tile
    share = (1 + t.arena.level[k.arena]) / (1 + n.levels)
    heights = []
    for i, r in enumerate(generators(n.seed, len(share))):
        if v.shape == "steps":
            heights.append(r.integer(0, 6) / 5)
        elif v.shape == "stones":
            stone = r.uniform() < share[i]
            heights.append(r.uniform() if stone else 0)
        else:
            heights.append(r.uniform())
    return {"tile.height": np.array(heights) * k.roughness * (share if v.level else 1)}
