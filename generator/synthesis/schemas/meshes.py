"""Graphs and triangle meshes: vertices, what joins them, and what is counted over them."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, permutation, positive_definite, truth, unit, whole
from generator.synthesis.schemas.entities import (
    FIXED,
    MODEL,
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

VERTEX = Entity(
    "vertex",
    "vertices",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "vertex_positions points x", STATE),
        attribute("smoothed", "vec3", between(-1.0, 1.0), "m", "smoothed position", "vertex_smoothed smoothed_points x_out", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "vertex_normals vertex_normals vn", RESULT),
        attribute("unit_normal", "vec3", unit(), "", "unit normal", "vertex_unit_normals unit_normals nu", STATE),
        attribute("pull", "vec3", between(-1.0, 1.0), "", "sum of pulls", "vertex_pull vertex_pulls vp", RESULT),
        attribute("flow", "vec3", between(-1.0, 1.0), "", "Laplacian of the position", "vertex_laplacian laplacians lap", RESULT),
        attribute("area", "float", between(0.5, 1.5), "m^2", "area", "vertex_area vertex_areas area", STATE, additive=True),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "vertex_values values u", STATE),
        attribute("value_next", "float", between(-1.0, 1.0), "", "next value", "vertex_values_out values_out u_out", RESULT),
        attribute("defect", "float", between(-1.0, 1.0), "rad", "angle defect", "vertex_angle_defect angle_defects defect", RESULT),
        attribute("curvature", "float", between(-1.0, 1.0), "1/m^2", "Gaussian curvature", "vertex_curvature curvatures K", RESULT),
        attribute("preference", "float", between(0.0, 0.2), "", "preference", "vertex_preference preferences pref"),
        attribute("rank", "float", between(0.0, 1.0), "", "rank", "vertex_rank ranks pr", STATE),
        attribute("rank_next", "float", between(0.0, 1.0), "", "next rank", "vertex_rank_out ranks_out pr_out", RESULT),
        attribute("distance", "float", between(0.0, 4.0), "", "distance from the source", "vertex_distance distances dist", STATE),
        attribute("distance_next", "float", between(2.0, 4.0), "", "shorter distance", "vertex_distance_out distances_out dist_out", RESULT),
        attribute("label", "int", permutation(), "", "label", "vertex_label labels label", STATE),
        attribute("label_next", "int", permutation(), "", "next label", "vertex_label_out labels_out label_out", RESULT),
        attribute("color", "int", whole(-1, 4), "", "colour, -1 where it has none yet", "vertex_color colors color", STATE),
        attribute("color_next", "int", whole(0, 1), "", "next colour", "vertex_color_out colors_out color_out", RESULT),
        attribute("level", "int", whole(-1, 2), "", "level of the search, -1 where it has not been", "vertex_level levels level", STATE),
        attribute("level_next", "int", whole(-1, 0), "", "level reached", "vertex_level_out levels_out level_out", RESULT),
        attribute("parent", "int", whole(-1, 0), "", "vertex that it was reached from", "vertex_parent parents parent", RESULT),
        attribute("flags", "int", bits(3), "", "flags", "vertex_flags vertex_flags flags"),
        attribute("marked", "int", whole(0, 1), "", "mark", "vertex_marks marks mark", RESULT),
        attribute("degree", "int", whole(0, 10), "", "number of neighbours", "vertex_degree degrees deg", STATE),
        attribute("mass", "float", between(0.0, 1.0), "m^2", "share of area", "vertex_mass vertex_masses M", RESULT),
        attribute("priority", "int", permutation(), "", "priority", "vertex_priority priorities prio", STATE),
        attribute("choice", "int", code(3), "", "whether it is open, a root or covered", "vertex_choice choices choice", STATE),
        attribute("choice_next", "int", whole(0, 1), "", "next choice", "vertex_choice_out choices_out choice_out", RESULT),
        attribute("suitor", "int", permutation(), "", "vertex that it wants to match", "vertex_suitor suitors want", STATE),
        attribute("match", "int", whole(-1, 0), "", "vertex that it is matched with", "vertex_match matches match", RESULT),
        attribute("cursor", "int", whole(0, 1), "", "number of places taken", "vertex_cursor cursors cur", RESULT),
        attribute("fan", "int", whole(-1, 0), "", "triangles around it", "vertex_triangles vertex_tris fan", RESULT, "fan_capacity"),
        attribute("target", "int", permutation(), "", "new number", "vertex_remap remap new_id"),
        attribute("moved", "vec3", between(-1.0, 1.0), "m", "position at its new place", "vertex_packed packed_points x_packed", RESULT),
        attribute("quadric", "mat44", between(-1.0, 1.0), "", "error quadric", "vertex_quadric quadrics Q", RESULT),
        attribute("plane_error", "mat44", positive_definite(), "", "error quadric of its planes", "vertex_error_quadric error_quadrics Qv", STATE),
        attribute("height", "float", between(-1.0, 1.0), "", "signed distance", "vertex_sdf signed_distances phi", STATE),
    ),
    (
        relation("arcs", "arc", RANGE, "arcs", "vertex_arc_offsets vertex_arcs xadj"),
        relation("corners", "corner", RANGE, "corners", "vertex_corner_offsets vertex_corners corners"),
        relation("part", "part", ONE, "part", "vertex_part part_ids part"),
    ),
    index=("v", "tid", "i"),
)

ARC = Entity(
    "arc",
    "arcs",
    (
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "arc_weight weights w"),
        attribute("used", "int", whole(0, 1), "", "whether it was taken", "arc_used used used", RESULT),
    ),
    (relation("head", "vertex", ONE, "vertex that it leads to", "arc_head adj_indices adj", optional=True),),
    index=("a", "e", "tid"),
)

CORNER = Entity(
    "corner",
    "corners",
    (attribute("place", "int", code(3), "", "place within its triangle", "corner_order corner_order local"),),
    (relation("triangle", "triangle", ONE, "triangle", "corner_triangle corner_tris tri"),),
    index=("c", "tid", "i"),
)

EDGE = Entity(
    "edge",
    "edges",
    (
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "edge_weights edge_weights w"),
        attribute("rest", "float", between(0.2, 1.0), "m", "rest length", "edge_rest_length rest_lengths l0"),
        attribute("length", "float", between(0.0, 1.0), "m", "length", "edge_length lengths len", RESULT),
        attribute("angle", "float", between(-1.0, 1.0), "", "cosine of the angle between its sides", "edge_cosine cosines cos", RESULT),
        attribute("cotangent", "float", between(0.0, 1.0), "", "cotangent weight", "edge_cotan cotan_weights cw", RESULT),
        attribute("middle", "vec3", between(-1.0, 1.0), "m", "midpoint", "edge_midpoint midpoints mid", RESULT),
        attribute("boundary", "int", whole(0, 1), "", "whether it is on the boundary", "edge_boundary is_boundary bnd", RESULT),
        attribute("key", "int64", whole(0, 1), "", "key of its ends", "edge_keys keys key", RESULT),
        attribute("left_tip", "int", whole(-1, 0), "", "vertex opposite on the left", "edge_opposite_left left_opposite o0", RESULT),
        attribute("right_tip", "int", whole(-1, 0), "", "vertex opposite on the right", "edge_opposite_right right_opposite o1", RESULT),
        attribute("cost", "float", between(0.0, 1.0), "", "cost", "edge_cost costs cost", RESULT),
        attribute("triangles", "int", whole(0, 1), "", "number of triangles", "edge_triangle_count triangle_counts n_tri", RESULT),
        attribute("value", "float", between(-1.0, 1.0), "", "value at its midpoint", "edge_value edge_values ue", RESULT),
        attribute("state", "int", whole(0, 1), "", "state", "edge_state edge_states state", RESULT),
    ),
    (
        relation("a", "vertex", ONE, "first vertex", "edge_vertices edge_vertices edges", group="ends"),
        relation("b", "vertex", ONE, "second vertex", "edge_vertices edge_vertices edges", group="ends"),
        relation("left", "triangle", ONE, "triangle on the left", "edge_triangles edge_tris sides", optional=True, group="sides"),
        relation("right", "triangle", ONE, "triangle on the right", "edge_triangles edge_tris sides", optional=True, group="sides"),
        relation("tip", "vertex", ONE, "vertex opposite on one side", "edge_opposite opposite_vertices opp", optional=True, group="tips"),
        relation("other_tip", "vertex", ONE, "vertex opposite on the other side", "edge_opposite opposite_vertices opp", optional=True, group="tips"),
    ),
    index=("e", "tid", "edge_id"),
)

TRIANGLE = Entity(
    "triangle",
    "triangles",
    (
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "tri_normals face_normals n", RESULT),
        attribute("area", "float", between(0.0, 1.0), "m^2", "area", "tri_area face_areas A", RESULT, additive=True),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "tri_value face_values uf", RESULT),
        attribute("quality", "float", between(0.0, 1.0), "", "quality", "tri_quality qualities q", RESULT),
        attribute("slope", "vec3", between(-1.0, 1.0), "", "gradient of the value", "tri_gradient gradients grad", RESULT),
        attribute("unit_normal", "vec3", unit(), "", "unit normal", "tri_unit_normals face_unit_normals fn", STATE),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "tri_center centers c", RESULT),
        attribute("lower", "vec3", between(-1.0, 1.0), "m", "lower corner of its box", "tri_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(-1.0, 1.0), "m", "upper corner of its box", "tri_upper uppers hi", RESULT),
        attribute("valid", "int", code(2), "", "whether it is valid", "tri_valid valid_mask valid", STATE),
        attribute("key", "int64", whole(0, 1), "", "key of its vertices", "tri_key face_keys key", RESULT),
        attribute("kept", "int", whole(0, 1), "", "whether it stays", "tri_kept keep_mask keep", RESULT),
        attribute("adjacent", "int", whole(0, 1), "", "number of neighbours that are kept", "tri_neighbor_count neighbor_counts nn", RESULT),
        attribute("corner_ids", "int", whole(0, 1), "", "new numbers of its vertices", "tri_indices_out indices_out tri_out", RESULT, "3"),
        attribute("code", "int", whole(0, 1), "", "which of its vertices lie inside, by bits", "tri_case cases case", RESULT),
        attribute("twins", "int", whole(-1, 0), "", "twins of its half edges", "tri_twins half_twins twin", RESULT, "3"),
        attribute("following", "int", whole(0, 1), "", "half edges that follow its own", "tri_next half_next next", RESULT, "3"),
        attribute("leaving", "int", whole(0, 1), "", "vertices that its half edges leave", "tri_origin half_origins org", RESULT, "3"),
        attribute("pieces", "int", whole(0, 1), "", "number of triangles that are left inside", "tri_piece_count piece_counts pieces", RESULT),
        attribute("cut_a", "vec3", between(-1.0, 1.0), "m", "first point of the cut", "tri_cut_a cut_a ca", RESULT),
        attribute("cut_b", "vec3", between(-1.0, 1.0), "m", "second point of the cut", "tri_cut_b cut_b cb", RESULT),
        attribute("children", "int", whole(0, 1), "", "vertices of its four parts", "tri_children child_indices sub", RESULT, "12"),
    ),
    (
        relation("nodes", "vertex", FIXED, "vertices", "tri_indices indices tris", count=3, role=MODEL),
        relation("sides", "edge", FIXED, "edges", "tri_edges face_edges tri_edge", count=3, role=MODEL),
        relation("others", "triangle", FIXED, "neighbours", "tri_neighbors face_adjacency nbr", optional=True, count=3, role=MODEL),
        relation("part", "part", ONE, "part", "tri_part face_parts part"),
    ),
    index=("t", "tid", "tri"),
)

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("weights", "vec3", between(0.1, 1.0), "", "barycentric weights", "sample_bary barycentrics bary", STATE),
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "sample_position sample_points sp", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "sample_normal sample_normals sn", RESULT),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "sample_value sample_values su", RESULT),
        attribute("pull", "vec3", between(-1.0, 1.0), "", "pull", "sample_pull pulls pull", STATE),
    ),
    (relation("triangle", "triangle", ONE, "triangle that it lies on", "sample_face face_ids face", optional=True),),
    index=("s", "tid", "i"),
)

HALF = Entity(
    "half",
    "half edges",
    (
        attribute("boundary", "int", whole(0, 1), "", "whether it has no twin", "half_boundary he_boundary bnd", RESULT),
        attribute("steps", "int", whole(0, 1), "", "number of steps around", "half_steps he_steps steps", RESULT),
        attribute("ok", "int", whole(0, 1), "", "whether its links agree", "half_ok he_ok ok", RESULT),
    ),
    (
        relation("next", "half", ONE, "next half edge", "half_next he_next next", role=MODEL),
        relation("twin", "half", ONE, "twin", "half_twin he_twin twin", optional=True, role=MODEL),
        relation("origin", "vertex", ONE, "vertex that it leaves", "half_vertex he_vertex vert", role=MODEL),
    ),
    index=("h", "tid", "i"),
)

PART = Entity(
    "part",
    "parts",
    (
        attribute("volume", "float", between(0.0, 1.0), "m^3", "volume", "part_volume volumes vol", RESULT),
        attribute("area", "float", between(0.0, 1.0), "m^2", "area", "part_area areas area", RESULT),
        attribute("inertia", "mat33", between(-1.0, 1.0), "m^5", "inertia at unit density", "part_inertia inertias I", RESULT),
        attribute("moment", "vec3", between(-1.0, 1.0), "m^4", "first moment", "part_moment moments m1", RESULT),
        attribute("lower", "vec3", between(1.0, 2.0), "m", "lower corner", "part_lower lowers lo", RESULT),
        attribute("upper", "vec3", between(-2.0, -1.0), "m", "upper corner", "part_upper uppers hi", RESULT),
        attribute("vertex_total", "int", whole(0, 6), "", "number of vertices", "part_vertex_count num_vertices nv", STATE),
        attribute("edge_total", "int", whole(0, 6), "", "number of edges", "part_edge_count num_edges ne", STATE),
        attribute("face_total", "int", whole(0, 6), "", "number of triangles", "part_face_count num_faces nf", STATE),
        attribute("boundary_total", "int", whole(0, 2), "", "number of boundary edges", "part_boundary_count num_boundary_edges nb", STATE),
        attribute("euler", "int", whole(0, 1), "", "Euler characteristic", "part_euler euler chi", RESULT),
        attribute("changed", "int", whole(0, 1), "", "whether anything changed", "part_changed changed changed", RESULT),
        attribute("errors", "int", whole(0, 2), "", "number of errors", "part_errors num_errors err", STATE),
        attribute("shape", "int", code(3), "", "kind of surface", "part_kind kinds kind", RESULT),
        attribute("histogram", "int", whole(0, 1), "", "numbers of vertices by degree", "part_histogram degree_hist hist", RESULT, "8"),
        attribute("front_total", "int", whole(0, 1), "", "number of vertices of the next front", "part_front_count front_counts nfront", RESULT),
        attribute("front", "int", whole(-1, 0), "", "vertices of the next front", "part_front fronts front", RESULT, "front_capacity"),
        attribute("active", "bool", truth(), "", "whether it is worked on", "part_active active active", STATE),
    ),
    index=("part", "p", "tid"),
)

MESHES = Schema(
    "graphs and meshes",
    (VERTEX, ARC, CORNER, EDGE, TRIANGLE, SAMPLE, HALF, PART),
    (
        number("damping", "float", between(0.5, 0.9), "", "share of a rank that is handed on", "damping d"),
        number("padding", "float", between(0.01, 0.1), "m", "margin of a box", "padding box_margin"),
        number("least_quality", "float", between(0.2, 0.6), "", "quality below which a triangle is poor", "min_quality quality_limit"),
        number("crease", "float", between(0.1, 0.8), "", "cosine of the angle from which an edge is a crease", "crease_cosine cos_crease"),
        number("step", "float", between(0.1, 0.5), "", "share of the way to the mean", "lam smoothing step"),
        number("shortest", "float", between(0.2, 0.6), "m", "shortest edge that is kept", "min_length min_edge collapse_length"),
        number("tolerance", "float", between(0.2, 0.6), "m", "distance within which vertices are one", "tolerance weld_distance merge_tol"),
        number("longest", "float", between(1.0, 1.6), "m", "longest edge that is kept", "max_length max_edge split_length"),
        number("cheap", "float", between(3.0, 6.0), "", "cost under which an edge collapses", "max_cost collapse_cost cheap"),
        number("search_level", "int", whole(0, 2), "", "level of the search", "level depth current_level"),
        number("first_vertex", "int", whole(0, 5), "", "number of the first new vertex", "vertex_offset first_vertex base"),
        number("fan_capacity", "int", whole(2, 6), "", "most triangles around a vertex", "fan_capacity max_valence width"),
        number("front_capacity", "int", whole(1, 4), "", "most vertices of a front", "front_capacity queue_size max_front"),
        number("axis_scale", "vec3", between(0.5, 1.5), "", "scale along each axis", "scale axis_scale"),
    ),
    {"VertexFlags": ("FIXED", "BOUNDARY", "HIDDEN"), "EdgeState": ("KEEP", "COLLAPSE", "SPLIT"), "Choice": ("OPEN", "ROOT", "COVERED"), "Surface": ("OPEN", "SPHERE", "OTHER")},
)
