"""What is told of triangles, stated for all of them at once."""

from __future__ import annotations

import numpy as np


def _corners(t):
    return (t.vertex.position[t.triangle.nodes[:, k]] for k in range(3))


def _length(x):
    return np.sqrt((x**2).sum(-1))


def _normal(t):
    """Cross product of two sides: its length is twice the area."""
    a, b, c = _corners(t)
    return np.cross(b - a, c - a)


def _is_flat(a, b, c):
    """Whether twice the area is a millionth of two squared sides, or less."""
    return _length(np.cross(b - a, c - a)) <= 1.0e-6 * (_length(b - a) ** 2 + _length(c - a) ** 2)


def mesh_face_normals(t, v, n):
    normal = _normal(t)
    length = _length(normal)[:, None]
    other = [0.0, 0.0, 1.0] if v.degenerate == "up" else [0.0, 0.0, 0.0]
    flat = _is_flat(*_corners(t))
    none = flat[:, None] if v.degenerate == "up" else length == 0.0
    unit = np.where(none, other, normal / np.where(length == 0.0, 1.0, length))
    made = {"triangle.normal": unit, "triangle.area": length[:, 0] / 2.0}
    if v.large:
        made["triangle.kept"] = (length[:, 0] / 2.0 >= n.smallest).astype(int)
    return made


def mesh_face_boxes(t, v, n):
    points = np.stack(list(_corners(t)))
    pad = n.padding if v.margin else 0.0
    made = {"triangle.lower": points.min(0) - pad, "triangle.upper": points.max(0) + pad}
    return {**made, "triangle.center": points.mean(0)} if v.center else made


def mesh_part_volume(t, v, n):
    a, b, c = _corners(t)
    part = t.triangle.part
    volume = np.linalg.det(np.stack([a, b, c], axis=1).astype(float)) / 6.0
    made = {"part.volume": t.part.volume.copy()}
    np.add.at(made["part.volume"], part, volume)
    if v.area:
        made["part.area"] = t.part.area.copy()
        np.add.at(made["part.area"], part, _length(_normal(t)) / 2.0)
    if v.moment:
        made["part.moment"] = t.part.moment.copy()
        np.add.at(made["part.moment"], part, volume[:, None] * (a + b + c) / 4.0)
    if v.counted:
        made["part.face_total"] = t.part.face_total.copy()
        np.add.at(made["part.face_total"], part, 1)
    return made


def mesh_plane_quadrics(t, v, n):
    made = t.vertex.quadric.copy()
    for normal, nodes in zip(_normal(t), t.triangle.nodes, strict=True):
        length = _length(normal)
        if _is_flat(*t.vertex.position[nodes]):
            continue
        unit = normal / length
        plane = np.append(unit, -unit @ t.vertex.position[nodes[0]])
        for node in nodes:
            made[node] += np.outer(plane, plane) * (length / 2.0 if v.weighted else 1.0)
    return {"vertex.quadric": made}


def mesh_gradient(t, v, n):
    """The vector in the plane of the triangle whose steps along two sides give the differences of value."""
    made = np.zeros_like(t.triangle.slope)
    for i, nodes in enumerate(t.triangle.nodes):
        a, b, c = t.vertex.position[nodes].astype(float)
        normal = np.cross(b - a, c - a)
        if _is_flat(a, b, c):
            continue
        value = t.vertex.value[nodes]
        made[i] = np.linalg.solve(np.stack([b - a, c - a, normal]), [value[1] - value[0], value[2] - value[0], 0.0])
        if v.form == "direction":
            made[i] = -made[i] / max(np.linalg.norm(made[i]), 1.0e-12)
    return {"triangle.descent" if v.form == "direction" else "triangle.slope": made}


def mesh_face_quality(t, v, n):
    a, b, c = _corners(t)
    squares = np.stack([((b - a) ** 2).sum(1), ((c - b) ** 2).sum(1), ((a - c) ** 2).sum(1)])
    if v.measure == "sides":
        top, bottom = 2.0 * np.sqrt(3.0) * _length(_normal(t)), squares.sum(0)
    else:
        top, bottom = squares.min(0), squares.max(0)
    quality = np.divide(top, bottom, out=np.zeros_like(top), where=bottom > 0.0)
    made = {"triangle.quality": quality}
    return {**made, "triangle.kept": (quality >= n.least_quality).astype(int)} if v.dropped else made


def mesh_vertices_to_faces(t, v, n):
    values = t.vertex.value[t.triangle.nodes]
    made = {"triangle.value": values.mean(1) if v.kind == "mean" else values.max(1) - values.min(1)}
    if v.vector:
        made["triangle.center"] = t.vertex.position[t.triangle.nodes].mean(1)
    return made
