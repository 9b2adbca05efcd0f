"""Volumes of floats and vectors: places in voxels, values of a voxel, values and slopes between voxels."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.launch.geometry import VOXELS
from generator.verification.reference.values.values import Vec

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
    """A voxel's value in float64, zero beyond the volume."""
    if all(0 <= k < VOXELS for k in place):
        return np.asarray(volume.values[place], np.float64)
    return np.zeros(volume.values.shape[3:])


def _value(found: np.ndarray) -> Any:
    return np.float32(found) if found.ndim == 0 else Vec(found.astype(np.float32))


def lookup(volume: Any, i: Any, j: Any, k: Any, dtype: Any = None) -> Any:
    return _value(_voxel(volume, (int(i), int(j), int(k))))


def sample(volume: Any, place: Vec, mode: Any, dtype: Any = None) -> Any:
    """Of the voxel around a place, or linear between the eight around it."""
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
    """(value, slope by the place in voxels), linear; a slope of zero where the mode is the voxel's own value."""
    at = place.a.astype(np.float64)
    low = np.floor(at)
    slope = np.zeros(3)
    for corner in itertools.product((0, 1), repeat=3) if int(mode) == LINEAR else ():
        weights = np.where(corner, at - low, 1.0 - (at - low))
        value = float(_voxel(volume, tuple(int(k) for k in low + corner)))
        for axis in range(3):
            slope[axis] += value * (1.0 if corner[axis] else -1.0) * np.prod(np.delete(weights, axis))
    return sample(volume, place, mode), _point(slope)


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
}
CHANGED: dict[str, tuple[int, ...]] = {"volume_sample_grad": (3,), "volume_sample_grad_f": (3,)}
