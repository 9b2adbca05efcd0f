"""Whole numbers on grids: masks that grow and shrink, steps from a source, sleep, sides, open faces."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

CellType: Any = GRIDS.enumerations["CellType"]

FAR = 1000
BRIGHTEST = 15
SIDES = 6
"""Of a voxel."""
EAST = 1
WEST = 2
NORTH = 4
SOUTH = 8


@law
def step_from(near: int, solid: bool) -> int:
    """Steps to a cell by way of its neighbour, very many where that one is solid."""
    if solid:
        return FAR
    return near + 1


@law
def just_changed(awake: bool, age: int) -> bool:
    """Whether a cell is awake and has only now changed itself."""
    return awake and age == 0


@computation(
    GRIDS,
    "grow a binary mask on a grid by one cell, into the cells with",
    rule={"two": "at least two of four neighbours set", "three": "at least three of eight neighbours set"},
    solid={True: "but not into solid cells", False: ""},
)
def grid_grow_mask(cell: Any) -> None:
    mask = cell.mask
    if mask != 0 or (v.solid and cell.solid):
        cell.mask_next = mask
        return
    n = cell.at(1, 0).mask + cell.at(-1, 0).mask + cell.at(0, 1).mask + cell.at(0, -1).mask
    if v.rule == "three":
        n += cell.at(1, 1).mask + cell.at(-1, -1).mask + cell.at(-1, 1).mask + cell.at(1, -1).mask
        cell.mask_next = 1 if n >= 3 else 0
    else:
        cell.mask_next = 1 if n >= 2 else 0


@computation(
    GRIDS,
    "erode a binary mask on a grid: clear its cells with",
    counted={"any": "any of the four neighbours outside", "two": "at least two of the four neighbours outside"},
)
def grid_shrink_mask(cell: Any) -> None:
    if cell.mask == 0:
        cell.mask_next = 0
        return
    n = int(0)
    if cell.at(1, 0).mask == 0:
        n += 1
    if cell.at(-1, 0).mask == 0:
        n += 1
    if cell.at(0, 1).mask == 0:
        n += 1
    if cell.at(0, -1).mask == 0:
        n += 1
    if v.counted == "two":
        cell.mask_next = 0 if n >= 2 else cell.mask
    else:
        cell.mask_next = 0 if n > 0 else cell.mask


@computation(
    GRIDS,
    "take one sweep of a wavefront distance transform: each cell takes the least step count of its four neighbours plus one, if that is lower",
    solid={True: "with solid cells impassable", False: ""},
    source={True: "and zero on the mask", False: ""},
)
def grid_step_sweep(cell: Any) -> None:
    if v.source and cell.mask != 0:
        cell.steps_next = 0
        return
    if v.solid and cell.solid:
        cell.steps_next = FAR
        return
    best = cell.steps
    if v.solid:
        best = wp.min(best, step_from(cell.at(1, 0).steps, cell.at(1, 0).solid))
        best = wp.min(best, step_from(cell.at(-1, 0).steps, cell.at(-1, 0).solid))
        best = wp.min(best, step_from(cell.at(0, 1).steps, cell.at(0, 1).solid))
        best = wp.min(best, step_from(cell.at(0, -1).steps, cell.at(0, -1).solid))
    else:
        best = wp.min(best, cell.at(1, 0).steps + 1)
        best = wp.min(best, cell.at(-1, 0).steps + 1)
        best = wp.min(best, cell.at(0, 1).steps + 1)
        best = wp.min(best, cell.at(0, -1).steps + 1)
    cell.steps_next = best


@computation(
    GRIDS,
    "put the awake cells of an active-cell simulation to sleep once their age reaches the patience",
    neighbours={
        True: "and wake sleeping ones, at age one, beside an awake one of age zero, which has just changed",
        False: "",
    },
    mask={True: "keeping cells outside the mask asleep", False: ""},
)
def grid_sleep(cell: Any, patience: Any) -> None:
    if v.mask and cell.mask == 0:
        cell.awake_next = False
        cell.age_next = 0
        return
    age = cell.age + 1
    awake = cell.awake and age < patience
    if v.neighbours and not cell.awake:
        stirred = just_changed(cell.at(1, 0).awake, cell.at(1, 0).age)
        stirred = stirred or just_changed(cell.at(-1, 0).awake, cell.at(-1, 0).age)
        stirred = stirred or just_changed(cell.at(0, 1).awake, cell.at(0, 1).age)
        stirred = stirred or just_changed(cell.at(0, -1).awake, cell.at(0, -1).age)
        if stirred:
            awake = True
            # it did not change itself, and so wakes no others yet
            age = 1
    cell.awake_next = awake
    cell.age_next = age


@computation(
    GRIDS,
    "encode as a 4-bit mask the sides at which a cell lies beside one of another kind",
    solid={True: "or a solid one", False: ""},
    inside={True: "with zero for all but inner cells", False: ""},
)
def grid_side_bits(cell: Any) -> None:
    kind = cell.kind
    if v.inside and kind != CellType.INSIDE:
        cell.side_bits = 0
        return
    bits = int(0)
    if cell.at(1, 0).kind != kind or (v.solid and cell.at(1, 0).solid):
        bits = bits | EAST
    if cell.at(-1, 0).kind != kind or (v.solid and cell.at(-1, 0).solid):
        bits = bits | WEST
    if cell.at(0, 1).kind != kind or (v.solid and cell.at(0, 1).solid):
        bits = bits | NORTH
    if cell.at(0, -1).kind != kind or (v.solid and cell.at(0, -1).solid):
        bits = bits | SOUTH
    cell.side_bits = bits


@computation(
    GRIDS,
    "map each cell to its coarse multigrid cell by integer division by the ratio,",
    place={True: "as coordinates and flat number", False: "as a flat number"},
    solid={True: "with -1 for solid cells", False: ""},
)
def grid_coarse_cell(cell: Any, ratio: Any, columns: Any) -> None:
    if v.solid and cell.solid:
        cell.parent_number = -1
        if v.place:
            cell.parent_place = wp.vec2i(-1, -1)
        return
    p = cell.i // ratio
    q = cell.j // ratio
    cell.parent_number = p * columns + q
    if v.place:
        cell.parent_place = wp.vec2i(p, q)


@computation(
    GRIDS,
    "count the exposed faces of each voxel, as a mesher does first,",
    none={True: "with -1 for empty voxels", False: "with zero for empty voxels"},
)
def voxel_count_faces(voxel: Any) -> None:
    if not voxel.occupied:
        voxel.face_count = -1 if v.none else 0
        return
    covered = int(voxel.at(1, 0, 0).occupied) + int(voxel.at(-1, 0, 0).occupied)
    covered += int(voxel.at(0, 1, 0).occupied) + int(voxel.at(0, -1, 0).occupied)
    covered += int(voxel.at(0, 0, 1).occupied) + int(voxel.at(0, 0, -1).occupied)
    voxel.face_count = SIDES - covered


@computation(
    GRIDS,
    "flood light through voxels by one sweep: each takes the brightest of its six neighbours less one, if that is more than its own",
    open={True: "with occupied voxels dark", False: ""},
    sky={True: "and skylight of 15 passing straight down undimmed", False: ""},
)
def voxel_light_sweep(voxel: Any) -> None:
    if v.open and voxel.occupied:
        voxel.light_next = 0
        return
    level = voxel.light
    level = wp.max(level, wp.max(voxel.at(1, 0, 0).light, voxel.at(-1, 0, 0).light) - 1)
    level = wp.max(level, wp.max(voxel.at(0, 1, 0).light, voxel.at(0, -1, 0).light) - 1)
    above = voxel.at(0, 0, 1).light
    if v.sky and above >= BRIGHTEST:
        level = BRIGHTEST
    level = wp.max(level, wp.max(above, voxel.at(0, 0, -1).light) - 1)
    voxel.light_next = level
