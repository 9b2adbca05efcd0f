"""Statements for the family ``height_fields``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import unit

# by face of a cube: the axis that it points along, and those of its columns and rows, after OpenGL


def height_field_vertex(t, v, n):
    height = t.vertex.height
    rows, columns = np.divmod(np.arange(len(height)), n.columns)
    across = columns - (n.columns - 1) / 2 if v.centered else columns
    out = {"vertex.position": np.column_stack([n.cell_size * across, n.cell_size * rows, height])}
    uv = np.column_stack([columns / (n.columns - 1), rows / rows.max()])
    return out | ({"vertex.uv": uv} if v.uv else {})


def height_field_triangles(t, v, n):
    count = len(t.vertex.height)
    upper, lower = np.full((count, 3), -1), np.full((count, 3), -1)
    for i in range(count - n.columns - 1):
        row, column = divmod(i, n.columns)
        if column < n.columns - 1:
            a, b, c, d = i, i + 1, i + n.columns + 1, i + n.columns
            other = v.turn == "alternate" and (row + column) % 2 == 1
            upper[i], lower[i] = ((a, b, d), (b, c, d)) if other else ((a, b, c), (a, c, d))
    return {"vertex.upper": upper, "vertex.lower": lower}


def contour_cell(t, v, n):
    height = t.vertex.height
    case, crossings = np.zeros(len(height), dtype=int), np.zeros(len(height), dtype=int)
    cut = np.full((len(height), 2), -1.0)
    for i in range(len(height) - n.columns - 1):
        if i % n.columns == n.columns - 1:
            continue
        corners = height[[i, i + 1, i + n.columns + 1, i + n.columns]]
        above = corners >= n.level
        case[i] = above @ [1, 2, 4, 8]
        crossings[i] = (above != np.roll(above, 1)).sum()
        for k, other in enumerate((1, 3)):
            if above[0] != above[other]:
                cut[i, k] = (n.level - corners[0]) / (corners[other] - corners[0])
    out = {"vertex.case": case} | ({"vertex.crossings": crossings} if v.counted else {})
    return out | ({"vertex.cut": cut} if v.cut else {})


def height_field_normal(t, v, n):
    height = t.vertex.height
    normal = t.vertex.normal.copy()
    for i in range(len(height)):
        inside = 0 < i % n.columns < n.columns - 1 and n.columns <= i < len(height) - n.columns
        if inside:
            slopes = [(height[i + k] - height[i - k]) / (2 * n.cell_size) for k in (1, n.columns)]
            normal[i] = unit(np.array([-slopes[0], -slopes[1], 1.0]))
        elif v.border == "flat":
            normal[i] = (0, 0, 1)
    return {"vertex.normal": normal}
