"""Filters over a pixel and its neighbours: smoothing, gradients, edges, normals."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.images import IMAGES

EdgeClass: Any = None


@law
def median_of_three(a: float, b: float, c: float) -> float:
    """Median of three values by minima and maxima alone."""
    return wp.max(wp.min(a, b), wp.min(wp.max(a, b), c))


@law
def edge_stop(difference: float, contrast: float) -> float:
    """Perona and Malik's conductance: 1 where values are alike, near 0 across an edge."""
    s = difference / contrast
    return 1.0 / (1.0 + s * s)


SECTOR = 0.4142
"""Tangent of 22.5 degrees, half of a sector."""


@law
def gradient_sector(gx: float, gy: float) -> int:
    """Nearest of four directions, 45 degrees apart from the x axis on, opposite ones being alike."""
    ax = wp.abs(gx)
    ay = wp.abs(gy)
    if ay <= SECTOR * ax:
        return 0
    elif ax <= SECTOR * ay:
        return 2
    elif gx * gy > 0.0:
        return 1
    return 3


@computation(
    IMAGES,
    "compute the gradient of an image",
    operator={
        "central": "by central differences",
        "sobel": "by the Sobel operator over 8",
        "scharr": "by the Scharr operator over 32",
    },
    outputs={
        "gradient": "",
        "magnitude": "with its magnitude",
        "sector": "with its direction quantised to four sectors",
    },
)
def image_gradient(pixel: Any) -> None:
    if v.operator == "central":
        gx = 0.5 * (pixel.at(0, 1).value - pixel.at(0, -1).value)
        gy = 0.5 * (pixel.at(1, 0).value - pixel.at(-1, 0).value)
    else:
        a = pixel.at(-1, -1).value
        b = pixel.at(-1, 0).value
        c = pixel.at(-1, 1).value
        d = pixel.at(0, -1).value
        e = pixel.at(0, 1).value
        f = pixel.at(1, -1).value
        g = pixel.at(1, 0).value
        h = pixel.at(1, 1).value
        if v.operator == "sobel":
            gx = ((c + 2.0 * e + h) - (a + 2.0 * d + f)) / 8.0
            gy = ((f + 2.0 * g + h) - (a + 2.0 * b + c)) / 8.0
        else:
            gx = ((3.0 * c + 10.0 * e + 3.0 * h) - (3.0 * a + 10.0 * d + 3.0 * f)) / 32.0
            gy = ((3.0 * f + 10.0 * g + 3.0 * h) - (3.0 * a + 10.0 * b + 3.0 * c)) / 32.0
    pixel.gradient = wp.vec2(gx, gy)
    if v.outputs == "magnitude":
        pixel.magnitude = wp.sqrt(gx * gx + gy * gy)
    elif v.outputs == "sector":
        pixel.sector = gradient_sector(gx, gy)


