"""Environments that learn: agents with joints and actions, their rewards, observations, ends and new beginnings."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, pose, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
    FIXED,
    MODEL,
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

ENVIRONMENT = Entity(
    "environment",
    "environments",
    (
        attribute("root_pose", "transform", pose(), "m", "pose of the root", "root_q root_poses X_root", STATE),
        attribute("root_twist", "spatial_vector", between(-2.0, 2.0), "m/s, rad/s", "linear and angular velocity of the root", "root_qd root_twists V_root", STATE),
        attribute("target", "vec3", between(-1.0, 1.0), "m", "target", "env_target targets goal", STATE),
        attribute("command", "vec3", between(-1.0, 1.0), "m/s, rad/s", "commanded velocity along x and y, and turn rate", "env_command commands cmd", STATE),
        attribute("start_height", "float", between(0.5, 1.0), "m", "height at the start", "env_start_height start_heights h0", STATE),
        attribute("level", "int", whole(0, 6), "", "level", "env_level env_levels lvl", STATE),
        attribute("chosen", "int", zero(), "", "template chosen, or -1", "env_template_choice chosen_templates pick", RESULT),
        attribute("gait", "int", zero(), "", "gait", "env_gait gaits gait", RESULT),
        attribute("steps", "int", whole(0, 100), "", "number of steps", "env_progress progress step", STATE),
        attribute("reward", "float", between(-2.0, 2.0), "", "reward", "env_reward rewards rew", STATE),
        attribute("discounted", "float", between(-1.0, 1.0), "", "return so far", "env_return returns ret", STATE),
        attribute("done", "bool", truth(), "", "done flag", "env_done dones done", STATE),
        attribute("reset", "bool", truth(), "", "reset flag", "env_reset resets reset", STATE),
        attribute("causes", "int", bits(4), "", "causes of the end", "env_cause causes cause", STATE),
        attribute("last_steps", "int", zero(), "", "length of the last episode", "env_last_length last_lengths len_last", RESULT),
        attribute("last_return", "float", zero(), "", "return of the last episode", "env_last_return last_returns ret_last", RESULT),
        attribute("successes", "int", zero(), "", "number of successes", "env_success_count success_counts nsucc", RESULT),
        attribute("truncated", "bool", truth(), "", "truncation flag", "env_truncated truncated trunc", RESULT),
        attribute("observation", "float", between(-1.0, 1.0), "", "observation", "env_obs observations obs", STATE, "features"),
        attribute("full_observation", "float", between(-1.0, 1.0), "", "full observation", "env_full_obs full_observations obs_full", RESULT, "12"),
        attribute("history", "float", between(-1.0, 1.0), "", "history", "env_obs_history observation_history hist", STATE, "12"),
        attribute("next_history", "float", between(-1.0, 1.0), "", "next history", "env_obs_history_out observation_history_out hist_out", RESULT, "12"),
    ),
    (
        relation("joints", "joint", RANGE, "joints", "env_joint_start joint_offsets jadr", role=MODEL),
        relation("tally", "tally", ONE, "group", "env_group groups grp"),
        relation("template", "template", ONE, "template", "env_template template_ids tpl", optional=True),
        relation("feet", "foot", FIXED, "feet", "env_feet foot_ids feet", count=4, role=MODEL),
    ),
    index=("env", "env_id", "tid"),
)

JOINT = Entity(
    "joint",
    "joints",
    (
        attribute("position", "float", between(-1.0, 1.0), "rad", "position", "joint_q joint_positions q", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "rad/s", "velocity", "joint_qd joint_velocities qd", STATE),
        attribute("torque", "float", between(-1.0, 1.0), "N m", "torque", "joint_tau joint_torques tau", STATE),
        attribute("action", "float", between(-1.5, 1.5), "", "action", "joint_action actions act", STATE),
        attribute("last_action", "float", between(-1.0, 1.0), "", "last action", "joint_last_action last_actions act_prev", STATE),
        attribute("target", "float", between(-1.0, 1.0), "rad", "target", "joint_target joint_targets q_ref", STATE),
        attribute("nominal", "float", between(-0.5, 0.5), "rad", "nominal position", "joint_default default_positions q0"),
        attribute("lower", "float", between(-1.2, -0.6), "rad", "lower limit", "joint_lower joint_lower_limits q_lo"),
        attribute("upper", "float", between(0.6, 1.2), "rad", "upper limit", "joint_upper joint_upper_limits q_hi"),
        attribute("effort_limit", "float", between(0.5, 2.0), "N m", "highest torque", "joint_effort_limit torque_limits tau_max"),
        attribute("stiffness", "float", between(1.0, 10.0), "N m/rad", "stiffness", "joint_ke joint_stiffness kp"),
        attribute("damping", "float", between(0.1, 1.0), "N m s/rad", "damping", "joint_kd joint_damping kd"),
        attribute("scale", "float", between(0.2, 1.0), "rad", "scale of the action", "action_scale action_scales scl"),
        attribute("delay", "int", whole(0, 4), "steps", "delay of its action", "joint_delay delays dly"),
        attribute("buffer", "float", between(-1.5, 1.5), "", "stored actions", "action_buffer action_buffers buf", STATE, "4"),
    ),
    (relation("environment", "environment", ONE, "environment", "joint_env joint_envs jenv"),),
    index=("j", "joint_id", "tid"),
)

FOOT = Entity(
    "foot",
    "feet",
    (
        attribute("force", "vec3", between(-0.5, 2.0), "N", "contact force", "foot_force foot_forces ff", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "foot_vel foot_velocities fv", STATE),
        attribute("air_time", "float", between(0.0, 1.0), "s", "time in the air", "foot_air_time air_times t_air", STATE),
        attribute("touching", "bool", truth(), "", "contact flag", "foot_contact foot_contacts on", STATE),
        attribute("landed", "float", between(0.0, 1.0), "s", "time in the air before it last landed", "foot_last_air_time last_air_times t_last", STATE),
    ),
    (relation("environment", "environment", ONE, "environment", "foot_env foot_envs fenv", role=MODEL),),
    index=("foot_id", "f", "tid"),
    room=("environment", 4),
)

TEMPLATE = Entity(
    "template",
    "templates",
    (
        attribute("pose", "transform", pose(), "m", "pose", "template_pose template_poses X_t"),
        attribute("twist", "spatial_vector", between(-0.5, 0.5), "m/s, rad/s", "linear and angular velocity", "template_twist template_twists V_t"),
        attribute("target", "vec3", between(-1.0, 1.0), "m", "target", "template_target template_targets goal_t"),
        attribute("command", "vec3", between(-1.0, 1.0), "m/s, rad/s", "commanded velocity along x and y, and turn rate", "template_command template_commands cmd_t"),
        attribute("level", "int", whole(0, 6), "", "level", "template_level template_levels lvl_t"),
        attribute("up", "vec3", unit(), "", "upward direction", "template_up up_directions up"),
        attribute("uses", "int", zero(), "", "number of uses", "template_use_count use_counts nuse", RESULT),
    ),
    index=("template_id", "k", "tid"),
)

TALLY = Entity(
    "tally",
    "tallies",
    (
        attribute("episodes", "int", zero(), "", "number of episodes", "group_episode_count episode_counts nep", RESULT),
        attribute("total_steps", "int", zero(), "", "number of steps", "group_step_count step_counts nstep", RESULT),
        attribute("total_return", "float", zero(), "", "sum of returns", "group_return_sum return_sums sret", RESULT),
        attribute("best_return", "float", zero(), "", "highest return", "group_best_return best_returns rmax", RESULT),
        attribute("timeouts", "int", zero(), "", "number of timeouts", "group_timeout_count timeout_counts nto", RESULT),
        attribute("falls", "int", zero(), "", "number of falls", "group_fall_count fall_counts nfall", RESULT),
    ),
    index=("g", "group_id", "tid"),
)

EPISODES = Schema(
    "episodes",
    (ENVIRONMENT, JOINT, FOOT, TEMPLATE, TALLY),
    (
        number("features", "int", whole(4, 10), "", "number of features of an observation", "obs_dim num_obs feature_count"),
        number("dt", "float", between(0.005, 0.02), "s", "time step", "dt step_dt control_dt"),
        number("max_steps", "int", whole(20, 80), "", "number of steps of an episode", "max_episode_length max_steps horizon"),
        number("fall_height", "float", between(0.1, 0.6), "m", "height below which it fell", "termination_height min_height fall_height"),
        number("gamma", "float", between(0.9, 1.0), "", "discount", "gamma discount discount_factor"),
        number("progress_weight", "float", between(0.5, 2.0), "", "weight of progress", "w_progress progress_weight progress_scale"),
        number("effort_weight", "float", between(0.01, 0.1), "", "weight of effort", "w_effort effort_weight torque_penalty"),
        number("velocity_weight", "float", between(0.01, 0.1), "", "weight of joint velocities", "w_joint_vel velocity_weight joint_vel_penalty"),
        number("limit_weight", "float", between(0.5, 2.0), "", "weight of joints beyond their soft limits", "w_limits limit_weight limit_penalty"),
        number("force_weight", "float", between(0.01, 0.1), "", "weight of contact forces", "w_contact force_weight contact_penalty"),
        number("tracking_weight", "float", between(0.5, 2.0), "", "weight of following the command", "w_track tracking_weight tracking_scale"),
        number("smooth_weight", "float", between(0.01, 0.1), "", "weight of changes of actions", "w_smooth smooth_weight action_rate_penalty"),
        number("slip_weight", "float", between(0.05, 0.5), "", "weight of slip", "w_slip slip_weight slip_penalty"),
        number("air_weight", "float", between(0.1, 0.5), "", "reward for a foot in the air", "w_air air_weight feet_air_bonus"),
        number("alive_bonus", "float", between(0.1, 1.0), "", "reward for being alive", "alive_bonus survival_reward r_alive"),
        number("step", "int", whole(0, 40), "", "step", "step frame step_count"),
        number("reach", "float", between(0.5, 1.5), "m", "distance at which a target counts as reached", "success_radius goal_radius reach"),
        number("action_limit", "float", between(0.5, 1.0), "", "highest action", "action_clip clip_actions max_action"),
    ),
)
