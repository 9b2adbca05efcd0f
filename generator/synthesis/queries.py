"""Spatial queries: meshes, box trees and point grids, asked by id."""

from __future__ import annotations

from generator.launch import INPUT, Argument
from generator.synthesis.builder import Builder


def points(b: Builder, *names: str, low: float = -1.0, high: float = 1.0) -> list[str]:
    """Input arrays of 3-vectors, read at this thread; the locals."""
    found = []
    for name in names:
        array = b.array(b.name(f"{name}s", f"{name}_list"), "V3", b.dim, INPUT, "uniform", low, high)
        local = b.name(name, f"{name}_here")
        b.emit(f"{local} = {array}[{b.index}]")
        b.prose[local] = name.replace("_", " ")
        found.append(local)
    return found


def result(b: Builder, name: str, phrase: str, low: float, high: float, type: str = "F") -> None:
    """Bring a computed local into scope; what queries find is a guess."""
    b.steps.append((name, phrase))
    b.define(name, type, low, high, rough=True)


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
    """The faces near a point, through their corners."""
    point = points(b, "point")[0]
    mesh = identifier(b, "mesh", "mesh")
    query, face, total = b.name("query"), b.name("face"), b.name("near_total", "touched")
    box = box_around(b, point)
    following = b.random.pick(("mesh_query_next", "mesh_query_aabb_next"))
    b.emit(f"{query} = wp.mesh_query_aabb({mesh}, {box})")
    b.emit(f"{face} = int(0)")
    b.emit(f"{total} = wp.length({point})")
    b.emit(f"while wp.{following}({query}, {face}):")
    corner = f"wp.length(wp.mesh_get_point({mesh}, {face} * 3) - {point})"
    index = f"0.1 * float(wp.mesh_get_index({mesh}, {face} * 3 + 1) % 5)"
    b.emit(f"    {total} += {corner if b.random.chance(0.6) else index}")
    result(b, total, "a sum over the faces near a point", 0.0, 60.0)
    return "over near faces of a mesh"


def mesh_crossings(b: Builder) -> str:
    """Whether and how often a ray meets a mesh."""
    origin, direction = points(b, "origin", "ray_direction")
    mesh = identifier(b, "mesh", "mesh")
    ray, crossings = b.name("ray"), b.name("crossings", "visibility")
    b.emit(f"{ray} = wp.normalize({direction})")
    b.emit(f"{crossings} = wp.dot({ray}, {origin})")
    if b.random.chance(0.5):
        b.emit(f"if wp.mesh_query_ray_anyhit({mesh}, {origin} * 2.0, {ray}, 6.0):")
        b.emit(f"    {crossings} += {b.constant(0.5, 2)}")
    else:
        b.emit(f"{crossings} += float(wp.mesh_query_ray_count_intersections({mesh}, {origin} * 2.0, {ray}))")
    result(b, crossings, "how a ray meets a mesh", -2.0, 4.0)
    return "for rays against a mesh"


def mesh_point(b: Builder) -> str:
    """The closest point of a mesh."""
    point = points(b, "point")[0]
    mesh = identifier(b, "mesh", "mesh")
    query, closest, gap = b.name("query"), b.name("closest"), b.name("mesh_distance", "signed_gap")
    form = b.random.pick(POINT_QUERIES)
    b.emit(f"{query} = wp.{form}({mesh}, {point}, 4.0)")
    b.emit(f"{gap} = float(4.0)")
    b.emit(f"if {query}.result:")
    b.emit(f"    {closest} = wp.mesh_eval_position({mesh}, {query}.face, {query}.u, {query}.v)")
    sign = f" * {query}.sign" if form != "mesh_query_point_no_sign" else ""
    b.emit(f"    {gap} = wp.length({point} - {closest}){sign}")
    result(b, gap, "the distance to a mesh", -2.0, 4.0)
    return "against a mesh"


def mesh_ray(b: Builder) -> str:
    """Where a ray hits a mesh."""
    origin, direction = points(b, "origin", "ray_direction")
    mesh = identifier(b, "mesh", "mesh")
    query, hit = b.name("query"), b.name("hit_distance", "travel")
    b.emit(f"{query} = wp.mesh_query_ray({mesh}, {origin} * 2.0, wp.normalize({direction}), 10.0)")
    b.emit(f"{hit} = float(0.0)")
    b.emit(f"if {query}.result:")
    slanted = f"{query}.t + 0.5 * wp.dot({query}.normal, {direction})"
    turned = f"{query}.t * wp.length(wp.mesh_eval_face_normal({mesh}, {query}.face) + {direction})"
    b.emit(f"    {hit} = {slanted if b.random.chance(0.5) else turned}")
    result(b, hit, "where a ray meets a mesh", 0.0, 10.0)
    return "for rays against a mesh"


def tree(b: Builder) -> str:
    """Boxes of a tree that overlap a query box or meet a ray."""
    point, direction = points(b, "point", "ray_direction")
    bvh = identifier(b, "bvh", "bvh")
    query, item, total = b.name("query"), b.name("item"), b.name("overlap_total", "touched")
    kind = b.random.pick(("box", "ray", "sphere"))
    if kind == "sphere":
        b.emit(f"{query} = wp.bvh_query_sphere({bvh}, {point}, {b.constant(0.2, 0.6)})")
    elif kind == "box":
        b.emit(f"{query} = wp.bvh_query_aabb({bvh}, {box_around(b, point)})")
    else:
        b.emit(f"{query} = wp.bvh_query_ray({bvh}, {point} * 2.0, wp.normalize({direction}))")
    b.emit(f"{item} = int(0)")
    b.emit(f"{total} = float(0.0)")
    b.emit(f"while wp.bvh_query_next({query}, {item}):")
    b.emit(f"    {total} += 1.0 + {b.constant(0.05, 0.3)} * float({item} % {b.random.between(3, 7)})")
    if kind != "ray":
        b.emit(f"{total} += wp.dot({point}, {direction})")
    result(b, total, "a count of boxes that a tree finds", 0.0, 40.0)
    return "by a query of a box tree"


def neighbours(b: Builder) -> str:
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
