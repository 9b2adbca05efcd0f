"""Parts of a mesh by index: vertices, face normals, positions on faces, and its arrays."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from generator.verification.reference.builtins.queries import triangles
from generator.verification.reference.values.arrays import make_array
from generator.verification.reference.values.types import named_type
from generator.verification.reference.values.values import Vec


def face_normal(mesh: Any, face: Any) -> Vec:
    a, b, c = triangles(mesh)[int(face)]
    normal = np.cross(b - a, c - a)
    return Vec((normal / np.linalg.norm(normal)).astype(np.float32))


def within(values: str) -> Callable[..., Vec]:
    """The function that weighs such values of a face's vertices."""

    def weighed(mesh: Any, face: Any, u: Any, v: Any) -> Vec:
        a, b, c = getattr(mesh, values)[mesh.indices.reshape(-1, 3)[int(face)]]
        return Vec(a * u + b * v + c * (np.float32(1.0) - u - v))

    return weighed


def at_corner(values: str) -> Callable[..., Vec]:
    """The function that gives such a value of the vertex at a place of ``indices``."""
    return lambda mesh, index: Vec(getattr(mesh, values)[mesh.indices[int(index)]].copy())


def arrays(mesh: Any) -> SimpleNamespace:
    """The arrays of a mesh, ``points`` and ``indices``."""
    return SimpleNamespace(
        points=make_array(mesh.points, named_type("vec3")), indices=make_array(mesh.indices, named_type("int32"))
    )


TABLE: dict[str, Callable[..., Any]] = {
    "mesh_eval_position": within("points"),
    "mesh_eval_velocity": within("velocities"),
    "mesh_eval_face_normal": face_normal,
    "mesh_get_point": at_corner("points"),
    "mesh_get_velocity": at_corner("velocities"),
    "mesh_get_index": lambda mesh, index: np.int32(mesh.indices[int(index)]),
    "mesh_get": arrays,
}
