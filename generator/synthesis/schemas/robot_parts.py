"""Parts of robots: rotors, links, joints, legs, and the plans that are sampled for them."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, unit, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, relation

MOTOR = Entity(
    "motor",
    "rotors",
    (
        attribute("command", "float", between(0.0, 1.0), "krad/s", "commanded speed", "rotor_command speed_commands u_m", STATE),
        attribute("speed", "float", between(0.0, 1.0), "krad/s", "speed", "rotor_speed rotor_speeds w_m", STATE),
        attribute("arm", "vec3", between(-0.3, 0.3), "m", "place", "rotor_pos arms arm"),
        attribute("thrust_gain", "float", between(1.0, 3.0), "uN s^2", "thrust coefficient", "rotor_kf thrust_coefs kf"),
        attribute("drag_gain", "float", between(0.01, 0.1), "m", "drag torque per unit of thrust", "rotor_torque_ratio torque_ratios kappa"),
        attribute("sense", "float", unit(), "", "sense of its reaction torque, against its rotation", "rotor_dir senses dir"),
        attribute("lag", "float", between(0.02, 0.1), "s", "time constant", "rotor_tau lags tau_m"),
        attribute("saturated", "int", zero(2), "", "whether its command was cut", "rotor_saturated saturated sat", RESULT),
    ),
    (relation("robot", "robot", ONE, "robot", "rotor_robot rotor_robots owner"),),
    index=("tid", "m", "rotor"),
    room=("robot", 4),
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
    room=("robot", 4),
)

JOINT = Entity(
    "joint",
    "joints",
    (
        attribute("position", "float", between(-1.0, 1.0), "rad", "position", "dof_pos joint_positions jq", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "rad/s", "velocity", "dof_vel joint_velocities jqd", STATE),
        attribute("torque", "float", between(-1.0, 1.0), "N m", "torque", "dof_torque joint_torques jtau", STATE),
        attribute("default", "float", between(-0.4, 0.4), "rad", "position at rest", "default_dof_pos default_positions q0"),
        attribute("target", "float", between(-0.8, 0.8), "rad", "target", "dof_targets joint_targets jq_des", RESULT),
        attribute("lower", "float", between(-0.8, -0.4), "rad", "lower limit", "dof_limits_lower lower_limits lo"),
        attribute("upper", "float", between(0.4, 0.8), "rad", "upper limit", "dof_limits_upper upper_limits hi"),
        attribute("column", "spatial_vector", between(-1.0, 1.0), "", "column of the Jacobian", "jacobian_columns jacobian J", STATE),
        attribute("step", "float", between(-0.4, 0.4), "rad", "step", "dof_delta joint_steps dq", STATE),
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
        attribute("force", "vec3", between(-1.0, 5.0), "N", "contact force", "foot_force foot_forces ff", STATE),
        attribute("air_time", "float", between(0.0, 0.5), "s", "time in the air", "feet_air_time air_times t_air", STATE),
        attribute("foot", "vec3", between(-0.5, 0.5), "m", "position of the foot", "foot_pos feet xf", STATE),
        attribute("lift", "vec3", between(-0.5, 0.5), "m", "point where it was lifted", "foot_lift lift_points x_lift", STATE),
        attribute("landing", "vec3", between(-0.5, 0.5), "m", "point where it lands", "foot_target landing_points x_land", STATE),
        attribute("swing", "vec3", zero(), "m", "point where the foot is wanted", "foot_swing swing_points x_sw", RESULT),
        attribute("flags", "int", bits(2), "", "flags", "leg_flags leg_flags lflags"),
    ),
    (relation("robot", "robot", ONE, "robot", "leg_robot leg_robots lrobot"),),
    index=("tid", "leg", "f"),
)

ROLLOUT = Entity(
    "rollout",
    "rollouts",
    (
        attribute("start", "vec2", between(-1.0, 1.0), "", "state at the start", "rollout_x0 start_states x0", STATE),
        attribute("control", "float", between(-1.0, 1.0), "", "controls", "rollout_u rollout_controls ur", STATE, "8"),
        attribute("cost", "float", between(1.0, 4.0), "", "cost", "rollout_cost rollout_costs J_r", STATE),
        attribute("weight", "float", between(0.0, 1.0), "", "weight", "rollout_weight rollout_weights wgt", STATE),
    ),
    (relation("plan", "plan", ONE, "plan", "rollout_plan rollout_plans plan"),),
    index=("tid", "s", "sample"),
)

PLAN = Entity(
    "plan",
    "plans",
    (
        attribute("best", "float", between(0.5, 1.0), "", "least cost", "plan_best best_costs J_min", STATE),
        attribute("lowest", "float", between(2.0, 6.0), "", "least cost so far", "plan_lowest lowest_costs J_low", RESULT),
        attribute("total", "float", between(1.0, 4.0), "", "sum of the weights", "plan_total weight_sums eta", STATE),
        attribute("control", "float", between(-1.0, 1.0), "", "controls", "plan_u plan_controls up", STATE, "8"),
        attribute("blended", "float", zero(), "", "controls blended from its rollouts", "plan_u_mean blended_controls u_mix", RESULT, "8"),
    ),
    index=("p", "plan_id", "tid"),
)
