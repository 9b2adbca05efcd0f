"""NumPy statements of what is asked of a triangle mesh, by looking at every face."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.synthesis.computations.query_algebra import (
    closest_on_mesh,
    corners_of,
    inside_mesh,
    normals_of,
    ray_crossings,
    weighted,
)


def _distance(t, n):
    x = t.probe.position
    _, points = closest_on_mesh(n.mesh, x)
    return x - points, np.linalg.norm(x - points, axis=1), np.where(inside_mesh(n.mesh, x), -1.0, 1.0)


def mesh_distance(t, v, n):
    distance = np.minimum(_distance(t, n)[1], n.max_distance)
    made = {"probe.distance": distance}
    return {**made, "probe.touches": (distance < t.probe.radius).astype(int)} if v.near else made


def mesh_signed_distance(t, v, n):
    _, distance, sign = _distance(t, n)
    found = np.where(distance < n.max_distance, distance * sign, n.max_distance)
    return {"probe.signed_distance": found - t.probe.radius if v.padded else found}


def mesh_contact_force(t, v, n):
    apart, distance, sign = _distance(t, n)
    depth = np.where(distance < n.query_distance, np.maximum(n.margin - distance * sign, 0.0), 0.0)
    size = n.depth_stiffness * depth**2 if v.law == "quadratic" else n.stiffness * depth
    return {"probe.push": apart * (sign * size / distance)[:, None]}


def cast_ray_at_mesh(t, v, n):
    p = t.probe
    distance, normal, face = np.full(len(p.position), n.ray_length), p.normal.copy(), np.full(len(p.position), -1)
    for i, hits in enumerate(ray_crossings(n.mesh, p.position, p.direction)):
        times = {k: time for k, time in hits.items() if time < n.ray_length}
        if times:
            face[i] = min(times, key=times.__getitem__)
            distance[i], normal[i] = times[face[i]], normals_of(n.mesh)[face[i]]
    made = {"probe.distance": distance}
    if v.normal:
        made["probe.normal"] = normal
    return {**made, "probe.face": face} if v.face else made


def mesh_line_of_sight(t, v, n):
    hits = ray_crossings(n.mesh, t.probe.position, t.probe.direction)
    return {"probe.visible": np.array([int(all(time >= n.ray_length for time in each.values())) for each in hits])}


def mesh_ray_crossings(t, v, n):
    many = np.array([len(each) for each in ray_crossings(n.mesh, t.probe.position, t.probe.direction)])
    made = {"probe.hits": many}
    return {**made, "probe.inside": inside_mesh(n.mesh, t.probe.position).astype(int)} if v.inside else made


def furthest_mesh_vertex(t, v, n):
    apart = np.linalg.norm(t.probe.position[:, None] - n.mesh.points[None], axis=2)
    return {"probe.furthest": n.mesh.points[apart.argmax(axis=1)], "probe.distance": apart.max(axis=1)}


def _overlapping(n, low, high):
    corners = corners_of(n.mesh)
    lower, upper = corners.min(axis=1), corners.max(axis=1)
    return ((lower[None] <= high[:, None]) & (upper[None] >= low[:, None])).all(axis=2)


def mesh_faces_in_box(t, v, n):
    found = _overlapping(n, t.probe.position - t.probe.half_size, t.probe.position + t.probe.half_size)
    made = {"probe.hits": found.sum(axis=1)}
    return {**made, "probe.first": np.where(found.any(axis=1), found.argmax(axis=1), -1)} if v.first else made


def _near(t, n):
    """Faces of which the closest point lies in the probe's sphere."""
    alone = [SimpleNamespace(points=n.mesh.points, indices=each) for each in n.mesh.indices.reshape(-1, 3)]
    apart = [np.linalg.norm(closest_on_mesh(each, t.probe.position)[1] - t.probe.position, axis=1) for each in alone]
    return t.probe.radius[:, None] >= np.array(apart).T


def mesh_area_in_sphere(t, v, n):
    a, b, c = np.moveaxis(corners_of(n.mesh), 1, 0)
    return {"probe.area": _near(t, n) @ (0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1))}


def mesh_faces_in_sphere(t, v, n):
    return {"probe.hits": _near(t, n).sum(axis=1)}


def point_on_mesh_face(t, v, n):
    f = t.face
    made = {"face.point": weighted(corners_of(n.mesh)[: len(f.u)], f.u, f.v)}
    return {**made, "face.normal": normals_of(n.mesh)[: len(f.u)]} if v.normal else made


def wind_past_mesh_face(t, v, n):
    normals, moves = normals_of(n.mesh), n.mesh.velocities[n.mesh.indices.reshape(-1, 3)].mean(axis=1)
    relative = n.wind - moves
    along = np.einsum("fc,fc->f", relative, normals)
    return {"face.slip": (relative - along[:, None] * normals)[: len(t.face.u)]}


def mesh_face_center(t, v, n):
    corners = corners_of(n.mesh)[: len(t.face.u)]
    made = {"face.center": corners.mean(axis=1)}
    a, b, c = np.moveaxis(corners, 1, 0)
    return {**made, "face.area": 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)} if v.area else made


def mesh_corner_drift(t, v, n):
    normals = n.mesh.points / np.linalg.norm(n.mesh.points, axis=1, keepdims=True)
    relative = n.wind - n.mesh.velocities
    slips = relative - normals * np.einsum("pc,pc->p", relative, normals)[:, None]
    return {"face.slip": slips[n.mesh.indices.reshape(-1, 3)[: len(t.face.u)]].mean(axis=1)}


def mesh_face_bounds(t, v, n):
    corners = corners_of(n.mesh)[: len(t.face.u)]
    return {"face.lower": corners.min(axis=1), "face.upper": corners.max(axis=1)}
