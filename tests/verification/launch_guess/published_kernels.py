"""Kernels of the kinds that packages hold, and what their launches have to be like."""

from __future__ import annotations

GATHER = """
import warp as wp

@wp.kernel
def gathered(x: wp.array(dtype=wp.float32), index: wp.array(dtype=wp.int32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = 2.0 * x[index[i] + 20]
"""
"""An index that leaves an array of the usual length."""

ROWS = """
import warp as wp

@wp.kernel
def row_sums(
    row_offsets: wp.array(dtype=wp.int32), values: wp.array(dtype=wp.float32), sums: wp.array(dtype=wp.float32)
):
    i = wp.tid()
    total = float(0.0)
    for k in range(row_offsets[i], row_offsets[i + 1]):
        total += values[k]
    sums[i] = total
"""
"""Offsets have to ascend for a row to have entries."""

RARE = """
import warp as wp

SPARSE = -1

@wp.kernel
def rare(kind: wp.array(dtype=wp.int32), mode: int, x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    if kind[i] == SPARSE:
        if mode == 7:
            y[i] = x[i]
        else:
            y[i] = -x[i]
"""
"""Nothing is written unless an element is -1, which no name tells."""

SCATTER = """
import warp as wp

@wp.kernel
def scattered(where: wp.array(dtype=wp.int32), x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[where[i]] = x[i]
"""
"""Two threads write one element unless the places differ."""

RESET = """
import warp as wp

@wp.kernel
def reset(counts: wp.array(dtype=wp.int32), sums: wp.array(dtype=wp.float32)):
    i = wp.tid()
    counts[i] = 0
    sums[i] = 0.0
"""
"""What is written is what arrays hold anyway, unless they are filled."""

ENDLESS = """
import warp as wp

@wp.kernel
def endless(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    while x[i] < 100.0:
        y[i] = y[i] + 1.0
"""

PRODUCT = """
import warp as wp

@wp.kernel
def weighted(x: wp.array(dtype=wp.float32), gain: wp.array(dtype=wp.float32), n: int, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    total = float(0.0)
    for k in range(n):
        total += x[k]
    y[i] = gain[i] * total
"""
"""Warp's adjoint of it is wrong: ``dynamic_loop_result_used``."""

BLOCK_SUM = """
import warp as wp

@wp.kernel
def block_sum(x: wp.array(dtype=wp.float32), total: wp.array(dtype=wp.float32)):
    i = wp.tid()
    wp.tile_atomic_add(total, wp.tile_sum(wp.tile(x[i] * x[i])))
"""
"""Threads of a block make a tile of their values."""

EXCHANGE = """
import warp as wp

@wp.kernel
def largest(x: wp.array(dtype=wp.float32), best: wp.array(dtype=wp.float32)):
    i = wp.tid()
    while True:
        found = best[0]
        before = wp.atomic_cas(best, 0, found, wp.max(found, x[i]))
        if before == found:
            return
"""
"""Its adjoint never ends."""

BRANCH = """
import warp as wp

@wp.kernel
def scaled(x: wp.array(dtype=wp.float32), unused: wp.array(dtype=wp.float32), k: float, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    if k > 100.0:
        y[i] = unused[i]
    else:
        y[i] = k * x[i]
"""
"""One input matters in a branch that no likely launch takes."""

AXES = """
import warp as wp

@wp.kernel
def principal(m: wp.array(dtype=wp.mat33), moments: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    axes, values = wp.eig3(m[i] + wp.transpose(m[i]))
    moments[i] = values
"""
"""Warp gives eigenvalues in the order in which its rotations leave them."""

SPECTRUM = """
import warp as wp

@wp.kernel
def spectrum(x: wp.array2d[wp.vec2f], y: wp.array2d[wp.vec2f]):
    row, _ = wp.tid()
    values = wp.tile_load(x, shape=(1, 512), offset=(row, 0))
    wp.tile_fft(values)
    wp.tile_store(y, values, offset=(row, 0))
"""
"""The text says how much of the transform each thread of a block holds."""

HALVES = """
import warp as wp

@wp.kernel
def shifted(x: wp.array(dtype=wp.float16), shift: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float16)):
    i = wp.tid()
    y[i] = wp.float16(wp.float32(x[i]) - shift[i % 2] * shift[i % 2])
"""
"""An adjoint in float32 comes through float16."""

ROOTS = """
import warp as wp

@wp.kernel
def roots(tree: wp.uint64, root: wp.array(dtype=int)):
    group = wp.tid()
    root[group] = wp.bvh_get_group_root(tree, group)
"""
"""The numbers of nodes are the tree's."""

READ_AND_ADDED = """
import warp as wp

@wp.kernel
def relaxed(rate: wp.array(dtype=float), rest: wp.array(dtype=float), x: wp.array(dtype=float)):
    i = wp.tid()
    gap = rest[i] - x[i]
    x[i] += rate[i] * gap
"""
"""The adjoint reads ``x`` after the sum."""

STRETCHED = """
import warp as wp

@wp.kernel
def stretched(frame: wp.array(dtype=wp.mat33), gain: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    v = frame[i] @ gain[i]
    v[0] *= gain[i][0]
    v[1] *= gain[i][1]
    y[i] = v
"""
"""Components are multiplied in place."""

MEAN = """
import warp as wp

@wp.kernel
def centers(weight: wp.array(dtype=float), x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    for k in range(n):
        total += x[k]
    total /= weight[i]
    y[i] = total
"""
"""The sum of a dynamic loop is divided."""

PLACED = """
import warp as wp

@wp.kernel
def placed(head: wp.array(dtype=int), x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    if i == 0:
        head[0] = 0
    y[head[0] * 3000 + i] = x[i]
"""
"""Where the first thread runs last, the others store beyond the array."""
