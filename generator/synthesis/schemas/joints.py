"""Joints between bodies and their coordinates, with the actuators and tendons that move them."""

from __future__ import annotations

from generator.synthesis.schemas.actuation import ACTUATOR, TENDON, WRAP
from generator.synthesis.schemas.domains import between, bits, code, pose, positive_definite, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
    EARLIER,
    ONE,
    OTHER,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q body_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "body_qd body_twists V", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque", "body_f body_wrenches F", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "body_mass body_masses m"),
        attribute("subtree_mass", "float", zero(), "kg", "mass of its subtree", "body_subtree_mass subtree_masses m_sub", RESULT),
        attribute("flags", "int", bits(2), "", "flags", "body_flags body_flags bflags"),
        attribute("depth", "int", zero(), "", "depth in its tree", "body_depth depths depth", RESULT),
        attribute("root", "int", zero(), "", "root of its tree", "body_root roots root", RESULT),
        attribute("children", "int", zero(), "", "bodies that hang on it", "body_children child_lists kids", RESULT, "6"),
        attribute("child_count", "int", zero(), "", "number of bodies that hang on it", "body_child_count child_counts n_kids", RESULT),
        attribute("delta", "spatial_vector", between(-0.1, 0.1), "m, rad", "correction of its pose", "body_deltas body_corrections dX", STATE),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "body_inv_mass body_inv_masses w"),
        attribute("inverse_inertia", "mat33", positive_definite(0.25, 1.0), "1/(kg m^2)", "inverse inertia in the world's frame", "body_inv_inertia_world inv_inertias_world Iw_inv", STATE),
    ),
    (relation("parent", "body", ONE, "body that it hangs on", "body_parent body_parents bparent", optional=True, leads=EARLIER),),
    index=("b", "body_id", "tid"),
)

