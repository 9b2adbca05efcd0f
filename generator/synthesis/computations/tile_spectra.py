"""Complex signals of two channels that a block transforms and filters as tiles."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.tiles import TILES

CHANNELS = 2
LENGTH = 512
"""Two samples a thread of a block of 256, the fewest that a transform on a GPU takes."""


@computation(
    TILES,
    "transform the two channels of each frame to their spectra as a tile",
    unitary={True: "in the unitary scale", False: ""},
)
def tile_spectrum(frame: Any) -> None:
    z = wp.tile_load(frame.signal, shape=(CHANNELS, LENGTH))
    wp.tile_fft(z)
    if v.unitary:
        z = z * (1.0 / wp.sqrt(float(LENGTH)))
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
    y = wp.tile_map(wp.mul, z, gains)
    wp.tile_ifft(y)
    wp.tile_store(frame.filtered, y * (1.0 / float(LENGTH)))
