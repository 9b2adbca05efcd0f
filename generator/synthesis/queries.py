"""Spatial queries: meshes, box trees and point grids, asked by id."""

from __future__ import annotations

import math
from collections.abc import Sequence

from generator.launch import INPUT, Argument
from generator.synthesis.builder import Builder
from generator.synthesis.inputs import quantity
from generator.synthesis.samples import COUNT

MESH_FACES, MESH_VERTICES, TREE_BOXES = 80, 42, 64
"""Sizes of the mesh and of the box tree that launches build."""


def points(b: Builder, *names: str, low: float = -1.0, high: float = 1.0) -> list[str]:
    """Input arrays of 3-vectors, read at this thread; the locals. "base/bases" says a plural."""
    found = []
    for name, _, plural in (item.partition("/") for item in names):
        array = b.array(b.name(plural or f"{name}s", f"{name}_list"), "V3", b.dim, INPUT, "uniform", low, high)
        local = b.name(name, f"{name}_here")
        b.emit(f"{local} = {array}[{b.index}]")
        b.prose[local] = name.replace("_", " ")
        found.append(local)
    return found


def result(
    b: Builder, name: str, phrase: str, low: float, high: float, type: str = "F", values: Sequence[float] = ()
) -> None:
    """Bring a computed local into scope; ``values`` are some or all that it takes, if known. All are a guess."""
    b.steps.append((name, phrase))
    samples = tuple([values[k % len(values)] for k in range(COUNT)]) if values else None
    b.define(name, type, low, high, samples=samples, rough=True)


RADIANT = frozenset(("brightness", "energy", "level", "intensity", "luminance", "radiation"))
SENT = (("irradiance", 0.2, 1.5), ("brightness", 0.2, 2.0), ("signal_strength", 0.1, 1.0))
"""Quantities of themes that something in the way makes less, and those of kernels whose theme has none."""


def ray_of(b: Builder) -> tuple[str, str]:
    """A ray's origin, often outside of what lies about the center, and its direction."""
    return points(b, "origin", low=-2.0, high=2.0)[0], points(b, "ray_direction")[0]


def weakened(b: Builder, name: str) -> tuple[str, float, float, Sequence[float]]:
    """A quantity of this thread in a new local, which a mesh in the way makes less; how prose calls it, its values."""
    array, low, high = b.random.pick([q for q in b.theme.scalars if q[0] in RADIANT] or SENT)
    array = b.name(array)
    b.array(array, "F", b.dim, INPUT, "uniform", low, high)
    b.emit(f"{name} = {array}[{b.index}]")
    return array.replace("_", " "), low, high, b.draw_samples(low, high)


def payload(b: Builder, count: int) -> tuple[str, str]:
    """An array with a value for each of the things that a query finds; its name and how prose calls it."""
    name, low, high = quantity(b, "F")
    b.array(name, "F", (count,), INPUT, "uniform", low, high)
    return name, name.replace("_", " ")


def identifier(b: Builder, name: str, fill: str, value: float | None = None) -> str:
    """An id argument: ``wp.uint64``."""
    chosen = b.name(name)
    argument = Argument(chosen, "scalar", "uint64", fill=fill, low=-1.0, high=1.0, value=value)
    b.argument(argument, "wp.uint64")
    b.not_differentiable = f"{fill.replace('_', ' ')} queries exist in float32 only, too coarse for central differences"
    return chosen


def box_around(b: Builder, point: str) -> str:
    """The two corners of a cube about a point, as arguments."""
    half, size = b.name("half"), b.constant(0.2, 0.6)
    b.emit(f"{half} = wp.vec3({size}, {size}, {size})")
    return f"{point} - {half}, {point} + {half}"


POINT_QUERIES = (
    "mesh_query_point", "mesh_query_point_no_sign", "mesh_query_point_sign_normal",
    "mesh_query_point_sign_winding_number", "mesh_query_point_sign_parity",
)  # fmt: skip


