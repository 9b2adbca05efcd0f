"""Masks, labels and edges on a grid of pixels, and what moves between two frames."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.images import IMAGES

EdgeClass: Any = None


@law
def smaller_label(a: int, b: int) -> int:
    """Smaller of two labels, where 0 stands for none."""
    if b == 0:
        return a
    if a == 0:
        return b
    return wp.min(a, b)


@computation(
    IMAGES,
    "clean a binary mask by a majority filter",
    shape={"plus": "over a plus of five pixels", "square": "over a square of nine pixels"},
    border={True: "marking pixels that changed", False: ""},
)
def majority_mask(pixel: Any) -> None:
    n = int(pixel.mask) + int(pixel.at(-1, 0).mask) + int(pixel.at(1, 0).mask)
    n += int(pixel.at(0, -1).mask) + int(pixel.at(0, 1).mask)
    if v.shape == "square":
        n += int(pixel.at(-1, -1).mask) + int(pixel.at(-1, 1).mask)
        n += int(pixel.at(1, -1).mask) + int(pixel.at(1, 1).mask)
        on = n >= 5
    else:
        on = n >= 3
    pixel.new_mask = on
    if v.border:
        pixel.marked = on != pixel.mask


@computation(
    IMAGES,
    "erode a mask by one pixel with a plus-shaped element",
    border={True: "marking pixels that were removed", False: ""},
    labels={True: "with label 0 outside what is left", False: ""},
)
def erode_mask(pixel: Any) -> None:
    on = pixel.mask and pixel.at(-1, 0).mask and pixel.at(1, 0).mask and pixel.at(0, -1).mask and pixel.at(0, 1).mask
    pixel.new_mask = on
    if v.border:
        pixel.marked = pixel.mask and not on
    if v.labels:
        if not on:
            pixel.new_label = 0
        else:
            pixel.new_label = pixel.label


@computation(
    IMAGES,
    "count the mask pixels",
    around={4: "among the four neighbours of each pixel", 8: "among the eight neighbours of each pixel"},
    own={True: "zero for pixels outside the mask", False: ""},
)
def count_mask_neighbours(pixel: Any) -> None:
    if v.own:
        if not pixel.mask:
            pixel.degree = 0
            return
    n = int(pixel.at(-1, 0).mask) + int(pixel.at(1, 0).mask) + int(pixel.at(0, -1).mask) + int(pixel.at(0, 1).mask)
    if v.around == 8:
        n += int(pixel.at(-1, -1).mask) + int(pixel.at(-1, 1).mask)
        n += int(pixel.at(1, -1).mask) + int(pixel.at(1, 1).mask)
    pixel.degree = n


@computation(
    IMAGES,
    "propagate component labels by one sweep: each mask pixel takes the smallest nonzero label",
    around={4: "of itself and four neighbours", 8: "of itself and eight neighbours"},
)
def spread_labels(pixel: Any) -> None:
    if not pixel.mask:
        pixel.new_label = 0
        return
    label = pixel.label
    label = smaller_label(label, pixel.at(-1, 0).label)
    label = smaller_label(label, pixel.at(1, 0).label)
    label = smaller_label(label, pixel.at(0, -1).label)
    label = smaller_label(label, pixel.at(0, 1).label)
    if v.around == 8:
        label = smaller_label(label, pixel.at(-1, -1).label)
        label = smaller_label(label, pixel.at(1, 1).label)
        label = smaller_label(label, pixel.at(-1, 1).label)
        label = smaller_label(label, pixel.at(1, -1).label)
    pixel.new_label = label


@computation(
    IMAGES,
    "mark label boundaries, pixels whose right or lower neighbour has another label",
    masked={True: "inside a mask", False: ""},
)
def label_borders(pixel: Any) -> None:
    label = pixel.label
    other = pixel.at(1, 0).label != label or pixel.at(0, 1).label != label
    if v.masked:
        pixel.marked = other and pixel.mask
    else:
        pixel.marked = other


@computation(
    IMAGES,
    "take one step of Canny's hysteresis: keep strong edges, and weak ones that touch a strong one",
    around={4: "among four neighbours", 8: "among eight neighbours"},
)
def link_weak_edges(pixel: Any) -> None:
    edge = pixel.edge
    if edge == EdgeClass.NONE:
        pixel.marked = False
        return
    if edge == EdgeClass.STRONG:
        pixel.marked = True
        return
    strong = wp.max(pixel.at(-1, 0).edge, pixel.at(1, 0).edge)
    strong = wp.max(strong, wp.max(pixel.at(0, -1).edge, pixel.at(0, 1).edge))
    if v.around == 8:
        strong = wp.max(strong, wp.max(pixel.at(-1, -1).edge, pixel.at(1, 1).edge))
        strong = wp.max(strong, wp.max(pixel.at(-1, 1).edge, pixel.at(1, -1).edge))
    pixel.marked = strong == EdgeClass.STRONG


@computation(
    IMAGES,
    "inpaint pixels outside the mask by the mean of their known four-neighbours",
    mark={True: "growing the mask over them", False: ""},
)
def fill_holes(pixel: Any) -> None:
    if pixel.mask:
        pixel.next_value = pixel.value
        if v.mark:
            pixel.new_mask = True
        return
    total = float(0.0)
    n = int(0)
    if pixel.at(-1, 0).mask:
        total += pixel.at(-1, 0).value
        n += 1
    if pixel.at(1, 0).mask:
        total += pixel.at(1, 0).value
        n += 1
    if pixel.at(0, -1).mask:
        total += pixel.at(0, -1).value
        n += 1
    if pixel.at(0, 1).mask:
        total += pixel.at(0, 1).value
        n += 1
    if v.mark:
        pixel.new_mask = n > 0
    if n == 0:
        pixel.next_value = pixel.value
        return
    pixel.next_value = total / float(n)


@computation(
    IMAGES,
    "detect motion by background subtraction, a difference above a threshold, and update the background by a running average",
    update={"all": "everywhere", "still": "only where nothing moves"},
    clean={True: "dropping moving pixels without a changed neighbour", False: ""},
)
def mark_motion(pixel: Any, mark_level: float, rate: float) -> None:
    d = pixel.value - pixel.background
    moves = wp.abs(d) > mark_level
    if v.clean:
        n = int(0)
        for side in range(4):
            step = 1 - side % 2 * 2
            di = step if side < 2 else 0
            dj = step - di
            near = pixel.at(di, dj)
            if wp.abs(near.value - near.background) > mark_level:
                n += 1
        moves = moves and n > 0
    pixel.moving = moves
    if v.update == "still":
        pixel.background_out = pixel.background if moves else pixel.background + rate * d
    else:
        pixel.background_out = pixel.background + rate * d


@computation(
    IMAGES,
    "take one Jacobi iteration of Horn-Schunck optical flow with unit smoothness",
    masked={True: "zero outside a mask", False: ""},
)
def optical_flow_step(pixel: Any) -> None:
    if v.masked:
        if not pixel.mask:
            pixel.flow_out = wp.vec2()
            return
    g = pixel.gradient
    mean = 0.25 * (pixel.at(-1, 0).flow + pixel.at(1, 0).flow + pixel.at(0, -1).flow + pixel.at(0, 1).flow)
    rate = pixel.value - pixel.previous
    s = (wp.dot(g, mean) + rate) / (1.0 + wp.dot(g, g))
    pixel.flow_out = mean - g * s
