"""Worlds, bodies, joints with their coordinates and degrees of freedom, and trees of bodies that sleep together."""

from __future__ import annotations

from enum import IntEnum

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    downward,
    pose,
    positive_definite,
    seldom_bits,
    truth,
    unit,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import EARLIER, MODEL, ONE, RANGE, RESULT, STATE, Entity, attribute, relation


class JointKind(IntEnum):
    """What a joint lets move."""

    FIXED = 0
    HINGE = 1
    SLIDE = 2
    BALL = 3
    FREE = 4


class Activity(IntEnum):
    """How a body moves."""

    STATIC = 0
    DYNAMIC = 1
    KINEMATIC = 2


class SleepState(IntEnum):
    """Whether a body takes part in a step."""

    STATIC = 0
    AWAKE = 1
    ASLEEP = 2


WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "world_gravity gravity g"),
        attribute("origin", "transform", pose(), "m", "frame", "world_xform world_origins X_w"),
        attribute("time", "float", between(0.0, 10.0), "s", "time", "world_time times t", STATE),
        attribute("step_count", "int", whole(0, 100), "", "number of steps", "world_step_count steps n", STATE),
        attribute("reset", "bool", truth(), "", "reset flag", "world_mask reset_mask mask", STATE),
        attribute("done", "bool", truth(), "", "done flag", "world_done done done", STATE),
        attribute("errors", "int", seldom_bits(6), "", "error bits", "world_error errors err", STATE),
        attribute("contact_demand", "int", whole(0, 40), "", "number of contacts asked for", "world_contact_demand contact_demand demand", STATE),
        attribute("row_demand", "int", whole(0, 60), "", "number of rows asked for", "world_row_demand row_demand nefc", STATE),
        attribute("episode", "int", whole(0, 8), "", "number of resets", "world_episode episodes ep", STATE),
        attribute("contact_count", "int", zero(), "", "number of contacts", "world_contact_count contact_counts ncon", RESULT),
        attribute("row_count", "int", zero(), "", "number of constraint rows", "world_row_count row_counts nrow", RESULT),
        attribute("changed_count", "int", zero(), "", "number of coordinates that a reset changed", "world_changed_count changed_counts nchg", RESULT),
        attribute("awake_count", "int", zero(), "", "number of awake bodies", "world_awake_count awake_counts nawake", RESULT),
        attribute("body_count", "int", zero(), "", "number of bodies", "world_body_count body_counts nbody", RESULT),
        attribute("mass", "float", zero(), "kg", "mass", "world_mass total_mass m_tot", RESULT),
        attribute("moment", "vec3", zero(), "kg m", "mass times position", "world_moment mass_moments mx", RESULT),
        attribute("momentum", "vec3", zero(), "kg m/s", "momentum", "world_momentum momenta p", RESULT),
        attribute("energy", "float", zero(), "J", "energy", "world_energy energies e", RESULT),
        attribute("lower", "vec3", between(2.0, 3.0), "m", "lower bound", "world_aabb_lower lower_bounds lo", RESULT),
        attribute("upper", "vec3", between(-3.0, -2.0), "m", "upper bound", "world_aabb_upper upper_bounds hi", RESULT),
        attribute("deepest", "float", between(0.0, 0.02), "m", "deepest penetration", "world_max_depth max_depth depth_max", RESULT),
        attribute("substeps", "int", zero(), "", "number of substeps", "world_substep_count substep_counts nsub", RESULT),
        attribute("state", "float", between(0.0, 1.0), "", "state vector", "world_state state_vectors state", STATE, "12"),
        attribute("cloned", "float", zero(), "", "cloned state", "world_state_clone cloned_states state_c", RESULT, "12"),
        attribute("tracking_error", "float", zero(), "", "squared error of its coordinates to the reference", "world_tracking_error tracking_errors err_ref", RESULT),
        attribute("fastest_body", "int", whole(-1, 1), "", "highest number of a body that is too fast, or -1", "world_fast_body fast_bodies b_fast", RESULT),
        attribute("difference", "float", zero(), "", "distance from the first one", "world_state_diff state_differences diff", RESULT),
        attribute("cloned_steps", "int", zero(), "", "cloned number of steps", "world_step_clone cloned_steps n_c", RESULT),
        attribute("state_size", "int", zero(), "", "length of its state", "world_state_size state_sizes nstate", RESULT),
        attribute("status", "int", zero(), "", "status bits", "world_status status status", RESULT),
    ),
    (
        relation("bodies", "body", RANGE, "bodies", "world_body_start body_offsets body_adr"),
        relation("coords", "coord", RANGE, "coordinates", "world_coord_start coord_offsets q_adr"),
        relation("dofs", "dof", RANGE, "degrees of freedom", "world_dof_start dof_offsets v_adr"),
    ),
    index=("worldid", "world", "w"),
)

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "body_qd twists V", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque", "body_f wrenches F", STATE),
        attribute("saved_pose", "transform", pose(), "m", "saved pose", "body_q_saved saved_poses X_saved", STATE),
        attribute("saved_twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "saved linear and angular velocity", "body_qd_saved saved_twists V_saved", STATE),
        attribute("initial_pose", "transform", pose(), "m", "initial pose", "body_q_init initial_poses X0"),
        attribute("initial_twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "initial linear and angular velocity", "body_qd_init initial_twists V0"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "body_mass masses m"),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "inertia", "body_inertia inertias I_b"),
        attribute("com", "vec3", between(-0.5, 0.5), "m", "centre of mass", "body_com centers_of_mass com"),
        attribute("flags", "int", bits(4), "", "flags", "body_flags body_flags bflags"),
        attribute("timer", "float", between(0.0, 1.0), "s", "time at rest", "body_sleep_timer rest_times t_rest", STATE),
        attribute("asleep", "int", code(2), "", "sleep flag", "body_asleep asleep slp", STATE),
        attribute("shape_count", "int", zero(), "", "number of shapes", "body_shape_count shape_counts nshape", RESULT),
        attribute("touched", "int", code(2), "", "contact flag", "body_touched touched hit", RESULT),
        attribute("depth", "int", zero(), "", "depth in the tree", "body_depth depths lvl", RESULT),
        attribute("first_shape", "int", zero(), "", "first shape that collides, or -1", "body_first_shape first_shapes fshape", RESULT),
        attribute("local_id", "int", zero(), "", "number within its world, or -1", "body_local_id local_ids lid", RESULT),
        attribute("activity", "int", code(3), "", "kind of motion", "body_activity activity act", RESULT),
        attribute("sleep_state", "int", code(3), "", "sleep state", "body_sleep_state sleep_states slpst", RESULT),
        attribute("position", "vec3", zero(), "m", "position", "body_x body_positions xpos", RESULT),
        attribute("rotation", "quat", zero(), "", "rotation", "body_rot body_rotations xquat", RESULT),
        attribute("com_pose", "transform", zero(), "m", "pose of the centre of mass", "body_q_com com_poses X_com", RESULT),
        attribute("origin_twist", "spatial_vector", zero(), "m/s, rad/s", "twist at the origin", "body_qd_origin origin_twists V_o", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "body_world world_ids wid"),
        relation("parent", "body", ONE, "parent", "body_parent parents par", optional=True, leads=EARLIER),
        relation("tree", "tree", ONE, "tree", "body_tree tree_ids tree_of", optional=True),
        relation("shapes", "shape", RANGE, "shapes", "body_shape_start shape_offsets shape_adr"),
    ),
    index=("bodyid", "tid", "b"),
)

