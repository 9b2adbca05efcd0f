"""What parts of a tree answer: the boxes of one group, what a moving sphere sweeps over, the boxes of a mesh's faces."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.spatial_queries import QUERIES

SECOND = 1.0


@computation(
    QUERIES,
    "count the boxes of the tree that are of each probe's kind and overlap its box",
    lowest={True: "and find the lowest of their numbers", False: ""},
)
def group_boxes_in_box(probe: Any, grouped_tree: Any) -> None:
    root = wp.bvh_get_group_root(grouped_tree, probe.kind)
    x = probe.position
    h = probe.half_size
    hits = int(0)
    first = int(-1)
    box = int(0)
    # a root of -1 would mean the whole tree
    if root != -1:
        query = wp.bvh_query_aabb(grouped_tree, x - h, x + h, root)
        while wp.bvh_query_next(query, box):
            hits += 1
            if v.lowest:
                if first < 0 or box < first:
                    first = box
    probe.hits = hits
    if v.lowest:
        probe.first = first


@computation(
    QUERIES,
    "cast a ray from each probe at the faces of the mesh that are of its kind and store its distance, the longest way where it "
    "hits none,",
    face={True: "and the face that it hits", False: ""},
)
def cast_ray_at_group(probe: Any, grouped_mesh: Any, ray_length: Any) -> None:
    root = wp.mesh_get_group_root(grouped_mesh, probe.kind)
    distance = float(ray_length)
    face = int(-1)
    # a root of -1 would mean the whole mesh
    if root != -1:
        hit = wp.mesh_query_ray(grouped_mesh, probe.position, probe.direction, ray_length, root)
        if hit.result:
            distance = hit.t
            face = hit.face
    probe.distance = distance
    if v.face:
        probe.face = face


@computation(
    QUERIES,
    "count the boxes of the tree, widened by the radius of each probe, that its centre passes through",
    end={"step": "within the time step", "ahead": "within a second"},
)
def boxes_swept_over(probe: Any, tree: Any, dt: Any) -> None:
    hits = int(0)
    box = int(0)
    if v.end == "step":
        end = dt
    else:
        end = SECOND
    query = wp.bvh_query_capsule(tree, probe.position, probe.velocity, probe.radius)
    while wp.bvh_query_next(query, box, end):
        hits += 1
    probe.hits = hits


@computation(
    QUERIES,
    "count, by the mesh's own tree, the faces whose bounds overlap",
    shape={"box": "the box of each probe", "sphere": "the sphere about each probe"},
)
def faces_by_mesh_tree(probe: Any, mesh: Any) -> None:
    tree = wp.mesh_get_bvh(mesh)
    x = probe.position
    hits = int(0)
    face = int(0)
    if v.shape == "box":
        query = wp.bvh_query_aabb(tree, x - probe.half_size, x + probe.half_size)
    else:
        query = wp.bvh_query_sphere(tree, x, probe.radius)
    while wp.bvh_query_next(query, face):
        hits += 1
    probe.hits = hits
