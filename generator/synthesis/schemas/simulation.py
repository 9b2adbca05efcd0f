"""A simulation as packages hold it: bodies, joints, shapes and contacts, and the tables of a second solver beside."""

from __future__ import annotations

from enum import IntEnum

from generator.synthesis.schemas.domains import between, bits, code, pose, truth, unit, whole, zero
from generator.synthesis.schemas.entities import MODEL, ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.schemas.simulation_bodies import (
    BODY,
    COORD,
    DOF,
    JOINT,
    REFERENCE,
    TREE,
    WORLD,
    Activity,
    JointKind,
    SleepState,
)


class ShapeKind(IntEnum):
    """What a shape's scale means."""

    SPHERE = 0
    BOX = 1
    CAPSULE = 2
    PLANE = 3
    MESH = 4


class DriveKind(IntEnum):
    """What an actuator's control is."""

    FORCE = 0
    POSITION = 1
    VELOCITY = 2


SHAPE = Entity(
    "shape",
    "shapes",
    (
        attribute("kind", "int", code(5), "", "type", "shape_type shape_types stype"),
        attribute("local_pose", "transform", pose(), "m", "pose on its body", "shape_transform local_poses X_bs"),
        attribute("scale", "vec3", between(0.1, 1.0), "m", "scale", "shape_scale scales size"),
        attribute("margin", "float", between(0.0, 0.1), "m", "margin", "shape_margin margins margin"),
        attribute("gap", "float", between(0.0, 0.1), "m", "gap", "shape_gap gaps gap"),
        attribute("friction", "float", between(0.2, 1.0), "", "friction", "shape_material_mu frictions mu"),
        attribute("torsion", "float", between(0.0, 0.1), "", "torsional friction", "shape_material_mu_torsional torsional_frictions mu_t"),
        attribute("rolling", "float", between(0.0, 0.1), "", "rolling friction", "shape_material_mu_rolling rolling_frictions mu_r"),
        attribute("stiffness", "float", between(1.0, 10.0), "N/m", "stiffness", "shape_material_ke contact_stiffness ke_s"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping", "shape_material_kd contact_damping kd_s"),
        attribute("priority", "int", whole(0, 3), "", "priority", "shape_priority priorities prio"),
        attribute("mix", "float", between(0.0, 1.0), "", "weight when materials are mixed", "shape_solmix mix_weights mix"),
        attribute("group", "int", whole(-2, 4), "", "collision group", "shape_collision_group collision_groups grp"),
        attribute("flags", "int", bits(3), "", "flags", "shape_flags shape_flags sflags"),
        attribute("variant", "int", whole(0, 3), "", "variant", "shape_variant variants var"),
        attribute("world_pose", "transform", zero(), "m", "pose in the world", "shape_world_transform world_poses X_ws", RESULT),
        attribute("lower", "vec3", zero(), "m", "lower bound", "shape_aabb_lower shape_lower lo", RESULT),
        attribute("upper", "vec3", zero(), "m", "upper bound", "shape_aabb_upper shape_upper hi", RESULT),
        attribute("geom_id", "int", zero(), "", "number where it is shown, or -1", "shape_shown shown_ids shown", RESULT),
        attribute("world_id", "int", zero(), "", "number of its world", "shape_world shape_worlds sw", RESULT),
        attribute("active", "bool", truth(), "", "activity flag", "shape_active shape_active on", RESULT),
    ),
    (relation("body", "body", ONE, "body", "shape_body shape_bodies sb", optional=True),),
    index=("shapeid", "tid", "s"),
)

CANDIDATE = Entity(
    "candidate",
    "candidates",
    (attribute("key", "int", zero(), "", "key", "pair_key pair_keys pkey", RESULT),),
    (
        relation("a", "shape", ONE, "first shape", "shape_pairs candidate_pairs cand", group="shapes"),
        relation("b", "shape", ONE, "second shape", "shape_pairs candidate_pairs cand", group="shapes"),
    ),
    index=("pairid", "tid", "p"),
)

SLOT = Entity(
    "slot",
    "slots",
    (
        attribute("pair", "vec2i", zero(), "", "pair", "slot_pair pairs pair", RESULT),
        attribute("body_id", "int", zero(), "", "body", "slot_body body_ids bid", RESULT),
        attribute("world_id", "int", zero(), "", "world", "slot_world slot_worlds wid", RESULT),
        attribute("place", "int", zero(), "", "place within its world", "slot_place places place", RESULT),
        attribute("source", "int", zero(), "", "source", "slot_source sources src", RESULT),
        attribute("position", "vec3", zero(), "m", "position", "slot_position slot_positions pos", RESULT),
        attribute("normal", "vec3", zero(), "", "normal", "slot_normal slot_normals nrm", RESULT),
        attribute("distance", "float", zero(), "m", "distance", "slot_distance slot_distances dist", RESULT),
        attribute("friction", "float", zero(), "", "friction", "slot_friction slot_frictions mu", RESULT),
        attribute("frame", "mat33", zero(), "", "frame", "slot_frame slot_frames frame", RESULT),
        attribute("stiffness", "float", zero(), "N/m", "stiffness", "slot_stiffness slot_stiffnesses ke", RESULT),
        attribute("damping", "float", zero(), "N s/m", "damping", "slot_damping slot_dampings kd", RESULT),
        attribute("margin", "float", zero(), "m", "margin", "slot_margin slot_margins mrg", RESULT),
        attribute("bodies", "vec2i", zero(), "", "bodies", "slot_bodies slot_body_pairs bb", RESULT),
        attribute("point_a", "vec3", zero(), "m", "point on the first body", "slot_point0 points_a pa", RESULT),
        attribute("point_b", "vec3", zero(), "m", "point on the second body", "slot_point1 points_b pb", RESULT),
    ),
    index=("slotid", "i", "tid"),
)

CURSOR = Entity(
    "cursor",
    "cursors",
    (
        attribute("used", "int", zero(), "", "number of slots asked for", "slot_count asked_count nslot", RESULT),
        attribute("dropped", "int", zero(), "", "number of items dropped", "slot_dropped dropped_count ndrop", RESULT),
        attribute("bits", "int", zero(), "", "overflow bits", "slot_overflow overflow ovf", RESULT),
    ),
    index=("c", "i", "tid"),
    records=(3, 4, 5),
)

CONTACT = Entity(
    "contact",
    "contacts",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "contact_pos contact_positions pos", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "contact_normal contact_normals n", STATE),
        attribute("distance", "float", between(-0.1, 0.1), "m", "distance", "contact_dist distances dist", STATE),
        attribute("force", "float", between(0.0, 10.0), "N", "normal force", "contact_force normal_forces fn", STATE),
        attribute("friction", "float", between(0.2, 1.0), "", "friction", "contact_friction contact_frictions mu", STATE),
        attribute("dimension", "int", whole(3, 5), "", "dimension of its force: 3 with sliding friction, 4 with spinning friction too", "contact_dim contact_dims condim", STATE),
        attribute("status", "int", bits(3), "", "status bits", "contact_status contact_status cstat", STATE),
        attribute("root", "int", zero(), "", "tree that stands for it", "contact_tree contact_trees root", RESULT),
        attribute("row_id", "int", zero(), "", "first row, or -1", "contact_row row_ids radr", RESULT),
        attribute("faults", "int", zero(), "", "fault bits", "contact_fault contact_faults cfault", RESULT),
    ),
    (
        relation("a", "shape", ONE, "first shape", "contact_shapes contact_pairs cpair", optional=True, group="shapes"),
        relation("b", "shape", ONE, "second shape", "contact_shapes contact_pairs cpair", optional=True, group="shapes"),
        relation("world", "world", ONE, "world", "contact_world contact_worlds cw"),
        relation("cursor", "cursor", ONE, "cursor", "contact_cursor contact_cursors cur"),
    ),
    index=("conid", "tid", "c"),
)

