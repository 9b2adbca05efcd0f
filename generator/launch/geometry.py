"""Meshes, box trees, point grids and volumes of recipes: small, fixed, the same on every device."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np

from generator.launch.recipe import Argument

GEOMETRY_FILLS = ("mesh", "grouped_mesh", "bvh", "grouped_bvh", "hash_grid", "volume", "vector_volume")
VOXELS = 8
"""Voxels of a volume along an axis."""

GROUPS = 4
"""Number of groups of the faces of a grouped mesh, or of the boxes of a grouped tree."""

_GOLDEN = (1.0 + 5.0**0.5) / 2.0


@dataclass(frozen=True, eq=False)
class Shape:
    """What an id argument refers to: ``points`` and ``indices`` of a mesh, boxes of a tree, points of a grid.

    ``velocities`` are those of a mesh's points; ``values`` are a volume's, by voxel (and component); ``radius`` is the
    width of a grid's cells or of a voxel.
    """

    kind: str
    points: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    indices: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int32))
    lowers: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    uppers: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    velocities: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.float32))
    values: np.ndarray = field(default_factory=lambda: np.zeros((0, 0, 0), np.float32))
    radius: float = 0.0

    @property
    def groups(self) -> np.ndarray:
        """The group of each face of a mesh, or each box of a tree, round-robin."""
        count = len(self.lowers) or len(self.indices) // 3
        return np.arange(count, dtype=np.int32) % GROUPS


def shape_of(argument: Argument, points: np.ndarray | None) -> Shape:
    """The geometry of an argument, of extent ``high``; a grid is over ``points`` with cells of size ``value``."""
    if argument.fill in ("mesh", "grouped_mesh"):
        vertices, triangles = dented_sphere()
        points, moves = (vertices * argument.high).astype(np.float32), 0.5 * np.sin(np.arange(vertices.size) * 1.3)
        velocities = moves.reshape(-1, 3).astype(np.float32)
        return Shape(argument.fill, points=points, indices=triangles.ravel(), velocities=velocities)
    if argument.fill in ("bvh", "grouped_bvh"):
        lowers = lattice() * argument.high
        sizes = 0.2 + 0.3 * np.abs(np.sin(1.0 + np.arange(len(lowers)))[:, None] * np.ones(3))
        uppers = lowers + sizes * argument.high
        return Shape(argument.fill, lowers=lowers.astype(np.float32), uppers=uppers.astype(np.float32))
    if argument.fill in ("volume", "vector_volume"):
        waves = volume_waves(3 if argument.fill == "vector_volume" else 1)
        width = 2.0 * argument.high / VOXELS
        return Shape(argument.fill, values=waves.astype(np.float32), radius=float(np.float32(width)))
    over = lattice() * argument.high if points is None else points
    return Shape("hash_grid", points=over.astype(np.float32), radius=float(argument.value or 0.5))


def volume_waves(components: int) -> np.ndarray:
    """Values in (-2, 2) at each voxel, without symmetry; a single component has no axis of its own."""
    i, j, k = np.meshgrid(*[np.arange(VOXELS)] * 3, indexing="ij")
    waves = [np.sin(0.9 * i + c) + np.cos(0.7 * j - 0.4 * k + 2.0 * c) for c in range(components)]
    return waves[0] if components == 1 else np.stack(waves, axis=-1)


def lattice() -> np.ndarray:
    """64 points of a lattice in [-1, 1), perturbed so that no two distances are equal."""
    axis = np.linspace(-1.0, 1.0, 4, endpoint=False)
    grid = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3)
    return grid + 0.07 * np.sin(np.arange(grid.size).reshape(grid.shape) * 1.7)


def dented_sphere() -> tuple[np.ndarray, np.ndarray]:
    """A closed mesh of 80 triangles: an icosahedron, subdivided once, with slightly different radii."""
    g = _GOLDEN
    corners = [(0, s, t * g) for s in (-1, 1) for t in (-1, 1)]
    vertices = np.array([np.roll(c, k) for k in range(3) for c in corners], dtype=np.float64)
    vertices /= np.linalg.norm(vertices, axis=1, keepdims=True)
    edge = min(np.linalg.norm(vertices[0] - v) for v in vertices[1:]) * 1.01
    near = np.linalg.norm(vertices[:, None] - vertices[None, :], axis=2) < edge
    triples = itertools.combinations(range(len(vertices)), 3)
    faces = [(i, j, k) for i, j, k in triples if near[i, j] and near[j, k] and near[i, k]]
    points = [tuple(v) for v in vertices]
    index = {p: i for i, p in enumerate(points)}

    def middle(i: int, j: int) -> int:
        m = vertices[i] + vertices[j]
        p = tuple(m / np.linalg.norm(m))
        if p not in index:
            index[p] = len(points)
            points.append(p)
        return index[p]

    triangles = []
    for face in faces:
        i, j, k = outward(vertices, face)
        a, b, c = middle(min(i, j), max(i, j)), middle(min(j, k), max(j, k)), middle(min(i, k), max(i, k))
        triangles += [(i, a, c), (a, j, b), (c, b, k), (a, b, c)]
    found = np.array(points)
    radii = 1.0 + 0.08 * np.sin(3.0 * np.arange(len(found)))
    return found * radii[:, None], np.array(triangles, dtype=np.int32)


def outward(vertices: np.ndarray, face: tuple[int, int, int]) -> tuple[int, int, int]:
    """The face's corners in the order whose normal points away from the origin."""
    i, j, k = face
    normal = np.cross(vertices[j] - vertices[i], vertices[k] - vertices[i])
    return (i, j, k) if normal @ vertices[i] > 0.0 else (i, k, j)
