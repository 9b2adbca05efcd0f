"""Volumes of floats and vectors: index coordinates, voxel lookups, samples and gradients between voxels."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.launch.geometry import VOXELS
from generator.verification.reference.values.values import Vec, numbers

LINEAR = 1


def _point(values: np.ndarray) -> Vec:
    return Vec(values.astype(np.float32))


def world_to_index(volume: Any, point: Vec) -> Vec:
    return _point(point.a.astype(np.float64) / volume.radius + 0.5 * VOXELS)


def index_to_world(volume: Any, place: Vec) -> Vec:
    return _point((place.a.astype(np.float64) - 0.5 * VOXELS) * volume.radius)


def world_to_index_dir(volume: Any, direction: Vec) -> Vec:
    return _point(direction.a.astype(np.float64) / volume.radius)


def index_to_world_dir(volume: Any, direction: Vec) -> Vec:
    return _point(direction.a.astype(np.float64) * volume.radius)


def _voxel(volume: Any, place: tuple[int, ...]) -> np.ndarray:
    """A voxel's value in float64; the background outside the volume."""
    if all(0 <= k < VOXELS for k in place):
        return np.asarray(volume.values[place], np.float64)
    return np.asarray(getattr(volume, "background", np.zeros(volume.values.shape[3:])))


def _value(found: np.ndarray) -> Any:
    return np.float32(found) if found.ndim == 0 else Vec(found.astype(np.float32))


def lookup(volume: Any, i: Any, j: Any, k: Any, dtype: Any = None) -> Any:
    return _value(_voxel(volume, (int(i), int(j), int(k))))


def sample(volume: Any, place: Vec, mode: Any, dtype: Any = None) -> Any:
    """The nearest voxel's value at ``place``, or the trilinear interpolation of the eight around it."""
    at = place.a.astype(np.float64)
    if int(mode) != LINEAR:
        return _value(_voxel(volume, tuple(int(k) for k in np.floor(at + 0.5))))
    low = np.floor(at)
    total = np.zeros(volume.values.shape[3:])
    for corner in itertools.product((0, 1), repeat=3):
        weight = np.prod(np.where(corner, at - low, 1.0 - (at - low)))
        total = total + weight * _voxel(volume, tuple(int(k) for k in low + corner))
    return _value(total)


def sample_grad(volume: Any, place: Vec, mode: Any, grad: Vec, dtype: Any = None) -> tuple[Any, Vec]:
    """(value, gradient by index coordinates) of the trilinear interpolation; in nearest mode the gradient is zero."""
    at = place.a.astype(np.float64)
    low = np.floor(at)
    slope = np.zeros(3)
    for corner in itertools.product((0, 1), repeat=3) if int(mode) == LINEAR else ():
        weights = np.where(corner, at - low, 1.0 - (at - low))
        value = float(_voxel(volume, tuple(int(k) for k in low + corner)))
        for axis in range(3):
            slope[axis] += value * (1.0 if corner[axis] else -1.0) * np.prod(np.delete(weights, axis))
    return sample(volume, place, mode), _point(slope)


def voxel_index(volume: Any, i: Any, j: Any, k: Any) -> Any:
    """A voxel's linear index, the last axis fastest, as the volume is one leaf of its tree; -1 outside."""
    place = int(i), int(j), int(k)
    return np.int32(np.ravel_multi_index(place, (VOXELS,) * 3) if all(0 <= p < VOXELS for p in place) else -1)


def sample_index(volume: Any, place: Vec, mode: Any, data: Any, background: Any) -> Any:
    return sample(_Field(data, background), place, mode)


def sample_grad_index(volume: Any, place: Vec, mode: Any, data: Any, background: Any, grad: Vec) -> tuple[Any, Vec]:
    return sample_grad(_Field(data, background), place, mode, grad)


class _Field:
    """An array of values by voxel and a background, sampled like a volume."""

    def __init__(self, data: Any, background: Any):
        self.background = np.asarray(numbers(background), np.float64)
        self.values = data.data[: VOXELS**3].reshape((VOXELS,) * 3 + data.data.shape[1:])


TABLE: dict[str, Callable[..., Any]] = {
    "volume_world_to_index": world_to_index,
    "volume_index_to_world": index_to_world,
    "volume_world_to_index_dir": world_to_index_dir,
    "volume_index_to_world_dir": index_to_world_dir,
    "volume_lookup": lookup,
    "volume_lookup_f": lookup,
    "volume_lookup_v": lookup,
    "volume_sample": sample,
    "volume_sample_f": sample,
    "volume_sample_v": sample,
    "volume_sample_grad": sample_grad,
    "volume_sample_grad_f": sample_grad,
    "volume_lookup_index": voxel_index,
    "volume_voxel_count": lambda volume: np.int32(VOXELS**3),
    "volume_sample_index": sample_index,
    "volume_sample_grad_index": sample_grad_index,
}
CHANGED: dict[str, tuple[int, ...]] = {
    "volume_sample_grad": (3,),
    "volume_sample_grad_f": (3,),
    "volume_sample_grad_index": (5,),
}
