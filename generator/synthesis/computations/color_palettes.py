"""Palettes, look-up tables and the errors of quantisation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.colors import COLORS

NONE = -1
FAR = 1.0e6


@law
def lattice_cell(channel: float, size: int) -> tuple[int, float]:
    """Node of a lookup table below a channel from 0 to 1, and the share of the way to the next."""
    place = wp.clamp(channel, 0.0, 1.0) * float(size - 1)
    k = wp.min(int(place), size - 2)
    return k, place - float(k)


@law
def quantize_level(x: float, levels: int, shift: float) -> float:
    """Channel from 0 to 1 at one of evenly spaced levels; a shift of a half takes the nearest."""
    top = float(levels - 1)
    return wp.clamp(wp.floor(x * top + shift), 0.0, top) / top


@computation(
    COLORS,
    "find the entry of its palette with the colour nearest to that of each pixel (-1 where there is none)",
    locked={True: "leaving out locked entries", False: ""},
    error={True: "and store the error", False: ""},
)
def nearest_palette_entry(pixel: Any) -> None:
    c = pixel.rgb
    best = float(FAR)
    entry_id = int(NONE)
    if v.error:
        chosen = wp.vec3()
    for entry in pixel.palette:
        if v.locked:
            if entry.locked:
                continue
        d = wp.length_sq(c - entry.rgb)
        if d < best:
            best = d
            entry_id = entry.index
            if v.error:
                chosen = entry.rgb
    pixel.entry_id = entry_id
    if v.error:
        pixel.error = c - chosen


@computation(
    COLORS,
    "look up the palette colour of each pixel",
    missing={"keep": "and keep its own where it has none", "black": "with black where it has none"},
    alias={True: "through entries that stand for others", False: ""},
)
def expand_palette(pixel: Any) -> None:
    if not exists(pixel.entry):
        if v.missing == "keep":
            pixel.rgb_out = pixel.rgb
        else:
            pixel.rgb_out = wp.vec3()
        return
    entry = pixel.entry
    c = entry.rgb
    if v.alias:
        alias = entry.alias
        if exists(alias):
            c = alias.rgb
    pixel.rgb_out = c


@computation(COLORS, "add the pixels of the mask to their palette entries", counted={True: "and count them", False: ""})
def gather_palette(pixel: Any) -> None:
    if not pixel.mask:
        return
    entry = pixel.entry
    entry.rgb_sum += pixel.rgb
    if v.counted:
        entry.count += 1


@computation(
    COLORS, "move each palette entry to the mean of its pixels", locked={True: "unless it is locked", False: ""}
)
def update_palette(entry: Any) -> None:
    n = entry.count
    if v.locked:
        if entry.locked:
            entry.rgb_out = entry.rgb
            return
    if n == 0:
        entry.rgb_out = entry.rgb
        return
    entry.rgb_out = entry.rgb_sum / float(n)


@computation(
    COLORS,
    "reduce each channel of the graded colour to a few levels",
    law={"round": "", "dither": "with a dither pattern"},
    error={True: "after adding the error that it was handed, and hand its own to the next pixel", False: ""},
)
def quantize_color(pixel: Any, levels: Any) -> None:
    c = pixel.graded
    if v.error:
        c = c + pixel.carried
    shift = pixel.dither if v.law == "dither" else 0.5
    q = wp.vec3(
        quantize_level(c[0], levels, shift), quantize_level(c[1], levels, shift), quantize_level(c[2], levels, shift)
    )
    pixel.rgb_out = q
    if v.error:
        if exists(pixel.next):
            pixel.next.error += c - q


@computation(
    COLORS,
    "look up each graded colour in a cube of colours, between the eight nodes around it,",
    strength={True: "mixed with the colour itself", False: ""},
)
def lookup_table_color(pixel: Any, strength: Any, lut_size: Any) -> None:
    color = pixel.graded
    i, fx = lattice_cell(color[0], lut_size)
    j, fy = lattice_cell(color[1], lut_size)
    k, fz = lattice_cell(color[2], lut_size)
    # red runs fastest, then green
    low = i + lut_size * (j + lut_size * k)
    high = low + lut_size * lut_size
    a = wp.lerp(node[low].rgb, node[low + 1].rgb, fx)
    b = wp.lerp(node[low + lut_size].rgb, node[low + lut_size + 1].rgb, fx)
    c = wp.lerp(node[high].rgb, node[high + 1].rgb, fx)
    d = wp.lerp(node[high + lut_size].rgb, node[high + lut_size + 1].rgb, fx)
    out = wp.lerp(wp.lerp(a, b, fy), wp.lerp(c, d, fy), fz)
    if v.strength:
        out = wp.lerp(color, out, strength)
    pixel.rgb_out = out
