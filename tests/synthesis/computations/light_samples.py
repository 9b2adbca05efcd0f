"""What the computations of the family ``light_samples`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators


def _frame(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The axes x and y after the smallest turn that takes z, or -z, into the normal; below, both are mirrored."""
    s = 1.0 if n[2] >= 0 else -1.0
    bisector = n + np.array([0, 0, s])
    x, y = np.eye(3)[:2]
    away = s * bisector / (1 + abs(n[2]))
    return x - n[0] * s * away, s * y - n[1] * away


def _about(n: np.ndarray, cosine: float, phi: float, crossed: bool) -> np.ndarray:
    sine = np.sqrt(max(1 - cosine**2, 0))
    t, b = _frame(n)
    if crossed:
        t = np.cross(np.eye(3)[2 if abs(n[2]) < 0.99 else 1], n)
        t /= np.linalg.norm(t)
        b = np.cross(n, t)
    return sine * np.cos(phi) * t + sine * np.sin(phi) * b + cosine * n


def pick_light(t, v, n):
    s, light = t.surface, t.light
    picks, chances = np.full(len(s.position), -1), s.chance.copy()
    for i, r in enumerate(generators(n.seed, len(picks), n.frame)):
        if v.by == "near":
            weights = []
            for k in s.lights[i]:
                away = light.center[k] - s.position[i]
                weights.append(light.power[k] / max(away @ away, 1e-4))
                if r.uniform() * sum(weights) < weights[-1]:
                    picks[i], own = k, weights[-1]
            chances[i] = own / sum(weights) if weights else 0
        elif v.by == "even":
            picks[i] = r.integer(0, len(light.power))
        else:
            place = np.searchsorted(light.cumulative, r.uniform(), side="right")
            picks[i] = min(place, len(light.power) - 1)
    made = {"surface.light_id": picks}
    if v.by == "near":
        made["surface.chance"] = chances
    if v.counted:
        made["light.picks"] = light.picks + np.bincount(picks[picks >= 0], minlength=len(light.picks))
    return made


def sample_light(t, v, n):
    s, light = t.surface, t.light
    radiance, directions, densities = [], [], []
    for i, r in enumerate(generators(n.seed, len(s.light), n.frame)):
        k, x = s.light[i], s.position[i]
        a, b, c = light.a[k], light.b[k], light.c[k]
        if v.shape == "triangle":
            root = np.sqrt(r.uniform())
            w = r.uniform() * root
            d = (1 - root) * a + w * b + (root - w) * c - x
            wi = d / np.linalg.norm(d)
            normal = np.cross(b - a, c - a)
            density = 2 * (d @ d) / max(abs(normal @ wi), 1e-4)
        else:
            d = light.center[k] - x
            largest = np.sqrt(max(1 - light.radius[k] ** 2 / (d @ d), 0))
            cosine = 1 - r.uniform() * (1 - largest)
            wi = _about(d / np.linalg.norm(d), cosine, r.uniform(0, 2 * np.pi), v.shape == "crossed")
            density = 1 / (2 * np.pi * (1 - largest))
        light_in = light.emission[k] * max(s.normal[i] @ wi, 0) / density
        radiance.append(light_in * s.albedo[i] / np.pi if v.law == "lambert" else light_in)
        directions.append(wi)
        densities.append(density)
    made = {"surface.radiance" if v.law == "lambert" else "surface.irradiance": np.array(radiance)}
    if v.shadow:
        made |= {"surface.direction": np.array(directions), "surface.density": np.array(densities)}
    return made


def weigh_light_sample(t, v, n):
    s, light = t.surface, t.light
    d = light.center[s.light] - s.position
    distance = np.linalg.norm(d, axis=1)
    cosine = np.maximum((d * s.normal).sum(axis=1) / distance, 0)
    by_light, by_surface = distance**2 / (np.pi * light.radius[s.light] ** 2), cosine / np.pi
    power = 2 if v.rule == "power" else 1
    w = 1 / (1 + (by_surface / by_light) ** power)
    made = {"surface.weight": w}
    if v.applied:
        share = (w * by_surface / by_light)[:, None]
        made["surface.radiance"] = share * light.emission[s.light] * s.albedo
    return made
