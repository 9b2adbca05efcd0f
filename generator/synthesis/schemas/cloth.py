"""Cloth and rods: vertices, the edges, triangles and hinges over them, segments with frames, strands."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    near,
    positive_definite,
    rotation,
    truth,
    unit,
    whole,
    zero,
    zero_or,
)
from generator.synthesis.schemas.entities import (
    EARLIER,
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

VERTEX = Entity(
    "vertex",
    "vertices",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "particle_q vertices x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "particle_qd velocities v", STATE),
        attribute("previous", "vec3", near(between(-1.0, 1.0), "vertex.position"), "m", "former position", "particle_q_prev prev_vertices x_prev", STATE),
        attribute("older", "vec3", near(between(-1.0, 1.0), "vertex.position"), "m", "position two steps ago", "particle_q_prev2 older_vertices x_older", STATE),
        attribute("rest", "vec3", between(-1.0, 1.0), "m", "position at rest", "particle_q_rest rest_vertices x_rest"),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "particle_f forces f", STATE),
        attribute("delta", "vec3", between(-0.1, 0.1), "m", "correction of its position", "particle_deltas corrections dx", STATE),
        attribute("delta_count", "int", whole(0, 4), "", "number of corrections", "particle_delta_counts correction_counts n_dx", STATE),
        attribute("inverse_mass", "float", zero_or(0.5, 2.0), "1/kg", "inverse mass, 0 of what is held fixed", "particle_inv_mass inv_masses w"),
        attribute("mass", "float", zero(), "kg", "mass", "particle_mass masses m", RESULT),
        attribute("normal", "vec3", zero(), "", "normal", "vertex_normals normals n", RESULT),
        attribute("radius", "float", between(0.3, 0.6), "m", "radius", "particle_radius radii h"),
        attribute("flags", "int", bits(2), "", "flags", "particle_flags vertex_flags flags", STATE),
        attribute("color", "int", whole(-1, 4), "", "colour, -1 where it has none", "particle_colors colors color"),
        attribute("valence", "int", zero(), "", "number of edges that meet there", "vertex_valence valences deg", RESULT),
        attribute("ring", "int", zero(), "", "triangles around it", "vertex_adjacent_triangles vertex_triangles ring", RESULT, "8"),
        attribute("ring_count", "int", zero(), "", "number of triangles around it", "vertex_triangle_count ring_sizes n_ring", RESULT),
        attribute("new_color", "int", zero(), "", "colour that it takes", "vertex_color_out new_colors color_out", RESULT),
        attribute("component", "int", whole(0, 40), "", "label of its piece", "vertex_component components comp", STATE),
        attribute("peak", "int", bits(1), "", "whether its number tops its neighbours'", "vertex_is_peak peaks peak", RESULT),
        attribute("border", "int", bits(1), "", "whether it lies on the border", "vertex_on_border border_mask border", RESULT),
        attribute("border_edges", "int", zero(), "", "number of border edges that meet there", "vertex_border_count border_edge_counts n_b", RESULT),
        attribute("bound", "float", zero(), "m", "distance that it may move", "particle_conservative_bounds bounds d_max", RESULT),
    ),
    (
        relation("pin", "pin", ONE, "pin that holds it", "particle_pin pin_ids pin", optional=True),
        relation("neighbours", "vertex", NEAR, "vertices nearby", "particle_neighbors neighbors nbr"),
        relation("joined", "vertex", NEAR, "vertices that an edge joins it to", "particle_adjacency adjacency adj", listed=True),
        relation("near_triangles", "triangle", NEAR, "triangles nearby", "particle_tri_neighbors near_triangles near_tri"),
        relation("triangles", "triangle", NEAR, "triangles around it", "vertex_tris incident_tris vtri", listed=True),
    ),
    index=("tid", "i", "vid"),
)

PIN = Entity(
    "pin",
    "pins",
    (
        attribute("target", "vec3", between(-1.0, 1.0), "m", "target", "pin_target targets target", STATE),
        attribute("axis", "vec3", unit(), "", "axis along which it slides", "pin_axis axes axis"),
        attribute("reach", "float", between(0.3, 0.8), "m", "longest distance from it", "pin_radius reaches reach"),
        attribute("stiffness", "float", between(1.0, 10.0), "N/m", "stiffness", "pin_ke pin_stiffness kp"),
        attribute("enabled", "bool", truth(), "", "whether it holds", "pin_enabled enabled enabled"),
        attribute("pull", "vec3", zero(), "N", "force on it", "pin_f pin_forces fp", RESULT),
    ),
    index=("p", "pin_id", "tid"),
)

EDGE = Entity(
    "edge",
    "edges",
    (
        attribute("rest_length", "float", between(0.2, 1.0), "m", "rest length", "edge_rest_length rest_lengths l0"),
        attribute("compliance", "float", between(0.001, 0.1), "m/N", "compliance", "edge_compliance compliance alpha"),
        attribute("multiplier", "float", between(-1.0, 1.0), "N s^2", "Lagrange multiplier", "edge_lambda multipliers lam", STATE),
        attribute("color", "int", whole(0, 4), "", "colour", "edge_color edge_colors ecol"),
        attribute("length", "float", zero(), "m", "length", "edge_length lengths l", RESULT),
        attribute("left_corner", "int", zero(), "", "corner opposite on the left, or -1", "edge_opposite0 left_corners lc", RESULT),
        attribute("right_corner", "int", zero(), "", "corner opposite on the right, or -1", "edge_opposite1 right_corners rc", RESULT),
        attribute("aligned", "int", zero(), "", "sense in which it runs through its triangle", "edge_orientation orientations orient", RESULT),
        attribute("conflict", "int", bits(1), "", "whether both ends have one colour", "edge_conflict conflicts bad", RESULT),
    ),
    (
        relation("a", "vertex", ONE, "first vertex", "edge_vertices edge_ends edges", group="ends"),
        relation("b", "vertex", ONE, "second vertex", "edge_vertices edge_ends edges", group="ends"),
        relation("left", "triangle", ONE, "triangle on the left", "edge_tri0 left_triangles left", optional=True, apart="sides"),
        relation("right", "triangle", ONE, "triangle on the right", "edge_tri1 right_triangles right", optional=True, apart="sides"),
    ),
    index=("tid", "e", "eid"),
)

TRIANGLE = Entity(
    "triangle",
    "triangles",
    (
        attribute("inverse_rest", "mat22", positive_definite(1.0, 2.0), "1/m", "inverse of its rest shape", "tri_poses inv_rest Dm_inv", RESULT),
        attribute("area", "float", between(0.1, 0.5), "m^2", "rest area", "tri_areas areas area"),
        attribute("mu", "float", between(1.0, 5.0), "N/m", "shear modulus", "tri_ke shear_moduli mu"),
        attribute("lam", "float", between(1.0, 5.0), "N/m", "first Lame parameter", "tri_ka lame_lambdas lam"),
        attribute("drag", "float", between(0.1, 1.0), "", "drag", "tri_drag drag_coefs kd_tri"),
        attribute("lift", "float", between(0.1, 1.0), "", "lift", "tri_lift lift_coefs kl_tri"),
        attribute("density", "float", between(0.5, 2.0), "kg/m^2", "mass per area", "tri_density densities rho"),
        attribute("lower", "vec3", zero(), "m", "lower corner of its box", "tri_lower lower_bounds lo", RESULT),
        attribute("upper", "vec3", zero(), "m", "upper corner of its box", "tri_upper upper_bounds hi", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "m^2", "normal, as long as twice its area", "tri_normals face_normals nf", STATE),
        attribute("keys", "int", zero(), "", "keys of its edges", "tri_edge_keys edge_keys keys", RESULT, "3"),
        attribute("piece", "int", whole(0, 40), "", "label of its piece", "tri_component pieces piece", STATE),
        attribute("border_count", "int", zero(), "", "number of its corners on the border", "tri_border_count border_counts n_border", RESULT),
        attribute("torn", "int", bits(1), "", "whether it is torn", "tri_torn torn torn", STATE),
    ),
    (
        relation("a", "vertex", ONE, "first corner", "tri_indices triangles tri", group="corners"),
        relation("b", "vertex", ONE, "second corner", "tri_indices triangles tri", group="corners"),
        relation("c", "vertex", ONE, "third corner", "tri_indices triangles tri", group="corners"),
    ),
    index=("tid", "t", "tri_id"),
)

HINGE = Entity(
    "hinge",
    "hinges",
    (
        attribute("rest_angle", "float", between(-0.5, 0.5), "rad", "rest angle", "edge_rest_angle rest_angles theta0"),
        attribute("stiffness", "float", between(0.1, 1.0), "N m", "bending stiffness", "edge_ke bend_stiffness kb"),
        attribute("damping", "float", between(0.01, 0.1), "N m s", "bending damping", "edge_kd bend_damping kd"),
        attribute("angle", "float", zero(), "rad", "angle", "edge_angle angles theta", RESULT),
    ),
    (
        relation("opposite", "vertex", ONE, "vertex opposite on one side", "edge_indices hinges hinge", optional=True, group="four"),
        relation("across", "vertex", ONE, "vertex opposite on the other side", "edge_indices hinges hinge", optional=True, group="four"),
        relation("start", "vertex", ONE, "start of the edge", "edge_indices hinges hinge", optional=True, group="four"),
        relation("end", "vertex", ONE, "end of the edge", "edge_indices hinges hinge", optional=True, group="four"),
    ),
    index=("tid", "e", "hid"),
)

TETRAHEDRON = Entity(
    "tetrahedron",
    "tetrahedra",
    (
        attribute("inverse_rest", "mat33", positive_definite(1.0, 2.0), "1/m", "inverse of its rest shape", "tet_poses tet_inv_rest Dm_inv", STATE),
        attribute("volume", "float", between(0.05, 0.2), "m^3", "rest volume", "tet_volumes volumes vol", STATE),
        attribute("mu", "float", between(1.0, 5.0), "Pa", "shear modulus", "tet_mu tet_shear_moduli mu_t"),
        attribute("lam", "float", between(1.0, 5.0), "Pa", "first Lame parameter", "tet_lambda tet_lame_lambdas lam_t"),
        attribute("damping", "float", between(0.01, 0.1), "Pa s", "damping", "tet_kd tet_damping kd_t"),
        attribute("compliance", "float", between(0.001, 0.1), "m^5/N", "compliance", "tet_compliance tet_compliances alpha_t"),
        attribute("multiplier", "float", between(-0.5, 0.5), "N s^2/m^2", "Lagrange multiplier", "tet_lambdas tet_multipliers lam_tet", STATE),
        attribute("density", "float", between(0.5, 2.0), "kg/m^3", "density", "tet_density tet_densities rho_t"),
        attribute("energy", "float", zero(), "J", "elastic energy", "tet_energy tet_energies psi", RESULT),
        attribute("inverted", "int", bits(1), "", "whether it is inside out", "tet_inverted inverted flip", RESULT),
    ),
    (relation("nodes", "vertex", FIXED, "corners", "tet_indices tets tet", count=4),),
    index=("tid", "t", "tet_id"),
)

COLLISION = Entity(
    "collision",
    "edge collisions",
    (
        attribute("distance", "float", zero(), "m", "distance", "ee_distance edge_distances d_ee", RESULT),
        attribute("sides", "vec2", zero(), "", "places along both edges where they are nearest", "ee_params edge_parameters st", RESULT),
        attribute("active", "int", bits(1), "", "whether it is near", "ee_active edge_active on", STATE),
    ),
    (
        relation("first", "edge", ONE, "first edge", "ee_pairs edge_pairs ee", group="pair"),
        relation("second", "edge", ONE, "second edge", "ee_pairs edge_pairs ee", group="pair"),
    ),
    index=("tid", "c", "pair_id"),
)

SEGMENT = Entity(
    "segment",
    "segments",
    (
        attribute("frame", "quat", unit(), "", "orientation", "segment_q frames q", STATE),
        attribute("turned", "quat", unit(), "", "orientation after the step", "segment_q_out frames_out q_out", RESULT),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity", "segment_w spins omega", STATE),
        attribute("torque", "vec3", between(-1.0, 1.0), "N m", "torque", "segment_tau torques tau", STATE),
        attribute("length", "float", between(0.2, 1.0), "m", "length", "segment_length segment_lengths ls"),
        attribute("bend_stiffness", "vec3", between(0.5, 2.0), "N m^2", "stiffness in bending and twist", "segment_bend_ke bend_moduli kb"),
        attribute("bending", "float", between(0.5, 2.0), "N m^2", "stiffness in bending", "segment_EI flexural_rigidities EI"),
        attribute("twisting", "float", between(0.2, 1.0), "N m^2", "stiffness in twist", "segment_GJ torsional_rigidities GJ"),
        attribute("rest_darboux", "vec3", between(-0.5, 0.5), "1/m", "curvature and twist at rest", "segment_rest_kappa rest_curvatures k0"),
        attribute("darboux", "vec3", zero(), "1/m", "curvature and twist", "segment_kappa curvatures kappa", RESULT),
        attribute("pose", "transform", zero(), "m", "pose of its capsule", "segment_X poses X", RESULT),
    ),
    (
        relation("previous", "segment", ONE, "segment before it", "segment_parent prev_segments prev", optional=True, leads=EARLIER),
        relation("ends", "vertex", FIXED, "vertices at its ends", "segment_vertices segment_ends ends", count=2),
    ),
    index=("tid", "s", "sid"),
)

STRAND = Entity(
    "strand",
    "strands",
    (
        attribute("root", "vec3", between(-0.5, 0.5), "m", "root", "strand_root roots root"),
        attribute("link", "float", between(0.1, 0.3), "m", "length of a link", "strand_link_length link_lengths l"),
        attribute("frame", "mat33", rotation(), "", "frame of its root", "strand_frame root_frames R"),
        attribute("total", "float", zero(), "m", "length", "strand_length strand_lengths total", RESULT),
    ),
    (relation("points", "vertex", RANGE, "vertices along it", "strand_start strand_offsets first"),),
    index=("tid", "s", "strand_id"),
)

CLOTH = Schema(
    "cloth and rods",
    (VERTEX, PIN, EDGE, TRIANGLE, HINGE, TETRAHEDRON, COLLISION, SEGMENT, STRAND),
    (
        number("dt", "float", between(0.01, 0.1), "s", "time step", "dt time_step h"),
        number("relaxation", "float", between(0.3, 1.0), "", "relaxation factor", "relaxation omega sor"),
        number("damping", "float", between(0.01, 0.1), "N s/m", "damping coefficient", "damping_coeff kd damping"),
        number("loss", "float", between(0.01, 0.1), "", "share of velocity lost in a step", "velocity_damping loss c_damp"),
        number("stretch_min", "float", between(0.7, 0.95), "", "least ratio of length to rest length", "stretch_min min_ratio"),
        number("stretch_max", "float", between(1.05, 1.3), "", "greatest ratio of length to rest length", "stretch_max max_ratio"),
        number("wind", "vec3", between(-2.0, 2.0), "m/s", "wind", "wind wind_velocity v_air"),
        number("air_density", "float", between(0.5, 1.5), "kg/m^3", "density of the air", "air_density rho_air"),
        number("stiffness", "float", between(5.0, 20.0), "N/m", "contact stiffness", "contact_ke stiffness k"),
        number("cubic_stiffness", "float", between(50.0, 200.0), "N/m^3", "cubic contact stiffness", "contact_k3 cubic_stiffness k3"),
        number("reach", "float", between(0.5, 1.0), "m", "distance at which things touch", "contact_radius reach d_hat"),
        number("friction", "float", between(0.1, 0.9), "", "friction coefficient", "friction mu_c"),
        number("margin", "float", between(0.01, 0.1), "m", "distance kept around the cloth", "margin padding"),
        number("color", "int", whole(0, 4), "", "colour that is done in this pass", "color current_color"),
    ),
    {"VertexFlags": ("PINNED", "KINEMATIC")},
)
