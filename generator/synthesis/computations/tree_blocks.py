"""Questions to trees and meshes that the threads of a block answer together, each with results of its own."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, lane, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

FAR = 1000000


@computation(
    QUERIES,
    "count the boxes of the tree that overlap each probe's box, a block a probe",
    lowest={True: "and find the lowest of their numbers", False: ""},
)
def block_boxes_in_box(probe: Any, tree: Any) -> None:
    x = probe.position
    h = probe.half_size
    hits = int(0)
    if v.lowest:
        lowest = int(FAR)
    query = wp.tile_bvh_query_aabb(tree, x - h, x + h)
    while wp.tile_query_valid(query):
        box = wp.untile(wp.tile_bvh_query_next(query))
        if box >= 0:
            hits += 1
            if v.lowest:
                lowest = wp.min(lowest, box)
    all_hits = wp.tile_sum(wp.tile(hits))
    total = all_hits[0]
    if v.lowest:
        all_lowest = wp.tile_min(wp.tile(lowest))
        first = all_lowest[0]
    if lane() == 0:
        probe.hits = total
        if v.lowest:
            probe.first = first if total > 0 else -1


@computation(QUERIES, "count the boxes of the tree that a ray from each probe pierces, a block a probe")
def block_boxes_on_ray(probe: Any, tree: Any) -> None:
    hits = int(0)
    query = wp.tile_bvh_query_ray(tree, probe.position, probe.direction)
    while wp.tile_query_valid(query):
        box = wp.untile(wp.tile_bvh_query_next(query))
        if box >= 0:
            hits += 1
    all_hits = wp.tile_sum(wp.tile(hits))
    total = all_hits[0]
    if lane() == 0:
        probe.hits = total


@computation(
    QUERIES,
    "gather the faces of the mesh whose bounds overlap each probe's box, a block a probe, and store",
    what={"count": "their number", "area": "their total area"},
)
def block_faces_in_box(probe: Any, mesh: Any) -> None:
    x = probe.position
    h = probe.half_size
    if v.what == "count":
        found = int(0)
    else:
        found = float(0.0)
    query = wp.tile_mesh_query_aabb(mesh, x - h, x + h)
    while wp.tile_query_valid(query):
        face = wp.untile(wp.tile_mesh_query_aabb_next(query))
        if face >= 0:
            if v.what == "count":
                found += 1
            else:
                a = wp.mesh_get_point(mesh, 3 * face)
                b = wp.mesh_get_point(mesh, 3 * face + 1)
                c = wp.mesh_get_point(mesh, 3 * face + 2)
                found += 0.5 * wp.length(wp.cross(b - a, c - a))
    gathered = wp.tile_sum(wp.tile(found))
    total = gathered[0]
    if lane() == 0:
        if v.what == "count":
            probe.hits = total
        else:
            probe.area = total
