"""Statements for the family ``light_paths``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import Draws, unit

DIRECTIONAL, POINT, SPOT = range(3)


def scatter_path(t, v, n):
    hit = t.hit
    direction, throughput = hit.direction.copy(), hit.throughput.copy()
    for i, m in enumerate(hit.material):
        if not hit.alive[i]:
            continue
        draws = Draws(n.seed, int(hit.bounce[i]) * len(hit.bounce) + i)
        u, turn = draws.uniform(), 2.0 * np.pi * draws.uniform()
        height = np.sqrt(1.0 - u) if v.law == "cosine" else u
        normal = hit.normal[i]
        tangent = unit(np.cross([0.0, 1.0, 0.0] if abs(normal[0]) > 0.9 else [1.0, 0.0, 0.0], normal))
        around = np.cos(turn) * tangent + np.sin(turn) * np.cross(normal, tangent)
        direction[i] = np.sqrt(1.0 - height**2) * around + height * normal
        density = height / np.pi if v.law == "cosine" else 1 / (2 * np.pi)
        throughput[i] *= height / np.pi / density * (t.finish.albedo[m] if m >= 0 else 1.0)
    return {"hit.direction": direction} | ({"hit.throughput": throughput} if v.tint else {})


def light_path_roulette(t, v, n):
    hit = t.hit
    throughput, alive = hit.throughput.copy(), hit.alive.copy()
    for i in np.flatnonzero(hit.alive):
        chance = throughput[i].max() if v.chance == "max" else throughput[i].mean()
        u = Draws(n.seed, int(hit.bounce[i]) * len(alive) + int(i)).uniform()
        alive[i] = u <= chance and not (v.early and hit.bounce[i] >= n.max_bounces)
        throughput[i] /= chance if alive[i] else 1.0
    return {"hit.throughput": throughput, "hit.alive": alive}


def accumulate_paths(t, v, n):
    hit = t.hit
    total, samples = t.pixel.sum.copy(), t.pixel.samples.copy()
    for i, px in enumerate(hit.pixel):
        if px >= 0 and not (v.alive and hit.alive[i]):
            total[px] += hit.throughput[i] * hit.radiance[i]
            samples[px] += 1
    return {"pixel.sum": total} | ({"pixel.samples": samples} if v.weight else {})
