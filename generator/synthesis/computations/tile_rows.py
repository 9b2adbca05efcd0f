"""Rows of values that a block holds as a tile: softmax, norms, extremes, scans, gathers."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.tiles import TILES

WIDTH = 32
HALF = 16
PICKED = 8
HEADS = 4
HEAD_WIDTH = 8


@law
def squared(x: float) -> float:
    """Square of a value, to be mapped over a tile."""
    return x * x


@law
def silu(x: float) -> float:
    """Sigmoid linear unit (swish), a value times its logistic function."""
    return x / (1.0 + wp.exp(-x))


@computation(
    TILES,
    "compute the softmax of each sequence's logits, less the largest of them, a tile a sequence,",
    tempered={True: "at a temperature", False: ""},
)
def tile_softmax(sequence: Any, temperature: Any) -> None:
    logits = wp.tile_load(sequence.logits, shape=WIDTH)
    if v.tempered:
        logits = logits * (1.0 / temperature)
    peak = wp.tile_max(logits)
    powers = wp.tile_map(wp.exp, wp.tile_map(wp.sub, logits, wp.tile_broadcast(peak, shape=(WIDTH,))))
    total = wp.tile_sum(powers)
    weights = wp.tile_map(wp.div, powers, wp.tile_broadcast(total, shape=(WIDTH,)))
    wp.tile_store(sequence.weights, weights)


@computation(
    TILES,
    "divide each sequence's logits by their root mean square, with 1e-5 under the root, as a tile",
    gated={True: "and multiply by its gates", False: ""},
)
def tile_rms_norm(sequence: Any) -> None:
    x = wp.tile_load(sequence.logits, shape=WIDTH)
    mean = wp.tile_extract(wp.tile_sum(wp.tile_map(squared, x)), 0) / float(WIDTH)
    y = x * (1.0 / wp.sqrt(mean + 1.0e-5))
    if v.gated:
        y = wp.tile_map(wp.mul, y, wp.tile_load(sequence.gate, shape=WIDTH))
    wp.tile_store(sequence.output, y)


@computation(
    TILES,
    "apply the gate of a SwiGLU layer to each sequence's row as a tile",
    biased={True: "after adding its biases", False: ""},
)
def tile_gate(sequence: Any) -> None:
    x = wp.tile_load(sequence.up, shape=WIDTH, storage="register")
    if v.biased:
        x = x + wp.tile_load(sequence.bias, shape=WIDTH)
    gate = wp.tile_load(sequence.gate, shape=WIDTH)
    wp.tile_store(sequence.output, wp.tile_map(wp.mul, wp.tile_map(silu, gate), x))


@computation(
    TILES,
    "find the likeliest token of each sequence and its logit as a tile",
    worst={True: "and the least likely one", False: ""},
)
def tile_best_token(sequence: Any) -> None:
    logits = wp.tile_load(sequence.logits, shape=WIDTH)
    best = wp.tile_argmax(logits)
    sequence.best = best[0]
    sequence.peak = logits[best[0]]
    if v.worst:
        worst = wp.tile_argmin(logits)
        sequence.worst = worst[0]


@computation(
    TILES,
    "scan the lengths of each sequence's parts as a tile",
    inclusive={False: "into where each begins", True: "into where each ends"},
)
def tile_part_offsets(sequence: Any) -> None:
    lengths = wp.tile_load(sequence.lengths, shape=WIDTH)
    if v.inclusive:
        wp.tile_store(sequence.offsets, wp.tile_scan_inclusive(lengths))
    else:
        wp.tile_store(sequence.offsets, wp.tile_scan_exclusive(lengths))


@computation(TILES, "gather the logits that each sequence asks for by an indexed tile")
def tile_gather_logits(sequence: Any) -> None:
    places = wp.tile_load(sequence.picked, shape=PICKED, storage="shared")
    chosen = wp.tile_load_indexed(sequence.logits, indices=places, shape=(PICKED,))
    wp.tile_store(sequence.chosen, chosen)


@computation(TILES, "scatter the first eight gates of each sequence to every fourth of its outputs by an indexed tile")
def tile_scatter_gates(sequence: Any) -> None:
    places = wp.tile_arange(0, WIDTH, 4, dtype=int, storage="shared")
    gates = wp.tile_load(sequence.gate, shape=PICKED)
    wp.tile_store_indexed(sequence.output, indices=places, t=gates)


@computation(
    TILES,
    "add each sequence's row to the column sums of its batch as a tile",
    counted={True: "and count the entries of each column", False: ""},
)
def tile_column_sums(sequence: Any) -> None:
    batch = sequence.batch
    row = wp.tile_load(sequence.logits, shape=WIDTH)
    wp.tile_atomic_add(batch.totals, row)
    if v.counted:
        ones = wp.tile_ones(shape=WIDTH, dtype=int)
        wp.tile_atomic_add(batch.counts, ones)


@computation(TILES, "add the logits that each sequence asks for to their columns of its batch by an indexed tile")
def tile_column_picks(sequence: Any) -> None:
    batch = sequence.batch
    places = wp.tile_load(sequence.picked, shape=PICKED, storage="shared")
    chosen = wp.tile_load_indexed(sequence.logits, indices=places, shape=(PICKED,))
    wp.tile_atomic_add_indexed(batch.totals, indices=places, t=chosen)


@computation(TILES, "split each sequence's row into heads as a tile", scaled={True: "and scale them", False: ""})
def tile_split_heads(sequence: Any, scale: Any) -> None:
    row = wp.tile_load(sequence.logits, shape=WIDTH, storage="shared")
    heads = wp.tile_reshape(row, shape=(HEADS, HEAD_WIDTH))
    if v.scaled:
        heads = heads * scale
    wp.tile_store(sequence.heads, heads)


@computation(TILES, "join the first half of each sequence's logits and the second half of its gates as tiles")
def tile_join_halves(sequence: Any) -> None:
    joined = wp.tile_zeros(shape=WIDTH, dtype=float, storage="shared")
    logits = wp.tile_load(sequence.logits, shape=WIDTH, storage="shared")
    gates = wp.tile_load(sequence.gate, shape=WIDTH, storage="shared")
    wp.tile_assign(joined, wp.tile_view(logits, offset=(0,), shape=(HALF,)), offset=(0,))
    wp.tile_assign(joined, wp.tile_view(gates, offset=(HALF,), shape=(HALF,)), offset=(HALF,))
    wp.tile_store(sequence.output, joined)
