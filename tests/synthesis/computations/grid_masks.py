"""What masks, steps, sides and open faces must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside
from tests.synthesis.computations.grid_steps import CORNERS, SIDES


def grid_grow_mask(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m = t.cell.mask
    around = sum(beside(m, *step) for step in (*SIDES, *(CORNERS if v.rule == "three" else ())))
    grown = (m == 1) | (around >= (3 if v.rule == "three" else 2))
    return {"cell.mask_next": np.where(t.cell.solid, m, grown) if v.solid else grown}


def grid_shrink_mask(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m = t.cell.mask
    outside = sum((beside(m, *step) == 0).astype(int) for step in SIDES)
    return {"cell.mask_next": np.where(outside >= (2 if v.counted == "two" else 1), 0, m)}


def grid_step_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    best = c.steps.copy()
    for step in SIDES:
        near = beside(c.steps, *step) + 1
        best = np.minimum(best, np.where(beside(c.solid, *step), 1000, near) if v.solid else near)
    best = np.where(c.solid, 1000, best) if v.solid else best
    return {"cell.steps_next": np.where(c.mask != 0, 0, best) if v.source else best}


def grid_sleep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    asleep = c.awake == 0
    changed = (c.awake != 0) & (c.age == 0)
    woken = asleep & np.any([beside(changed, *step) for step in SIDES], axis=0) & bool(v.neighbours)
    age = np.where(woken, 1, c.age + 1)
    awake = (woken | (~asleep & (age < n.patience))).astype(int)
    if v.mask:
        age, awake = age * (c.mask != 0), awake * (c.mask != 0)
    return {"cell.age_next": age, "cell.awake_next": awake}


def grid_side_bits(t: Any, v: Any, n: Any) -> dict[str, Any]:
    kind = t.cell.kind
    bits = np.zeros(kind.shape, int)
    for k, step in enumerate(SIDES):
        other = beside(kind, *step) != kind
        if v.solid:
            other |= beside(t.cell.solid, *step) > 0
        bits += other << k
    return {"cell.side_bits": np.where(kind == 0, bits, 0) if v.inside else bits}


def grid_coarse_cell(t: Any, v: Any, n: Any) -> dict[str, Any]:
    shape = t.cell.parent_number.shape
    place = np.moveaxis(np.indices(shape) // n.ratio, 0, -1)
    number = place @ np.array([n.columns, 1])
    found = {"cell.parent_number": np.where(t.cell.solid, -1, number) if v.solid else number}
    if v.place:
        found["cell.parent_place"] = np.where(t.cell.solid[..., None], -1, place) if v.solid else place
    return found


def voxel_count_faces(t: Any, v: Any, n: Any) -> dict[str, Any]:
    full = t.voxel.occupied.astype(int)
    steps = [sign * axis for axis in np.eye(3, dtype=int) for sign in (1, -1)]
    count = full * sum(1 - beside(full, *step) for step in steps)
    return {"voxel.face_count": np.where(full, count, -1) if v.none else count}


def voxel_light_sweep(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.voxel.light
    steps = [sign * axis for axis in np.eye(3, dtype=int) for sign in (1, -1)]
    level = np.max([x, *(beside(x, *step) - 1 for step in steps)], axis=0)
    if v.sky:
        level = np.where(beside(x, 0, 0, 1) >= 15, np.maximum(level, 15), level)
    return {"voxel.light_next": np.where(t.voxel.occupied, 0, level) if v.open else level}
