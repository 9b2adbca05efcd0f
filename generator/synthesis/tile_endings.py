"""How a chain of tile steps ends: a store, a reduction, an atomic sum, single elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.finish import output_array
from generator.synthesis.tile_steps import Tile

REDUCTIONS = {
    "add": ("total", "the sum"),
    "max": ("peak", "the largest element"),
    "min": ("lowest", "the smallest element"),
}
"""What the result of a reduction is called, and how prose names it."""
ENDINGS = (
    ("store", 1.7), ("extremum", 0.85), ("atomic", 0.85), ("dot", 0.7), ("reduce", 0.85), ("sum", 1.7), ("place", 0.4),
    ("element", 0.4), ("fold", 0.4),
)  # fmt: skip
IDLE = {
    "center": ("sum", "reduce", "extremum", "place", "element"), "offset": ("sum", "reduce", "extremum", "element"),
    "sort": ("sum", "reduce", "dot", "extremum", "place", "element"), "peak": ("extremum", "reduce", "place"),
    "rise": ("extremum", "reduce", "place"),
}  # fmt: skip
"""Steps by the endings that undo them: whose result is zero, or, up to a number, that of the tile before."""
LINEAR = {
    "scale": ("sum", "reduce", "dot", "extremum", "place", "element"), "scan": ("element",), "rise": ("element",),
    "magnitude": ("dot",),
}  # fmt: skip
"""Steps that these endings undo unless a map comes between; the magnitude of a multiple is a multiple still."""
ORDERED = {"rising map": ("extremum", "reduce", "place")}
"""The same, unless a map comes between that changes the order of the elements."""


def since(done: Sequence[str], *kinds: str) -> Sequence[str]:
    """The steps after the last one of these kinds."""
    return done[max((place + 1 for place, step in enumerate(done) if step in kinds), default=0) :]


def end(b: Builder, tile: Tile, done: Sequence[str]) -> tuple[str, str]:
    """Store the tile, or a reduction of it in which every step counts; its kind, and what a docstring says."""
    random = b.random
    idle = [ending for step in done for ending in IDLE.get(step, ())]
    idle += [ending for step in since(done, "map", "rising map") for ending in LINEAR.get(step, ())]
    idle += [ending for step in since(done, "map", "magnitude") for ending in ORDERED.get(step, ())]
    kind = random.weighted(tuple([row for row in ENDINGS if row[0] not in idle]))
    if kind in PICKS:
        return "store" if kind == "fold" else kind, PICKS[kind](b, tile)
    if kind == "store":
        out = output_array(b, "F", OUTPUT, (b.dim[0] * tile.length,))
        b.emit(f"wp.tile_store({out}, {tile.name}, offset={b.index} * {tile.size})")
        return kind, f"store the result in {prose(out)}"
    if kind == "atomic":
        out = output_array(b, "F", OUTPUT, (tile.length,))
        b.emit(f"wp.tile_atomic_add({out}, {tile.name}, offset=0)")
        return kind, f"add the result to that of all other tiles in {prose(out)}"
    which = random.pick(("max", "min") if kind == "extremum" else ("add", "max", "min"))
    name, told = REDUCTIONS["add" if kind in ("sum", "dot") else which]
    total = b.name(name, f"{name}_value")
    if kind == "extremum":
        b.emit(f"{total} = wp.tile_{which}({tile.name})")
        b.not_differentiable = f"tile_{which} has no adjoint in Warp"
    elif kind == "reduce":
        b.emit(f"{total} = wp.tile_reduce(wp.{which}, {tile.name})")
        b.not_differentiable = "tile_reduce has no adjoint in Warp"
    elif kind == "dot":
        squares = f"wp.tile_sum(wp.tile_map(wp.mul, {tile.name}, {tile.name}))"
        b.emit(f"{total} = {random.pick((f'wp.tile_dot({tile.name}, {tile.name})', squares))}")
        told = "the sum of squares"
    else:
        b.emit(f"{total} = wp.tile_sum({tile.name})")
    out = output_array(b, "F", OUTPUT, b.dim)
    b.emit(f"wp.tile_store({out}, {total}, offset={b.index})")
    return "sum" if told.startswith("the sum") else "extremum", f"store {told} in {prose(out)}"


def prose(name: str) -> str:
    """A name in words."""
    return name.replace("_", " ")


def place(b: Builder, tile: Tile) -> str:
    """Where an extremum is."""
    name, told = b.random.pick((("tile_argmax", "largest"), ("tile_argmin", "smallest")))
    out = b.array(b.name("places", "winners"), "I", b.dim, OUTPUT, "zeros")
    b.emit(f"wp.tile_store({out}, wp.{name}({tile.name}), offset={b.index})")
    b.not_differentiable = f"{name} gives an index"
    return f"store the place of the {told} element in {out}"


def element(b: Builder, tile: Tile) -> str:
    """The last element less the first one."""
    out = output_array(b, "F", OUTPUT, b.dim)
    last, first = (f"wp.tile_extract({tile.name}, {place})" for place in (f"{tile.size} - 1", "0"))
    b.emit(f"{out}[{b.index}] = {last} - {first}")
    return f"store the rise from the first to the last element in {prose(out)}"


def fold(b: Builder, tile: Tile) -> str:
    """The whole tile in two rows."""
    half = tile.length // 2
    out = output_array(b, "F", OUTPUT, (b.dim[0] * 2, half))
    b.emit(f"wp.tile_store({out}, wp.tile_reshape({tile.name}, shape=(2, {half})), offset=({b.index} * 2, 0))")
    return f"store the result in two rows of {prose(out)}"


PICKS: dict[str, Callable[[Builder, Tile], str]] = {"place": place, "element": element, "fold": fold}
"""Endings that take single things out of a tile, or give it another shape."""