GEOM = Entity(
    "geom",
    "geoms",
    (
        attribute("friction", "vec3", between(0.0, 1.0), "", "friction coefficients", "geom_friction geom_frictions gmu", RESULT),
        attribute("size", "vec3", between(0.1, 1.0), "m", "size", "geom_size geom_sizes gsize", RESULT),
        attribute("position", "vec3", zero(), "m", "position", "geom_pos geom_positions gpos", RESULT),
        attribute("rotation", "vec4", zero(), "", "rotation, its real part first", "geom_quat geom_rotations gquat", RESULT),
        attribute("margin", "float", zero(), "m", "margin", "geom_margin geom_margins gmargin", RESULT),
        attribute("gap", "float", zero(), "m", "gap", "geom_gap geom_gaps ggap", RESULT),
        attribute("mask", "vec2i", zero(), "", "contact masks", "geom_contype_conaffinity geom_masks gmask", RESULT),
        attribute("bound", "float", zero(), "m", "bounding radius, 0 for none", "geom_rbound geom_bounds rbound", RESULT),
        attribute("solver", "vec2", zero(), "", "solver parameters", "geom_solref geom_solref gsol", RESULT),
    ),
    (relation("shape", "shape", ONE, "shape", "geom_to_shape geom_shapes g2s", optional=True, role=MODEL),),
    index=("geomid", "geom", "g"),
)

