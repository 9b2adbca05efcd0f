"""Queries of meshes, box trees and point grids by brute force.

An id is the ``Geometry`` itself. Faces that share an edge may be equally near: which one is found is open, the nearest
point is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.verification.reference.builtins.shapes import (
    barycentric,
    closest_on_triangles,
    closest_point_edge_edge,
    double,
    intersect_tri_tri,
    ray_hits_box,
    winding_number,
)
from generator.verification.reference.values.tile_value import Tile, tile_of
from generator.verification.reference.values.values import Vec

GRID_CELLS = 16
FIRST_ROOT = -2
"""Number that stands for the root of the first group: below -1, the root of the whole tree."""

ZERO = np.float32(0.0)


@dataclass
class Found:
    """Result of a point or ray query, with Warp's attributes."""

    result: Any = field(default_factory=lambda: np.bool_(False))
    sign: Any = ZERO
    face: Any = field(default_factory=lambda: np.int32(0))
    u: Any = ZERO
    v: Any = ZERO
    t: Any = ZERO
    normal: Any = field(default_factory=lambda: Vec(np.zeros(3, np.float32)))


class Query:
    """An iteration over indices: ``for index in query``, or ``while next(query, index)``.

    ``distances``: how far along a ray each lies, where that matters. ``valid`` until a step finds nothing more.
    """

    def __init__(self, indices: Iterable[int], distances: Iterable[float] | None = None):
        self.indices = iter([np.int32(i) for i in indices])
        self.distances = None if distances is None else iter(distances)
        self.valid: np.bool_ = np.bool_(True)

    def __iter__(self) -> Iterator[Any]:
        return self.indices

    def step(self, most: float) -> Any:
        """The next index at a distance of at most ``most``; -1, and no longer valid, where there is none."""
        for index in self.indices:
            if self.distances is None or next(self.distances) <= most:
                return index
        self.valid = np.bool_(False)
        return np.int32(-1)


def advance(query: Query, index: Any, most: Any = math.inf) -> tuple[Any, Any]:
    """(whether there is a next index, that index or else the old one)."""
    following = query.step(float(most))
    return query.valid, following if query.valid else index


def advance_block(query: Query) -> Tile:
    """A tile with the next index, or -1, for each thread of the block, which has one thread."""
    return tile_of([query.step(math.inf)], (1,))


def triangles(mesh: Any) -> np.ndarray:
    """Corners of all faces, (faces, 3, 3)."""
    return mesh.points.astype(np.float64)[mesh.indices.reshape(-1, 3)]


def nearest(mesh: Any, point: Any, max_dist: Any, signed: bool) -> Found:
    p, corners = double(point), triangles(mesh)
    weights = closest_on_triangles(p, corners)
    distances = np.linalg.norm((weights[:, :, None] * corners).sum(axis=1) - p, axis=1)
    face = int(distances.argmin())
    if not distances[face] < float(max_dist):
        return Found()
    u, v, _ = weights[face].astype(np.float32)
    sign = np.float32(-1.0 if winding_number(p, corners) > 0.5 else 1.0) if signed else ZERO
    return Found(np.bool_(True), sign, np.int32(face), u, v)


def query_point(signed: bool) -> Callable[..., Any]:
    """A nearest-point query that returns its result, or writes it to the arguments after ``max_dist``."""

    def query(mesh: Any, point: Any, max_dist: Any, *out: Any) -> Any:
        found = nearest(mesh, point, max_dist, signed)
        if len(out) < (4 if signed else 3):
            return found
        parts = (found.sign,) if signed else ()
        return (found.result, *parts, found.face, found.u, found.v)

    return query


def by_winding(mesh: Any, point: Any, max_dist: Any, *out: Any) -> Any:
    """The nearest point with its side by the winding number, which is 1 inside a closed mesh and 0 outside.

    ``out`` ends with accuracy and threshold where they are given.
    """
    *first, threshold = out if len(out) in (2, 6) else (*out, 0.5)
    found = query_point(signed=True)(mesh, point, max_dist, *first)
    if isinstance(found, Found):
        return replace(found, sign=_side(found.sign, threshold)) if found.result else found
    result, sign, *place = found
    return (result, _side(sign, threshold) if result else sign, *place)