JOINT = Entity(
    "joint",
    "joints",
    (
        attribute("kind", "int", code(4), "", "kind", "joint_type joint_types jtype"),
        attribute("axis", "vec3", unit(), "", "axis in its own frame", "joint_axis axes axis"),
        attribute("enabled", "bool", truth(), "", "whether it holds", "joint_enabled enabled on"),
        attribute("parent_frame", "transform", pose(0.5), "m", "frame in the parent", "joint_X_p parent_frames Xp"),
        attribute("child_frame", "transform", pose(0.5), "m", "frame in the child", "joint_X_c child_frames Xc"),
        attribute("turn", "quat", unit(), "", "rotation, of a ball joint", "joint_ball_q ball_rotations q_ball", STATE),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity, of a ball joint", "joint_ball_qd ball_rates w_ball", STATE),
        attribute("pose", "transform", pose(), "m", "pose of its child", "joint_X_j joint_poses Xj", RESULT),
        attribute("motion", "spatial_vector", between(-1.0, 1.0), "", "motion subspace, its linear part first", "joint_S_s motion_subspaces S", RESULT),
        attribute("twist", "spatial_vector", zero(), "m/s, rad/s", "twist that it lets through", "joint_v_s joint_twists Vj", RESULT),
        attribute("impulse", "spatial_vector", zero(), "N s, N m s", "impulse that it passed on", "joint_impulse joint_impulses jimp", RESULT),
        attribute("position_count", "int", zero(), "", "number of its position coordinates", "joint_q_dim position_counts nq", RESULT),
        attribute("is_root", "int", zero(2), "", "whether it starts a tree", "joint_is_root root_marks isroot", RESULT),
        attribute("error", "spatial_vector", zero(), "m, rad", "distance and turn between its frames", "joint_error joint_errors err", RESULT),
        attribute("stiffness", "float", between(5.0, 20.0), "N/m", "stiffness", "joint_ke joint_stiffness kj"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping", "joint_kd joint_damping cj"),
        attribute("turn_stiffness", "float", between(5.0, 20.0), "N m/rad", "stiffness against turns", "joint_angular_ke angular_stiffness ka"),
        attribute("turn_damping", "float", between(0.1, 1.0), "N m s/rad", "damping of turns", "joint_angular_kd angular_damping ca"),
        attribute("swing_limit", "float", between(0.3, 0.8), "rad", "largest swing", "joint_swing_limit swing_limits swing_max"),
        attribute("twist_limit", "float", between(0.3, 0.8), "rad", "largest twist", "joint_twist_limit twist_limits twist_max"),
        attribute("group", "int", whole(0, 4), "", "group", "joint_group joint_groups group"),
        attribute("dof_count", "int", zero(), "", "number of degrees of freedom", "joint_dof_dim dof_counts ndof", RESULT),
        attribute("limited_count", "int", zero(), "", "number of coordinates at a limit", "joint_limit_count limit_counts nlim", RESULT),
        attribute("power", "float", zero(), "W", "power", "joint_power powers P", RESULT),
        attribute("measured", "float", zero(), "rad or m", "coordinate that its bodies tell", "joint_q_measured measured_positions q_m", RESULT),
        attribute("tracking", "float", zero(), "rad or m", "tracking error", "joint_tracking_error tracking_errors e_q", RESULT),
        attribute("velocity_tracking", "float", zero(), "rad/s or m/s", "tracking error of its velocity", "joint_velocity_error velocity_errors e_qd", RESULT),
        attribute("driven_count", "int", zero(), "", "number of driven coordinates", "joint_driven_count driven_counts n_drv", RESULT),
    ),
    (
        relation("tree", "tree", ONE, "tree", "joint_articulation joint_trees art"),
        relation("parent", "body", ONE, "parent", "joint_parent parents parent", optional=True, apart="bodies"),
        relation("child", "body", ONE, "child", "joint_child children child", apart="bodies"),
        relation("coord", "coord", ONE, "first coordinate", "joint_coord_start first_coords c0"),
        relation("coords", "coord", RANGE, "coordinates", "joint_coord_offsets coord_offsets start"),
    ),
    index=("tid", "j", "joint_id"),
)

TREE = Entity(
    "tree",
    "trees",
    (
        attribute("joints", "int", zero(), "", "number of joints", "articulation_joint_count joint_totals n_jnt", RESULT),
        attribute("hinges", "int", zero(), "", "number of hinges", "articulation_hinge_count hinge_totals n_hinge", RESULT),
        attribute("slides", "int", zero(), "", "number of slides", "articulation_slide_count slide_totals n_slide", RESULT),
        attribute("freedoms", "int", zero(), "", "number of degrees of freedom", "articulation_dof_count dof_totals n_dof", RESULT),
        attribute("root_joint", "int", whole(100, 200), "", "least number of a joint in it", "articulation_start first_joints jfirst", RESULT),
        attribute("limits_hit", "int", zero(), "", "number of coordinates at a limit", "articulation_limit_count limit_totals n_lim", RESULT),
        attribute("enabled", "bool", truth(), "", "whether it moves", "articulation_enabled tree_enabled ton"),
    ),
    index=("a", "tree_id"),
)

LIMIT = Entity(
    "limit",
    "active limits",
    (
        attribute("coord_number", "int", zero(), "", "coordinate", "limit_dof limit_coords ldof", RESULT),
        attribute("side", "int", zero(), "", "side, -1 or 1", "limit_side limit_sides lside", RESULT),
        attribute("distance", "float", zero(), "rad or m", "distance past the bound", "limit_pos limit_errors lpos", RESULT),
    ),
    index=("r", "limit_id"),
)

COUNTER = Entity(
    "counter",
    "counters",
    (
        attribute("limits", "int", whole(0, 4), "", "number of active limits", "limit_count limit_counter n_l", RESULT),
        attribute("lost", "int", zero(), "", "number of limits that found no place", "limit_lost limits_lost n_lost", RESULT),
    ),
    index=("tid",),
    records=(1,),
)

COORD = Entity(
    "coord",
    "coordinates",
    (
        attribute("position", "float", between(-1.0, 1.0), "rad or m", "position", "joint_q joint_positions q", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "rad/s or m/s", "velocity", "joint_qd joint_velocities qd", STATE),
        attribute("effort", "float", between(-1.0, 1.0), "N m or N", "effort", "joint_f efforts tau", STATE),
        attribute("acceleration", "float", between(-1.0, 1.0), "rad/s^2 or m/s^2", "acceleration", "joint_qdd accelerations qdd", STATE),
        attribute("initial", "float", between(-0.5, 0.5), "rad or m", "position at the start", "joint_q_init initial_positions q_init"),
        attribute("target", "float", between(-1.0, 1.0), "rad or m", "target position", "joint_target_pos target_positions q_des", STATE),
        attribute("target_velocity", "float", between(-1.0, 1.0), "rad/s or m/s", "target velocity", "joint_target_vel target_velocities qd_des", STATE),
        attribute("goal", "float", between(-1.0, 1.0), "rad or m", "position to be reached at last", "joint_goal goals q_goal", STATE),
        attribute("stiffness", "float", between(1.0, 10.0), "N m/rad or N/m", "stiffness", "joint_target_ke drive_stiffness ke"),
        attribute("damping", "float", between(0.1, 1.0), "N m s/rad or N s/m", "damping", "joint_target_kd drive_damping kd"),
        attribute("lower", "float", between(-0.6, -0.2), "rad or m", "lower limit", "joint_limit_lower lower_limits lo"),
        attribute("upper", "float", between(0.2, 0.6), "rad or m", "upper limit", "joint_limit_upper upper_limits hi"),
        attribute("limit_stiffness", "float", between(5.0, 20.0), "N m/rad or N/m", "stiffness of the limits", "joint_limit_ke limit_stiffness kl"),
        attribute("limit_damping", "float", between(0.1, 1.0), "N m s/rad or N s/m", "damping of the limits", "joint_limit_kd limit_damping cl"),
        attribute("effort_limit", "float", between(0.5, 2.0), "N m or N", "greatest effort", "joint_effort_limit effort_limits tau_max"),
        attribute("velocity_limit", "float", between(0.3, 0.8), "rad/s or m/s", "greatest velocity", "joint_velocity_limit velocity_limits qd_max"),
        attribute("friction", "float", between(0.05, 0.5), "N m or N", "dry friction", "joint_friction frictions tau_c"),
        attribute("viscosity", "float", between(0.05, 0.5), "N m s/rad or N s/m", "viscous friction", "joint_viscous_friction viscous_frictions b"),
        attribute("armature", "float", between(0.05, 0.5), "kg m^2 or kg", "inertia of its drive", "joint_armature armatures arm"),
        attribute("mode", "int", code(3), "", "mode of its drive", "joint_dof_mode drive_modes mode"),
        attribute("at_limit", "int", code(3), "", "limit that it has reached", "joint_limit_state limit_states lim", RESULT),
        attribute("barred", "int", bits(2), "", "directions that tendons bar, 1 down and 2 up", "joint_tendon_limits barred_directions bar", RESULT),
        attribute("integral", "float", between(-0.5, 0.5), "rad s or m s", "sum of its errors", "joint_error_sum error_sums ei", STATE),
        attribute("inertia", "float", between(0.5, 2.0), "kg m^2 or kg", "inertia that it feels", "joint_inertia effective_inertias Mjj", STATE),
        attribute("owner", "int", zero(), "", "number of its joint", "dof_jnt owners own", RESULT),
        attribute("place", "int", zero(), "", "place in its joint", "dof_place places plc", RESULT),
        attribute("copied", "float", zero(), "rad or m", "position that it copies", "joint_q_out positions_out q_out", RESULT),
        attribute("copied_velocity", "float", zero(), "rad/s or m/s", "velocity that it copies", "joint_qd_out velocities_out qd_out", RESULT),
        attribute("gravity_effort", "float", between(-1.0, 1.0), "N m or N", "effort against the weight", "joint_gravity_f gravity_efforts tau_g", STATE),
    ),
    (
        relation("joint", "joint", ONE, "joint", "dof_joint coord_joints joint"),
        relation("source", "coord", ONE, "coordinate that it copies", "coord_map coord_sources src", optional=True),
        relation("leader", "coord", ONE, "coordinate that leads it", "mimic_leader leaders lead", optional=True, leads=OTHER),
    ),
    index=("tid", "i", "dof"),
)

MIMIC = Entity(
    "mimic",
    "couplings",
    (
        attribute("offset", "float", between(-0.2, 0.2), "rad or m", "offset", "mimic_coef0 offsets c0"),
        attribute("ratio", "float", between(0.5, 1.5), "", "ratio", "mimic_coef1 ratios c1"),
        attribute("quadratic", "float", between(-0.2, 0.2), "1/rad or 1/m", "quadratic term", "mimic_coef2 quadratics c2"),
        attribute("enabled", "bool", truth(), "", "whether it holds", "mimic_enabled mimic_on m_on"),
        attribute("target", "float", zero(), "rad or m", "target of its follower", "mimic_target mimic_targets q_mim", RESULT),
        attribute("target_velocity", "float", zero(), "rad/s or m/s", "target velocity of its follower", "mimic_target_vel mimic_velocities qd_mim", RESULT),
        attribute("residual", "float", zero(), "rad or m", "residual", "mimic_residual residuals res", RESULT),
    ),
    (
        relation("follower", "coord", ONE, "coordinate that follows", "mimic_dof0 followers fol", optional=True, apart="coordinates"),
        relation("leader", "coord", ONE, "coordinate that leads", "mimic_dof1 mimic_leaders led", optional=True, apart="coordinates"),
    ),
    index=("tid", "m", "eq"),
)

JOINTS = Schema(
    "joints and actuators",
    (BODY, JOINT, TREE, LIMIT, COUNTER, COORD, MIMIC, ACTUATOR, TENDON, WRAP),
    (
        number("dt", "float", between(0.005, 0.02), "s", "time step", "dt timestep h"),
        number("integral_gain", "float", between(0.5, 2.0), "N m/(rad s)", "integral gain", "ki integral_gain"),
        number("integral_limit", "float", between(0.1, 0.4), "rad s", "limit of the sum of errors", "integral_max windup_limit"),
        number("friction_speed", "float", between(0.05, 0.2), "rad/s or m/s", "speed at which friction is full", "friction_vel v_s"),
        number("slow_speed", "float", between(0.1, 0.5), "rad/s or m/s", "speed of the Stribeck effect", "stribeck_vel v_st"),
        number("static_ratio", "float", between(1.2, 2.0), "", "ratio of static to sliding friction", "static_ratio r_s"),
        number("max_step", "float", between(0.01, 0.1), "rad or m", "greatest change of a target in a step", "max_delta max_step"),
        number("control_step", "float", between(0.01, 0.1), "", "greatest change of a control in a step", "max_ctrl_delta ctrl_step u_step"),
        number("alpha", "float", between(0.1, 0.9), "", "weight of the new value", "alpha smoothing blend"),
        number("voltage", "float", between(2.0, 5.0), "V", "supply voltage", "voltage v_supply"),
        number("dead_band", "float", between(0.1, 0.5), "", "dead band of controls", "dead_band ctrl_dead_band u_dead"),
        number("group", "int", whole(0, 4), "", "group that is meant", "group active_group"),
        number("stiffness", "float", between(5.0, 20.0), "N m/rad or N/m", "stiffness", "ke stiffness k"),
        number("damping", "float", between(0.1, 1.0), "N m s/rad", "damping", "kd damping c"),
        number("relaxation", "float", between(0.3, 1.0), "", "relaxation factor", "relaxation omega"),
        number("limit_room", "int", whole(4, 16), "", "most active limits", "max_limits limit_capacity nlmax"),
    ),
    {
        "JointType": ("HINGE", "SLIDE", "BALL", "FIXED"),
        "DriveMode": ("NONE", "POSITION", "VELOCITY"),
        "DynType": ("NONE", "INTEGRATOR", "FILTER"),
        "BodyFlags": ("KINEMATIC", "SLEEPING"),
        "LimitState": ("FREE", "LOWER", "UPPER"),
    },
)
