"""Constructs of kernels that people wrote and the stream seldom has, through the tier ``device``."""

from __future__ import annotations

import pytest

from generator.launch import INOUT, Argument, Launch
from generator.verification.tiers.tiers import Item, verify
from tests.verification.sample_kernels import array, result, scalar

SEARCHES = (
    """import warp as wp


@wp.struct
class Search:
    step: wp.float32
    tried: wp.int32
    failed: wp.bool


@wp.kernel
def check_steps(
    begin: wp.array[wp.int32],
    slope: wp.array[wp.float32],
    limit: wp.float32,
    running: wp.array[wp.bool],
    searches: wp.array[Search],
):
    i = wp.tid()
    if not running[i]:
        return
    total = wp.float64(0.0)
    for k in range(begin[i], begin[i + 1]):
        total += wp.float64(slope[k]) * wp.float64(slope[k])
    search = searches[i]
    if not wp.isfinite(total) or total > wp.float64(limit):
        search.step *= 0.5
        search.tried += 1
        search.failed = search.tried > 3
    else:
        search.step = search.step + wp.float32(total)
        running[i] = False
    searches[i] = search
""",
    Launch(
        (
            array("begin", "int32", shape=(13,), fill="sorted", low=0, high=40),
            array("slope", shape=(40,)),
            scalar("limit", fill="value", value=0.9),
            array("running", "bool", shape=(12,), role=INOUT),
            Argument("searches", "array", "Search", ndim=1, shape=(12,), role=INOUT, fields=(
                scalar("step"), scalar("tried", "int32", fill="index", low=0, high=6), scalar("failed", "bool"),
            )),
        ),
        (12,),
    ),
    ("codegen", "execute", "device"),
)  # fmt: skip

TILES = (
    """import warp as wp


@wp.func
def squashed(x: float, slope: float):
    if x < 0.0:
        return slope * x
    return wp.tanh(x)


@wp.kernel
def squash_rows(x: wp.array2d[float], slope: wp.array2d[float], y: wp.array2d[float], total: wp.array2d[float]):
    i = wp.tid()
    tile = wp.tile_map(
        squashed, wp.tile_load(x, shape=(1, 32), offset=(i, 0)), wp.tile_load(slope, shape=(1, 32), offset=(i, 0))
    )
    wp.tile_store(y, tile, offset=(i, 0))
    wp.tile_store(total, wp.tile_broadcast(wp.tile_sum(tile), shape=(1, 1)), offset=(i, 0))
""",
    Launch(
        (array("x", shape=(5, 32)), array("slope", shape=(5, 32)), result("y", shape=(5, 32)),
         result("total", shape=(5, 1))),
        (5,), block_dim=64, tiled=True,
    ),
    ("codegen", "execute", "gradient", "device"),
)  # fmt: skip

ROWS = (
    """import warp as wp


@wp.func
def place_of(columns: wp.array[int], begin: int, end: int, column: int):
    low = begin
    high = end
    while low < high:
        middle = (low + high) >> 1
        if columns[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < end and columns[low] == column:
        return low
    return -1


@wp.kernel
def add_diagonal(
    begins: wp.array[int], columns: wp.array[int], shift: wp.array[wp.mat22], values: wp.array[wp.mat22]
):
    row = wp.tid()
    place = place_of(columns, begins[row], begins[row + 1], row)
    if place == -1:
        return
    values[place] = values[place] + wp.transpose(shift[row]) * shift[row]
""",
    Launch(
        (
            array("begins", "int32", shape=(9,), fill="sorted", low=0, high=24),
            array("columns", "int32", shape=(24,), fill="index", low=0, high=8),
            array("shift", "mat22", shape=(8,)),
            array("values", "mat22", shape=(24,), role=INOUT),
        ),
        (8,),
    ),
    ("codegen", "execute", "device"),
)

POOLS = (
    """import warp as wp


@wp.kernel
def pool_with_places(x: wp.array3d[wp.float16], y: wp.array3d[wp.float16], places: wp.array3d[wp.int64]):
    c, i, j = wp.tid()
    best = wp.float16(-65504.0)
    place = wp.int64(-1)
    for di in range(3):
        for dj in range(3):
            row = 2 * i + di - 1
            column = 2 * j + dj - 1
            if row < 0 or row >= x.shape[1] or column < 0 or column >= x.shape[2]:
                continue
            value = x[c, row, column]
            if value > best:
                best = value
                place = wp.int64(row * x.shape[2] + column)
    y[c, i, j] = best
    places[c, i, j] = place
""",
    Launch(
        (array("x", "float16", shape=(2, 7, 9)), result("y", "float16", shape=(2, 4, 5)),
         result("places", "int64", shape=(2, 4, 5))),
        (2, 4, 5),
    ),
    ("codegen", "execute", "device"),
)  # fmt: skip

FRAMES = (
    """import warp as wp


@wp.func
def moved(frame: wp.transform, twist: wp.spatial_vector, dt: float):
    turn = wp.spatial_top(twist)
    position = wp.transform_get_translation(frame) + wp.spatial_bottom(twist) * dt
    rotation = wp.transform_get_rotation(frame)
    return wp.transform(position, wp.normalize(rotation + wp.quat(turn, 0.0) * rotation * (0.5 * dt)))


@wp.kernel
def move_frames(
    frames: wp.array[wp.transform], twists: wp.array[wp.spatial_vector], dt: float, moved_frames: wp.array[wp.transform]
):
    i = wp.tid()
    moved_frames[i] = moved(frames[i], twists[i], dt)
""",
    Launch(
        (
            array("frames", "transform", fill="transform"),
            array("twists", "spatial_vector"),
            scalar("dt", low=0.01, high=0.1),
            result("moved_frames", "transform"),
        ),
        (6,),
    ),
    ("codegen", "execute", "gradient", "device"),
)

KERNELS = {
    "structs that are searched with": SEARCHES,
    "tiles that a function maps": TILES,
    "sparse rows with a search": ROWS,
    "halves with places of 64 bits": POOLS,
    "frames that twists move": FRAMES,
}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("thorough", [False, True], ids=["three launches", "twelve"])
def test_a_construct_passes(name: str, thorough: bool) -> None:
    source, launch, tiers = KERNELS[name]
    (verdict,) = verify([Item(source, launch, thorough=thorough)], tiers)
    assert verdict.sound, verdict.failed
    assert "device" in verdict.passed, verdict.not_applicable
