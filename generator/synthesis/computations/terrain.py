"""Terrain on a grid of heights: slopes, materials, drainage, erosion."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

Terrain: Any = None
DIAGONAL = 1.41421356
ROCK_SLOPE = 0.5


@law
def slipping(height: float, neighbour: float, talus: float) -> float:
    """Height difference beyond the talus, negative towards a higher neighbour, zero on slopes that hold."""
    d = height - neighbour
    if d > talus:
        return d - talus
    if d < -talus:
        return d + talus
    return 0.0


@law
def material_at(height: float, slope: float, sea_level: float, snow_line: float) -> int:
    """Material of the ground: water below the sea, rock where steep, snow high up, else grass."""
    if height < sea_level:
        return Terrain.WATER
    if slope > ROCK_SLOPE:
        return Terrain.ROCK
    if height > snow_line:
        return Terrain.SNOW
    return Terrain.GRASS


@computation(
    TEXTURES,
    "erode terrain thermally: material beyond the talus slope moves between each cell and its",
    why={"": "material slides where a slope is steeper than the angle of repose"},
    around={4: "four neighbours", 8: "eight neighbours"},
    locked={True: "locked cells giving and taking without end", False: ""},
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
        # corners are farther away, so the same slope is a greater step
        step = DIAGONAL * talus
        loss += slipping(h, cell.at(-1, -1).height, step) + slipping(h, cell.at(1, 1).height, step)
        loss += slipping(h, cell.at(-1, 1).height, step) + slipping(h, cell.at(1, -1).height, step)
    cell.height_out = h - rate * loss


@computation(
    TEXTURES,
    "classify each terrain cell: water below the sea level, else rock where the slope is over 0.5, else snow above the "
    "snow line, else grass,",
    weights={True: "with one-hot blend weights", False: ""},
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
    "find the D4 drainage direction of each cell (0 to 3 for +x, +y, -x and -y, -1 in a pit) towards the neighbour",
    surface={"ground": "with the lowest ground", "water": "with the lowest water surface"},
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
    "compute the slope of each cell, a metre wide, by central differences",
    law={"largest": "as the larger component", "gradient": "as the gradient's length"},
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


@computation(
    TEXTURES,
    "fill cells below sea level with water",
    dry={True: "and dry the others, with grass where water was", False: ""},
)
def flood_cells(cell: Any, sea_level: Any) -> None:
    h = cell.height
    if h < sea_level:
        cell.water = sea_level - h
        cell.material = Terrain.WATER
    else:
        if v.dry:
            cell.water = 0.0
            if cell.material == Terrain.WATER:
                cell.material = Terrain.GRASS


@computation(
    TEXTURES,
    "erode each cell by the stream power law, the erodibility times the square root of its water depth "
    "times the drop to the lowest of its four neighbours,",
    pits={True: "and fill pits halfway up to that neighbour", False: ""},
    locked={True: "except in locked cells", False: ""},
    carried={True: "with the water carrying what it took away", False: ""},
)
def stream_power_erosion(cell: Any, erodibility: Any) -> None:
    h = cell.height
    if v.locked:
        if cell.locked:
            cell.height_out = h
            if v.carried:
                cell.sediment_out = cell.sediment
            return
    lowest = wp.min(cell.at(-1, 0).height, cell.at(1, 0).height)
    lowest = wp.min(lowest, wp.min(cell.at(0, -1).height, cell.at(0, 1).height))
    drop = h - lowest
    if drop <= 0.0:
        if v.pits:
            h -= 0.5 * drop
        cell.height_out = h
        if v.carried:
            cell.sediment_out = cell.sediment
        return
    loss = erodibility * wp.sqrt(cell.water) * drop
    cell.height_out = h - loss
    if v.carried:
        cell.sediment_out = cell.sediment + loss
