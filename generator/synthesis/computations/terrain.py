"""Terrain on a grid of heights: slopes, materials, drainage, erosion."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

Terrain: Any = None


@law
def slipping(height: float, neighbour: float, talus: float) -> float:
    d = height - neighbour
    if d > talus:
        return d - talus
    if d < -talus:
        return d + talus
    return 0.0


@law
def material_at(height: float, slope: float, sea_level: float, snow_line: float) -> int:
    if height < sea_level:
        return 0
    if slope > 0.5:
        return 2
    if height > snow_line:
        return 3
    return 1


@computation(
    TEXTURES,
    "let material slip down slopes that are too steep",
    around={4: "", 8: "also over corners"},
    locked={True: "except where it is locked", False: ""},
)
def thermal_erosion(cell: Any, talus: Any, rate: Any) -> None:
    h = cell.height
    if v.locked:
        if cell.locked:
            cell.height_out = h
            return
    loss = slipping(h, cell.at(-1, 0).height, talus) + slipping(h, cell.at(1, 0).height, talus)
    loss += slipping(h, cell.at(0, -1).height, talus) + slipping(h, cell.at(0, 1).height, talus)
    if v.around == 8:
        loss += slipping(h, cell.at(-1, -1).height, talus) + slipping(h, cell.at(1, 1).height, talus)
        loss += slipping(h, cell.at(-1, 1).height, talus) + slipping(h, cell.at(1, -1).height, talus)
    cell.height_out = h - rate * loss


@computation(
    TEXTURES,
    "choose the material of each cell by its height and slope",
    weights={True: "and set the weights of the materials", False: ""},
)
def classify_terrain(cell: Any, sea_level: Any, snow_line: Any) -> None:
    kind = material_at(cell.height, cell.slope, sea_level, snow_line)
    cell.material = kind
    if v.weights:
        w = wp.vec4(0.0, 0.0, 0.0, 0.0)
        w[kind] = 1.0
        cell.weights = w


@computation(
    TEXTURES,
    "find the neighbour that water runs to",
    surface={"ground": "", "water": "over the surface of the water"},
)
def drainage_direction(cell: Any) -> None:
    lowest = cell.height
    east = cell.at(1, 0).height
    west = cell.at(-1, 0).height
    north = cell.at(0, 1).height
    south = cell.at(0, -1).height
    if v.surface == "water":
        lowest += cell.water
        east += cell.at(1, 0).water
        west += cell.at(-1, 0).water
        north += cell.at(0, 1).water
        south += cell.at(0, -1).water
    direction = int(-1)
    if east < lowest:
        lowest = east
        direction = 0
    if north < lowest:
        lowest = north
        direction = 1
    if west < lowest:
        lowest = west
        direction = 2
    if south < lowest:
        direction = 3
    cell.downhill = direction


@computation(
    TEXTURES,
    "compute the slope of each cell",
    law={"largest": "as the largest difference", "gradient": "as the size of the gradient"},
    normal={True: "and the normal", False: ""},
)
def terrain_slope(cell: Any) -> None:
    dx = 0.5 * (cell.at(1, 0).height - cell.at(-1, 0).height)
    dy = 0.5 * (cell.at(0, 1).height - cell.at(0, -1).height)
    if v.law == "largest":
        cell.slope = wp.max(wp.abs(dx), wp.abs(dy))
    else:
        cell.slope = wp.length(wp.vec2(dx, dy))
    if v.normal:
        cell.normal = wp.normalize(wp.vec3(-dx, -dy, 1.0))


@computation(TEXTURES, "flood the cells below the sea", dry={True: "and dry the others", False: ""})
def flood_cells(cell: Any, sea_level: Any) -> None:
    h = cell.height
    if h < sea_level:
        cell.water = sea_level - h
        cell.material = Terrain.WATER
    else:
        if v.dry:
            cell.water = 0.0


@computation(TEXTURES, "smooth the heights of cells that are not locked", weight={"mean": "", "half": "by half"})
def smooth_terrain(cell: Any) -> None:
    h = cell.height
    if cell.locked:
        cell.height_out = h
        return
    mean = 0.25 * (cell.at(-1, 0).height + cell.at(1, 0).height + cell.at(0, -1).height + cell.at(0, 1).height)
    if v.weight == "half":
        cell.height_out = 0.5 * (h + mean)
    else:
        cell.height_out = mean
