"""How a chain of tile steps ends: a store, a reduction, an atomic sum, single elements."""

from __future__ import annotations

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.finish import output_array

REDUCTIONS = {
    "add": ("total", "a sum"),
    "max": ("peak", "the largest element"),
    "min": ("lowest", "the smallest element"),
}
"""What the result of a reduction is called, and how prose names it."""


def end(b: Builder, tile: str, size: str, length: int, centered: bool) -> str:
    """Store the tile, or a reduction of it that is not zero by construction."""
    random = b.random
    if random.chance(0.15):
        return pick_out(b, tile, size, length)
    kinds = (("store", 2.0), ("extremum", 1.0), ("atomic", 1.0), ("dot", 0.8), ("reduce", 1.0), ("sum", 2.0))
    kind = random.weighted(kinds[:4] if centered else kinds)
    if kind == "store":
        out = output_array(b, "F", OUTPUT, (b.dim[0] * length,))
        b.emit(f"wp.tile_store({out}, {tile}, offset={b.index} * {size})")
        return "a store"
    if kind == "atomic":
        out = output_array(b, "F", OUTPUT, (length,))
        b.emit(f"wp.tile_atomic_add({out}, {tile}, offset=0)")
        return "an atomic sum over blocks"
    which = random.pick(("max", "min") if kind == "extremum" else ("add", "max", "min"))
    name, told = REDUCTIONS["add" if kind in ("sum", "dot") else which]
    total = b.name(name, f"{name}_value")
    if kind == "extremum":
        b.emit(f"{total} = wp.tile_{which}({tile})")
        b.not_differentiable = f"tile_{which} has no adjoint in Warp"
    elif kind == "reduce":
        b.emit(f"{total} = wp.tile_reduce(wp.{which}, {tile})")
        b.not_differentiable = "tile_reduce has no adjoint in Warp"
    elif kind == "dot":
        squares = random.pick((f"wp.tile_dot({tile}, {tile})", f"wp.tile_sum(wp.tile_map(wp.mul, {tile}, {tile}))"))
        b.emit(f"{total} = {squares}")
        told = "a sum of squares"
    else:
        b.emit(f"{total} = wp.tile_sum({tile})")
    out = output_array(b, "F", OUTPUT, b.dim)
    b.emit(f"wp.tile_store({out}, {total}, offset={b.index})")
    return told


def pick_out(b: Builder, tile: str, size: str, length: int) -> str:
    """The place of an extremum, single elements, or the tile in another shape."""
    kind = b.random.pick(("place", "element", "shape"))
    if kind == "place":
        name = b.random.pick(("tile_argmax", "tile_argmin"))
        out = b.array(b.name("places", "winners"), "I", b.dim, OUTPUT, "zeros")
        b.emit(f"wp.tile_store({out}, wp.{name}({tile}), offset={b.index})")
        b.not_differentiable = f"{name} gives an index"
        return "the place of an extremum"
    if kind == "element":
        out = output_array(b, "F", OUTPUT, b.dim)
        first, second = b.random.between(0, length // 2 - 1), b.random.between(length // 2, length - 1)
        b.emit(f"{out}[{b.index}] = wp.tile_extract({tile}, {first}) - wp.tile_extract({tile}, {second})")
        return "the difference of two elements"
    out = output_array(b, "F", OUTPUT, (b.dim[0] * 2, length // 2))
    b.emit(f"wp.tile_store({out}, wp.tile_reshape({tile}, shape=(2, {length // 2})), offset=({b.index} * 2, 0))")
    return "a store in two rows"
