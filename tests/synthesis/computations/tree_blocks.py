"""NumPy statements of what blocks ask of trees and meshes: what single threads get."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.synthesis.computations.mesh_queries import mesh_faces_in_box
from tests.synthesis.computations.tree_parts import _faces, _touch
from tests.synthesis.computations.tree_queries import boxes_in_box, boxes_on_ray


def block_boxes_in_box(t, v, n):
    return boxes_in_box(t, SimpleNamespace(first=v.lowest), n)


def block_boxes_on_ray(t, v, n):
    return boxes_on_ray(t, SimpleNamespace(seen=False), n)


def block_faces_in_box(t, v, n):
    if v.what == "count":
        return mesh_faces_in_box(t, SimpleNamespace(first=False), n)
    p = t.probe
    corners, low, high = _faces(n.mesh)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    touched = _touch(p.position - p.half_size, p.position + p.half_size, low, high)
    return {"probe.area": touched @ (0.5 * np.linalg.norm(normals, axis=1))}
