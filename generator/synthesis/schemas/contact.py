"""Contacts between bodies: shapes, the pairs that may touch, contact points, and what was kept of the last step."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    downward,
    pose,
    positive_definite,
    unit,
    whole,
    zero,
    zero_or,
)
from generator.synthesis.schemas.entities import EARLIER, ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q body_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "velocity of its centre of mass and angular velocity", "body_qd body_twists V", STATE),
        attribute("wrench", "spatial_vector", zero(), "N, N m", "force and torque", "body_f body_wrenches F", STATE),
        attribute("delta", "spatial_vector", between(-0.1, 0.1), "m/s, rad/s", "change of velocity", "body_deltas body_corrections dV", STATE),
        attribute("center", "vec3", between(-0.2, 0.2), "m", "centre of mass in its frame", "body_com body_centers com"),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "body_inv_mass body_inv_masses w"),
        attribute("inverse_inertia", "mat33", positive_definite(0.25, 1.0), "1/(kg m^2)", "inverse inertia in the world's frame", "body_inv_inertia_world inv_inertias_world Iw_inv", STATE),
        attribute("flags", "int", bits(2), "", "flags", "body_flags body_flags bflags"),
        attribute("contact_count", "int", zero(), "", "number of contacts", "body_contact_count contacts_per_body n_c", RESULT),
        attribute("awake", "int", code(2), "", "whether it is awake", "body_awake awake awake", STATE),
        attribute("root", "int", zero(), "", "root of its island", "body_root roots root", RESULT),
        attribute("depth", "int", zero(), "", "number of steps to the root of its island", "body_depth depths depth", RESULT),
        attribute("next_above", "int", zero(), "", "body next on the shortened way to the root of its island, or -1", "body_next_parent next_parents up_next", RESULT),
        attribute("color_mask", "int", bits(4), "", "colours that are taken", "body_color_mask color_masks mask", STATE),
        attribute("woken", "int", code(2), "", "whether something woke it", "body_wake wake_flags wake", RESULT),
        attribute("island", "int", whole(0, 6), "", "island that it belongs to", "body_island islands island", STATE),
    ),
    (
        relation("world", "world", ONE, "world", "body_world body_worlds bw"),
        relation("group", "island", ONE, "island", "body_island_id island_ids bi", optional=True, role=STATE),
        relation("above", "body", ONE, "body next on the way to the root of its island", "body_parent parents up", optional=True, leads=EARLIER, role=STATE),
    ),
    index=("b", "body_id", "tid"),
)

SHAPE = Entity(
    "shape",
    "shapes",
    (
        attribute("kind", "int", code(4), "", "kind", "shape_type shape_types stype"),
        attribute("frame", "transform", pose(0.7), "m", "pose in its body", "shape_transform shape_frames Xs"),
        attribute("pose", "transform", pose(0.7), "m", "pose in the world", "shape_world_transform shape_poses Xw", STATE),
        attribute("scale", "vec3", between(0.3, 0.6), "m", "size", "shape_scale shape_sizes scale"),
        attribute("margin", "float", between(0.05, 0.2), "m", "margin", "shape_contact_margin margins margin"),
        attribute("friction", "float", between(0.1, 0.9), "", "friction coefficient", "shape_mu frictions mu_s"),
        attribute("group", "int", whole(-2, 3), "", "collision group", "shape_collision_group groups group"),
        attribute("flags", "int", bits(2), "", "flags", "shape_flags shape_flags sflags"),
        attribute("priority", "int", code(3), "", "priority", "shape_priority priorities prio"),
        attribute("weight", "float", between(0.1, 1.0), "", "weight in a mixture", "shape_solmix mix_weights mix"),
        attribute("reference", "vec2", between(0.1, 1.0), "", "reference parameters", "shape_solref references ref_s"),
        attribute("frictions", "vec3", zero_or(0.1, 0.9), "", "sliding, spinning and rolling friction", "shape_friction friction_triples mu3"),
        attribute("dimension", "int", whole(0, 4), "", "number of directions of friction", "shape_condim dimensions dim_s"),
        attribute("force", "vec3", zero(), "N", "force on it", "shape_f shape_forces fs", RESULT),
        attribute("touching", "int", zero(), "", "number of contacts", "shape_contact_count touch_counts n_touch", RESULT),
        attribute("box_center", "vec3", between(-1.0, 1.0), "m", "centre of its box", "shape_aabb_center box_centers box_c", STATE),
        attribute("box_half", "vec3", between(0.2, 0.8), "m", "half sides of its box", "shape_aabb_half box_halves box_h", STATE),
    ),
    (relation("body", "body", ONE, "body", "shape_body shape_bodies sbody", optional=True),),
    index=("s", "shape_id", "tid"),
)

PAIR = Entity(
    "pair",
    "pairs",
    (
        attribute("filtered", "int", code(2), "", "whether it is left out", "pair_filtered filtered skip", STATE),
        attribute("distance", "float", zero(), "m", "distance, negative where they overlap", "pair_distance distances dist", RESULT),
        attribute("center", "vec3", zero(), "m", "middle of its contacts", "pair_center centers pc", RESULT),
        attribute("depth", "float", zero(), "m", "deepest of its contacts", "pair_depth pair_depths pdepth", RESULT),
        attribute("axis", "vec3", zero(), "", "axis of least overlap", "pair_axis axes paxis", RESULT),
        attribute("contact_count", "int", zero(), "", "number of contacts", "pair_contact_count pair_counts pcount", RESULT),
        attribute("first_contact", "int", whole(100, 200), "", "least number of a contact", "pair_first_contact first_contacts pfirst", RESULT),
        attribute("key", "int", zero(), "", "key", "pair_key pair_keys key", RESULT),
    ),
    (
        relation("first", "shape", ONE, "first shape", "pair_shapes shape_pairs pairs", group="shapes"),
        relation("second", "shape", ONE, "second shape", "pair_shapes shape_pairs pairs", group="shapes"),
        relation("points", "contact", RANGE, "contacts", "pair_contact_start point_offsets first_point"),
        relation("kept", "kept", RANGE, "contacts kept from the last step", "pair_kept_start kept_offsets first_kept"),
    ),
    index=("tid", "p", "pair_id"),
)

KEPT = Entity(
    "kept",
    "kept contacts",
    (
        attribute("feature", "int", whole(0, 6), "", "feature that touched", "kept_feature prev_features feat_prev", STATE),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point", "kept_point prev_points p_prev", STATE),
        attribute("impulse", "float", between(0.0, 1.0), "N s", "normal impulse", "kept_impulse prev_impulses lam_prev", STATE),
    ),
    index=("k", "m"),
)

CONTACT = Entity(
    "contact",
    "contacts",
    (
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point", "contact_point contact_points p", STATE),
        attribute("normal", "vec3", unit(), "", "normal, from the first body to the second", "contact_normal normals n", STATE),
        attribute("distance", "float", between(-0.2, 0.1), "m", "distance, negative where they overlap", "contact_dist distances d", STATE),
        attribute("offset_a", "vec3", between(-0.5, 0.5), "m", "point in the first body", "contact_point0 local_points_a pa", STATE),
        attribute("offset_b", "vec3", between(-0.5, 0.5), "m", "point in the second body", "contact_point1 local_points_b pb", STATE),
        attribute("friction", "float", between(0.1, 0.9), "", "friction coefficient", "contact_friction contact_mu mu", STATE),
        attribute("impulse", "float", between(0.0, 1.0), "N s", "normal impulse", "contact_lambda impulses lam", STATE),
        attribute("tangent_impulse", "vec3", between(-0.5, 0.5), "N s", "friction impulse", "contact_lambda_t tangent_impulses lam_t", STATE),
        attribute("mass", "float", between(0.2, 1.0), "kg", "effective mass", "contact_eff_mass eff_masses m_eff", RESULT),
        attribute("bias", "float", between(-0.2, 0.2), "m/s", "bias that is added to its normal velocity", "contact_bias biases bias", RESULT),
        attribute("velocity", "vec3", zero(), "m/s", "relative velocity", "contact_velocity rel_velocities vrel", RESULT),
        attribute("approach", "float", between(-1.0, 1.0), "m/s", "normal velocity before the step", "contact_vn0 normal_speeds vn0", STATE),
        attribute("parting", "float", zero(), "m/s", "normal velocity so far", "contact_vn current_normal_speeds vn", RESULT),
        attribute("stiffness", "float", zero(), "1/s^2", "reference stiffness", "contact_k ref_stiffness kref", RESULT),
        attribute("acceleration", "float", zero(), "m/s^2", "reference acceleration along the normal", "contact_aref ref_accelerations aref", RESULT),
        attribute("impedance", "float", zero(), "", "impedance", "contact_imp impedances imp", RESULT),
        attribute("color", "int", whole(-1, 4), "", "colour, or -1", "contact_color contact_colors ccol", STATE),
        attribute("proposal", "int", whole(-1, 0), "", "proposed colour, or -1", "contact_color_proposal proposed_colors cprop", RESULT),
        attribute("kind_key", "int", zero(), "", "key of the kinds of its shapes", "contact_type kind_keys ckey", RESULT),
        attribute("state", "int", code(3), "", "state", "contact_state states state", STATE),
        attribute("feature", "int", whole(0, 6), "", "feature that touches", "contact_feature features feat", STATE),
        attribute("keep", "int", code(2), "", "whether it is kept", "contact_keep keep_flags keep", RESULT),
        attribute("matched", "int", whole(-1, 4), "", "contact of the last step, or -1", "contact_match_index matches match", STATE),
        attribute("jacobian_a", "spatial_vector", zero(), "", "Jacobian of the first body, its linear part first", "contact_jac0 jacobians_a Ja", RESULT),
        attribute("jacobian_b", "spatial_vector", zero(), "", "Jacobian of the second body, its linear part first", "contact_jac1 jacobians_b Jb", RESULT),
        attribute("order", "int", zero(), "", "place in its world", "contact_order orders ord", RESULT),
        attribute("geoms", "vec2i", zero(), "", "numbers of its two shapes", "contact_geom contact_shapes geom", RESULT),
        attribute("most_points", "int", zero(), "", "number of points that its shapes may share", "contact_max_points most_points pmax", RESULT),
        attribute("bridging", "int", zero(), "", "whether its bodies lie in different islands, or -1", "contact_bridge bridging bridge", RESULT),
        attribute("dimension", "int", whole(0, 4), "", "number of directions of its friction: none, one or two along the surface, with 3 about the normal too", "contact_dim contact_dims dim", STATE),
        attribute("reference", "vec2", zero(), "", "reference parameters", "contact_solref contact_refs ref", RESULT),
        attribute("frictions", "vec3", zero(), "", "sliding, spinning and rolling friction", "contact_frictions contact_triples mu_c", RESULT),
        attribute("margin", "float", zero(), "m", "margin", "contact_includemargin contact_margins marg", RESULT),
        attribute("first_row", "int", zero(), "", "first of its rows, or -1", "contact_efc_address first_rows adr", RESULT),
        attribute("lower", "float", zero(), "N s", "least impulse", "contact_lower contact_lo lo", RESULT),
        attribute("upper", "float", zero(), "N s", "greatest impulse", "contact_upper contact_hi hi", RESULT),
    ),
    (
        relation("a", "body", ONE, "first body", "contact_body0 bodies_a body_a", optional=True, apart="bodies"),
        relation("b", "body", ONE, "second body", "contact_body1 bodies_b body_b", optional=True, apart="bodies"),
        relation("first", "shape", ONE, "first shape", "contact_shape0 shapes_a shape_a", optional=True, apart="shapes"),
        relation("second", "shape", ONE, "second shape", "contact_shape1 shapes_b shape_b", optional=True, apart="shapes"),
        relation("pair", "pair", ONE, "pair that it comes from", "contact_pair pair_ids pair", optional=True),
        relation("world", "world", ONE, "world", "contact_world contact_worlds world"),
    ),
    index=("tid", "c", "cid"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("contact_count", "int", whole(0, 5), "", "number of contacts", "world_contact_count contact_counts ncon", RESULT),
        attribute("capacity", "int", whole(2, 6), "", "room for contacts", "world_contact_max contact_capacity nconmax"),
        attribute("overflow", "int", code(2), "", "whether contacts were lost", "world_overflow overflow_flags ovf", RESULT),
        attribute("deepest", "float", between(0.0, 0.1), "m", "deepest penetration", "world_max_depth max_depths depth_max", RESULT),
        attribute("overlaps", "int", zero(), "", "number of contacts that penetrate", "world_penetration_count penetration_counts n_pen", RESULT),
        attribute("depth_sum", "float", between(0.1, 1.0), "m", "sum of penetrations", "world_depth_sum depth_sums depth_sum", RESULT),
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity gravities g"),
        attribute("done", "int", code(2), "", "whether it has converged", "world_done done done", STATE),
    ),
    index=("w", "world_id", "tid"),
)

ISLAND = Entity(
    "island",
    "islands",
    (
        attribute("body_count", "int", zero(), "", "number of bodies", "island_body_count island_sizes n_b", RESULT),
        attribute("contact_count", "int", zero(), "", "number of contacts", "island_contact_count island_contacts n_ic", RESULT),
        attribute("awake", "int", code(2), "", "whether any body of it is awake", "island_awake islands_awake iawake", RESULT),
        attribute("kinds", "int", bits(3), "", "states that its contacts are in, a bit each", "island_contact_states island_states istates", RESULT),
        attribute("least_body", "int", whole(100, 200), "", "least number of a body", "island_first_body least_bodies ib", RESULT),
    ),
    index=("i", "island_id"),
)

ROW = Entity(
    "row",
    "rows",
    (
        attribute("owner", "int", zero(), "", "contact that it belongs to", "efc_id row_owners rid", RESULT),
        attribute("kind", "int", whole(0, 8), "", "kind", "efc_type row_kinds rtype", RESULT),
        attribute("position", "float", zero(), "m", "position error", "efc_pos row_errors rpos", RESULT),
        attribute("margin", "float", zero(), "m", "margin", "efc_margin row_margins rmarg", RESULT),
        attribute("friction", "float", zero(), "", "friction coefficient", "efc_mu row_frictions rmu", RESULT),
    ),
    index=("r", "row_id", "tid"),
)

COUNTER = Entity(
    "counter",
    "counters",
    (
        attribute("contacts", "int", whole(0, 4), "", "number of contacts", "contact_count contact_counter n_con", RESULT),
        attribute("rows", "int", whole(0, 16), "", "number of rows", "nefc row_count n_rows", RESULT),
        attribute("lost", "int", zero(), "", "number of contacts that found no place", "contact_lost lost n_lost", RESULT),
        attribute("jumps", "int", zero(), "", "number of bodies whose way became shorter", "jump_count jumps n_jump", RESULT),
    ),
    index=("tid",),
    records=(1,),
)

CONTACTS = Schema(
    "contact",
    (BODY, SHAPE, PAIR, KEPT, CONTACT, ISLAND, ROW, WORLD, COUNTER),
    (
        number("dt", "float", between(0.005, 0.02), "s", "time step", "dt time_step h"),
        number("stiffness", "float", between(10.0, 100.0), "N/m", "contact stiffness", "ke contact_stiffness k"),
        number("damping", "float", between(0.1, 1.0), "N s/m", "contact damping", "kd contact_damping c"),
        number("dissipation", "float", between(0.1, 1.0), "s/m", "Hunt-Crossley dissipation", "dissipation hc_alpha"),
        number("friction_stiffness", "float", between(1.0, 10.0), "N s/m", "friction stiffness", "kf friction_gain"),
        number("slop", "float", between(0.005, 0.02), "m", "overlap that is allowed", "slop penetration_slop"),
        number("erp", "float", between(0.1, 0.3), "", "part of the error that a step corrects", "erp baumgarte beta"),
        number("restitution", "float", between(0.1, 0.9), "", "restitution", "restitution e"),
        number("bounce_speed", "float", between(0.1, 0.5), "m/s", "speed below which nothing bounces", "bounce_threshold v_min"),
        number("relaxation", "float", between(0.5, 1.0), "", "relaxation factor", "relaxation omega"),
        number("warm_share", "float", between(0.5, 1.0), "", "share of the former impulse to start from", "warm_start_factor warm_scale"),
        number("rolling", "float", between(0.01, 0.1), "m", "rolling friction", "mu_rolling roll_friction"),
        number("rolling_damping", "float", between(0.01, 0.1), "m s", "rolling friction by spin", "mu_rolling_viscous roll_damping"),
        number("static_ratio", "float", between(1.1, 1.5), "", "ratio of static to sliding friction", "static_ratio mu_ratio"),
        number("time_constant", "float", between(0.02, 0.1), "s", "time constant", "timeconst time_constant"),
        number("damping_ratio", "float", between(0.7, 1.2), "", "damping ratio", "dampratio damping_ratio"),
        number("impedance_min", "float", between(0.5, 0.8), "", "impedance at the surface", "dmin imp_min"),
        number("impedance_max", "float", between(0.85, 0.99), "", "impedance in depth", "dmax imp_max"),
        number("width", "float", between(0.05, 0.15), "m", "depth at which the impedance is full", "width imp_width"),
        number("tolerance", "float", between(0.5, 1.0), "m", "distance within which contacts are one", "match_tolerance tol"),
        number("color", "int", whole(0, 4), "", "colour that is done in this pass", "color current_color"),
        number("margin", "float", between(0.02, 0.08), "m", "distance up to which contacts count", "margin contact_margin"),
        number("members", "int", whole(6, 11), "", "number of shapes of which every two have a contact", "ngeom num_geoms n_geom"),
        number("contact_max", "int", whole(3, 7), "", "number of contacts that fit into the list", "rigid_contact_max contact_max nconmax"),
    ),
    {
        "ShapeType": ("SPHERE", "BOX", "CAPSULE", "PLANE"),
        "ContactState": ("OPEN", "STICK", "SLIP"),
        "ShapeFlags": ("COLLIDE", "SENSOR"),
        "BodyFlags": ("KINEMATIC", "DISABLED"),
    },
)
