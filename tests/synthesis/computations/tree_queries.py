"""NumPy statements of what is asked of a tree of boxes, by looking at every box, and of pairs of strands."""

from __future__ import annotations

import numpy as np


def boxes_in_box(t, v, n):
    low, high = t.probe.position - t.probe.half_size, t.probe.position + t.probe.half_size
    found = ((n.tree.lowers[None] <= high[:, None]) & (n.tree.uppers[None] >= low[:, None])).all(axis=2)
    made = {"probe.hits": found.sum(axis=1)}
    return {**made, "probe.first": np.where(found.any(axis=1), found.argmax(axis=1), -1)} if v.first else made


def boxes_in_sphere(t, v, n):
    x = t.probe.position[:, None]
    apart = np.linalg.norm(np.clip(x, n.tree.lowers[None], n.tree.uppers[None]) - x, axis=2)
    return {"probe.hits": (apart <= t.probe.radius[:, None]).sum(axis=1)}


def boxes_on_ray(t, v, n):
    x, d = t.probe.position[:, None], t.probe.direction[:, None]
    first, last = (n.tree.lowers[None] - x) / d, (n.tree.uppers[None] - x) / d
    enter, leave = np.minimum(first, last).max(axis=2), np.maximum(first, last).min(axis=2)
    many = ((enter <= leave) & (leave >= 0)).sum(axis=1)
    return {"probe.hits": many, **({"probe.visible": (many == 0).astype(int)} if v.seen else {})}


def _closest(t):
    """Places along both strands of each pair: the best of the inner optimum and of the four ends' feet."""
    s = t.strand
    found = []
    for a, b, c, d in zip(s.start, s.end, s.other_start, s.other_end, strict=True):
        u, w = b - a, d - c
        inner = np.linalg.lstsq(np.stack([u, -w], axis=1), c - a, rcond=None)[0]
        choices = [tuple(inner)] if ((inner >= 0) & (inner <= 1)).all() else []
        for k in (0.0, 1.0):
            choices.append((k, np.clip((a + k * u - c) @ w / (w @ w), 0, 1)))
            choices.append((np.clip((c + k * w - a) @ u / (u @ u), 0, 1), k))
        apart = [np.linalg.norm(a + x * u - c - y * w) for x, y in choices]
        found.append((*choices[int(np.argmin(apart))], min(apart)))
    return np.array(found)


def strand_gap(t, v, n):
    st = _closest(t)
    return {"strand.gap": st[:, 2], **({"strand.place": st[:, :2]} if v.place else {})}


def triangles_cross(t, v, n):
    s = t.strand
    first = np.stack([s.start, s.end, s.tip], axis=1)
    second = np.stack([s.other_start, s.other_end, s.other_tip], axis=1)
    cross = [_pierces(p, q) or _pierces(q, p) for p, q in zip(first, second, strict=True)]
    return {"strand.crosses": np.array(cross).astype(int)}


def _pierces(edges, face):
    a, b, c = face
    for k in range(3):
        p, q = edges[k], edges[(k + 1) % 3]
        u, v, time = np.linalg.solve(np.stack([b - a, c - a, p - q], axis=1), p - a)
        if u >= 0 and v >= 0 and u + v <= 1 and 0 <= time <= 1:
            return True
    return False