LINK = Entity(
    "link",
    "links",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "link_xpos link_positions xp", STATE),
        attribute("rotation", "vec4", unit(), "", "rotation, its real part first", "link_xquat link_rotations xq", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "link_mass link_masses lm", RESULT),
        attribute("center", "vec3", zero(), "m", "centre of mass", "link_ipos link_centers lcom", RESULT),
        attribute("inertia", "vec3", zero(), "kg m^2", "diagonal inertia", "link_inertia link_inertias lI", RESULT),
        attribute("force", "spatial_vector", zero(), "N, N m", "applied force and torque", "link_xfrc link_wrenches xfrc", RESULT),
        attribute("velocity", "spatial_vector", between(-1.0, 1.0), "rad/s, m/s", "velocity, its angular part first", "link_spatial_vel link_velocities vl", STATE),
    ),
    (relation("body", "body", ONE, "body", "link_to_body link_bodies l2b", optional=True, role=MODEL),),
    index=("linkid", "i", "tid"),
    records=(12, 16, 20),
)

ACTUATOR = Entity(
    "actuator",
    "actuators",
    (
        attribute("kind", "int", code(3), "", "type", "actuator_type drive_types atype"),
        attribute("control", "float", between(-1.0, 1.0), "", "control", "actuator_ctrl controls ctrl", STATE),
        attribute("gear", "float", between(0.5, 2.0), "", "gear", "actuator_gear gears gear"),
        attribute("force", "float", zero(), "N m or N", "force", "actuator_force drive_forces af", RESULT),
        attribute("length", "float", zero(), "rad or m", "length", "actuator_length drive_lengths alen", RESULT),
        attribute("gain", "float", zero(), "", "gain", "actuator_gain drive_gains again", RESULT),
        attribute("bias", "vec3", zero(), "", "bias", "actuator_bias drive_biases abias", RESULT),
    ),
    (relation("dof", "dof", ONE, "degree of freedom", "actuator_dof drive_dofs adof", optional=True),),
    index=("actid", "a", "tid"),
)

SITE = Entity(
    "site",
    "sites",
    (
        attribute("local_pose", "transform", pose(), "m", "pose on its body", "site_transform site_local X_site"),
        attribute("pose", "transform", zero(), "m", "pose in the world", "site_world_transform site_poses X_wsite", RESULT),
        attribute("velocity", "vec3", zero(), "m/s", "velocity", "site_velocity site_velocities vsite", RESULT),
    ),
    (relation("body", "body", ONE, "body", "site_body site_bodies siteb", optional=True),),
    index=("siteid", "tid", "i"),
)