def _side(sign: Any, threshold: Any) -> Any:
    return np.float32(-1.0 if float(sign < 0.0) > threshold else 1.0)


def furthest(mesh: Any, point: Any, min_dist: Any) -> Found:
    p = double(point)
    best, found = float(min_dist), Found()
    for face, corner in enumerate(triangles(mesh)):
        for k, vertex in enumerate(corner):
            distance = float(np.linalg.norm(p - vertex))
            if distance > best:
                best = distance
                weights = [np.float32(k == j) for j in range(3)]
                found = Found(np.bool_(True), face=np.int32(face), u=weights[0], v=weights[1])
    return found


Hit = tuple[float, int, np.ndarray, np.ndarray]


def crossings(mesh: Any, start: Any, direction: Any) -> list[Hit]:
    """Intersections of a ray with faces: (multiple of the direction, face, barycentric weights, normal)."""
    origin, along, corners = double(start), double(direction), triangles(mesh)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    slopes = normals @ along
    times = (normals * (corners[:, 0] - origin)).sum(axis=1) / np.where(slopes == 0.0, np.nan, slopes)
    weights = barycentric(origin + times[:, None] * along, corners)
    hit = (times >= 0.0) & (weights >= 0.0).all(axis=1)
    return [(float(times[f]), int(f), weights[f], normals[f]) for f in np.flatnonzero(hit)]


def query_ray(mesh: Any, start: Any, direction: Any, max_t: Any, root: Any = -1) -> Found:
    """The first hit. ``sign`` is positive where the ray meets the front; it is as large as Woop's determinant."""
    inside = members(mesh, root)
    hits = [hit for hit in crossings(mesh, start, direction) if hit[0] < float(max_t) and inside[hit[1]]]
    if not hits:
        return Found()
    t, face, (u, v, _), normal = min(hits, key=lambda hit: hit[0])
    along = double(direction)
    sign = np.float32(-float(normal @ along) / np.abs(along).max())
    unit = Vec((normal / np.linalg.norm(normal)).astype(np.float32))
    return Found(np.bool_(True), sign, np.int32(face), np.float32(u), np.float32(v), np.float32(t), unit)


def any_hit(mesh: Any, start: Any, direction: Any, max_t: Any, root: Any = -1) -> Any:
    return query_ray(mesh, start, direction, max_t, root).result


def count_hits(mesh: Any, start: Any, direction: Any, root: Any = -1) -> Any:
    inside = members(mesh, root)
    return np.int32(sum(inside[hit[1]] for hit in crossings(mesh, start, direction)))


def boxes(geometry: Any) -> tuple[np.ndarray, np.ndarray]:
    """Lower and upper corners: a tree's own boxes, or those of a mesh's faces."""
    if geometry.kind.endswith("bvh"):
        return geometry.lowers.astype(np.float64), geometry.uppers.astype(np.float64)
    corners = triangles(geometry)
    return corners.min(axis=1), corners.max(axis=1)


def group_root(geometry: Any, group: Any) -> Any:
    """A number that stands for the root of a group, as the reading has no tree nodes; -1 for an empty group."""
    return np.int32(FIRST_ROOT - group) if group in geometry.groups else np.int32(-1)


def members(geometry: Any, root: Any) -> np.ndarray:
    """Mask of the boxes under a root; all are under -1."""
    return np.ones(len(geometry.groups), bool) if root == -1 else geometry.groups == FIRST_ROOT - int(root)


def overlapping(geometry: Any, low: Any, high: Any, root: Any = -1) -> Query:
    lowers, uppers = boxes(geometry)
    touch = ((lowers <= double(high)) & (uppers >= double(low))).all(axis=1)
    return Query(np.flatnonzero(touch & members(geometry, root)))


def within(geometry: Any, center: Any, radius: Any, root: Any = -1) -> Query:
    lowers, uppers = boxes(geometry)
    p = double(center)
    gap = p - np.clip(p, lowers, uppers)
    return Query(np.flatnonzero(((gap * gap).sum(axis=1) <= float(radius) ** 2) & members(geometry, root)))


