"""Tiles: cooperative loads into registers or shared memory, maps, reductions, scans, small matrix products."""

from __future__ import annotations

import math

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.inputs import quantity
from generator.synthesis.prose import listed
from generator.synthesis.tile_endings import end, prose
from generator.synthesis.tile_steps import Done, Elements, Step, Tile, builtin, helper, joined, next_step

VERBS = {
    "sum": ("sum", "total"), "extremum": ("reduce", "bound"), "atomic": ("accumulate", "gather"),
    "difference": ("subtract", "compare"), "axpy": ("combine", "mix"), "map": ("map", "shape"),
    "rising map": ("map", "shape"), "magnitude": ("map", "shape"), "scale": ("scale",),
    "center": ("center",), "offset": ("shift", "offset"), "sort": ("sort", "rank"), "scan": ("scan",),
    "peak": ("scan",), "rise": ("scan",), "place": ("locate", "find"), "element": ("compare", "subtract"),
    "sum of two": ("add",),
}  # fmt: skip
"""What a kernel is called by its ending, or where it stores a tile as it is, by the step before."""
PRODUCT_VERBS = ("multiply", "compute", "evaluate")
FACTORS = (
    ("left", "right", "product_matrix"), ("matrix_a", "matrix_b", "matrix_c"), ("features", "weights", "outputs"),
    ("activations", "weights", "next_activations"), ("samples", "basis", "coefficients", "projected"),
    ("points", "directions", "projections"), ("inputs", "mixing", "mixed"), ("queries", "keys", "scores"),
)  # fmt: skip
"""What the two matrices and their product may be called."""


def start_blocks(b: Builder) -> None:
    """One block a tile; ``builder.dim`` counts blocks."""
    b.dim = (b.random.between(3, 6),)
    b.block_dim = 64
    b.index = b.name("i", "block")
    b.emit(f"{b.index} = wp.tid()")


def load(b: Builder, size: str, length: int) -> Tile:
    """A 1-D tile of this block's part of an array."""
    name, low, high = quantity(b, "F")
    b.array(name, "F", (b.dim[0] * length,), INPUT, "uniform", low, high)
    tile = b.name(f"{name}_tile", "tile_in")
    storage = ', storage="shared"' if b.random.chance(0.3) else ""
    b.emit(f"{tile} = wp.tile_load({name}, shape={size}, offset={b.index} * {size}{storage})")
    return Tile(tile, size, length, Elements(low, high, b.draw_samples(low, high)))


def vector_steps(b: Builder) -> tuple[str, str]:
    """Load one or two tiles, map or combine them, reduce or store; the kernel's verb and what it does."""
    random = b.random
    length = random.pick((8, 16, 32))
    size = b.module_name("TILE_SIZE", "BLOCK_ITEMS")
    b.preamble.append(f"{size} = wp.constant({length})")
    tile = load(b, size, length)
    done: list[Done] = []
    used: list[Step] = []

    def keep(step: Done, *names: str) -> Tile:
        done.append(step)
        result = b.name(*names)
        b.emit(f"{result} = {step.text}")
        return Tile(result, size, length, step.elements)

    if random.chance(0.6):
        tile = keep(joined(b, tile, load(b, size, length)), "combined_tile", "joined")
    for _ in range(random.between(0 if done else 1, 2)):
        step, made = next_step(b, tile, used, done[-1].kind if done else "")
        used.append(step)
        tile = keep(made, "mapped_tile", "shaped_tile", "next_tile")
    kinds = [step.kind for step in done]
    ending, told = end(b, tile, kinds)
    read = listed([a.name.replace("_", " ") for a, _ in b.inputs])
    each = f"For each tile of {read}" if len(b.inputs) == 1 else f"For each pair of tiles of {read}"
    last = kinds[-1] if ending == "store" else ending
    return random.pick(VERBS[last]), f"{each}, {listed([*[step.told for step in done], told])}."


def matrix_product(b: Builder) -> tuple[str, str]:
    """``C = A B`` by tiles, with the inner dimension in a loop; epilogue by a map. The verb and what is done."""
    random = b.random
    rows, columns, inner = random.pick((4, 8)), random.pick((4, 8)), random.pick((4, 8))
    steps = random.between(2, 4)
    names = [b.module_name(n) for n in ("TILE_M", "TILE_N", "TILE_K", "K_TILES")]
    for name, value in zip(names, (rows, columns, inner, steps), strict=True):
        b.preamble.append(f"{name} = wp.constant({value})")
    m, n, k, trips = names
    left, right, *results = (b.name(name) for name in random.pick(FACTORS))
    b.array(left, "F", (b.dim[0] * rows, steps * inner), INPUT, "uniform", -1.0, 1.0)
    transposed = random.chance(0.3)
    shape = (columns, steps * inner) if transposed else (steps * inner, columns)
    b.array(right, "F", shape, INPUT, "uniform", -1.0, 1.0)
    acc, a, c, step = b.name("acc", "product"), b.name("a"), b.name("b"), b.name("step", "part")
    b.emit(f"{acc} = wp.tile_zeros(shape=({m}, {n}), dtype=float)")
    b.emit(f"for {step} in range({trips}):")
    b.emit(f"    {a} = wp.tile_load({left}, shape=({m}, {k}), offset=({b.index} * {m}, {step} * {k}))")
    if transposed:
        b.emit(f"    {c} = wp.tile_load({right}, shape=({n}, {k}), offset=(0, {step} * {k}))")
        b.emit(f"    wp.tile_matmul({a}, wp.tile_transpose({c}), {acc})")
    else:
        b.emit(f"    {c} = wp.tile_load({right}, shape=({k}, {n}), offset=({step} * {k}, 0))")
        b.emit(f"    wp.tile_matmul({a}, {c}, {acc})")
    result = acc
    factor = f"the transpose of {prose(right)}" if transposed else prose(right)
    told = [f"Multiply {prose(left)} by {factor} tile by tile"]
    if random.chance(0.6):
        reach = 2.0 * math.sqrt(steps * inner)  # six deviations of a sum of products within one
        sums = Elements(-reach, reach, tuple([0.3 * reach * x for x in b.draw_samples(-1.0, 1.0)]))
        mapped = random.pick((builtin, helper))(b, Tile(acc, m, rows, sums))
        result = b.name("activated", "mapped_product")
        b.emit(f"{result} = {mapped.text}")
        told.append(mapped.told)
    out = b.array(random.pick(results), "F", (b.dim[0] * rows, columns), OUTPUT, "zeros")
    b.emit(f"wp.tile_store({out}, {result}, offset=({b.index} * {m}, 0))")
    return random.pick(PRODUCT_VERBS), f"{listed([*told, f'store the result in {prose(out)}'])}."


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """A chain of vector tiles, or a product."""
    start_blocks(builder)
    return builder.random.weighted(((vector_steps, 3.0), (matrix_product, 1.2)))(builder)


register(
    Category("tile", EXTENDED, "Cooperative tiles: load, map, reduce, multiply.", grow_kernel, (("float32", 1.0),))
)
