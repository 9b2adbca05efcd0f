"""What the computations of the family ``sample_points`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators


def scatter_points(t, v, n):
    s = t.sample
    generator = generators(n.seed, len(s.moved))
    d = np.array([r.cube() if v.shape == "cube" else r.sphere() for r in generator])
    if v.shape in ("hemisphere", "tangent"):
        along = (d * s.normal).sum(axis=1, keepdims=True)
        flat = d - s.normal * along
        unit = flat / np.linalg.norm(flat, axis=1, keepdims=True)
        d = np.where(along < 0, -d, d) if v.shape == "hemisphere" else unit
    return {"sample.moved": s.position + d * n.radius}


def _halton(index: int, base: int) -> float:
    digits = []
    while index:
        index, digit = divmod(index, base)
        digits.append(digit)
    return sum(digit / base ** (k + 1) for k, digit in enumerate(digits))


def low_discrepancy_points(t, v, n):
    count = len(t.sample.plane)
    places = np.arange(count)
    if v.sequence == "golden":
        points = np.outer(places + 1, [0.75487767, 0.75487767**2]) % 1.0
    elif v.sequence == "halton":
        points = np.array([[_halton(i + 1, base) for base in (2, 3)] for i in places])
    else:
        points = np.array([[(i + 0.5) / count, _halton(i + 1, 2)] for i in places])
    if v.shifted:
        r = Random(n.seed)
        points = (points + np.array([r.uniform(), r.uniform()])) % 1.0
    x, angle = points[:, 0], 2 * np.pi * points[:, 1]
    if v.place == "square":
        return {"sample.plane": points}
    around = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if v.place == "disc":
        return {"sample.plane": n.radius * np.sqrt(x)[:, None] * around}
    height = 1 - 2 * x
    flat = np.sqrt(1 - height**2)[:, None] * around
    return {"sample.moved": t.sample.position + n.radius * np.column_stack([flat, height])}


def rejection_disc(t, v, n):
    points, tries = [], []
    for r in generators(n.seed, len(t.sample.plane)):
        tries.append(0)
        point = np.array([1.0, 0.0])
        for _ in range(4):
            tries[-1] += 1
            p = np.array([r.uniform(-1, 1), r.uniform(-1, 1)])
            if (0.5 if v.ring else 0.0) <= np.hypot(*p) <= 1:
                point = p
                break
        points.append(point * n.radius)
    made = {"sample.plane": np.array(points)}
    if v.tried:
        made["sample.tries"] = np.array(tries)
    return made
