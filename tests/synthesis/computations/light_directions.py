"""What the computations of the family ``light_directions`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators
from tests.synthesis.computations.light_samples import _about, _frame


def _disk(u: float, w: float) -> np.ndarray:
    a, b = 2 * u - 1, 2 * w - 1
    if abs(a) > abs(b):
        return a * np.array([np.cos(np.pi / 4 * b / a), np.sin(np.pi / 4 * b / a)])
    return b * np.array([np.sin(np.pi / 4 * a / b), np.cos(np.pi / 4 * a / b)])


def sample_microfacet(t, v, n):
    s = t.surface
    directions, densities = [], []
    for i, r in enumerate(generators(n.seed, len(s.normal), n.frame)):
        a2, u, phi = s.roughness[i] ** 4, r.uniform(), r.uniform(0, 2 * np.pi)
        if v.lobe == "ggx":
            tangent = a2 * u / (1 - u)
        elif v.lobe == "beckmann":
            tangent = -a2 * np.log1p(-u)
        else:
            exponent = 2 / a2 - 2
            tangent = (1 - u) ** (-2 / (exponent + 2)) - 1
        cosine = 1 / np.sqrt(1 + tangent)
        h = _about(s.normal[i], cosine, phi, v.frame == "cross")
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


def occlusion_direction(t, v, n):
    s = t.surface
    made = []
    for i, r in enumerate(generators(n.seed, len(s.normal), n.frame)):
        normal = s.normal[i]
        if v.law.startswith("disk"):
            u = r.uniform()
            x, y = _disk(u, r.uniform())
            first, second = _frame(normal)
            d = x * first + y * second + np.sqrt(max(1 - x * x - y * y, 0)) * normal
        else:
            d = r.sphere()
            d = normal + (1 - 1e-4) * d if v.law != "uniform" else d * np.sign(d @ normal)
            d /= np.linalg.norm(d)
        made.append(d)
    directions = np.array(made)
    cosines = np.maximum((directions * s.normal).sum(axis=1), 0)
    found = {"surface.direction": directions}
    if v.start:
        found["surface.origin"] = s.position + n.offset * s.normal
    if v.law.endswith("kept"):
        found["surface.density"] = cosines / np.pi
    return found


def start_camera_ray(t, v, n):
    p = t.pixel
    origins, directions, offsets, times = [], [], [], []
    for i, r in enumerate(generators(n.seed, len(p.column), n.frame)):
        j = np.array([r.uniform(), r.uniform()])
        if v.place == "stratified":
            row, column = divmod(n.frame % n.strata**2, n.strata)
            j = (j + np.array([column, row])) / n.strata
        elif v.place == "tent":
            j = j + np.array([r.uniform() - 0.5, r.uniform() - 0.5])
        middle = np.array([n.width, n.height]) / 2
        x, y = (np.array([p.column[i], p.row[i]]) + j - middle) / (n.width / 2) * n.field_of_view
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


def weigh_direction(t, v, n):
    s = t.surface
    cosine = (s.normal * s.direction).sum(axis=1)
    density = np.maximum(s.density, 0.1) if v.dark == "clamp" else s.density
    share = np.maximum(cosine, 0) / density / np.pi
    share = share * (np.exp(-s.distance / n.reach) if v.fall == "distance" else 1)
    return {"surface.throughput": s.albedo * share[:, None]}