def mesh_faces(b: Builder) -> str:
    """A sum over the faces near a point."""
    point = points(b, "point")[0]
    mesh = identifier(b, "mesh", "mesh")
    query, face, total = b.name("query"), b.name("face"), b.name("near_total", "touched")
    kind = b.random.pick(("corner", "vertex", "face"))
    if kind == "corner":
        added, told = f"wp.length(wp.mesh_get_point({mesh}, {face} * 3) - {point})", "distances to the first corners"
    elif kind == "vertex":
        values, prose = payload(b, MESH_VERTICES)
        corner = b.random.between(0, 2)
        place = f"{face} * 3 + {corner}" if corner else f"{face} * 3"
        added, told = f"{values}[wp.mesh_get_index({mesh}, {place})]", f"{prose} values at a corner"
    else:
        values, prose = payload(b, MESH_FACES)
        added, told = f"{values}[{face}]", f"{prose} values"
    box = box_around(b, point)
    following = b.random.pick(("mesh_query_next", "mesh_query_aabb_next"))
    b.emit(f"{query} = wp.mesh_query_aabb({mesh}, {box})")
    b.emit(f"{face} = int(0)")
    b.emit(f"{total} = float(0.0)")
    b.emit(f"while wp.{following}({query}, {face}):")
    b.emit(f"    {total} += {added}")
    result(b, total, f"the sum of the {told} of the faces near a point", -60.0, 60.0)
    return "by the faces of a mesh that are near"


def mesh_shadow(b: Builder) -> str:
    """A quantity, less where a mesh stands in the way of a ray."""
    origin, direction = ray_of(b)
    mesh = identifier(b, "mesh", "mesh")
    ray, lit, shade = b.name("ray"), b.name("shaded", "visible_part"), b.constant(0.1, 0.6)
    b.emit(f"{ray} = wp.normalize({direction})")
    what, low, high, values = weakened(b, lit)
    b.emit(f"if wp.mesh_query_ray_anyhit({mesh}, {origin}, {ray}, {b.constant(3.0, 8.0)}):")
    b.emit(f"    {lit} *= {shade}")
    values = [value * (1.0, shade.low)[k % 2] for k, value in enumerate(values)]
    told = f"{what}, times {shade} where a mesh stands in the way of a ray"
    result(b, lit, told, min(low, low * shade.low), high, values=values)
    return "by rays against a mesh"


def mesh_crossings(b: Builder) -> str:
    """A quantity, less with each time that a ray meets a mesh."""
    origin, direction = ray_of(b)
    mesh = identifier(b, "mesh", "mesh")
    crossings, passed = b.name("crossings", "hit_count"), b.name("transmitted", "passed_part")
    fall = b.constant(0.3, 0.9)
    b.emit(f"{crossings} = float(wp.mesh_query_ray_count_intersections({mesh}, {origin}, {direction}))")
    what, low, high, values = weakened(b, passed)
    b.emit(f"{passed} *= wp.exp(-{fall} * {crossings})")
    values = [value * math.exp(-fall.low * (k % 3)) for k, value in enumerate(values)]
    told = f"{what}, weakened each time that a ray meets a mesh"
    result(b, passed, told, min(low, 0.0), high, values=values)
    return "by rays against a mesh"


def mesh_point(b: Builder) -> str:
    """The closest point of a mesh."""
    point = points(b, "point")[0]
    mesh = identifier(b, "mesh", "mesh")
    query, closest, gap = b.name("query"), b.name("closest"), b.name("mesh_distance", "surface_gap")
    form = b.random.pick(POINT_QUERIES)
    b.emit(f"{query} = wp.{form}({mesh}, {point}, 4.0)")
    b.emit(f"{gap} = float(4.0)")
    b.emit(f"if {query}.result:")
    b.emit(f"    {closest} = wp.mesh_eval_position({mesh}, {query}.face, {query}.u, {query}.v)")
    sign = f" * {query}.sign" if form != "mesh_query_point_no_sign" else ""
    b.emit(f"    {gap} = wp.length({point} - {closest}){sign}")
    result(b, gap, f"the {'signed ' if sign else ''}distance to a mesh", -2.0 if sign else 0.0, 4.0)
    return "by the nearest point of a mesh"


