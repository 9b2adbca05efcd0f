"""Tiles: cooperative loads into registers or shared memory, maps, reductions, scans, small matrix products."""

from __future__ import annotations

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.finish import gather
from generator.synthesis.functions import body, function_text
from generator.synthesis.inputs import quantity
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import listed, returned
from generator.synthesis.tile_endings import end

VERBS = {"product": ("multiply", "project", "contract"), "vector": ("process", "stage", "transform", "condense")}
STEPS = (
    ("builtin", 2.0), ("helper", 2.0), ("scale", 1.0), ("center", 1.0), ("offset", 1.0), ("scan", 0.7), ("sort", 0.3),
)  # fmt: skip
SCANS = {
    "tile_scan_inclusive": "a running sum", "tile_scan_exclusive": "a running sum of what comes before",
    "tile_scan_max_inclusive": "a running maximum", "tile_scan_min_inclusive": "a running minimum",
}  # fmt: skip


def constant_tile(b: Builder, size: str, length: int) -> tuple[str, str]:
    """A tile of constants: text and phrase."""
    kind = b.random.pick(("ones", "full", "arange"))
    if kind == "ones":
        return f"wp.tile_ones(shape={size}, dtype=float) * {b.constant(0.2, 2)}", "a constant"
    if kind == "full":
        return f"wp.tile_full(shape={size}, value={b.constant(0.2, 2)}, dtype=float)", "a constant"
    return f"wp.tile_arange({size}, dtype=float) * {round(0.5 / length, 6)}", "a ramp"


FACTORS = (
    ("left", "right", "product_matrix"), ("a_matrix", "b_matrix", "c_matrix"), ("features", "weights", "outputs"),
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


def load(b: Builder, size: str, length: int) -> tuple[str, bool]:
    """A 1-D tile of this block's part of an array: the tile, and whether its elements have both signs."""
    name, low, high = quantity(b, "F")
    b.array(name, "F", (b.dim[0] * length,), INPUT, "uniform", low, high)
    tile = b.name(f"{name}_tile", "tile_in")
    storage = ', storage="shared"' if b.random.chance(0.3) else ""
    b.emit(f"{tile} = wp.tile_load({name}, shape={size}, offset={b.index} * {size}{storage})")
    return tile, low < 0.0


def mapper(b: Builder, operands: int) -> str:
    """A helper for ``tile_map`` of one or two floats; its name."""
    name = b.module_name("transform", "combine", "shape", "blend_pair")
    with body(b):
        names = [b.name(n) for n in ("a", "b")[:operands]]
        for parameter in names:
            b.define(parameter, "F", -2.0, 2.0)
        apply_motif(b, SCALAR_MOTIFS["any"])
        value = gather(b, b.unread())
        b.emit(f"return {value}")
        text = function_text(b, name, [f"{n}: float" for n in names], returned(b, value))
    b.functions.append(text)
    return name


def vector_steps(b: Builder) -> str:
    """Load one or two tiles, map or combine them, reduce or store."""
    random = b.random
    length = random.pick((8, 16, 32))
    size = b.module_name("TILE_SIZE", "BLOCK_ITEMS")
    b.preamble.append(f"{size} = wp.constant({length})")
    tile, signed = load(b, size, length)
    told = []
    if random.chance(0.6):
        other, other_signed = load(b, size, length)
        kind = random.pick(("sum", "difference", "map", "axpy"))
        result = b.name("combined_tile", "joined")
        if kind == "map":
            name = mapper(b, 2)
            b.emit(f"{result} = wp.tile_map({name}, {tile}, {other})")
            told.append("a map of two tiles")
        elif kind == "axpy":
            b.emit(f"{result} = {tile} + {other} * {b.constant(0.2, 2)}")
            told.append("a scaled sum of two tiles")
        else:
            b.emit(f"{result} = {tile} {'+' if kind == 'sum' else '-'} {other}")
            told.append(f"the {kind} of two tiles")
        signed = {"map": False, "difference": True}.get(kind, signed or other_signed)
        tile = result
    steps = list(STEPS)
    for _ in range(random.between(0 if told else 1, 2)):
        result = b.name("mapped_tile", "shaped_tile", "next_tile")
        kind = random.weighted(tuple(steps))
        steps = [step for step in steps if step[0] != kind]
        if kind == "builtin":
            function = random.pick(("sin", "cos", "tanh", "exp", "atan", *(("abs",) if signed else ())))
            signed = signed and function in ("sin", "tanh", "atan")
            b.emit(f"{result} = wp.tile_map(wp.{function}, {tile})")
            told.append(f"a map by {function}")
        elif kind == "helper":
            name, signed = mapper(b, 1), False
            b.emit(f"{result} = wp.tile_map({name}, {tile})")
            told.append(f"a map by {name}")
        elif kind == "scale":
            b.emit(f"{result} = {tile} * {b.constant(0.2, 3)}")
            told.append("a scaling")
        elif kind == "center":
            mean = b.name("total_tile", "sum_tile")
            b.emit(f"{mean} = wp.tile_broadcast(wp.tile_sum({tile}), shape=({size},))")
            b.emit(f"{result} = {tile} - {mean} * {round(1.0 / length, 6)}")
            signed = True
            told.append("the removal of the mean")
        elif kind == "offset":
            made, phrase = constant_tile(b, size, length)
            signed = False
            b.emit(f"{result} = {tile} {random.pick('+-')} {made}")
            told.append(f"an offset by {phrase}")
        elif kind == "sort":
            payload = b.name("order", "ranks")
            b.emit(f"{payload} = wp.tile_arange({size}, dtype=int)")
            b.emit(f"wp.tile_sort({tile}, {payload})")
            b.emit(f"{result} = {tile} * {b.constant(0.2, 3)}")
            b.not_differentiable = "tile_sort has no adjoint in Warp"
            told.append("a sort and a scaling")
        else:
            scan = random.pick(tuple(SCANS))
            b.emit(f"{result} = wp.{scan}({tile})")
            b.not_differentiable = f"{scan} has no adjoint in Warp"
            told.append(SCANS[scan])
        tile = result
    told.append(end(b, tile, size, length, centered="the removal of the mean" in told))
    return listed(told)


def matrix_product(b: Builder) -> str:
    """``C = A B`` by tiles, with the inner dimension in a loop; epilogue by a map."""
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
    told = ["a matrix product by tiles"]
    if random.chance(0.6):
        result = b.name("activated", "mapped_product")
        if random.chance(0.5):
            function = random.pick(("tanh", "sin", "exp", "abs"))
            b.emit(f"{result} = wp.tile_map(wp.{function}, {acc})")
            told.append(f"a map by {function}")
        else:
            name = mapper(b, 1)
            b.emit(f"{result} = wp.tile_map({name}, {acc})")
            told.append(f"a map by {name}")
    out = b.array(random.pick(results), "F", (b.dim[0] * rows, columns), OUTPUT, "zeros")
    b.emit(f"wp.tile_store({out}, {result}, offset=({b.index} * {m}, 0))")
    return listed(told)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """A chain of vector tiles, or a product."""
    start_blocks(builder)
    kind = builder.random.weighted((("vector", 3.0), ("product", 1.2)))
    told = vector_steps(builder) if kind == "vector" else matrix_product(builder)
    read, written = (listed([a.name for a, _ in part]) for part in (builder.inputs, builder.outputs))
    return builder.random.pick(VERBS[kind]), f"For each tile of {read}: {told}, into {written}."


register(
    Category("tile", EXTENDED, "Cooperative tiles: load, map, reduce, multiply.", grow_kernel, (("float32", 1.0),))
)
