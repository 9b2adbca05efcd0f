"""Particle filters of robots on a plane: poses, how they move, what they should see, how they are drawn anew."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, cumulative, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

HYPOTHESIS = Entity(
    "hypothesis",
    "hypotheses",
    (
        attribute("position", "vec2", between(-2.0, 2.0), "m", "position", "hypothesis_xy positions xy", STATE),
        attribute("heading", "float", between(-3.0, 3.0), "rad", "heading", "hypothesis_heading headings theta", STATE),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "hypothesis_weight weights w", STATE),
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative weight", "hypothesis_cdf cdf cdf", STATE),
        attribute("moved", "vec2", between(-2.0, 2.0), "m", "new position", "hypothesis_xy_out positions_out xy_out", RESULT),
        attribute("turned", "float", between(-3.0, 3.0), "rad", "new heading", "hypothesis_heading_out headings_out theta_out", RESULT),
        attribute("likelihood", "float", zero(), "", "logarithm of its likelihood", "hypothesis_log_lik log_likelihoods ll", RESULT),
        attribute("expected", "float", zero(), "m", "expected range", "hypothesis_range expected_ranges z_hat", RESULT),
        attribute("new_weight", "float", zero(), "", "new weight", "hypothesis_weight_out new_weights w_out", RESULT),
        attribute("ancestor", "int", zero(), "", "index of the hypothesis that it was copied from", "hypothesis_parent ancestors parent", RESULT),
        attribute("fresh", "int", zero(2), "", "whether it was drawn anew", "hypothesis_fresh fresh fresh", RESULT),
    ),
    (
        relation("robot", "robot", ONE, "robot", "hypothesis_robot robot_ids rid"),
        relation("landmark", "landmark", ONE, "landmark in view", "hypothesis_landmark landmark_ids lm", optional=True),
    ),
    index=("tid", "i", "particle_id"),
)

ROBOT = Entity(
    "robot",
    "robots",
    (
        attribute("turn_before", "float", between(-0.5, 0.5), "rad", "turn before it drives", "odom_rot1 first_turns rot1", STATE),
        attribute("advance", "float", between(0.1, 0.5), "m", "distance that it drives", "odom_trans distances trans", STATE),
        attribute("turn_after", "float", between(-0.5, 0.5), "rad", "turn after it drove", "odom_rot2 second_turns rot2", STATE),
        attribute("speed", "float", between(0.2, 1.0), "m/s", "speed", "robot_speed speeds v", STATE),
        attribute("rate", "float", between(0.2, 1.0), "rad/s", "turn rate", "robot_turn_rate turn_rates omega", STATE),
        attribute("slow", "float", between(0.5, 1.0), "", "slow average of the likelihood", "robot_w_slow slow_averages w_slow", STATE),
        attribute("fast", "float", between(0.1, 0.9), "", "fast average of the likelihood", "robot_w_fast fast_averages w_fast", STATE),
        attribute("range", "float", between(0.5, 3.0), "m", "measured range", "robot_range ranges z", STATE),
        attribute("bearing", "float", between(-1.0, 1.0), "rad", "measured bearing", "robot_bearing bearings phi", STATE),
        attribute("lost", "bool", truth(), "", "lost flag", "robot_lost lost lost", STATE),
        attribute("recovered", "int", zero(), "", "number of hypotheses drawn anew", "robot_recovered recovered_counts n_new", RESULT),
        attribute("mean", "vec2", zero(), "m", "weighted sum of positions", "robot_mean_xy mean_positions mu", RESULT),
    ),
    (relation("beams", "beam", RANGE, "beams", "robot_beam_start beam_offsets start"),),
    index=("robot_id", "r", "k"),
)

LANDMARK = Entity(
    "landmark",
    "landmarks",
    (
        attribute("position", "vec2", between(-3.0, 3.0), "m", "position", "landmark_xy landmarks m"),
        attribute("sigma", "float", between(0.3, 1.0), "m", "deviation of its range", "landmark_sigma sigmas sigma"),
    ),
    index=("landmark_id", "j", "k"),
)

BEAM = Entity(
    "beam",
    "beams",
    (
        attribute("truth", "float", between(0.2, 6.0), "m", "true range", "beam_true_range true_ranges r_true", STATE),
        attribute("measured", "float", zero(), "m", "measured range", "beam_range measured_ranges r", RESULT),
        attribute("valid", "int", zero(2), "", "whether something came back", "beam_valid valid ok", RESULT),
        attribute("incidence", "float", between(0.1, 1.0), "", "cosine of incidence", "beam_cos_incidence incidences cos_i", STATE),
    ),
    index=("tid", "beam_id", "b"),
)

LOCALIZATION = Schema(
    "localization",
    (HYPOTHESIS, ROBOT, LANDMARK, BEAM),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 50), "", "number of the step", "step frame tick"),
        number("dt", "float", between(0.05, 0.2), "s", "time step", "dt time_step"),
        number("turn_noise", "float", between(0.05, 0.2), "", "noise of a turn for each radian", "alpha1 turn_noise a1"),
        number("slip_noise", "float", between(0.05, 0.2), "rad/m", "noise of a turn for each metre", "alpha2 slip_noise a2"),
        number("drive_noise", "float", between(0.05, 0.2), "", "noise of a drive for each metre", "alpha3 drive_noise a3"),
        number("cross_noise", "float", between(0.05, 0.2), "m/rad", "noise of a drive for each radian", "alpha4 cross_noise a4"),
        number("spread", "float", between(0.02, 0.2), "m", "size of the noise of positions", "roughening jitter_sigma spread"),
        number("turn_spread", "float", between(0.02, 0.2), "rad", "size of the noise of headings", "heading_roughening turn_jitter turn_spread"),
        number("extent", "float", between(1.0, 2.0), "m", "half the side of the map", "map_half_size map_extent half_extent"),
        number("max_range", "float", between(4.0, 6.0), "m", "longest range", "max_range range_max r_max"),
        number("dropout", "float", between(0.05, 0.4), "", "chance that nothing comes back", "dropout_prob p_drop dropout"),
        number("short_rate", "float", between(0.2, 1.0), "1/m", "rate of unexpected obstacles", "lambda_short short_rate lam"),
        number("trials", "int", whole(3, 10), "", "number of comparisons", "num_trials chain_length b_steps"),
        number("bearing_sigma", "float", between(0.2, 0.6), "rad", "deviation of a bearing", "sigma_bearing bearing_noise sigma_phi"),
    ),
)
