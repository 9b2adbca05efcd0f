"""What boxes, spheres, capsules and rays ask a tree of boxes, and what strands and triangles ask one another."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

TINY = 1.0e-6


@computation(
    QUERIES,
    "count the boxes of the tree that overlap each probe's box",
    first={True: "and find the lowest of their numbers", False: ""},
)
def boxes_in_box(probe: Any, tree: Any) -> None:
    x = probe.position
    h = probe.half_size
    hits = int(0)
    first = int(-1)
    box = int(0)
    query = wp.bvh_query_aabb(tree, x - h, x + h)
    while wp.bvh_query_next(query, box):
        hits += 1
        if v.first:
            if first < 0 or box < first:
                first = box
    probe.hits = hits
    if v.first:
        probe.first = first


@computation(QUERIES, "count the boxes of the tree that each probe's sphere touches")
def boxes_in_sphere(probe: Any, tree: Any) -> None:
    hits = int(0)
    box = int(0)
    query = wp.bvh_query_sphere(tree, probe.position, probe.radius)
    while wp.bvh_query_next(query, box):
        hits += 1
    probe.hits = hits


@computation(
    QUERIES,
    "count the boxes of the tree that a ray from each probe pierces",
    seen={True: "and tell whether there is none", False: ""},
)
def boxes_on_ray(probe: Any, tree: Any) -> None:
    hits = int(0)
    box = int(0)
    query = wp.bvh_query_ray(tree, probe.position, probe.direction)
    while wp.bvh_query_next(query, box):
        hits += 1
    probe.hits = hits
    if v.seen:
        probe.visible = wp.where(hits == 0, 1, 0)


@computation(
    QUERIES,
    "find how close each strand and its partner come",
    place={True: "and where along both", False: ""},
)
def strand_gap(strand: Any) -> None:
    st = wp.closest_point_edge_edge(strand.start, strand.end, strand.other_start, strand.other_end, TINY)
    strand.gap = st[2]
    if v.place:
        strand.place = wp.vec2(st[0], st[1])


@computation(QUERIES, "tell whether the triangle of the start, end and tip of each strand crosses that of its partner")
def triangles_cross(strand: Any) -> None:
    strand.crosses = wp.intersect_tri_tri(
        strand.start, strand.end, strand.tip, strand.other_start, strand.other_end, strand.other_tip
    )