JOINT = Entity(
    "joint",
    "joints",
    (
        attribute("kind", "int", code(5), "", "type", "joint_type joint_types jtype"),
        attribute("enabled", "bool", truth(), "", "enabled flag", "joint_enabled enabled on"),
        attribute("axis", "vec3", unit(), "", "axis", "joint_axis axes a"),
        attribute("parent_frame", "transform", pose(), "m", "frame on the parent", "joint_X_p parent_frames X_p"),
        attribute("child_frame", "transform", pose(), "m", "frame on the child", "joint_X_c child_frames X_c"),
        attribute("values", "float", between(-1.0, 1.0), "rad or m", "coordinates, positions before quaternions as x, y, z, w", "joint_q_rows coordinate_rows q_rows", STATE, "7"),
        attribute("rates", "float", between(-1.0, 1.0), "rad/s or m/s", "velocities", "joint_qd_rows velocity_rows qd_rows", STATE, "6"),
        attribute("accelerations", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "accelerations", "joint_qdd_rows acceleration_rows qdd_rows", STATE, "6"),
        attribute("loads", "float", between(-1.0, 1.0), "N m or N", "forces", "joint_f_rows force_rows tau_rows", STATE, "6"),
        attribute("solver_values", "float", between(-1.0, 1.0), "rad or m", "coordinates of the solver, positions before quaternions as w, x, y, z", "solver_qpos solver_coordinates qpos", STATE, "7"),
        attribute("solver_rates", "float", between(-1.0, 1.0), "rad/s or m/s", "velocities of the solver", "solver_qvel solver_velocities qvel", STATE, "6"),
        attribute("rest", "float", between(-0.5, 0.5), "rad or m", "reference position", "joint_ref joint_references ref"),
        attribute("child_pose", "transform", zero(), "m", "pose that it gives its child", "joint_child_q child_poses X_child", RESULT),
        attribute("coord_count", "int", zero(), "", "number of coordinates", "joint_coord_count coord_counts nq", RESULT),
        attribute("dof_count", "int", whole(0, 7), "", "number of degrees of freedom", "joint_dof_count dof_counts nv", RESULT),
        attribute("anchor", "vec3", zero(), "m", "anchor", "joint_anchor anchors xanchor", RESULT),
        attribute("world_axis", "vec3", zero(), "", "axis in the world", "joint_axis_world world_axes xaxis", RESULT),
        attribute("faults", "int", zero(), "", "fault bits", "joint_fault faults fault", RESULT),
        attribute("depth", "int", zero(), "", "number of ancestors", "joint_depth joint_depths jlvl", RESULT),
    ),
    (
        relation("parent", "body", ONE, "parent", "joint_parent joint_parents jpar", optional=True, apart="bodies"),
        relation("child", "body", ONE, "child", "joint_child joint_children jchild", apart="bodies"),
        relation("coords", "coord", RANGE, "coordinates", "joint_q_start joint_coord_offsets qadr"),
        relation("dofs", "dof", RANGE, "degrees of freedom", "joint_qd_start joint_dof_offsets vadr"),
    ),
    index=("jntid", "tid", "j"),
)

