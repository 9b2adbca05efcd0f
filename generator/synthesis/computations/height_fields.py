"""Height fields: vertices, triangles, normals, contours."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

NONE = -1
UNCUT = -1.0


@law
def cut_of(a: float, b: float, level: float) -> float:
    # where a line from a to b crosses the level
    if (a < level) == (b < level):
        return -1.0
    return (level - a) / (b - a)


@computation(
    TEXTURES,
    "place the vertices of a height field",
    uv={True: "with texture coordinates", False: ""},
    centered={True: "about the middle of a row", False: ""},
)
def height_field_vertex(vertex: Any, columns: Any, cell_size: Any) -> None:
    row = vertex.index // columns
    col = vertex.index - row * columns
    x = float(col) * cell_size
    if v.centered:
        x -= 0.5 * float(columns - 1) * cell_size
    vertex.position = wp.vec3(x, float(row) * cell_size, vertex.height)
    if v.uv:
        rows = (count(vertex) + columns - 1) // columns
        vertex.uv = wp.vec2(float(col) / float(columns), float(row) / float(rows))


@computation(
    TEXTURES,
    "write the two triangles of each cell of a height field",
    turn={"fixed": "", "alternate": "cut along the other diagonal in every other cell"},
)
def height_field_triangles(vertex: Any, columns: Any) -> None:
    i = vertex.index
    row = i // columns
    col = i - row * columns
    if col == columns - 1 or i + columns + 1 >= count(vertex):
        vertex.upper = wp.vec3i(NONE, NONE, NONE)
        vertex.lower = wp.vec3i(NONE, NONE, NONE)
        return
    below = i + columns
    if v.turn == "alternate":
        if (row + col) % 2 == 1:
            vertex.upper = wp.vec3i(i, i + 1, below)
            vertex.lower = wp.vec3i(i + 1, below + 1, below)
            return
    vertex.upper = wp.vec3i(i, i + 1, below + 1)
    vertex.lower = wp.vec3i(i, below + 1, below)


@computation(
    TEXTURES,
    "code each cell of a height field by its corners that lie above a level",
    counted={True: "and count the edges that the level crosses", False: ""},
    cut={True: "and store where it cuts the edges to the right and below", False: ""},
)
def contour_cell(vertex: Any, columns: Any, level: Any) -> None:
    i = vertex.index
    vertex.case = 0
    if i % columns == columns - 1 or i + columns + 1 >= count(vertex):
        if v.counted:
            vertex.crossings = 0
        if v.cut:
            vertex.cut = wp.vec2(UNCUT, UNCUT)
        return
    a = vertex.height
    b = vertex[i + 1].height
    c = vertex[i + columns + 1].height
    d = vertex[i + columns].height
    case = int(a >= level) | (int(b >= level) << 1) | (int(c >= level) << 2) | (int(d >= level) << 3)
    vertex.case = case
    if v.counted:
        # neighbouring bits that differ
        turned = ((case << 1) | (case >> 3)) & 15
        bits = case ^ turned
        vertex.crossings = (bits & 1) + ((bits >> 1) & 1) + ((bits >> 2) & 1) + ((bits >> 3) & 1)
    if v.cut:
        vertex.cut = wp.vec2(cut_of(a, b, level), cut_of(a, d, level))


@computation(
    TEXTURES,
    "compute the normals of a height field from the vertices around each",
    border={"flat": "pointing up at its border", "skip": "inside its border"},
)
def height_field_normal(vertex: Any, columns: Any, cell_size: Any) -> None:
    i = vertex.index
    col = i % columns
    if col == 0 or col == columns - 1 or i < columns or i + columns >= count(vertex):
        if v.border == "flat":
            vertex.normal = wp.vec3(0.0, 0.0, 1.0)
        return
    dx = vertex[i - 1].height - vertex[i + 1].height
    dy = vertex[i - columns].height - vertex[i + columns].height
    vertex.normal = wp.normalize(wp.vec3(dx, dy, 2.0 * cell_size))