def faces_within(mesh: Any, center: Any, radius: Any) -> Query:
    """Faces that meet the sphere."""
    p, corners = double(center), triangles(mesh)
    closest = (closest_on_triangles(p, corners)[:, :, None] * corners).sum(axis=1)
    return Query(np.flatnonzero(((closest - p) ** 2).sum(axis=1) <= max(float(radius), 0.0) ** 2))


def pierced(geometry: Any, start: Any, direction: Any, root: Any = -1) -> Query:
    return swept(geometry, start, direction, 0.0, root)


def swept(geometry: Any, start: Any, direction: Any, radius: Any, root: Any = -1) -> Query:
    """Boxes that a ray hits when each is enlarged by ``radius`` on all sides."""
    inside = members(geometry, root)
    lowers, uppers = boxes(geometry)
    r = float(radius)
    ray = double(start), double(direction)
    entries = [ray_hits_box(*ray, low - r, high + r) for low, high in zip(lowers, uppers, strict=True)]
    hits = [i for i, entry in enumerate(entries) if entry < math.inf and inside[i]]
    return Query(hits, [entries[i] for i in hits])


def neighbours(grid: Any, point: Any, max_dist: Any, group: Any = None) -> Query:
    """All points in the cells that the bounding box of the ball touches, so more than those in the ball."""
    width = np.float32(grid.radius)
    inverse = np.float32(1.0) / width
    cells = np.floor(grid.points * inverse).astype(np.int64)
    low = np.floor((point.a - max_dist) * inverse).astype(np.int64)
    high = np.floor((point.a + max_dist) * inverse).astype(np.int64)
    high = np.minimum(high, low + GRID_CELLS - 1)
    inside = ((cells - low) % GRID_CELLS <= high - low).all(axis=1)
    return Query(np.flatnonzero(inside))


def point_id(grid: Any, index: Any) -> Any:
    """The ``index``-th point in the order of the cells, x fastest; within a cell by point number."""
    inverse = np.float32(1.0) / np.float32(grid.radius)
    cells = np.floor(grid.points * inverse).astype(np.int64) % GRID_CELLS
    places = cells @ np.array([1, GRID_CELLS, GRID_CELLS * GRID_CELLS])
    return np.int32(np.argsort(places, kind="stable")[int(index)])


TABLE: dict[str, Callable[..., Any]] = {
    "closest_point_edge_edge": closest_point_edge_edge,
    "intersect_tri_tri": intersect_tri_tri,
    "mesh_query_point": query_point(signed=True),
    "mesh_query_point_sign_normal": query_point(signed=True),
    "mesh_query_point_sign_winding_number": by_winding,
    "mesh_query_point_sign_parity": query_point(signed=True),
    "mesh_query_point_no_sign": query_point(signed=False),
    "mesh_query_furthest_point_no_sign": furthest,
    "mesh_query_ray": query_ray,
    "mesh_query_ray_anyhit": any_hit,
    "mesh_query_ray_count_intersections": count_hits,
    "mesh_query_aabb": overlapping,
    "mesh_query_sphere": faces_within,
    "mesh_query_next": advance,
    "mesh_query_aabb_next": advance,
    "bvh_query_aabb": overlapping,
    "bvh_query_sphere": within,
    "bvh_query_ray": pierced,
    "bvh_query_capsule": swept,
    "bvh_query_next": advance,
    "bvh_get_group_root": group_root,
    "mesh_get_group_root": group_root,
    "mesh_get_bvh": lambda mesh: mesh,
    "tile_bvh_query_aabb": overlapping,
    "tile_bvh_query_ray": pierced,
    "tile_bvh_query_next": advance_block,
    "tile_mesh_query_aabb": overlapping,
    "tile_mesh_query_aabb_next": advance_block,
    "tile_query_valid": lambda query: query.valid,
    "hash_grid_query": neighbours,
    "hash_grid_query_next": advance,
    "hash_grid_point_id": point_id,
}
CHANGED: dict[str, tuple[int, ...]] = {
    **{name: (1,) for name, each in TABLE.items() if each is advance},
    **{name: (3, 4, 5, 6) for name in TABLE if name.startswith("mesh_query_point")},
    "mesh_query_point_no_sign": (3, 4, 5),
}
