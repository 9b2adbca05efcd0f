"""Randomised training environments: bodies, joints, commands and sensors that differ from world to world."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, positive_definite, truth, unit, whole, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

ARENA = Entity(
    "arena",
    "arenas",
    (
        attribute("reset", "bool", truth(), "", "reset flag", "arena_reset resets reset", STATE),
        attribute("steps", "int", whole(0, 100), "", "number of steps", "arena_progress progress step", STATE),
        attribute("travelled", "float", between(0.0, 3.0), "m", "distance travelled", "arena_travelled distances dist", STATE),
        attribute("level", "int", whole(0, 6), "", "terrain level", "arena_level terrain_levels lvl", STATE),
        attribute("command", "vec3", between(-1.0, 1.0), "m/s, rad/s", "commanded velocity and turn rate", "arena_command commands cmd", STATE),
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "origin", "arena_origin origins o"),
        attribute("next_level", "int", zero(), "", "next terrain level", "arena_level_out next_levels lvl_out", RESULT),
        attribute("next_command", "vec3", between(-1.0, 1.0), "m/s, rad/s", "next commanded velocity and turn rate", "arena_command_out next_commands cmd_out", RESULT),
        attribute("timer", "float", between(0.0, 0.06), "s", "time to the next command", "arena_command_timer command_timers t_cmd", STATE),
        attribute("next_timer", "float", zero(), "s", "time to the command after it", "arena_command_timer_out next_timers t_out", RESULT),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s, rad/s", "velocity and turn rate of its robot", "arena_velocity robot_velocities vel", STATE),
        attribute("reward", "float", zero(), "", "reward", "arena_reward rewards rew", RESULT),
    ),
    (relation("tiles", "tile", RANGE, "tiles of terrain", "arena_tile_start tile_offsets start"),),
    index=("env", "env_id", "tid"),
)

PART = Entity(
    "part",
    "parts",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "part_position part_positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "part_velocity part_velocities vel", STATE),
        attribute("nominal_mass", "float", between(0.5, 2.0), "kg", "nominal mass", "part_default_mass nominal_masses m0"),
        attribute("nominal_inertia", "mat33", positive_definite(), "kg m^2", "nominal inertia", "part_default_inertia nominal_inertias I0"),
        attribute("nominal_center", "vec3", between(-0.2, 0.2), "m", "nominal centre of mass", "part_default_com nominal_coms c0"),
        attribute("friction", "float", between(0.4, 1.0), "", "nominal friction", "part_default_mu nominal_frictions mu0"),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "part_mass masses m", RESULT),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "part_inv_mass inv_masses inv_m", RESULT),
        attribute("inertia", "mat33", between(0.1, 1.0), "kg m^2", "inertia", "part_inertia inertias I", RESULT),
        attribute("center", "vec3", between(-0.2, 0.2), "m", "centre of mass", "part_com coms c", RESULT),
        attribute("static_friction", "float", between(0.4, 1.0), "", "static friction", "part_mu_static static_frictions mu_s", RESULT),
        attribute("sliding_friction", "float", between(0.2, 1.0), "", "sliding friction", "part_mu_dynamic dynamic_frictions mu_d", RESULT),
        attribute("restitution", "float", between(0.0, 0.5), "", "restitution", "part_restitution restitutions e", RESULT),
        attribute("pushed_velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity after the push", "part_velocity_pushed pushed_velocities vel_pushed", RESULT),
        attribute("next_velocity", "vec3", between(-1.0, 1.0), "m/s", "next velocity", "part_velocity_out next_velocities vel_out", RESULT),
        attribute("next_position", "vec3", between(-1.0, 1.0), "m", "next position", "part_position_out next_positions x_out", RESULT),
        attribute("start", "vec3", between(-1.0, 1.0), "m", "place where it starts", "part_start start_positions x0", RESULT),
        attribute("turn", "quat", unit(), "", "orientation at the start", "part_start_rot start_rotations q0", RESULT),
    ),
    (relation("arena", "arena", ONE, "arena", "part_env part_envs env"),),
    index=("tid", "part_id", "b"),
)

HINGE = Entity(
    "hinge",
    "hinges",
    (
        attribute("nominal", "float", between(-0.8, 0.8), "rad", "nominal angle", "hinge_default default_angles q0"),
        attribute("lower", "float", between(-1.2, -0.6), "rad", "lower limit", "hinge_lower lower_limits q_lo"),
        attribute("upper", "float", between(0.6, 1.2), "rad", "upper limit", "hinge_upper upper_limits q_hi"),
        attribute("angle", "float", between(-1.0, 1.0), "rad", "angle", "hinge_q angles q", STATE),
        attribute("rate", "float", between(-1.0, 1.0), "rad/s", "rate", "hinge_qd rates qd", STATE),
        attribute("action", "float", between(-1.0, 1.0), "", "action", "hinge_action actions act", STATE),
        attribute("last_action", "float", between(-1.0, 1.0), "", "last action", "hinge_last_action last_actions act_prev", STATE),
        attribute("noise", "float", between(-0.3, 0.3), "", "noise of its action", "hinge_noise noises n_act", STATE),
        attribute("applied", "float", between(-1.0, 1.0), "", "applied action", "hinge_applied applied_actions act_out", RESULT),
        attribute("next_noise", "float", between(-0.3, 0.3), "", "next noise of its action", "hinge_noise_out next_noises n_out", RESULT),
        attribute("start_angle", "float", between(-1.0, 1.0), "rad", "angle at the start", "hinge_start start_angles q_start", RESULT),
        attribute("start_rate", "float", between(-1.0, 1.0), "rad/s", "rate at the start", "hinge_start_rate start_rates qd_start", RESULT),
        attribute("torque", "float", between(-1.0, 1.0), "N m", "torque", "hinge_tau torques tau", RESULT),
        attribute("target", "float", between(-1.0, 1.0), "rad", "target angle", "hinge_target target_angles q_ref", STATE),
        attribute("effort", "float", between(1.0, 8.0), "N m", "highest torque", "hinge_effort effort_limits tau_max"),
        attribute("stiffness", "float", between(5.0, 20.0), "N m/rad", "nominal stiffness", "hinge_default_kp nominal_stiffness kp0"),
        attribute("damping", "float", between(0.2, 1.0), "N m s/rad", "nominal damping", "hinge_default_kd nominal_damping kd0"),
        attribute("used_stiffness", "float", between(5.0, 20.0), "N m/rad", "stiffness", "hinge_kp stiffnesses kp", RESULT),
        attribute("used_damping", "float", between(0.2, 1.0), "N m s/rad", "damping", "hinge_kd dampings kd", RESULT),
    ),
    (relation("arena", "arena", ONE, "arena", "hinge_env hinge_envs env"),),
    index=("tid", "hinge_id", "j"),
)

CHANNEL = Entity(
    "channel",
    "channels",
    (
        attribute("reading", "float", between(-1.0, 1.0), "", "reading", "channel_value readings obs", STATE),
        attribute("held", "float", between(-1.0, 1.0), "", "reading that was passed on before", "channel_last last_readings obs_prev", STATE),
        attribute("bias", "float", between(-0.2, 0.2), "", "bias", "channel_bias biases b", STATE),
        attribute("noise", "float", between(0.01, 0.2), "", "size of its noise", "channel_noise noise_scales noise_scale"),
        attribute("wander", "float", between(0.1, 0.5), "1/sqrt(s)", "strength of the walk of its bias", "channel_bias_walk bias_walks sigma_b"),
        attribute("loss", "float", between(0.1, 0.5), "", "chance that a reading is lost", "channel_loss loss_rates p_loss"),
        attribute("noisy", "float", between(-1.0, 1.0), "", "noisy reading", "channel_noisy noisy_readings obs_out", RESULT),
        attribute("next_bias", "float", between(-0.2, 0.2), "", "next bias", "channel_bias_out next_biases b_out", RESULT),
        attribute("mean", "float", between(-0.5, 0.5), "", "mean", "channel_mean obs_means mu"),
        attribute("deviation", "float", between(0.1, 0.6), "", "standard deviation", "channel_std obs_stds std"),
        attribute("feature", "float", between(-1.0, 1.0), "", "input of the policy", "channel_feature features feat", RESULT),
        attribute("age", "int", whole(0, 8), "", "number of steps since a reading came", "channel_age ages age", STATE),
    ),
    (relation("arena", "arena", ONE, "arena", "channel_env channel_envs env"),),
    index=("tid", "channel_id", "c"),
)

TILE = Entity(
    "tile",
    "tiles",
    (
        attribute("height", "float", between(0.0, 0.3), "m", "height", "tile_height tile_heights h", RESULT),
        attribute("roughness", "float", between(0.05, 0.3), "m", "highest step", "tile_roughness tile_roughness rough"),
    ),
    (relation("arena", "arena", ONE, "arena", "tile_env tile_envs env"),),
    index=("tid", "tile_id", "k"),
)

RANDOMIZATION = Schema(
    "domain randomization",
    (ARENA, PART, HINGE, CHANNEL, TILE),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step sim_step frame"),
        number("interval", "int", whole(5, 20), "", "number of steps for each push", "push_interval interval period"),
        number("least", "float", between(0.5, 0.9), "", "lowest factor", "scale_min low factor_min"),
        number("most", "float", between(1.1, 1.6), "", "highest factor", "scale_max high factor_max"),
        number("spread", "float", between(0.05, 0.3), "rad", "largest deviation from the nominal angle", "spread max_offset delta"),
        number("rate_range", "float", between(0.05, 0.3), "rad/s", "highest rate at the start", "rate_range max_start_rate qd_range"),
        number("com_range", "float", between(0.05, 0.3), "m", "largest shift of a centre of mass along an axis", "com_range max_com_shift com_shift"),
        number("buckets", "int", whole(4, 16), "", "number of materials", "num_buckets bucket_count n_buckets"),
        number("push", "float", between(0.2, 1.0), "m/s", "highest speed of a push", "push_speed max_push push_vel"),
        number("impulse", "float", between(0.2, 1.0), "N s", "highest impulse of a push", "push_impulse max_impulse j_max"),
        number("speed", "float", between(0.5, 1.5), "m/s", "highest commanded speed", "max_speed speed_limit v_max"),
        number("dead_band", "float", between(0.3, 0.6), "m/s", "speed below which a command is zero", "dead_band min_command small_command"),
        number("levels", "int", whole(6, 8), "", "number of terrain levels", "num_levels level_count n_levels"),
        number("goal", "float", between(0.5, 2.0), "m", "distance at which a level counts as solved", "solve_distance goal_distance level_distance"),
        number("reversion", "float", between(1.0, 4.0), "1/s", "rate at which noise falls back", "theta reversion ou_theta"),
        number("volatility", "float", between(0.1, 0.4), "", "strength of the noise", "noise_sigma action_sigma noise_strength"),
        number("lateness", "float", between(0.1, 0.5), "", "chance that an action comes late", "delay_prob p_late late_chance"),
        number("area", "float", between(0.2, 1.0), "m", "half the width of the area of starts", "spawn_extent start_extent half_width"),
        number("dt", "float", between(0.01, 0.05), "s", "time step", "dt control_dt step_dt"),
        number("tolerance", "float", between(0.1, 0.5), "", "squared tracking error over which a reward falls off", "tracking_sigma sigma_track tolerance"),
        number("action_scale", "float", between(0.2, 0.5), "rad", "turn for an action of one", "action_scale act_scale"),
        number("period", "float", between(1.0, 4.0), "s", "longest time between commands", "resample_time command_period t_max"),
    ),
)
