"""Points in cells, points near points, and boxes that may overlap."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    ascending,
    between,
    bits,
    code,
    permutation,
    pose,
    rotation,
    truth,
    unit,
    whole,
)
from generator.synthesis.schemas.entities import (
    NEAR,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Entity,
    Schema,
    attribute,
    number,
    relation,
)

POINT = Entity(
    "point",
    "points",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "point_x points x", STATE),
        attribute("at_border", "int", whole(0, 1), "", "whether its cell is at the border of the grid", "point_at_border at_border border", RESULT),
        attribute("drift", "vec3", between(-0.8, 0.8), "m", "displacement since the lists were built", "point_drift drifts dx", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "point_v velocities v", STATE),
        attribute("push", "vec3", between(-1.0, 1.0), "m", "push", "point_push pushes dx", RESULT),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "point_f forces f", RESULT, additive=True),
        attribute("swirl", "vec3", between(-1.0, 1.0), "1/s", "vorticity", "point_vorticity vorticities omega", RESULT),
        attribute("strain", "mat33", between(-1.0, 1.0), "1/s", "rate of strain", "point_strain_rate strain_rates D", RESULT),
        attribute("mean", "vec3", between(-1.0, 1.0), "", "mean of its neighbours", "point_mean means xm", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "point_normal normals n", RESULT),
        attribute("slope", "vec3", between(-1.0, 1.0), "1/m", "gradient of the value", "point_gradient gradients grad", RESULT),
        attribute("radius", "float", between(0.1, 0.5), "m", "radius", "point_radius radii r"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "point_mass masses m", additive=True),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "point_value values u", STATE),
        attribute("estimate", "float", between(-1.0, 1.0), "", "estimate", "point_estimate estimates u_out", RESULT),
        attribute("density", "float", between(0.0, 1.0), "kg/m^3", "density", "point_density densities rho", RESULT),
        attribute("key", "int", whole(0, 1), "", "key of its cell", "point_key keys key", RESULT),
        attribute("place", "int", whole(0, 1), "", "place within its cell", "point_slot slots slot", RESULT),
        attribute("sorted_key", "int", ascending(0, 12), "", "key, in ascending order", "point_sorted_key sorted_keys skey", STATE),
        attribute("order", "int", permutation(), "", "number of the point that comes here", "point_order order perm", STATE),
        attribute("rank", "int", permutation(), "", "place that it goes to", "point_rank ranks dst", STATE),
        attribute("moved", "vec3", between(-1.0, 1.0), "m", "position in the new order", "point_x_sorted sorted_points xs", RESULT),
        attribute("moved_velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity in the new order", "point_v_sorted sorted_velocities vs", RESULT),
        attribute("left", "int", whole(0, 1), "", "left child, leaves after all nodes", "tree_left left_children left", RESULT),
        attribute("right", "int", whole(0, 1), "", "right child, leaves after all nodes", "tree_right right_children right", RESULT),
        attribute("far_end", "int", whole(0, 1), "", "other end of its range", "tree_range_end range_ends last", RESULT),
        attribute("found", "int", whole(0, 1), "", "number of neighbours", "point_neighbor_count neighbor_counts nn", RESULT),
        attribute("list", "int", whole(-1, 0), "", "list of neighbours", "point_neighbor_list neighbor_list nbr", RESULT, "list_capacity"),
        attribute("nearest", "int", whole(-1, 0), "", "nearest point", "point_nearest nearest_ids nn_id", RESULT),
        attribute("gap", "float", between(0.0, 1.0), "m", "distance to the nearest point", "point_nearest_dist nearest_dists nn_d", RESULT),
        attribute("best", "vec4", between(0.0, 1.0), "m^2", "squared distances of the four nearest", "point_knn_dist knn_dists kd", RESULT),
        attribute("best_ids", "vec4i", whole(-1, 0), "", "four nearest points", "point_knn knn_ids ki", RESULT),
        attribute("group", "int", code(3), "", "group", "point_group groups group"),
        attribute("active", "bool", truth(), "", "whether it takes part", "point_active active active"),
    ),
    (
        relation("cell", "cell", ONE, "cell", "point_cell cell_ids cell", role=STATE),
        relation("neighbours", "point", NEAR, "neighbours", "point_neighbors neighbors nbr"),
        relation("world", "world", ONE, "world", "point_world world_ids world"),
    ),
    index=("i", "tid", "p"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("first", "int", whole(-1, 0), "", "first point", "cell_start cell_starts start", RESULT),
        attribute("last", "int", whole(-1, 0), "", "what comes after the last point", "cell_end cell_ends end", RESULT),
        attribute("total", "int", whole(0, 12), "", "number of points", "cell_count cell_counts count", STATE),
        attribute("members", "int", whole(-1, 0), "", "points in it", "cell_points cell_members members", RESULT, "cell_capacity"),
        attribute("mass", "float", between(0.0, 1.0), "kg", "mass", "cell_mass cell_masses cm", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "kg m", "first moment", "cell_moment cell_moments cx", RESULT),
        attribute("slot", "int", whole(-1, 0), "", "place among the cells that are not empty", "cell_slot cell_slots cslot", RESULT),
    ),
    (
        relation("points", "point", RANGE, "points", "cell_point_offsets cell_points offsets"),
        relation("world", "world", ONE, "world", "cell_world world_ids world"),
    ),
    index=("cell", "c", "tid"),
)

BOX = Entity(
    "box",
    "boxes",
    (
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "shape_center centers c", STATE),
        attribute("half", "vec3", between(0.1, 0.5), "m", "half sides", "shape_half_extents half_extents h"),
        attribute("margin", "float", between(0.0, 0.1), "m", "margin", "shape_margin margins margin"),
        attribute("axes", "mat33", rotation(), "", "axes", "shape_axes axes R", STATE),
        attribute("lower", "vec3", between(-1.0, 0.25), "m", "lower corner", "shape_lower aabb_lower lo", STATE),
        attribute("upper", "vec3", between(-0.25, 1.0), "m", "upper corner", "shape_upper aabb_upper hi", STATE),
        attribute("pose", "transform", pose(), "", "pose", "shape_transform transforms X", STATE),
        attribute("scale", "vec3", between(0.1, 0.5), "m", "sizes", "shape_scale scales scale"),
        attribute("low", "float", between(-1.0, 0.0), "m", "lower end along the axis", "shape_proj_lower proj_lower plo", STATE),
        attribute("high", "float", between(0.0, 1.0), "m", "upper end along the axis", "shape_proj_upper proj_upper phi", STATE),
        attribute("group", "int", whole(-2, 3), "", "group: pairs collide within, negative ones with all but their own", "shape_group collision_groups group"),
        attribute("category", "int", bits(3), "", "bits of what it is", "shape_contype categories cat"),
        attribute("mask", "int", bits(3), "", "bits of what it collides with", "shape_conaffinity masks mask"),
        attribute("type", "int", code(4), "", "type", "shape_type types type"),
        attribute("order", "int", permutation(), "", "number of the box that comes here", "shape_sort_index sort_index perm", STATE),
        attribute("sorted_low", "float", ascending(-1.0, 1.0), "m", "lower ends, in ascending order", "shape_sorted_lower sorted_lower slo", STATE),
        attribute("found", "int", whole(0, 1), "", "number of overlaps", "shape_overlap_count overlap_counts nhit", RESULT),
        attribute("reach", "int", whole(0, 1), "", "number of boxes to test", "shape_sweep_range sweep_range range", RESULT),
        attribute("active", "bool", truth(), "", "whether it takes part", "shape_enabled enabled on"),
    ),
    (
        relation("body", "body", ONE, "body", "shape_body body_ids body", optional=True),
        relation("others", "box", NEAR, "candidates", "shape_candidates candidates cand"),
        relation("world", "world", ONE, "world", "shape_world world_ids world"),
    ),
    index=("shape", "tid", "i"),
)

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "", "pose", "body_q poses X_wb", STATE),
        attribute("kinematic", "bool", truth(), "", "whether nothing moves it", "body_kinematic kinematic kin"),
        attribute("asleep", "bool", truth(), "", "whether it sleeps", "body_sleep asleep sleep", STATE),
        attribute("awake", "int", whole(0, 1), "", "whether it has to wake", "body_wake wake wake", RESULT),
    ),
    (relation("parent", "body", ONE, "parent", "body_parent parents parent", optional=True),),
    index=("body", "b", "tid"),
)

NODE = Entity(
    "node",
    "nodes",
    (
        attribute("lower", "vec3", between(-1.0, 0.25), "m", "lower corner", "node_lower node_lowers nlo", STATE),
        attribute("upper", "vec3", between(-0.25, 1.0), "m", "upper corner", "node_upper node_uppers nhi", STATE),
        attribute("fitted_lower", "vec3", between(-1.0, 0.0), "m", "new lower corner", "node_lower_out fitted_lowers nlo_out", RESULT),
        attribute("fitted_upper", "vec3", between(0.0, 1.0), "m", "new upper corner", "node_upper_out fitted_uppers nhi_out", RESULT),
        attribute("level", "int", code(4), "", "level", "node_level levels level", STATE),
        attribute("total", "int", whole(0, 5), "", "number of boxes below", "node_leaf_count leaf_counts nleaf", STATE),
        attribute("total_out", "int", whole(0, 1), "", "new number of boxes below", "node_leaf_count_out leaf_counts_out nleaf_out", RESULT),
    ),
    (
        relation("left", "node", ONE, "left child", "node_children children child", optional=True, group="children"),
        relation("right", "node", ONE, "right child", "node_children children child", optional=True, group="children"),
        relation("leaf", "box", ONE, "box of a leaf", "node_shape leaf_shapes leaf", optional=True),
        relation("skip", "node", ONE, "node after all below", "node_escape escape_nodes escape", optional=True),
    ),
    index=("node", "tid", "n"),
)

PAIR = Entity(
    "pair",
    "pairs",
    (
        attribute("accepted", "int", whole(0, 1), "", "whether it goes on", "pair_accepted accepted ok", RESULT),
        attribute("kind", "int", whole(0, 1), "", "kind", "pair_type pair_kinds kind", RESULT),
        attribute("low_shape", "int", whole(-1, 0), "", "shape of the lower type", "pair_shape0 low_shapes lo_id", RESULT),
        attribute("high_shape", "int", whole(-1, 0), "", "shape of the higher type", "pair_shape1 high_shapes hi_id", RESULT),
        attribute("gap", "float", between(0.0, 1.0), "m", "distance along the widest axis", "pair_gap gaps gap", RESULT),
        attribute("slot", "int", whole(-1, 0), "", "place in the list", "pair_slot slots slot", RESULT),
        attribute("feature", "int", whole(0, 12), "", "feature", "pair_feature features feat", STATE),
        attribute("age", "int", whole(0, 1), "", "number of steps that it has lasted", "pair_age ages age", RESULT),
        attribute("impulse", "float", between(0.0, 1.0), "N s", "impulse to start from", "pair_impulse impulses lam", RESULT),
        attribute("depth", "float", between(-1.0, 1.0), "m", "depth", "pair_depth depths depth", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "pair_normal normals n", RESULT),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point of contact", "pair_point contact_points p", RESULT),
    ),
    (
        relation("a", "box", ONE, "first box", "pair_shapes candidate_pairs pairs", optional=True, group="boxes"),
        relation("b", "box", ONE, "second box", "pair_shapes candidate_pairs pairs", optional=True, group="boxes"),
        relation("world", "world", ONE, "world", "pair_world world_ids world"),
    ),
    index=("tid", "pair_id", "k"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("pair_total", "int", whole(0, 1), "", "number of pairs", "world_pair_count pair_counts npair", RESULT),
        attribute("first_ids", "int", whole(-1, 0), "", "first boxes of its pairs", "world_pair_first pair_first pair_a", RESULT, "pair_capacity"),
        attribute("second_ids", "int", whole(-1, 0), "", "second boxes of its pairs", "world_pair_second pair_second pair_b", RESULT, "pair_capacity"),
        attribute("old_feature", "int", whole(0, 12), "", "features of its former pairs", "world_old_feature old_features old_feat", STATE, "pair_capacity"),
        attribute("old_age", "int", whole(0, 9), "", "ages of its former pairs", "world_old_age old_ages old_age", STATE, "pair_capacity"),
        attribute("old_impulse", "float", between(0.0, 1.0), "N s", "impulses of its former pairs", "world_old_impulse old_impulses old_lam", STATE, "pair_capacity"),
        attribute("old_total", "int", whole(0, 9), "", "number of former pairs", "world_old_count old_counts nold", STATE),
        attribute("kept_total", "int", whole(0, 1), "", "number of pairs that last", "world_kept_count kept_counts nkept", RESULT),
        attribute("overflow", "int", whole(0, 1), "", "number of pairs without room", "world_overflow overflow lost", RESULT),
        attribute("stale", "int", whole(0, 1), "", "whether its lists are stale", "world_stale stale rebuild", RESULT),
        attribute("cell_total", "int", whole(0, 1), "", "number of cells that are not empty", "world_cell_count cell_counts ncell", RESULT),
        attribute("fullest", "int", whole(0, 1), "", "most points of a cell", "world_max_count max_counts nmax", RESULT),
        attribute("lower", "vec3", between(2.0, 3.0), "m", "lower corner", "world_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(-3.0, -2.0), "m", "upper corner", "world_upper uppers hi", RESULT),
    ),
    index=("world", "worldid", "w"),
)

NEIGHBORS = Schema(
    "neighbours and broad phase",
    (POINT, CELL, BOX, BODY, NODE, PAIR, WORLD),
    (
        number("cell_size", "float", between(0.5, 0.9), "m", "side of a cell", "cell_size cell_width h"),
        number("reach", "float", between(0.6, 1.4), "m", "distance within which points are neighbours", "radius cutoff search_radius"),
        number("skin", "float", between(1.8, 2.3), "m", "skin", "skin verlet_skin margin"),
        number("side", "int", whole(3, 5), "", "number of cells along a side", "grid_size side dim"),
        number("origin", "vec3", between(-1.2, -1.0), "m", "lower corner of the grid", "grid_lower origin"),
        number("tree_level", "int", whole(0, 4), "", "level of the tree", "level tree_level depth"),
        number("axis", "vec3", unit(), "", "axis of the sweep", "sweep_axis direction"),
        number("list_capacity", "int", whole(1, 4), "", "most neighbours of a list", "list_capacity max_neighbors width"),
        number("cell_capacity", "int", whole(2, 5), "", "most points of a cell", "cell_capacity max_per_cell bucket_size"),
        number("pair_capacity", "int", whole(3, 9), "", "most pairs of a world", "pair_capacity max_pairs npair_max"),
        number("spring", "float", between(10.0, 100.0), "N/m", "stiffness of contacts", "contact_ke k_contact ke"),
        number("damper", "float", between(0.1, 1.0), "N s/m", "damping of contacts", "contact_kd k_damp kd"),
        number("friction", "float", between(0.1, 1.0), "", "coefficient of friction", "contact_mu mu friction"),
        number("stiffness", "float", between(0.2, 1.0), "", "share of an overlap that is taken back", "stiffness strength k"),
    ),
    {"ShapeType": ("PLANE", "SPHERE", "CAPSULE", "BOX")},
)
