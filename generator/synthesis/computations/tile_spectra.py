"""Complex signals of two channels that a block transforms and filters as tiles."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.tiles import TILES

CHANNELS = 2
LENGTH = 256


@law
def complex_product(a: wp.vec2, b: wp.vec2) -> wp.vec2:
    return wp.vec2(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


@computation(
    TILES,
    "transform the two channels of each frame to their spectra as a tile",
    unitary={True: "in the unitary scale", False: ""},
)
def tile_spectrum(frame: Any) -> None:
    z = wp.tile_load(frame.signal, shape=(CHANNELS, LENGTH))
    wp.tile_fft(z)
    if v.unitary:
        z = z * wp.static(1.0 / 16.0)
    wp.tile_store(frame.spectrum, z)


@computation(
    TILES,
    "filter the two channels of each frame by their gains, by way of their spectra as a tile",
    kept={True: "and keep the spectra", False: ""},
)
def tile_filtered_frame(frame: Any) -> None:
    z = wp.tile_load(frame.signal, shape=(CHANNELS, LENGTH))
    wp.tile_fft(z)
    if v.kept:
        wp.tile_store(frame.spectrum, z)
    gains = wp.tile_load(frame.response, shape=(CHANNELS, LENGTH))
    y = wp.tile_map(complex_product, z, gains)
    wp.tile_ifft(y)
    wp.tile_store(frame.filtered, y * wp.static(1.0 / LENGTH))
