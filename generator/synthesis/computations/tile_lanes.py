"""Blocks whose threads stride over one record and meet in shared memory: sums, histograms, lists, turns of a window."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, lane, v, wp
from generator.synthesis.schemas.tiles import TILES

WIDTH = 32
BINS = 8
HALF_BINS = 4.0
LEAST = -1.0e10


@computation(
    TILES,
    "let the threads of a block stride over each sequence and sum",
    of={"values": "its logits", "squares": "the squares of its logits"},
)
def lanes_sum(sequence: Any) -> None:
    total = float(0.0)
    for k in range(lane(), WIDTH, wp.block_dim()):
        x = sequence.logits[k]
        total += x * x if v.of == "squares" else x
    block_total = wp.tile_sum(wp.tile(total))
    total = block_total[0]
    if lane() == 0:
        if v.of == "squares":
            sequence.square_total = total
        else:
            sequence.total = total


@computation(
    TILES,
    "stride over each sequence with the threads of its block and find the largest logit",
    gated={True: "times its gate", False: ""},
)
def lanes_peak(sequence: Any) -> None:
    peak = float(LEAST)
    for k in range(lane(), WIDTH, wp.block_dim()):
        x = sequence.logits[k]
        if v.gated:
            x = x * sequence.gate[k]
        peak = wp.max(peak, x)
    block_peak = wp.tile_max(wp.tile(peak))
    peak = block_peak[0]
    if lane() == 0:
        sequence.peak = peak


@computation(
    TILES,
    "count the samples of each window by 8 bins from -1 to 1 in shared memory",
    weighted={False: "", True: "and sum their sizes by bin"},
)
def lanes_histogram(window: Any) -> None:
    counts = wp.tile_zeros(shape=BINS, dtype=int, storage="shared")
    if v.weighted:
        sizes = wp.tile_zeros(shape=BINS, dtype=float, storage="shared")
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        inside = k < WIDTH
        x = float(0.0)
        if inside:
            x = window.samples[k]
        place = wp.clamp(int((x + 1.0) * HALF_BINS), 0, BINS - 1)
        wp.tile_scatter_add(counts, place, 1, inside)
        if v.weighted:
            wp.tile_scatter_add(sizes, place, wp.abs(x), inside)
    wp.tile_store(window.histogram, counts)
    if v.weighted:
        wp.tile_store(window.bin_sizes, sizes)


@computation(
    TILES,
    "reorder each window in shared memory",
    way={"ring": "by a rotation that puts its oldest sample first", "back": "from the last sample to the first"},
)
def lanes_turned_window(window: Any) -> None:
    reordered = wp.tile_empty(shape=WIDTH, dtype=float, storage="shared")
    if v.way == "ring":
        head = window.head
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        inside = k < WIDTH
        x = float(0.0)
        place = int(0)
        if inside:
            x = window.samples[k]
            if v.way == "ring":
                place = (k + WIDTH - head) % WIDTH
            else:
                place = WIDTH - 1 - k
        wp.tile_scatter_masked(reordered, place, x, inside)
    wp.tile_store(window.output, reordered)


@computation(
    TILES,
    "subtract the oldest sample of each window, which one thread reads for its block, from all its samples",
    tapered={False: "", True: "and multiply these by the taper, the oldest first"},
)
def lanes_without_oldest(window: Any) -> None:
    x = float(0.0)
    if lane() == 0:
        x = window.samples[window.head]
    oldest = wp.tile_from_thread(shape=WIDTH, value=x, thread_idx=0)
    if v.tapered:
        # the taper goes by age
        places = wp.tile_arange(WIDTH, dtype=int) + wp.tile_full(shape=WIDTH, value=window.head, dtype=int)
        around = wp.tile_map(wp.mod, places, wp.tile_full(shape=WIDTH, value=WIDTH, dtype=int))
        rises = wp.tile_load_indexed(window.samples, indices=around, shape=(WIDTH,)) - oldest
        wp.tile_store(window.output, wp.tile_map(wp.mul, rises, wp.tile_load(window.taper, shape=WIDTH)))
    else:
        wp.tile_store(window.output, wp.tile_load(window.samples, shape=WIDTH) - oldest)


@computation(
    TILES,
    "list the places of the samples of each window that are louder than the threshold, in order, by scans of a block",
    side={"both": "", "above": "taking those above zero alone"},
)
def lanes_loud_places(window: Any, threshold: Any) -> None:
    found = int(0)
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        loud = int(0)
        if k < WIDTH:
            x = window.samples[k]
            if v.side == "both":
                x = wp.abs(x)
            if x > threshold:
                loud = 1
        until = wp.tile_scan_inclusive(wp.tile(loud))
        slot = found + wp.untile(until) - 1
        if loud == 1:
            window.loud_places[slot] = k
        found += wp.tile_extract(until, wp.block_dim() - 1)
    if lane() == 0:
        window.loud_count = found


@computation(
    TILES,
    "gather the samples of each window above the threshold on a stack that its block shares and sum them",
    counted={False: "", True: "with their number"},
)
def lanes_stacked_sum(window: Any, threshold: Any) -> None:
    stack = wp.tile_stack(capacity=WIDTH, dtype=float)
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        x = float(0.0)
        loud = bool(False)
        if k < WIDTH:
            x = window.samples[k]
            loud = x > threshold
        wp.tile_stack_push(stack, x, loud)
    found = wp.tile_stack_count(stack)
    total = float(0.0)
    for _first in range(0, found, wp.block_dim()):
        x, slot = wp.tile_stack_pop(stack)
        if slot >= 0:
            total += x
    block_total = wp.tile_sum(wp.tile(total))
    total = block_total[0]
    if lane() == 0:
        window.loud_sum = total
        if v.counted:
            window.loud_count = found


@computation(TILES, "count the samples of each window above the threshold and those below its negative on one stack")
def lanes_highs_and_lows(window: Any, threshold: Any) -> None:
    stack = wp.tile_stack(capacity=WIDTH, dtype=int)
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        x = float(0.0)
        if k < WIDTH:
            x = window.samples[k]
        wp.tile_stack_push(stack, k, x > threshold)
    highs = wp.tile_stack_count(stack)
    wp.tile_stack_clear(stack)
    for first in range(0, WIDTH, wp.block_dim()):
        k = first + lane()
        x = float(0.0)
        if k < WIDTH:
            x = window.samples[k]
        wp.tile_stack_push(stack, k, x < -threshold)
    lows = wp.tile_stack_count(stack)
    if lane() == 0:
        window.high_count = highs
        window.low_count = lows
