"""Statements for the family ``segments``."""

from __future__ import annotations

import numpy as np

SPHERE, BOX, CAPSULE, PLANE = range(4)


def _on_segment(p, a, b):
    length = (b - a) @ (b - a)
    return a if length < 1e-12 else a + (b - a) * np.clip((p - a) @ (b - a) / length, 0.0, 1.0)


def closest_segments(t, v, n):
    query, x = t.query, t.vertex.position
    closest, distance, places = query.closest.copy(), query.distance.copy(), query.parameters.copy()
    for i in range(len(closest)):
        p, q = x[query.a[i]], x[query.c[i]]
        d1, d2 = x[query.b[i]] - p, x[query.d[i]] - q
        a, e, b = max(d1 @ d1, 1e-12), max(d2 @ d2, 1e-12), d1 @ d2
        s = 0.0
        if a * e - b * b > 1e-4 * a * e:  # the foot of the common normal on the first, kept on it
            s = np.clip(np.linalg.solve([[a, -b], [b, -e]], [d1 @ (q - p), d2 @ (q - p)])[0], 0.0, 1.0)
        r = (p + s * d1 - q) @ d2 / e
        if not 0.0 <= r <= 1.0:
            r = np.clip(r, 0.0, 1.0)
            s = np.clip((q + r * d2 - p) @ d1 / a, 0.0, 1.0)
        closest[i], places[i] = q + r * d2, (s, r)
        distance[i] = np.linalg.norm(p + s * d1 - closest[i])
    extra = {"point": {}, "distance": {"query.distance": distance}, "weights": {"query.parameters": places}}
    return {"query.closest": closest} | extra[v.outputs]


def closest_point_on_segment(t, v, n):
    x, query = t.vertex.position, t.query
    closest = np.array([_on_segment(p, x[a], x[b]) for p, a, b in zip(query.point, query.a, query.b, strict=True)])
    distance = np.linalg.norm(closest - query.point, axis=1)
    out = {} if v.outputs == "alone" else {"query.closest": closest}
    return out | ({} if v.outputs == "point" else {"query.distance": distance})