def mesh_ray(b: Builder) -> str:
    """Where a ray hits a mesh, and how steeply."""
    origin, direction = ray_of(b)
    mesh = identifier(b, "mesh", "mesh")
    query, ray, hit, facing = (b.name(n) for n in ("query", "ray", "hit_distance", "facing"))
    kind = b.random.pick(("distance", "slope", "both"))
    b.emit(f"{ray} = wp.normalize({direction})")
    b.emit(f"{query} = wp.mesh_query_ray({mesh}, {origin}, {ray}, 10.0)")
    for name, shown in ((hit, "slope"), (facing, "distance")):
        if kind != shown:
            b.emit(f"{name} = float(0.0)")
    b.emit(f"if {query}.result:")
    if kind != "slope":
        b.emit(f"    {hit} = {query}.t")
        result(b, hit, "how far a ray goes until it meets a mesh, 0 where it misses", 0.0, 10.0)
    if kind != "distance":
        normal = b.random.pick((f"{query}.normal", f"wp.mesh_eval_face_normal({mesh}, {query}.face)"))
        b.emit(f"    {facing} = -wp.dot({normal}, {ray})")
        result(b, facing, "the cosine between a ray and the face that it meets, 0 where it misses", -1.0, 1.0)
    return "by rays against a mesh"


def tree(b: Builder) -> str:
    """Boxes of a tree that overlap a cube or a sphere, or meet a ray: their number, or a sum over them."""
    kind = b.random.pick(("box", "ray", "sphere"))
    point, direction = ray_of(b) if kind == "ray" else (points(b, "point")[0], "")
    bvh = identifier(b, "bvh", "bvh")
    query, item = b.name("query"), b.name("item", "box")
    values, prose = payload(b, TREE_BOXES) if b.random.chance(0.6) else ("", "")
    total = b.name("box_total", "gathered") if values else b.name("box_count", "touched")
    if kind == "sphere":
        b.emit(f"{query} = wp.bvh_query_sphere({bvh}, {point}, {b.constant(0.2, 0.6)})")
    elif kind == "box":
        b.emit(f"{query} = wp.bvh_query_aabb({bvh}, {box_around(b, point)})")
    else:
        b.emit(f"{query} = wp.bvh_query_ray({bvh}, {point}, {direction})")
    b.emit(f"{item} = int(0)")
    b.emit(f"{total} = float(0.0)")
    b.emit(f"while wp.bvh_query_next({query}, {item}):")
    b.emit(f"    {total} += {f'{values}[{item}]' if values else '1.0'}")
    met = {"box": "overlap a cube about a point", "sphere": "overlap a sphere about a point", "ray": "a ray meets"}[
        kind
    ]
    if values:
        result(b, total, f"the sum of {prose} over the boxes of a tree that {met}", -40.0, 40.0)
    else:
        result(b, total, f"the number of boxes of a tree that {met}", 0.0, 40.0, values=(0.0, 1.0, 2.0, 3.0, 5.0))
    return "by a query of a box tree"


def neighbors(b: Builder) -> str:
    """A weighted sum over the points of a grid that are near."""
    array = b.array(b.name("positions", "samples"), "V3", b.dim, INPUT, "uniform", -1.0, 1.0)
    radius = b.constant(0.5, 0.9)
    grid = identifier(b, "grid", "hash_grid", radius.low)
    here, query, item, other, gap, total = (b.name(n) for n in ("here", "query", "item", "other", "gap", "density_sum"))
    b.emit(f"{here} = {array}[{b.index}]")
    b.emit(f"{query} = wp.hash_grid_query({grid}, {here}, {radius})")
    b.emit(f"{item} = int(0)")
    b.emit(f"{total} = float(0.0)")
    with b.block(f"while wp.hash_grid_query_next({query}, {item}):"):
        b.emit(f"{other} = {array}[{item}]")
        b.emit(f"{gap} = wp.length({here} - {other})")
        kernel = b.random.pick(
            (
                f"({radius} - {gap}) * ({radius} - {gap})",
                f"wp.exp(-{b.constant(1.2, 4)} * {gap} * {gap})",
                f"{radius} - {gap}",
            )
        )
        b.emit(f"if {gap} < {radius}:")
        b.emit(f"    {total} += {kernel}")
    result(b, total, "a weighted sum over near points", 0.0, 20.0)
    return "by a query of a point grid"
