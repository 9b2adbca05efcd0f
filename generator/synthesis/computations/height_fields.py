"""Height fields: vertices, triangles, normals, contours."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.textures import TEXTURES

NONE = -1
UNCUT = -1.0


@law
def edge_cut(a: float, b: float, level: float) -> float:
    """Share of the way along an edge where it crosses a level, -1 where it does not."""
    if (a < level) == (b < level):
        return UNCUT
    return (level - a) / (b - a)


@computation(
    TEXTURES,
    "place the vertices of a height field on a regular grid",
    uv={True: "with texture coordinates", False: ""},
    centered={True: "with rows centred on x = 0", False: ""},
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
        vertex.uv = wp.vec2(float(col) / float(columns - 1), float(row) / float(rows - 1))


@computation(
    TEXTURES,
    "triangulate a height field, two triangles a cell and (-1, -1, -1) at its border",
    turn={"fixed": "", "alternate": "with the diagonal alternating like a checkerboard"},
)
def height_field_triangles(vertex: Any, columns: Any) -> None:
    i = vertex.index
    col = i % columns
    if col == columns - 1 or i + columns + 1 >= count(vertex):
        vertex.upper = wp.vec3i(NONE, NONE, NONE)
        vertex.lower = wp.vec3i(NONE, NONE, NONE)
        return
    below = i + columns
    if v.turn == "alternate":
        if (i // columns + col) % 2 == 1:
            vertex.upper = wp.vec3i(i, i + 1, below)
            vertex.lower = wp.vec3i(i + 1, below + 1, below)
            return
    vertex.upper = wp.vec3i(i, i + 1, below + 1)
    vertex.lower = wp.vec3i(i, below + 1, below)


@computation(
    TEXTURES,
    "classify each cell of a height field for marching squares by a 4-bit case of its corners above the level",
    counted={True: "counting the edges that the contour crosses", False: ""},
    cut={
        True: "storing where the level cuts the edges from its first corner along the row and down the column, -1 for none",
        False: "",
    },
)
def contour_cell(vertex: Any, columns: Any, level: Any) -> None:
    i = vertex.index
    if i % columns == columns - 1 or i + columns + 1 >= count(vertex):
        vertex.case = 0
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
        vertex.cut = wp.vec2(edge_cut(a, b, level), edge_cut(a, d, level))


@computation(
    TEXTURES,
    "compute the normals of a height field by central differences",
    border={"flat": "pointing straight up at the border", "skip": "leaving out vertices at the border"},
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
