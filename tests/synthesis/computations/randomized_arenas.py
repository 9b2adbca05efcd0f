"""What the computations of the family ``randomized_arenas`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def draw_command(t, v, n):
    a = t.arena
    commands, timers = a.command.copy(), a.timer - n.dt
    for i, r in enumerate(generators(n.seed, len(commands), n.step)):
        if not (a.reset[i] if v.when == "reset" else timers[i] <= 0):
            continue
        if v.shape == "box":
            command = np.array([r.uniform(-n.speed, n.speed), r.uniform(-n.speed, n.speed), r.uniform(-1, 1)])
        else:
            heading, size = r.uniform(-np.pi, np.pi), r.uniform(0, n.speed)
            command = np.array([size * np.cos(heading), size * np.sin(heading), r.uniform(-1, 1)])
        if (v.small == "zero" and np.hypot(*command[:2]) < n.dead_band) or (v.small == "stand" and r.uniform() < 0.2):
            command = np.zeros(3)
        commands[i], timers[i] = command, r.uniform(n.period / 2, n.period)
    made = {"arena.next_command": commands}
    return {**made, **({"arena.next_timer": timers} if v.when == "timer" else {})}


def corrupt_reading(t, v, n):
    c = t.channel
    noisy, biases, ages = [], [], c.age.copy()
    for i, r in enumerate(generators(n.seed, len(c.reading), n.step)):
        sigma, z = c.noise[i], c.reading[i]
        noise = r.uniform(-sigma, sigma) if v.law == "uniform" else sigma * r.normal()
        z += noise * (z if v.law == "scaled" else 1)
        biases.append(c.bias[i] + (c.wander[i] * np.sqrt(n.dt) * r.normal() if v.bias == "walk" else 0))
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
    expected = told if v.command else n.goal
    step = np.where(a.travelled > n.goal, 1, np.where(2 * a.travelled < expected, -1, 0))
    level = a.level + np.where(a.reset, step, 0)
    if v.solved == "random":
        draws = [r.integer(0, n.levels) for r in generators(n.seed, len(level), n.step)]
        level = np.where((level >= n.levels) & a.reset, draws, level)
    return {"arena.next_level": np.where(a.reset, np.clip(level, 0, n.levels - 1), a.level)}


def rough_tile(t, v, n):
    k = t.tile
    share = (1 + t.arena.level[k.arena]) / n.levels
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


def normalize_reading(t, v, n):
    c = t.channel
    z = c.noisy / c.deviation - c.mean / c.deviation
    z = np.clip(z, -5, 5) if v.clip else z
    return {"channel.feature": np.floor(10 * z + 0.5) / 10 if v.code == "coarse" else z}


def reward_next_command(t, v, n):
    a = t.arena
    fit = np.exp(-((a.next_command - a.velocity) ** 2) / n.tolerance)
    reward = fit[:, 0] * fit[:, 1] * (fit[:, 2] if v.axes == "turn" else 1)
    reward = reward + (fit[:, 2] / 2 if v.axes == "apart" else 0)
    stands = np.linalg.norm(a.next_command[:, :2], axis=1) < n.dead_band
    return {"arena.reward": np.where(stands, 0, reward) if v.still else reward}
