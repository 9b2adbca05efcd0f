"""Statements for the family ``image_filters``. Rows are the first axis; the grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import shifted

AROUND = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def _convolved(image, weights):
    """The sum of a window, weighted; ``weights`` has an odd number of rows and of columns."""
    rows, columns = np.array(weights).shape
    total = np.zeros_like(image)
    for a in range(rows):
        for b in range(columns):
            total += weights[a][b] * shifted(image, a - rows // 2, b - columns // 2)
    return total


def image_gradient(t, v, n):
    across = {"central": [[-0.5, 0, 0.5]], "sobel": [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]}
    across["scharr"] = [[-3, 0, 3], [-10, 0, 10], [-3, 0, 3]]
    # each answers 1 to a ramp of one per pixel
    weights = np.array(across[v.operator]) / (np.abs(across[v.operator]).sum())
    gx, gy = _convolved(t.pixel.value, weights), _convolved(t.pixel.value, weights.T)
    out = {"pixel.gradient": np.stack([gx, gy], axis=-1)}
    sector = np.round(np.arctan2(gy, gx) / (np.pi / 4)).astype(int) % 4
    extra = {"gradient": {}, "magnitude": {"pixel.magnitude": np.hypot(gx, gy)}, "sector": {"pixel.sector": sector}}
    return out | extra[v.outputs]


def binomial_smooth(t, v, n):
    line = np.array([[1, 2, 1]]) / 4
    window = {"row": line, "column": line.T, "both": line.T @ line}[v.axis]
    made = _convolved(t.pixel.value, window)
    return {"pixel.next_value": np.where(t.pixel.mask, made, t.pixel.value) if v.masked else made}


def smooth_colors(t, v, n):
    color = t.pixel.color
    near = np.stack([color, *(shifted(color, *step) for step in AROUND)])
    apart = ((near - color) ** 2).sum(axis=-1, keepdims=True) / n.contrast**2
    weights = np.exp(-apart / 2) if v.weight == "gauss" else 1 / (1 + apart)
    made = (weights * near).sum(axis=0) / weights.sum(axis=0)
    return {"pixel.blurred": np.where(t.pixel.mask[..., None], made, color) if v.masked else made}


def sharpen_image(t, v, n):
    steps = AROUND + (CORNERS if v.stencil == "eight" else [])
    laplacian = sum(shifted(t.pixel.value, *step) - t.pixel.value for step in steps)
    made = t.pixel.value - n.amount * laplacian
    return {"pixel.next_value": np.clip(made, 0.0, 1.0) if v.clamp else made}


def edge_stopping_diffusion(t, v, n):
    value, made = t.pixel.value, t.pixel.value.copy()
    seen = t.pixel.guide if v.guided else value
    for step in AROUND:
        conductance = 1.0 / (1.0 + ((shifted(seen, *step) - seen) / n.contrast) ** 2)
        made += n.rate * conductance * (shifted(value, *step) - value)
    return {"pixel.next_value": np.where(t.pixel.mask, made, value) if v.masked else made}


def median_filter(t, v, n):
    made = t.pixel.value
    if v.axis != "column":
        made = np.median([shifted(t.pixel.value, 0, -1), made, shifted(t.pixel.value, 0, 1)], axis=0)
    if v.axis != "row":
        made = np.median([shifted(t.pixel.value, -1, 0), made, shifted(t.pixel.value, 1, 0)], axis=0)
    return {"pixel.next_value": made}


def thin_edges(t, v, n):
    m = t.pixel.magnitude
    steps = np.array([(0, 1), (1, 1), (1, 0), (1, -1)])
    made, classes = np.zeros_like(m), np.zeros_like(t.pixel.edge)
    for (i, j), size in np.ndenumerate(m):
        step = steps[t.pixel.sector[i, j]]
        beside = [m[tuple((np.array([i, j]) + sign * step) % m.shape)] for sign in (-1, 1)]
        made[i, j] = size if size >= max(beside) else 0.0
        classes[i, j] = int(made[i, j] >= n.low) + int(made[i, j] >= n.high)
    return {"pixel.thinned": made} | ({"pixel.new_edge": classes} if v.classes else {})


def normals_from_heights(t, v, n):
    scale = n.slope_scale if v.scaled else 1.0
    slopes = [
        (shifted(t.pixel.height, *step) - shifted(t.pixel.height, -step[0], -step[1])) / 2 for step in ((0, 1), (1, 0))
    ]
    normal = np.stack([-scale * slopes[0], -scale * slopes[1], np.ones_like(slopes[0])], axis=-1)
    return {"pixel.normal": normal / np.linalg.norm(normal, axis=-1, keepdims=True)}
