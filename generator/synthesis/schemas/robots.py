"""Robots and their control: paths, obstacles, motors, rotors, links, legs, and what a policy sees and does."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, bits, code, truth, unit, whole, zero
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

ROBOT = Entity(
    "robot",
    "robots",
    (
        attribute("position", "vec2", between(-2.0, 2.0), "m", "position", "robot_pos positions p", STATE),
        attribute("heading", "float", between(-3.0, 3.0), "rad", "heading", "robot_heading headings theta", STATE),
        attribute("speed", "float", between(-1.0, 1.0), "m/s", "speed", "robot_speed speeds v", STATE),
        attribute("turn_rate", "float", between(-1.0, 1.0), "rad/s", "turn rate", "robot_yaw_rate turn_rates omega", STATE),
        attribute("steer", "float", between(-0.5, 0.5), "rad", "steering angle", "robot_steer steering_angles delta", STATE),
        attribute("wheel_base", "float", between(0.3, 1.0), "m", "wheel base", "robot_wheel_base wheel_bases wb"),
        attribute("track", "float", between(0.2, 0.6), "m", "distance of its wheels", "robot_track wheel_tracks track"),
        attribute("wheel_radius", "float", between(0.05, 0.2), "m", "radius of its wheels", "robot_wheel_radius wheel_radii rw"),
        attribute("wheel_speeds", "vec2", zero(), "rad/s", "speeds of its wheels", "robot_wheel_speeds wheel_speeds w", RESULT),
        attribute("radius", "float", between(0.1, 0.3), "m", "radius", "robot_radius radii r"),
        attribute("kind", "int", code(3), "", "kind", "robot_type robot_types kind"),
        attribute("goal", "vec2", between(-2.0, 2.0), "m", "goal", "robot_goal goals g"),
        attribute("waypoint", "int", whole(0, 4), "", "number of its next point along its path", "robot_waypoint waypoints k", STATE),
        attribute("lap", "int", whole(0, 3), "", "number of laps", "robot_lap laps lap", STATE),
        attribute("curvature", "float", zero(), "1/m", "curvature to be driven", "robot_curvature curvatures kappa", RESULT),
        attribute("clearance", "float", zero(), "m", "distance to the nearest obstacle", "robot_clearance clearances dmin", RESULT),
        attribute("nearest", "int", zero(), "", "nearest obstacle", "robot_nearest nearest_ids near", RESULT),
        attribute("push", "vec2", zero(), "m/s", "velocity that is asked for", "robot_push pushes u_xy", RESULT),
        attribute("state", "vec4", between(-1.0, 1.0), "", "state", "robot_state states x", STATE),
        attribute("reference", "vec4", between(-1.0, 1.0), "", "reference state", "robot_ref references x_ref"),
        attribute("gain", "vec4", between(0.5, 2.0), "", "feedback gain", "robot_gain gains K"),
        attribute("input", "float", between(-1.0, 1.0), "", "input", "robot_input inputs u", STATE),
        attribute("input_limit", "float", between(0.5, 1.5), "", "limit of its input", "robot_input_limit input_limits u_max"),
        attribute("attitude", "quat", unit(), "", "attitude", "robot_attitude attitudes q", STATE),
        attribute("wanted_attitude", "quat", unit(), "", "attitude that is asked for", "robot_attitude_des target_attitudes q_des"),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity", "robot_spin spins w_b", STATE),
        attribute("wanted_spin", "vec3", between(-1.0, 1.0), "rad/s", "angular velocity that is asked for", "robot_spin_des target_spins w_des"),
        attribute("thrust", "float", between(0.5, 4.0), "N", "thrust that is asked for", "robot_thrust thrusts T", STATE),
        attribute("moment", "vec3", between(-0.5, 0.5), "N m", "moment that is asked for", "robot_moment moments M", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N", "force and torque", "robot_wrench wrenches F", STATE),
        attribute("gyro", "vec3", between(-1.0, 1.0), "rad/s", "gyroscope reading", "imu_gyro gyro_readings gyro"),
        attribute("accelerometer", "vec3", between(1.0, 10.0), "m/s^2", "accelerometer reading", "imu_accel accel_readings acc"),
        attribute("height", "float", between(0.2, 1.0), "m", "height", "robot_height heights z"),
        attribute("up", "vec3", unit(), "", "direction that is up for it", "robot_up up_vectors up"),
        attribute("command", "vec3", between(-1.0, 1.0), "m/s", "velocity and turn rate that are asked for", "robot_command commands cmd"),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "robot_velocity velocities vel"),
        attribute("action", "float", between(-1.0, 1.0), "", "action", "actions policy_actions a", STATE, "6"),
        attribute("last_action", "float", between(-1.0, 1.0), "", "action of the step before", "prev_actions last_actions a_prev", STATE, "6"),
        attribute("observation", "float", zero(), "", "observation", "observations obs o", RESULT, "12"),
        attribute("history", "float", between(-1.0, 1.0), "", "history of errors", "error_history histories hist", STATE, "5"),
        attribute("measure", "float", zero(), "", "measure of its history", "history_measure measures msr", RESULT),
        attribute("sign_changes", "int", zero(), "", "number of changes of sign", "history_sign_changes sign_changes n_sign", RESULT),
        attribute("arm_angles", "vec2", zero(), "rad", "angles of its arm", "robot_arm_q arm_angles q_arm", RESULT),
        attribute("tip", "vec2", zero(), "m", "tip of its planar arm", "robot_tip tips tip", RESULT),
        attribute("tip_point", "vec3", zero(), "m", "tip of its arm", "robot_tip_pos tip_points x_tip", RESULT),
        attribute("tip_distance", "float", zero(), "m", "distance of the tip", "robot_tip_dist tip_distances d_tip", RESULT),
        attribute("tip_twist", "spatial_vector", zero(), "m/s", "twist of the tip", "robot_tip_twist tip_twists V_tip", RESULT),
        attribute("tip_error", "spatial_vector", between(-1.0, 1.0), "m", "error of the tip's pose", "robot_tip_error tip_errors e_tip"),
        attribute("reward", "float", zero(), "", "reward", "rewards reward_buf rew", RESULT),
        attribute("reason", "int", zero(), "", "why it ended", "termination_reason reasons why", RESULT),
        attribute("done", "bool", truth(), "", "whether it has ended", "dones done_buf done", STATE),
        attribute("steps", "int", whole(0, 20), "", "number of steps", "episode_length step_counts steps", STATE),
        attribute("feet_down", "int", zero(), "", "number of feet on the ground", "robot_contact_count feet_down n_feet", RESULT),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy that was used", "robot_energy energies E", STATE),
    ),
    (
        relation("path", "point", RANGE, "points of its path", "robot_path_start path_offsets start"),
        relation("obstacles", "obstacle", RANGE, "obstacles around it", "robot_obstacle_start obstacle_offsets first"),
        relation("motors", "motor", FIXED, "rotors", "robot_motors rotors m", count=4),
        relation("links", "link", FIXED, "links", "robot_links links l", count=4),
        relation("joints", "joint", RANGE, "joints", "robot_joint_start joint_offsets jstart"),
        relation("ahead", "robot", ONE, "robot in front of it", "robot_leader leaders lead", optional=True),
        relation("cell", "cell", ONE, "cell that it is in", "robot_cell cells cell", optional=True),
    ),
    index=("tid", "i", "env"),
)

POINT = Entity(
    "point",
    "path points",
    (
        attribute("position", "vec2", between(-2.0, 2.0), "m", "position", "path_points path_xy pp"),
        attribute("speed", "float", between(0.2, 1.0), "m/s", "speed", "path_speed path_speeds vp", STATE),
        attribute("arc", "float", ascending(0.0, 10.0), "m", "length of the path up to it", "path_arclength arc_lengths s"),
        attribute("bend", "float", zero(), "1/m", "curvature", "path_curvature bends kp", RESULT),
    ),
    (
        relation("before", "point", ONE, "point before it", "path_prev prev_points prev", optional=True),
        relation("after", "point", ONE, "point after it", "path_next next_points next", optional=True),
    ),
    index=("k", "tid", "wp_id"),
)

OBSTACLE = Entity(
    "obstacle",
    "obstacles",
    (
        attribute("center", "vec2", between(-2.0, 2.0), "m", "centre", "obstacle_pos obstacle_centers c"),
        attribute("velocity", "vec2", between(-1.0, 1.0), "m/s", "velocity", "obstacle_vel obstacle_velocities vo"),
        attribute("radius", "float", between(0.1, 0.4), "m", "radius", "obstacle_radius obstacle_radii ro"),
        attribute("active", "int", code(2), "", "whether it is there", "obstacle_active active on"),
    ),
    index=("j", "o"),
)

MOTOR = Entity(
    "motor",
    "rotors",
    (
        attribute("command", "float", between(0.0, 1.0), "", "command", "rotor_command throttles u_m", STATE),
        attribute("speed", "float", between(0.0, 1.0), "rad/s", "speed", "rotor_speed rotor_speeds w_m", STATE),
        attribute("arm", "vec3", between(-0.3, 0.3), "m", "where it sits", "rotor_pos arms arm"),
        attribute("thrust_gain", "float", between(1.0, 3.0), "N s^2", "thrust coefficient", "rotor_kf thrust_coefs kf"),
        attribute("drag_gain", "float", between(0.01, 0.1), "N m s^2", "drag coefficient", "rotor_km drag_coefs km"),
        attribute("sense", "float", unit(), "", "sense of rotation", "rotor_dir senses dir"),
        attribute("lag", "float", between(0.02, 0.1), "s", "time constant", "rotor_tau lags tau_m"),
        attribute("saturated", "int", zero(), "", "whether its command was cut", "rotor_saturated saturated sat", RESULT),
    ),
    (relation("robot", "robot", ONE, "robot", "rotor_robot rotor_robots owner"),),
    index=("tid", "m", "rotor"),
)

LINK = Entity(
    "link",
    "links",
    (
        attribute("length", "float", between(0.2, 0.6), "m", "length", "link_a link_lengths a"),
        attribute("twist", "float", between(-1.5, 1.5), "rad", "twist", "link_alpha link_twists alpha"),
        attribute("offset", "float", between(-0.2, 0.2), "m", "offset", "link_d link_offsets d"),
        attribute("angle", "float", between(-1.5, 1.5), "rad", "angle", "link_q link_angles q", STATE),
        attribute("transform", "mat44", zero(), "", "transform", "link_transform link_transforms A", RESULT),
    ),
    index=("l", "tid"),
)

JOINT = Entity(
    "joint",
    "joints",
    (
        attribute("position", "float", between(-1.0, 1.0), "rad", "position", "dof_pos joint_positions jq", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "rad/s", "velocity", "dof_vel joint_velocities jqd", STATE),
        attribute("torque", "float", between(-1.0, 1.0), "N m", "torque", "dof_torque joint_torques jtau", STATE),
        attribute("default", "float", between(-0.5, 0.5), "rad", "position at rest", "default_dof_pos default_positions q0"),
        attribute("target", "float", zero(), "rad", "target", "dof_targets joint_targets jq_des", RESULT),
        attribute("lower", "float", between(-0.8, -0.4), "rad", "lower limit", "dof_limits_lower lower_limits lo"),
        attribute("upper", "float", between(0.4, 0.8), "rad", "upper limit", "dof_limits_upper upper_limits hi"),
        attribute("column", "spatial_vector", between(-1.0, 1.0), "", "column of the Jacobian", "jacobian_columns jacobian J"),
        attribute("step", "float", zero(), "rad", "step", "dof_delta joint_steps dq", RESULT),
        attribute("slot", "int", whole(0, 6), "", "number of its action", "dof_action_index action_ids aid"),
    ),
    (relation("robot", "robot", ONE, "robot", "dof_env joint_robots jrobot"),),
    index=("tid", "j", "dof"),
)

LEG = Entity(
    "leg",
    "legs",
    (
        attribute("phase", "float", between(0.0, 1.0), "", "phase", "leg_phase phases phase", STATE),
        attribute("offset", "float", between(0.0, 1.0), "", "offset of its phase", "leg_phase_offset phase_offsets phi0"),
        attribute("duty", "float", between(0.4, 0.7), "", "part of the time that it stands", "leg_duty duties duty"),
        attribute("contact", "int", code(2), "", "whether it touches the ground", "foot_contact contacts contact", STATE),
        attribute("force", "vec3", between(-1.0, 5.0), "N", "contact force", "foot_force foot_forces ff"),
        attribute("air_time", "float", between(0.0, 0.5), "s", "time in the air", "feet_air_time air_times t_air", STATE),
        attribute("foot", "vec3", between(-0.5, 0.5), "m", "position of the foot", "foot_pos feet xf", STATE),
        attribute("lift", "vec3", between(-0.5, 0.5), "m", "where it was lifted", "foot_lift lift_points x_lift"),
        attribute("landing", "vec3", between(-0.5, 0.5), "m", "where it lands", "foot_target landing_points x_land"),
        attribute("swing", "vec3", zero(), "m", "where the foot is wanted", "foot_swing swing_points x_sw", RESULT),
        attribute("flags", "int", bits(2), "", "flags", "leg_flags leg_flags lflags"),
    ),
    (relation("robot", "robot", ONE, "robot", "leg_robot leg_robots lrobot"),),
    index=("tid", "leg", "f"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("occupancy", "int", zero(), "", "number of robots in it", "cell_occupancy occupancies occ", RESULT),
        attribute("owner", "int", zero(), "", "greatest number of a robot in it", "cell_owner owners own", RESULT),
    ),
    index=("c", "cell_id", "tid"),
)

ROLLOUT = Entity(
    "rollout",
    "rollouts",
    (
        attribute("start", "vec2", between(-1.0, 1.0), "", "state at the start", "rollout_x0 start_states x0"),
        attribute("control", "float", between(-1.0, 1.0), "", "controls", "rollout_u rollout_controls ur", MODEL, "8"),
        attribute("cost", "float", between(0.0, 4.0), "", "cost", "rollout_cost rollout_costs J_r", STATE),
        attribute("weight", "float", zero(), "", "weight", "rollout_weight rollout_weights wgt", RESULT),
    ),
    (relation("plan", "plan", ONE, "plan", "rollout_plan rollout_plans plan"),),
    index=("tid", "s", "sample"),
)

PLAN = Entity(
    "plan",
    "plans",
    (
        attribute("best", "float", between(0.0, 1.0), "", "least cost", "plan_best best_costs J_min", STATE),
        attribute("total", "float", between(1.0, 4.0), "", "sum of the weights", "plan_total weight_sums eta", STATE),
        attribute("control", "float", between(-1.0, 1.0), "", "controls", "plan_u plan_controls up", STATE, "8"),
    ),
    index=("p", "plan_id", "tid"),
)

ROBOTS = Schema(
    "control and robots",
    (ROBOT, POINT, OBSTACLE, MOTOR, LINK, JOINT, LEG, CELL, ROLLOUT, PLAN),
    (
        number("dt", "float", between(0.01, 0.1), "s", "time step", "dt step_dt ts"),
        number("kp", "float", between(1.0, 4.0), "", "proportional gain", "kp p_gain"),
        number("ki", "float", between(0.1, 1.0), "", "integral gain", "ki i_gain"),
        number("kd", "float", between(0.1, 1.0), "", "derivative gain", "kd d_gain"),
        number("lookahead", "float", between(0.3, 1.0), "m", "distance to look ahead", "lookahead look_dist"),
        number("reach", "float", between(0.3, 1.0), "m", "distance at which a point is reached", "reach_dist arrival_radius"),
        number("influence", "float", between(0.5, 1.5), "m", "distance at which obstacles act", "influence_dist d0"),
        number("repulsion", "float", between(0.1, 1.0), "", "strength of repulsion", "k_rep repulsion"),
        number("speed_limit", "float", between(0.5, 1.0), "m/s", "highest speed", "max_speed v_max"),
        number("turn_limit", "float", between(0.5, 1.0), "rad/s", "highest turn rate", "max_turn w_max"),
        number("steer_limit", "float", between(0.3, 0.6), "rad", "greatest steering angle", "max_steer delta_max"),
        number("lateral_limit", "float", between(0.5, 2.0), "m/s^2", "greatest sideways acceleration", "max_lateral_acc a_lat"),
        number("action_scale", "float", between(0.1, 0.5), "rad", "scale of actions", "action_scale a_scale"),
        number("fall_height", "float", between(0.3, 0.5), "m", "height below which it has fallen", "fall_height min_height"),
        number("max_steps", "int", whole(8, 16), "", "greatest number of steps", "max_episode_length max_steps"),
        number("damping", "float", between(0.1, 0.5), "", "damping", "damping dls_lambda"),
        number("temperature", "float", between(0.5, 2.0), "", "temperature", "temperature lam"),
        number("frequency", "float", between(0.5, 2.0), "Hz", "frequency of the gait", "gait_freq frequency"),
        number("swing_height", "float", between(0.05, 0.2), "m", "height of a swing", "swing_height h_swing"),
        number("blend", "float", between(0.9, 0.99), "", "weight of the gyroscope", "blend alpha_cf"),
        number("trust", "float", between(1.0, 4.0), "m/s^2", "how far from gravity a reading may be", "gravity_tolerance trust"),
        number("contact_force", "float", between(0.5, 2.0), "N", "force that counts as contact", "contact_threshold f_min"),
    ),
    {"RobotType": ("UNICYCLE", "BICYCLE", "OMNI"), "EndReason": ("NONE", "FALLEN", "TILTED", "TIMEOUT"), "LegFlags": ("LOCKED", "SENSED")},
)
