"""What the computations of the family ``light_samples`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators


def _frame(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The axes x and y after the smallest turn that takes z, or -z, into the normal; below, both are mirrored."""
    s = 1.0 if n[2] >= 0 else -1.0
    bisector = n + [0, 0, s]
    x, y = np.eye(3)[:2]
    away = s * bisector / (1 + abs(n[2]))
    return x - n[0] * s * away, s * y - n[1] * away


def _about(n: np.ndarray, cosine: float, phi: float) -> np.ndarray:
    sine = np.sqrt(max(1 - cosine**2, 0))
    t, b = _frame(n)
    return sine * np.cos(phi) * t + sine * np.sin(phi) * b + cosine * n


def pick_light(t, v, n):
    s, light = t.surface, t.light
    picks, chances = np.full(len(s.position), -1), s.chance.copy()
    for i, r in enumerate(generators(n.seed + n.frame, len(picks))):
        if v.by == "near":
            weights = []
            for k in s.lights[i]:
                away = light.center[k] - s.position[i]
                weights.append(light.power[k] / max(away @ away, 1e-4))
                if r.uniform() * sum(weights) < weights[-1]:
                    picks[i], own = k, weights[-1]
            chances[i] = own / sum(weights) if weights else 0
        elif v.by == "even":
            picks[i], chances[i] = r.integer(0, len(light.power)), 1 / len(light.power)
        else:
            place = np.searchsorted(light.cumulative, r.uniform(), side="right")
            picks[i] = min(place, len(light.power) - 1)
    made = {"surface.light_id": picks}
    if v.by != "all":
        made["surface.chance"] = chances
    if v.counted:
        made["light.picks"] = light.picks + np.bincount(picks[picks >= 0], minlength=len(light.picks))
    return made


def sample_light(t, v, n):
    s, light = t.surface, t.light
    radiance, directions, densities = [], [], []
    for i, r in enumerate(generators(n.seed, len(s.light))):
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
            wi = _about(d / np.linalg.norm(d), cosine, r.uniform(0, 2 * np.pi))
            density = 1 / (2 * np.pi * (1 - largest))
        light_in = light.emission[k] * max(s.normal[i] @ wi, 0) / density
        radiance.append(light_in * s.albedo[i] / np.pi if v.law == "lambert" else light_in)
        directions.append(wi)
        densities.append(density)
    made = {"surface.radiance": np.array(radiance)}
    if v.shadow:
        made |= {"surface.direction": np.array(directions), "surface.density": np.array(densities)}
    return made


def sample_microfacet(t, v, n):
    s = t.surface
    directions, densities = [], []
    for i, r in enumerate(generators(n.seed + n.frame, len(s.normal))):
        a2, u, phi = s.roughness[i] ** 4, r.uniform(), r.uniform(0, 2 * np.pi)
        if v.lobe == "ggx":
            tangent = a2 * u / (1 - u)
        elif v.lobe == "beckmann":
            tangent = -a2 * np.log1p(-u)
        else:
            exponent = 2 / a2 - 2
            tangent = (1 - u) ** (-2 / (exponent + 2)) - 1
        cosine = 1 / np.sqrt(1 + tangent)
        h = _about(s.normal[i], cosine, phi)
        along = s.view[i] @ h
        directions.append(2 * along * h - s.view[i])
        if v.lobe == "ggx":
            spread = a2 / (np.pi * cosine**4 * (a2 + tangent) ** 2)
        elif v.lobe == "beckmann":
            spread = np.exp(-tangent / a2) / (np.pi * a2 * cosine**4)
        else:
            spread = (exponent + 2) / (2 * np.pi) * cosine**exponent
        densities.append(spread * cosine / (4 * max(abs(along), 1e-4)))
    made = {"surface.direction": np.array(directions)}
    return {**made, **({"surface.density": np.array(densities)} if v.density else {})}


def _disk(u: float, w: float) -> np.ndarray:
    a, b = 2 * u - 1, 2 * w - 1
    if abs(a) > abs(b):
        return a * np.array([np.cos(np.pi / 4 * b / a), np.sin(np.pi / 4 * b / a)])
    return b * np.array([np.sin(np.pi / 4 * a / b), np.cos(np.pi / 4 * a / b)])


def occlusion_direction(t, v, n):
    s = t.surface
    made = []
    for i, r in enumerate(generators(n.seed + n.frame, len(s.normal))):
        normal = s.normal[i]
        if v.law == "disk":
            u = r.uniform()
            x, y = _disk(u, r.uniform())
            first, second = _frame(normal)
            d = x * first + y * second + np.sqrt(max(1 - x * x - y * y, 0)) * normal
        else:
            d = r.sphere()
            d = normal + (1 - 1e-4) * d if v.law == "cosine" else d * np.sign(d @ normal)
            d /= np.linalg.norm(d)
        made.append(d)
    directions = np.array(made)
    cosines = np.maximum((directions * s.normal).sum(axis=1), 0)
    found = {"surface.direction": directions}
    if v.start:
        found["surface.origin"] = s.position + n.offset * s.normal
    if v.density:
        found["surface.density"] = np.full(len(cosines), 1 / (2 * np.pi)) if v.law == "uniform" else cosines / np.pi
    return found


def start_camera_ray(t, v, n):
    p = t.pixel
    origins, directions, offsets, times = [], [], [], []
    for i, r in enumerate(generators(n.seed + n.frame, len(p.column))):
        j = np.array([r.uniform(), r.uniform()])
        if v.place == "stratified":
            row, column = divmod(n.frame % n.strata**2, n.strata)
            j = (j + [column, row]) / n.strata
        elif v.place == "tent":
            j = j + [r.uniform() - 0.5, r.uniform() - 0.5]
        x, y = (2 * (np.array([p.column[i], p.row[i]]) + j) / n.width - 1) * n.field_of_view
        d, o = np.array([x, y, 1.0]), np.zeros(3)
        if v.lens == "thin":
            radius = n.aperture * np.sqrt(r.uniform())
            phi = r.uniform(0, 2 * np.pi)
            o = radius * np.array([np.cos(phi), np.sin(phi), 0])
            d = n.focus * d - o
        origins.append(o)
        directions.append(d / np.linalg.norm(d))
        offsets.append(j)
        times.append(n.shutter * r.uniform() if v.shutter else 0)
    made = {"pixel.direction": np.array(directions)}
    made |= {"pixel.origin": np.array(origins)} if v.lens == "thin" else {"pixel.offset": np.array(offsets)}
    return {**made, **({"pixel.time": np.array(times)} if v.shutter else {})}


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
