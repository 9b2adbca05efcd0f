"""Whole numbers on a plane grid: labels, marks and counts; totals of regions; two grids."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.grids import GRIDS


@computation(
    GRIDS,
    "mark the narrow band of a level set, the cells whose signed distance is within its half width",
    crossing={True: "or across whose sides the distance changes sign", False: ""},
    solid={True: "leaving out solid cells", False: ""},
)
def grid_mark_band(cell: Any, width: Any) -> None:
    phi = cell.distance
    if v.solid and cell.solid:
        cell.band = False
        return
    inside = wp.abs(phi) < width
    if v.crossing and not inside:
        if phi * cell.at(1, 0).distance < 0.0 or phi * cell.at(-1, 0).distance < 0.0:
            inside = True
        elif phi * cell.at(0, 1).distance < 0.0 or phi * cell.at(0, -1).distance < 0.0:
            inside = True
    cell.band = inside


@computation(
    GRIDS,
    "take one sweep of connected-component labelling on a grid: each cell takes the smallest label among itself and its four neighbours",
    kind={True: "of its own kind", False: ""},
    solid={True: "with solid cells walls of label -1", False: ""},
)
def grid_label_sweep(cell: Any) -> None:
    if v.solid and cell.solid:
        cell.label_next = -1
        return
    label = cell.label
    for side in range(4):
        step = 1 - side // 2 * 2
        di = step if side % 2 == 0 else 0
        dj = step - di
        near = cell.at(di, dj)
        if v.solid and near.solid:
            continue
        if v.kind and near.kind != cell.kind:
            continue
        label = wp.min(label, near.label)
    cell.label_next = label


@computation(
    GRIDS,
    "count the fluid neighbours of each cell",
    corners={True: "out of eight", False: "out of four"},
    own={True: "with zero for solid cells", False: ""},
)
def grid_open_count(cell: Any) -> None:
    if v.own and cell.solid:
        cell.open_count = 0
        return
    n = int(0)
    for p in range(3):
        for q in range(3):
            if v.corners:
                if p == 1 and q == 1:
                    continue
            elif (p + q) % 2 == 0:
                # corners and the cell itself
                continue
            if not cell.at(p - 1, q - 1).solid:
                n += 1
    cell.open_count = n


@computation(
    GRIDS,
    "find the largest absolute divergence of each region by an atomic maximum, as a convergence test of a projection",
    solid={True: "over fluid cells", False: ""},
    counted={True: "and count its cells above the tolerance", False: ""},
)
def grid_peak_divergence(cell: Any, tolerance: Any) -> None:
    if v.solid and cell.solid:
        return
    region = cell.region
    r = wp.abs(cell.divergence)
    wp.atomic_max(region.peak, r)
    if v.counted and r > tolerance:
        region.diverging += 1


@computation(
    GRIDS,
    "prolong a multigrid correction: add the values of coarse cells to the pressure of each fine cell",
    by={
        "constant": "by piecewise-constant interpolation",
        "linear": "by bilinear interpolation between the four coarse cells around",
    },
    damped={True: "with relaxation", False: ""},
    open={True: "leaving solid cells as they are", False: ""},
)
def grid_prolong(cell: Any, relaxation: Any) -> None:
    p = cell.pressure
    if v.open and cell.solid:
        cell.pressure = p
        return
    if v.by == "constant":
        e = cell.coarse.value
    else:
        xi = cell.coarse_place
        low = wp.lerp(cell.corners[0].value, cell.corners[1].value, xi[0])
        high = wp.lerp(cell.corners[2].value, cell.corners[3].value, xi[0])
        e = wp.lerp(low, high, xi[1])
    if v.damped:
        e = relaxation * e
    cell.pressure = p + e


@computation(
    GRIDS,
    "sum the temperature of the fluid cells of each region",
    band={True: "where the signed distance is not negative", False: ""},
    counted={True: "and count them", False: ""},
)
def grid_region_total(cell: Any) -> None:
    region = cell.region
    if cell.solid:
        return
    if v.band and cell.distance < 0.0:
        return
    region.total += cell.temperature
    if v.counted:
        region.cell_count += 1