SIMULATION = Schema(
    "simulation",
    (
        *(WORLD, BODY, JOINT, COORD, REFERENCE, DOF, TREE),
        *(SHAPE, CANDIDATE, SLOT, CURSOR, CONTACT, GEOM, LINK, ACTUATOR, SITE),
    ),
    (
        number("dt", "float", between(0.001, 0.02), "s", "time step", "dt timestep sim_dt"),
        number("max_steps", "int", whole(20, 80), "", "number of steps an episode has", "max_steps episode_length step_limit"),
        number("max_substeps", "int", whole(2, 6), "", "largest number of substeps", "max_substeps substep_limit"),
        number("list_max", "int", whole(6, 14), "", "number of places in a list", "list_max max_listed"),
        number("contact_max", "int", whole(8, 32), "", "number of contacts that fit", "contact_max nconmax max_contacts"),
        number("row_max", "int", whole(4, 24), "", "number of rows that fit", "row_max njmax max_rows"),
        number("max_travel", "float", between(0.002, 0.01), "m", "distance that a body may move in a substep", "max_travel cfl_distance"),
        number("tolerance", "float", between(0.1, 0.6), "", "change that is not noted", "tolerance tol threshold"),
        number("least_force", "float", between(1.0, 6.0), "N", "force above which a contact counts as touch", "min_force touch_force f_touch"),
        number("sleep_speed", "float", between(0.9, 1.3), "m/s", "speed below which a body rests", "sleep_velocity sleep_threshold v_sleep"),
        number("sleep_arm", "float", between(0.5, 1.0), "m", "arm at which turning counts as moving", "sleep_arm sleep_radius r_sleep"),
        number("contacts_found", "int", whole(12, 24), "", "number of contacts that were found", "contacts_found num_found"),
        number("slot_demand", "int", whole(0, 16), "", "number of slots that all worlds asked for", "slot_demand wanted_slots nreq"),
        number("slot_max", "int", whole(4, 12), "", "number of slots that may be used", "slot_max max_slots capacity"),
        number("difference_max", "float", between(0.2, 0.3), "", "difference from which a state counts as another", "max_difference diff_tol"),
        number("speed_max", "float", between(1.2, 1.5), "m/s", "highest speed", "max_speed speed_limit"),
        number("turn_max", "float", between(1.2, 1.5), "rad/s", "highest angular speed", "max_turn_rate turn_limit w_max"),
        number("least_friction", "float", between(0.3, 0.5), "", "lowest friction", "min_friction friction_floor mu_min"),
        number("rest_time", "float", between(0.3, 0.6), "s", "time that a body has to rest", "rest_time sleep_time t_sleep"),
        number("clear_errors", "bool", truth(), "", "whether errors are cleared", "clear_errors reset_errors clear"),
        number("signature", "int", bits(5), "", "parts of the state, as bits", "signature state_mask sig"),
        number("variant", "int", whole(0, 3), "", "variant to show", "active_variant variant variant_id"),
        number("source_world", "int", whole(0, 3), "", "number of the world to clone", "source_world template_world w_src"),
        number("columns", "int", whole(2, 6), "", "number of columns", "columns num_columns ncol"),
        number("margin", "float", between(0.0, 0.05), "m", "margin of contacts", "margin contact_margin eps"),
        number("padding", "float", between(0.0, 0.05), "m", "length that bounds are widened by", "padding margin pad"),
        number("limit_margin", "float", between(0.0, 0.05), "", "distance to a limit that counts as at it", "limit_margin margin eps"),
    ),
    {kind.__name__: tuple(kind.__members__) for kind in (JointKind, Activity, SleepState, ShapeKind, DriveKind)},
)