COORD = Entity(
    "coord",
    "coordinates",
    (
        attribute("value", "float", between(-1.0, 1.0), "rad or m", "value", "joint_q coordinates q", STATE),
        attribute("initial", "float", between(-1.0, 1.0), "rad or m", "initial value", "joint_q_init initial_coordinates q0"),
        attribute("lower", "float", between(-2.0, -0.5), "rad or m", "lower limit", "joint_limit_lower lower_limits q_lo"),
        attribute("upper", "float", between(0.5, 2.0), "rad or m", "upper limit", "joint_limit_upper upper_limits q_hi"),
        attribute("state", "int", zero(), "", "limit state", "joint_limit_state limit_states at_limit", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "coord_world coord_worlds qw"),
        relation("tree", "tree", ONE, "tree", "coord_tree coord_trees qtree", optional=True),
    ),
    index=("qid", "i", "tid"),
)

REFERENCE = Entity(
    "reference",
    "references",
    (
        attribute("value", "float", between(-1.0, 1.0), "rad or m", "value", "ref_q reference_coordinates qref"),
        attribute("scale", "float", between(0.5, 1.5), "", "scale", "ref_scale reference_scales sref"),
    ),
    index=("k", "i", "tid"),
    records=(3, 4, 6),
)

DOF = Entity(
    "dof",
    "degrees of freedom",
    (
        attribute("velocity", "float", between(-2.0, 2.0), "rad/s or m/s", "velocity", "joint_qd velocities qd", STATE),
        attribute("acceleration", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "acceleration", "joint_qdd accelerations qdd", STATE),
        attribute("force", "float", between(-1.0, 1.0), "N m or N", "force", "joint_f joint_forces tau", STATE),
        attribute("warmstart", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "acceleration of the last step", "qacc_warmstart warmstart qdd_prev", STATE),
        attribute("position", "float", between(-1.0, 1.0), "rad or m", "position", "dof_pos dof_positions qpos", STATE),
        attribute("target", "float", between(-1.0, 1.0), "rad or m", "target", "joint_target targets ref", STATE),
        attribute("initial_velocity", "float", between(-1.0, 1.0), "rad/s or m/s", "initial velocity", "joint_qd_init initial_velocities qd0"),
        attribute("stiffness", "float", between(1.0, 10.0), "N m/rad or N/m", "gain", "joint_target_ke gains kp"),
        attribute("damping", "float", between(0.1, 1.0), "N m s/rad or N s/m", "damping", "joint_target_kd dampings kd"),
        attribute("armature", "float", between(0.1, 1.0), "kg m^2", "armature", "joint_armature armatures arm"),
        attribute("velocity_limit", "float", between(0.5, 1.5), "rad/s or m/s", "highest velocity", "joint_velocity_limit velocity_limits qd_max"),
        attribute("effort_limit", "float", between(0.5, 2.0), "N m or N", "highest force", "joint_effort_limit effort_limits tau_max"),
        attribute("applied", "float", zero(), "N m or N", "applied force", "qfrc_applied applied_forces tau_out", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "dof_world dof_worlds vw"),
        relation("body", "body", ONE, "body", "dof_body dof_bodies vbody"),
        relation("tree", "tree", ONE, "tree", "dof_tree dof_trees vtree", optional=True),
    ),
    index=("dofid", "i", "tid"),
    many="dofs",
)

TREE = Entity(
    "tree",
    "trees",
    (
        attribute("asleep", "int", whole(-11, 8), "", "sleep state", "tree_asleep tree_asleep tslp", STATE),
        attribute("changed", "int", code(2), "", "change flag", "tree_changed changed chg", RESULT),
        attribute("awake", "int", code(2), "", "awake flag", "tree_awake awake awk", RESULT),
        attribute("can_sleep", "int", code(2), "", "rest flag", "tree_can_sleep can_sleep rest", RESULT),
        attribute("dof_count", "int", zero(), "", "number of degrees of freedom", "tree_dof_count tree_dof_counts tnv", RESULT),
        attribute("mass", "float", zero(), "kg", "mass", "tree_mass tree_masses tm", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "tree_world tree_worlds tw"),
        relation("bodies", "body", RANGE, "bodies", "tree_body_start tree_body_offsets tree_adr", role=MODEL),
    ),
    index=("treeid", "tree", "tid"),
)
