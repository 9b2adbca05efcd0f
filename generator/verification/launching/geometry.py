"""The Warp objects behind ids: the shapes of ``generator.launch.geometry``, built on a device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import Argument
from generator.launch.geometry import VOXELS, Shape, shape_of

GRID_CELLS = 16


@dataclass(frozen=True, eq=False)
class Geometry(Shape):
    """A shape with the Warp objects that were built from it, by device."""

    _built: dict[str, Any] = field(default_factory=dict)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The id of the object on the CPU, as a kernel takes it."""
        return np.asarray(np.uint64(self.on("cpu").id), dtype=dtype)

    def on(self, device: str) -> Any:
        """The Warp object on ``device``, built once and kept alive by this shape."""
        if device not in self._built:
            self._built[device] = self.build(device)
        return self._built[device]

    def build(self, device: str) -> Any:
        """A new Warp object, which the caller has to keep alive during the launch."""
        if self.kind.endswith("mesh"):
            points = wp.array(self.points, dtype=wp.vec3, device=device)
            indices = wp.array(self.indices, dtype=wp.int32, device=device)
            velocities = wp.array(self.velocities, dtype=wp.vec3, device=device)
            winding = not self._grouped
            return wp.Mesh(points, indices, velocities, support_winding_number=winding, groups=self._groups(device))
        if self.kind.endswith("bvh"):
            lowers = wp.array(self.lowers, dtype=wp.vec3, device=device)
            uppers = wp.array(self.uppers, dtype=wp.vec3, device=device)
            return wp.Bvh(lowers, uppers, groups=self._groups(device))
        if self.kind in ("volume", "vector_volume"):
            corner = (-0.5 * VOXELS * self.radius,) * 3
            background = 0.0 if self.kind == "volume" else (0.0, 0.0, 0.0)
            return wp.Volume.load_from_numpy(self.values, corner, self.radius, background, device=device)
        grid = wp.HashGrid(GRID_CELLS, GRID_CELLS, GRID_CELLS, device=device)
        grid.build(wp.array(self.points, dtype=wp.vec3, device=device), self.radius)
        return grid

    @property
    def _grouped(self) -> bool:
        """Whether the tree has a root for each group; a mesh then has no winding numbers."""
        return self.kind.startswith("grouped")

    def _groups(self, device: str) -> Any:
        return wp.array(self.groups, dtype=wp.int32, device=device) if self._grouped else None


def make_geometry(argument: Argument, points: np.ndarray | None) -> Geometry:
    """The geometry of an argument; a grid lies over ``points``."""
    return Geometry(**vars(shape_of(argument, points)))
