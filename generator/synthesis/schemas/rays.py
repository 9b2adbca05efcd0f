"""Rays, shapes, triangles and points, and what is asked of them: hits, distances, closest points, bounds."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, pose, truth, unit, whole
from generator.synthesis.schemas.entities import (
    FIXED,
    NEAR,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

RAY = Entity(
    "ray",
    "rays",
    (
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "origin", "ray_origin origins o", STATE),
        attribute("direction", "vec3", unit(), "", "direction", "ray_dir directions d", STATE),
        attribute("max_distance", "float", between(0.5, 3.0), "m", "largest distance", "ray_max_dist max_distances t_max", STATE),
        attribute("near", "float", between(0.0, 0.5), "m", "start of the interval", "ray_near near_distances t0", STATE),
        attribute("far", "float", between(0.5, 2.5), "m", "end of the interval", "ray_far far_distances t1", STATE),
        attribute("mask", "int", bits(4), "", "collision mask", "ray_mask masks mask"),
        attribute("active", "bool", truth(), "", "activity flag", "ray_active active active", STATE),
        attribute("distance", "float", between(-1.0, 4.0), "m", "distance of the hit, below zero for none", "ray_hit_dist hit_distances t", STATE),
        attribute("normal", "vec3", unit(), "", "normal at the hit", "ray_hit_normal hit_normals n", STATE),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point that was hit", "ray_hit_point hit_points p", RESULT),
        attribute("uv", "vec2", between(0.0, 1.0), "", "barycentric coordinates of the hit", "ray_hit_uv hit_uvs uv", RESULT),
        attribute("target_id", "int", whole(0, 1), "", "number of what was hit, -1 for none", "ray_hit_id hit_indices hit", RESULT),
        attribute("hit_kind", "int", code(4), "", "kind of what was hit, or -1", "ray_hit_type hit_types kind", RESULT),
        attribute("hit_count", "int", whole(0, 1), "", "number of hits", "ray_hit_count hit_counts n_hit", RESULT),
        attribute("material", "int", whole(0, 1), "", "material of what was hit, or -1", "ray_hit_material hit_materials mat_hit", RESULT),
        attribute("body_id", "int", whole(0, 1), "", "number of the body that was hit, or -1", "ray_hit_body hit_bodies hit_body", RESULT),
        attribute("step_count", "int", whole(0, 1), "", "number of steps", "ray_step_count step_counts n_step", RESULT),
        attribute("allowed_count", "int", whole(0, 1), "", "number of candidates that its mask allows", "ray_candidate_count candidate_counts n_cand", RESULT),
        attribute("status", "int", bits(3), "", "status flags", "ray_status status_flags status", RESULT),
        attribute("local_origin", "vec3", between(-1.0, 1.0), "m", "origin in the frame of the shape", "ray_local_origin local_origins o_loc", RESULT),
        attribute("local_direction", "vec3", unit(), "", "direction in the frame of the shape", "ray_local_dir local_directions d_loc", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "ray_world world_ids world", optional=True),
        relation("target", "shape", ONE, "shape that it meets", "ray_target ray_shapes target", optional=True, role=STATE),
        relation("sphere", "ball", ONE, "sphere", "ray_sphere sphere_ids sid", optional=True, role=STATE),
        relation("face", "triangle", ONE, "triangle", "ray_face face_ids fid", optional=True, role=STATE),
        relation("box", "box", ONE, "box", "ray_box box_ids bid", role=STATE),
        relation("balls", "ball", NEAR, "spheres that it may hit", "ray_spheres candidate_spheres near"),
        relation("candidates", "shape", NEAR, "shapes that it may hit", "ray_candidates candidate_shapes cand"),
        relation("excluded", "body", ONE, "body that it passes through", "ray_body_exclude excluded_bodies skip", optional=True),
    ),
    index=("tid", "i", "ray_id"),
)

SHAPE = Entity(
    "shape",
    "shapes",
    (
        attribute("type", "int", code(4), "", "type", "shape_type shape_types kind"),
        attribute("pose", "transform", pose(), "m", "pose", "shape_transform shape_poses xf"),
        attribute("size", "vec3", between(0.2, 1.0), "m", "half extents of a box, radius of a sphere, or radius and half length of a capsule along z", "shape_scale sizes size"),
        attribute("margin", "float", between(0.01, 0.1), "m", "margin", "shape_margin margins margin"),
        attribute("groups", "int", bits(4), "", "groups that it belongs to", "shape_group groups groups"),
        attribute("flags", "int", bits(3), "", "flags", "shape_flags shape_flags flags"),
        attribute("material", "int", code(4), "", "material", "shape_material materials mat"),
        attribute("lower", "vec3", between(-2.0, -1.0), "m", "lower corner of its bounds", "shape_aabb_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(1.0, 2.0), "m", "upper corner of its bounds", "shape_aabb_upper uppers hi", RESULT),
        attribute("radius", "float", between(0.5, 1.0), "m", "radius of its bounding sphere", "shape_collision_radius radii r", RESULT),
        attribute("hit_count", "int", whole(0, 1), "", "number of rays that hit it", "shape_hit_count shape_hits n_hit", RESULT),
        attribute("nearest", "float", between(5.0, 10.0), "m", "smallest distance at which a ray hit it", "shape_hit_dist nearest_hits t_min", RESULT),
        attribute("visible", "bool", truth(), "", "visibility", "shape_visible visible vis", RESULT),
        attribute("outside", "int", whole(0, 1), "", "which of its six planes it lies outside of, -1 for none", "shape_cull_plane cull_planes cull", RESULT),
    ),
    (
        relation("body", "body", ONE, "body", "shape_body body_ids body", optional=True),
        relation("world", "world", ONE, "world", "shape_world world_ids world", optional=True),
        relation("planes", "plane", FIXED, "planes of the view", "shape_planes view_planes planes", count=6),
    ),
    index=("shape_id", "s", "tid"),
)

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose in the world", "body_q body_poses X", STATE),
        attribute("ray_count", "int", whole(0, 1), "", "number of rays that hit it", "body_ray_count ray_counts n_ray", RESULT),
    ),
    index=("body", "b", "tid"),
    records=(6, 8, 12),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("hit_count", "int", whole(0, 1), "", "number of hits", "world_hit_count hit_counter n_hit", RESULT),
        attribute("ray_count", "int", whole(0, 1), "", "number of rays that wanted a place in the queue", "world_ray_count queue_size n_ray", RESULT),
        attribute("queue", "int", whole(0, 1), "", "numbers of the rays in its queue", "world_queue queued_rays queue", RESULT, extent="capacity"),
        attribute("queue_origin", "vec3", between(-1.0, 1.0), "m", "origins of the rays in its queue", "world_queue_origin queued_origins q_o", RESULT, extent="capacity"),
        attribute("queue_direction", "vec3", unit(), "", "directions of the rays in its queue", "world_queue_dir queued_directions q_d", RESULT, extent="capacity"),
        attribute("lower", "vec3", between(-2.0, -1.0), "m", "lower corner of its bounds", "world_lower lower_bounds lo", RESULT),
        attribute("upper", "vec3", between(1.0, 2.0), "m", "upper corner of its bounds", "world_upper upper_bounds hi", RESULT),
        attribute("done", "bool", truth(), "", "end flag", "world_done done done", STATE),
    ),
    index=("world_id", "w", "env"),
)

BALL = Entity(
    "ball",
    "spheres",
    (attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "sphere_center centers c"), attribute("radius", "float", between(0.5, 1.0), "m", "radius", "sphere_radius radii r")),
    index=("s", "sphere_id", "k"),
)

BOX = Entity(
    "box",
    "boxes",
    (attribute("lower", "vec3", between(-1.0, -0.2), "m", "lower corner", "box_lower lowers lo"), attribute("upper", "vec3", between(0.2, 1.0), "m", "upper corner", "box_upper uppers hi")),
    index=("b", "box_id", "tid"),
)

PLANE = Entity(
    "plane",
    "planes",
    (attribute("normal", "vec3", unit(), "", "normal", "plane_normal normals n", STATE), attribute("offset", "float", between(-0.8, 0.0), "m", "offset along the normal", "plane_offset offsets d", STATE)),
    index=("p", "plane_id", "k"),
)

VERTEX = Entity(
    "vertex",
    "vertices",
    (
        attribute("position", "vec3", between(-1.5, 1.5), "m", "position", "vertex_pos points x", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "vertex_normal vertex_normals vn", RESULT),
        attribute("normal_sum", "vec3", between(-1.0, 1.0), "", "sum of the normals of its triangles", "vertex_normal_sum normal_sums n_sum", RESULT),
        attribute("valence", "int", whole(0, 1), "", "number of triangles", "vertex_valence valences valence", RESULT),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "vertex_value values val"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "vertex_color colors col"),
    ),
    index=("v", "vertex_id", "tid"),
)

TRIANGLE = Entity(
    "triangle",
    "triangles",
    (
        attribute("normal", "vec3", unit(), "", "normal", "tri_normal face_normals n", RESULT),
        attribute("area", "float", between(0.0, 1.0), "m^2", "area", "tri_area areas area", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "tri_center centers c", RESULT),
        attribute("lower", "vec3", between(-1.0, 0.0), "m", "lower corner of its bounds", "tri_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(0.0, 1.0), "m", "upper corner of its bounds", "tri_upper uppers hi", RESULT),
        attribute("group", "int", code(4), "", "group", "tri_group face_groups group"),
    ),
    (relation("corners", "vertex", FIXED, "corners", "tri_indices faces tri", count=3), relation("shape", "shape", ONE, "shape that it belongs to", "tri_shape shape_ids shape", optional=True)),
    index=("t", "tri_id", "tid"),
)

QUERY = Entity(
    "query",
    "queries",
    (
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point", "query_point query_points q", STATE),
        attribute("closest", "vec3", between(-1.0, 1.0), "m", "closest point", "query_closest closest_points cp", RESULT),
        attribute("distance", "float", between(0.0, 1.0), "m", "distance", "query_dist distances dist", RESULT),
        attribute("gradient", "vec3", unit(), "", "direction in which the distance grows", "query_normal gradients grad", RESULT),
        attribute("side", "int", whole(0, 1), "", "side, below zero inside and above zero outside", "query_side sides side", RESULT),
        attribute("face_id", "int", whole(0, 1), "", "number of the closest triangle, -1 for none", "query_face face_indices fid", RESULT),
        attribute("weights", "vec3", between(0.0, 1.0), "", "barycentric weights", "query_bary barycentrics bary", RESULT),
        attribute("parameters", "vec2", between(0.0, 1.0), "", "how far along both segments the closest points lie, 0 to 1", "query_st segment_params st", RESULT),
        attribute("value", "float", between(-1.0, 1.0), "", "interpolated value", "query_value query_values val", RESULT),
        attribute("color", "vec3", between(0.0, 1.0), "", "interpolated colour", "query_color query_colors col", RESULT),
        attribute("winding", "float", between(0.0, 1.0), "", "winding number", "query_winding winding_numbers wn", RESULT),
        attribute("outcode", "int", whole(0, 1), "", "flags of the sides that it lies beyond", "query_outcode outcodes code", RESULT),
    ),
    (
        relation("triangle", "triangle", ONE, "triangle", "query_tri triangle_ids tri", optional=True),
        relation("triangles", "triangle", NEAR, "triangles nearby", "query_tris nearby_triangles near"),
        relation("shape", "shape", ONE, "shape", "query_shape shape_ids shape", optional=True),
        relation("box", "box", ONE, "box", "query_box box_ids bid"),
        relation("balls", "ball", RANGE, "spheres of its union", "query_sphere_start sphere_offsets s_start"),
        relation("a", "vertex", ONE, "start of the segment", "query_edge segments seg", group="segment"),
        relation("b", "vertex", ONE, "end of the segment", "query_edge segments seg", group="segment"),
        relation("c", "vertex", ONE, "start of the other segment", "query_edge_other other_segments seg1", group="other"),
        relation("d", "vertex", ONE, "end of the other segment", "query_edge_other other_segments seg1", group="other"),
    ),
    index=("tid", "i", "q"),
)

PAIR = Entity(
    "pair",
    "pairs",
    (
        attribute("distance", "float", between(0.0, 1.0), "m", "signed distance of its shapes, negative where they overlap", "pair_dist pair_distances dist", RESULT),
        attribute("normal", "vec3", unit(), "", "direction from the first shape to the second", "pair_normal pair_normals n", RESULT),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point between its shapes", "pair_point pair_points p", RESULT),
        attribute("complete", "bool", truth(), "", "whether it has both shapes", "pair_complete complete_pairs complete", RESULT),
        attribute("separation", "float", between(0.0, 1.0), "m", "widest gap of its shapes along an axis, below zero where they overlap", "pair_separation separations sep", RESULT),
        attribute("axis", "int", whole(0, 1), "", "number of the axis that parts its shapes best, or -1", "pair_axis separating_axes axis", RESULT),
        attribute("kind", "int", whole(0, 1), "", "kind, or -1", "pair_kind pair_kinds kind", RESULT),
        attribute("local", "transform", pose(), "m", "pose of the second shape in the frame of the first", "pair_transform relative_poses X_ab", RESULT),
    ),
    (
        relation("a", "shape", ONE, "first shape", "pair_shapes shape_pairs pair", optional=True, group="shapes"),
        relation("b", "shape", ONE, "second shape", "pair_shapes shape_pairs pair", optional=True, group="shapes"),
    ),
    index=("tid", "pair_id", "p"),
)

RAYS = Schema(
    "rays and geometry",
    (RAY, SHAPE, BODY, WORLD, BALL, BOX, PLANE, VERTEX, TRIANGLE, QUERY, PAIR),
    (
        number("bias", "float", between(0.001, 0.01), "m", "offset of a new origin from its surface", "bias ray_offset eps"),
        number("eta", "float", between(0.6, 1.6), "", "refractive index outside over that inside", "eta ior_ratio"),
        number("smoothing", "float", between(0.1, 0.5), "m", "width of the blend", "smoothing blend_radius k"),
        number("group_mask", "int", bits(4), "", "groups that count", "group_mask mask"),
        number("capacity", "int", whole(3, 7), "", "places in the queue of a world", "capacity max_queue"),
        number("max_hits", "int", whole(2, 5), "", "most hits of a ray", "max_hits hit_limit"),
        number("gap", "float", between(0.01, 0.1), "m", "gap that bounds are widened by", "gap contact_gap"),
    ),
    {"GeoType": ("SPHERE", "BOX", "CAPSULE", "PLANE"), "RayStatus": ("HIT", "BACKFACE", "CLIPPED")},
)
