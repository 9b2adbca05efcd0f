"""A triangle mesh by its definition: closest points by sampling edges and faces, rays by plane and sides."""

from __future__ import annotations

from typing import Any

import numpy as np


def corners_of(mesh: Any) -> np.ndarray:
    """(faces, 3, 3)."""
    return mesh.points.astype(float)[mesh.indices.reshape(-1, 3)]


def normals_of(mesh: Any) -> np.ndarray:
    """Unit normals of the faces."""
    a, b, c = np.moveaxis(corners_of(mesh), 1, 0)
    normal = np.cross(b - a, c - a)
    return normal / np.linalg.norm(normal, axis=1, keepdims=True)


def weighted(corners: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Points of triangles by two barycentric weights."""
    u, v = u[:, None], v[:, None]
    return u * corners[:, 0] + v * corners[:, 1] + (1.0 - u - v) * corners[:, 2]


def _on_segment(p: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    along = np.clip(((p - a) * (b - a)).sum(axis=-1) / ((b - a) ** 2).sum(axis=-1), 0.0, 1.0)
    return a + along[..., None] * (b - a)


def closest_on_mesh(mesh: Any, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Face and closest point of each point: the foot in the plane where it lies inside, else the nearest edge's."""
    corners, normals = corners_of(mesh), normals_of(mesh)
    faces, found = [], []
    for p in points:
        foot = p - normals * ((p - corners[:, 0]) * normals).sum(axis=1)[:, None]
        edges = [(corners[:, k], corners[:, (k + 1) % 3]) for k in range(3)]
        inside = np.all([(np.cross(b - a, foot - a) * normals).sum(axis=1) >= 0 for a, b in edges], axis=0)
        choices = [np.where(inside[:, None], foot, np.inf), *(_on_segment(p, a, b) for a, b in edges)]
        apart = np.array([np.linalg.norm(choice - p, axis=1) for choice in choices])
        kind, face = np.unravel_index(apart.argmin(), apart.shape)
        faces.append(face)
        found.append(choices[kind][face])
    return np.array(faces), np.array(found)


def inside_mesh(mesh: Any, points: np.ndarray) -> np.ndarray:
    """Whether a closed mesh holds each point: its solid angle is that of a sphere (van Oosterom and Strackee)."""
    a, b, c = np.moveaxis(corners_of(mesh)[None] - points[:, None, None], 2, 0)
    la, lb, lc = (np.linalg.norm(each, axis=-1) for each in (a, b, c))
    triple = (a * np.cross(b, c)).sum(axis=-1)
    below = la * lb * lc + (a * b).sum(-1) * lc + (b * c).sum(-1) * la + (c * a).sum(-1) * lb
    return np.abs(2.0 * np.arctan2(triple, below).sum(axis=1)) > 2.0 * np.pi


def ray_crossings(mesh: Any, origins: np.ndarray, directions: np.ndarray) -> list[dict[int, float]]:
    """For each ray the faces that it meets, with the distance."""
    corners, normals = corners_of(mesh), normals_of(mesh)
    found = []
    for origin, direction in zip(origins, directions, strict=True):
        hits = {}
        for face, (a, b, c) in enumerate(corners):
            system = np.stack([a - c, b - c, -direction], axis=1)
            u, v, time = np.linalg.solve(system, origin - c)
            if min(u, v, 1.0 - u - v) >= 0.0 and time >= 0.0 and normals[face] @ direction != 0.0:
                hits[face] = time
        found.append(hits)
    return found