@computation(
    IMAGES,
    "smooth an image with the binomial kernel (1, 2, 1) / 4",
    axis={"row": "along rows", "column": "along columns", "both": "along rows and columns"},
    masked={True: "inside a mask", False: ""},
)
def binomial_smooth(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            pixel.next_value = pixel.value
            return
    if v.axis == "row":
        pixel.next_value = 0.25 * (pixel.at(0, -1).value + 2.0 * pixel.value + pixel.at(0, 1).value)
    elif v.axis == "column":
        pixel.next_value = 0.25 * (pixel.at(-1, 0).value + 2.0 * pixel.value + pixel.at(1, 0).value)
    else:
        sides = pixel.at(-1, 0).value + pixel.at(1, 0).value + pixel.at(0, -1).value + pixel.at(0, 1).value
        corners = pixel.at(-1, -1).value + pixel.at(-1, 1).value + pixel.at(1, -1).value + pixel.at(1, 1).value
        pixel.next_value = 0.0625 * (4.0 * pixel.value + 2.0 * sides + corners)


@computation(
    IMAGES,
    "smooth colours without blurring edges by a bilateral filter over a pixel and its four neighbours",
    weight={
        "gauss": "with weights exp(-|d|^2 / (2 contrast^2)) of the colour difference d",
        "cauchy": "with weights 1 / (1 + |d|^2 / contrast^2) of the colour difference d",
    },
    masked={True: "inside a mask", False: ""},
)
def smooth_colors(pixel: Any, contrast: float) -> None:
    c = pixel.color
    if v.masked:
        if not pixel.mask:
            pixel.blurred = c
            return
    total = c
    weights = float(1.0)
    for side in range(4):
        step = 1 - side % 2 * 2
        di = step if side < 2 else 0
        dj = step - di
        near = pixel.at(di, dj).color
        d = near - c
        s = wp.dot(d, d) / (contrast * contrast)
        w = wp.exp(-0.5 * s) if v.weight == "gauss" else 1.0 / (1.0 + s)
        total += w * near
        weights += w
    pixel.blurred = total / weights


@computation(
    IMAGES,
    "sharpen an image by subtracting its Laplacian",
    stencil={"four": "of four neighbours", "eight": "of eight neighbours"},
    clamp={True: "clamping to [0, 1]", False: ""},
)
def sharpen_image(pixel: Any, amount: Any) -> None:
    c = pixel.value
    lap = pixel.at(-1, 0).value + pixel.at(1, 0).value + pixel.at(0, -1).value + pixel.at(0, 1).value - 4.0 * c
    if v.stencil == "eight":
        lap += pixel.at(-1, -1).value + pixel.at(-1, 1).value + pixel.at(1, -1).value + pixel.at(1, 1).value - 4.0 * c
    s = c - amount * lap
    if v.clamp:
        s = wp.clamp(s, 0.0, 1.0)
    pixel.next_value = s


@computation(
    IMAGES,
    "take one step of Perona-Malik diffusion with conductance 1 / (1 + (d / contrast)^2)",
    guided={True: "guided by a second image", False: ""},
    masked={True: "inside a mask", False: ""},
)
def edge_stopping_diffusion(pixel: Any, contrast: Any, rate: Any) -> None:
    c = pixel.value
    if v.masked:
        if not pixel.mask:
            pixel.next_value = c
            return
    up = pixel.at(-1, 0).value - c
    down = pixel.at(1, 0).value - c
    left = pixel.at(0, -1).value - c
    right = pixel.at(0, 1).value - c
    if v.guided:
        g = pixel.guide
        flux = (
            edge_stop(pixel.at(-1, 0).guide - g, contrast) * up + edge_stop(pixel.at(1, 0).guide - g, contrast) * down
        )
        flux += edge_stop(pixel.at(0, -1).guide - g, contrast) * left
        flux += edge_stop(pixel.at(0, 1).guide - g, contrast) * right
    else:
        flux = edge_stop(up, contrast) * up + edge_stop(down, contrast) * down
        flux += edge_stop(left, contrast) * left + edge_stop(right, contrast) * right
    pixel.next_value = c + rate * flux


@computation(
    IMAGES,
    "filter an image by the median of three",
    axis={
        "row": "along rows",
        "column": "along columns",
        "plus": "along rows, then with the pixels above and below",
    },
)
def median_filter(pixel: Any) -> None:
    c = pixel.value
    if v.axis == "column":
        pixel.next_value = median_of_three(pixel.at(-1, 0).value, c, pixel.at(1, 0).value)
    elif v.axis == "row":
        pixel.next_value = median_of_three(pixel.at(0, -1).value, c, pixel.at(0, 1).value)
    else:
        m = median_of_three(pixel.at(0, -1).value, c, pixel.at(0, 1).value)
        pixel.next_value = median_of_three(pixel.at(-1, 0).value, m, pixel.at(1, 0).value)


@computation(
    IMAGES,
    "thin edges by non-maximum suppression of the gradient magnitude across its sector",
    classes={True: "classing pixels as none, weak or strong by two thresholds", False: ""},
)
def thin_edges(pixel: Any, low: Any, high: Any) -> None:
    m = pixel.magnitude
    sector = pixel.sector
    a = pixel.at(0, -1).magnitude
    b = pixel.at(0, 1).magnitude
    if sector == 1:
        a = pixel.at(-1, -1).magnitude
        b = pixel.at(1, 1).magnitude
    elif sector == 2:
        a = pixel.at(-1, 0).magnitude
        b = pixel.at(1, 0).magnitude
    elif sector == 3:
        a = pixel.at(-1, 1).magnitude
        b = pixel.at(1, -1).magnitude
    if m < a or m < b:
        m = 0.0
    pixel.thinned = m
    if v.classes:
        if m >= high:
            pixel.new_edge = EdgeClass.STRONG
        elif m >= low:
            pixel.new_edge = EdgeClass.WEAK
        else:
            pixel.new_edge = EdgeClass.NONE


@computation(
    IMAGES,
    "turn a height map into a normal map by central differences",
    scaled={True: "with scaled slopes", False: ""},
)
def normals_from_heights(pixel: Any, slope_scale: Any) -> None:
    dx = 0.5 * (pixel.at(0, 1).height - pixel.at(0, -1).height)
    dy = 0.5 * (pixel.at(1, 0).height - pixel.at(-1, 0).height)
    if v.scaled:
        dx *= slope_scale
        dy *= slope_scale
    pixel.normal = wp.normalize(wp.vec3(-dx, -dy, 1.0))
