"""Windows of a signal that a block holds as tiles: tapers, running extremes, sorting, quantising, flags."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.tiles import TILES

WIDTH = 32
SILENCE = 1.0e-6
WORDS = 4
FRAME = 4


@law
def hann(k: float) -> float:
    """Hann window at a sample of the block, zero at both ends."""
    return 0.5 - 0.5 * wp.cos(wp.static(2.0 * wp.pi / (WIDTH - 1)) * k)


@computation(
    TILES,
    "taper the samples of each window as a tile",
    shape={"given": "", "hann": "by a Hann window"},
    energy={True: "and sum their energy", False: ""},
)
def tile_taper(window: Any) -> None:
    samples = wp.tile_load(window.samples, shape=WIDTH)
    if v.shape == "hann":
        places = wp.tile_astype(wp.tile_arange(WIDTH, dtype=int), dtype=float)
        taper = wp.tile_map(hann, places)
    else:
        taper = wp.tile_load(window.taper, shape=WIDTH)
    shaped = wp.tile_map(wp.mul, samples, taper)
    wp.tile_store(window.output, shaped)
    if v.energy:
        energy = wp.tile_dot(shaped, shaped)
        window.energy = energy[0]


@computation(
    TILES,
    "follow the largest sample so far through each window as a tile",
    floor={True: "and the smallest", False: ""},
)
def tile_envelope(window: Any) -> None:
    samples = wp.tile_load(window.samples, shape=WIDTH)
    wp.tile_store(window.envelope, wp.tile_scan_max_inclusive(samples))
    if v.floor:
        wp.tile_store(window.floor, wp.tile_scan_min_inclusive(samples))


@computation(
    TILES,
    "sort the samples of each window as a tile",
    median={True: "and take their median", False: ""},
    order={True: "and tell where each came from", False: ""},
)
def tile_sorted_window(window: Any) -> None:
    keys = wp.tile_load(window.samples, shape=WIDTH, storage="shared")
    places = wp.tile_arange(WIDTH, dtype=int, storage="shared")
    wp.tile_sort(keys, places)
    wp.tile_store(window.keys, keys)
    if v.order:
        wp.tile_store(window.places, places)
    if v.median:
        window.median = 0.5 * (keys[WIDTH // 2 - 1] + keys[WIDTH // 2])


@computation(
    TILES,
    "quantise the samples of each window as a tile, rounded to the nearest level,",
    peak={True: "relative to the largest in size", False: ""},
)
def tile_quantize(window: Any, levels: Any) -> None:
    samples = wp.tile_load(window.samples, shape=WIDTH)
    scaled = samples * float(levels)
    if v.peak:
        peak = wp.tile_reduce(wp.max, wp.tile_map(wp.abs, samples))
        # a silent window stays silent
        scaled = samples * (float(levels) / wp.max(peak[0], SILENCE))
    wp.tile_store(window.quantized, wp.tile_astype(wp.tile_map(wp.rint, scaled), dtype=int))


@computation(
    TILES,
    "fold the flag words of each window as a tile",
    kind={
        "parity": "into one by exclusive or",
        "any": "into the flags that some word has",
        "all": "into the flags that all words have",
    },
)
def tile_flag_fold(window: Any) -> None:
    flags = wp.tile_load(window.flags, shape=WORDS)
    if v.kind == "parity":
        parity = wp.tile_reduce(wp.bit_xor, flags)
        window.parity = parity[0]
    if v.kind == "any":
        some = wp.tile_reduce(wp.bit_or, flags)
        window.any_flags = some[0]
    if v.kind == "all":
        every = wp.tile_reduce(wp.bit_and, flags)
        window.all_flags = every[0]


@computation(TILES, "measure the range of each window's samples as a tile")
def tile_window_range(window: Any) -> None:
    samples = wp.tile_load(window.samples, shape=WIDTH)
    highest = wp.tile_max(samples)
    lowest = wp.tile_min(samples)
    window.width = wp.tile_extract(highest, 0) - wp.tile_extract(lowest, 0)


@computation(TILES, "subtract the mean of each window's samples from them as a tile")
def tile_without_mean(window: Any) -> None:
    samples = wp.tile_load(window.samples, shape=WIDTH)
    mean = wp.tile_sum(samples) * wp.static(1.0 / WIDTH)
    wp.tile_store(window.output, samples - wp.tile_broadcast(mean, shape=(WIDTH,)))


@computation(TILES, "unroll the ring buffer of each window as a tile, oldest sample first")
def tile_unrolled_ring(window: Any) -> None:
    places = wp.tile_arange(WIDTH, dtype=int) + wp.tile_full(shape=WIDTH, value=window.head, dtype=int)
    around = wp.tile_map(wp.mod, places, wp.tile_full(shape=WIDTH, value=WIDTH, dtype=int))
    samples = wp.tile_load_indexed(window.samples, indices=around, shape=(WIDTH,))
    wp.tile_store(window.output, samples)


@computation(
    TILES,
    "change the flag words of each window as a tile",
    way={
        "up": "by shifting each up by its bits",
        "down": "by shifting each down by its bits",
        "clear": "by clearing those of its mask",
    },
)
def tile_flag_step(window: Any) -> None:
    flags = wp.tile_load(window.flags, shape=WORDS)
    if v.way == "up":
        changed = wp.tile_map(wp.lshift, flags, wp.tile_load(window.shifts, shape=WORDS))
    if v.way == "down":
        changed = wp.tile_map(wp.rshift, flags, wp.tile_load(window.shifts, shape=WORDS))
    if v.way == "clear":
        kept = wp.tile_map(wp.invert, wp.tile_load(window.masks, shape=WORDS))
        changed = wp.tile_map(wp.bit_and, flags, kept)
    wp.tile_store(window.new_flags, changed)


@computation(
    TILES,
    "mirror the samples of each window about zero as a tile",
    tapered={True: "and multiply by its taper", False: ""},
)
def tile_mirrored_window(window: Any) -> None:
    mirrored = wp.tile_map(wp.neg, wp.tile_load(window.samples, shape=WIDTH))
    if v.tapered:
        mirrored = wp.tile_map(wp.mul, mirrored, wp.tile_load(window.taper, shape=WIDTH))
    wp.tile_store(window.output, mirrored)


@computation(
    TILES,
    "number the frame of 4 samples that each place of a window's ring buffer belongs to, from its oldest sample on, as a tile",
)
def tile_frame_numbers(window: Any) -> None:
    places = wp.tile_arange(WIDTH, dtype=int) + wp.tile_full(shape=WIDTH, value=WIDTH - window.head, dtype=int)
    # how many samples came before
    order = wp.tile_map(wp.mod, places, wp.tile_full(shape=WIDTH, value=WIDTH, dtype=int))
    wp.tile_store(window.frames, wp.tile_map(wp.floordiv, order, wp.tile_full(shape=WIDTH, value=FRAME, dtype=int)))
