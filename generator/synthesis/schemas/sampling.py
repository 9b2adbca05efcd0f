"""Random draws: samples, Markov chains, discrete distributions, spins and walkers."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, code, cumulative, unit, whole
from generator.synthesis.schemas.entities import (
    FIXED,
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

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "sample_value values x", STATE),
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "sample_point points p", STATE),
        attribute("normal", "vec3", unit(), "", "surface normal", "sample_normal normals n", STATE),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "sample_weight weights w", STATE),
        attribute("spread", "float", between(0.1, 1.0), "", "scale of its noise", "sample_scale noise_scales scale", STATE),
        attribute("log_weight", "float", between(-3.0, 0.0), "", "logarithm of the weight", "sample_log_weight log_weights logw", STATE),
        attribute("density", "float", between(0.1, 1.0), "", "density of its target", "sample_density densities p_x", STATE),
        attribute("proposal", "float", between(0.1, 1.0), "", "density that it was drawn from", "sample_proposal proposals q_x", STATE),
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative weight", "sample_cdf cdf cdf", STATE),
        attribute("uniform", "float", between(0.01, 0.99), "", "uniform number", "sample_u uniforms u", STATE),
        attribute("plane", "vec2", between(-1.0, 1.0), "", "point in the plane", "sample_uv coords uv", RESULT),
        attribute("kept_weight", "float", between(0.0, 1.0), "", "one over its chance if it is kept, else 0", "sample_kept_weight kept_weights w_kept", RESULT),
        attribute("drawn", "float", between(0.0, 1.0), "", "drawn value", "sample_draw draws y", RESULT),
        attribute("replicate", "float", between(-1.0, 1.0), "", "mean of the resample with its number", "sample_bootstrap bootstrap_means mean_b", RESULT),
        attribute("moved", "vec3", between(-1.0, 1.0), "m", "new position", "sample_point_out points_out q", RESULT),
        attribute("ancestor", "int", whole(0, 1), "", "index of the sample that it was copied from", "sample_parent ancestors parent", RESULT),
        attribute("kept", "int", code(2), "", "whether it is kept", "sample_mask mask keep", RESULT),
        attribute("key", "int", whole(0, 1), "", "random sort key", "sample_key sort_keys key", RESULT),
        attribute("stream", "uint32", whole(0, 1), "", "state of the random generator", "sample_rng_state rng_states rng", RESULT),
        attribute("outcome_weight", "float", between(0.0, 1.0), "", "weight of the chosen outcome", "sample_choice_weight choice_weights w_pick", RESULT),
        attribute("outcome", "int", whole(0, 1), "", "chosen outcome", "sample_choice choices pick", RESULT),
        attribute("tries", "int", whole(0, 1), "", "number of tries", "sample_tries try_counts n_tries", RESULT),
    ),
    (
        relation("target", "target", ONE, "target", "sample_target target_ids tgt", optional=True),
        relation("distribution", "distribution", ONE, "discrete distribution", "sample_distribution distribution_ids dist" ),
    ),
    index=("tid", "i", "sample_id"),
)

TARGET = Entity(
    "target",
    "targets",
    (
        attribute("mean", "float", between(-1.0, 1.0), "", "mean", "target_mean means mu"),
        attribute("sigma", "float", between(0.5, 2.0), "", "standard deviation", "target_sigma sigmas sigma"),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre of the well", "target_center centers c"),
        attribute("stiffness", "float", between(0.5, 2.0), "J/m^2", "stiffness of the well", "target_stiffness stiffness k" ),
        attribute("quartic", "float", between(0.5, 2.0), "J/m^4", "factor of the quartic well", "target_quartic quartic_factors k4"),
        attribute("family", "int", code(3), "", "family of the density", "target_type families kind"),
        attribute("sum", "float", between(0.0, 1.0), "", "sum of the weighted values", "target_sum sums total", RESULT),
        attribute("weight_sum", "float", between(0.0, 1.0), "", "sum of the weights", "target_weight_sum weight_sums wsum", RESULT),
        attribute("hits", "int", whole(0, 1), "", "number of samples", "target_count counts n", RESULT),
    ),
    index=("t", "target_id", "k"),
)

DISTRIBUTION = Entity(
    "distribution",
    "distributions",
    (
        attribute("threshold", "float", between(0.1, 0.9), "", "probability of keeping the bin of the alias table", "alias_threshold thresholds prob", extent="bins", structure=True),
        attribute("alias", "int", whole(0, 4), "", "outcome that stands in", "alias_index aliases alias", extent="bins" ),
        attribute("mass", "float", between(0.1, 1.0), "", "weight of the outcome", "bin_mass masses pmf", extent="bins" ),
        attribute("chance", "float", between(0.02, 0.12), "", "probability of the outcome", "bin_probability probabilities p", extent="bins" ),
        attribute("total", "float", between(0.0, 1.0), "", "sum of the weights", "bin_total totals z", RESULT),
    ),
    index=("d", "dist_id", "row"),
)

CHAIN = Entity(
    "chain",
    "chains",
    (
        attribute("state", "vec3", between(-1.0, 1.0), "m", "state", "chain_state states x", STATE),
        attribute("momentum", "vec3", between(-1.0, 1.0), "kg m/s", "momentum", "chain_momentum momenta p", STATE),
        attribute("energy", "float", between(0.0, 2.0), "J", "energy", "chain_energy energies e", STATE),
        attribute("beta", "float", ascending(0.5, 8.0), "1/J", "inverse temperature", "chain_beta betas beta"),
        attribute("step", "float", between(0.05, 0.2), "m", "step size", "chain_step_size step_sizes eps", STATE),
        attribute("mobile_step", "float", between(0.05, 0.2), "m^2/J", "Langevin step size", "chain_langevin_step langevin_steps eps_l", STATE),
        attribute("leap", "float", between(0.05, 0.2), "s", "leapfrog step", "chain_leapfrog_step leapfrog_steps eps_h", STATE),
        attribute("accepted", "int", whole(0, 20), "", "number of accepted moves", "chain_accepted accept_counts nacc", STATE ),
        attribute("proposed", "int", whole(20, 40), "", "number of proposed moves", "chain_proposed proposal_counts nprop", STATE),
        attribute("active", "int", code(2), "", "whether the chain runs", "chain_active active active", STATE),
        attribute("next_state", "vec3", between(-1.0, 1.0), "m", "next state", "chain_state_next next_states x_out", RESULT ),
        attribute("next_momentum", "vec3", between(-1.0, 1.0), "kg m/s", "next momentum", "chain_momentum_next next_momenta p_out", RESULT),
        attribute("next_step", "float", between(0.05, 0.2), "m", "next step size", "chain_step_size_next next_step_sizes eps_out", RESULT),
        attribute("partner", "int", whole(0, 1), "", "chain that it trades with, or -1", "chain_swap swaps partner", RESULT),
        attribute("pick", "int", whole(0, 1), "", "index of the picked sample, or -1", "chain_pick picks pick", RESULT),
        attribute("effective", "float", between(0.0, 1.0), "", "effective number of samples", "chain_ess effective_sizes ess", RESULT),
        attribute("best", "float", between(0.0, 1.0), "", "highest weight", "chain_best best_weights wmax", RESULT),
    ),
    (
        relation("target", "target", ONE, "target", "chain_target target_ids tgt", optional=True),
        relation("samples", "sample", RANGE, "samples", "chain_sample_start sample_offsets start"),
    ),
    index=("chain_id", "c", "tid"),
)

SPIN = Entity(
    "spin",
    "spins",
    (
        attribute("value", "int", code(2), "", "direction, 1 for up and 0 for down", "spin_value spins s", STATE),
        attribute("color", "int", code(2), "", "colour on the chess board", "spin_color colors color"),
        attribute("flipped", "int", code(2), "", "direction after the sweep", "spin_value_out spins_out s_out", RESULT),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy", "spin_energy energies e", RESULT),
    ),
    (relation("neighbours", "spin", FIXED, "four neighbours", "spin_neighbors neighbors nbr", count=4, leads=OTHER),),
    index=("tid", "i", "site"),
)

WALKER = Entity(
    "walker",
    "walkers",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "walker_position positions x", STATE),
        attribute("direction", "vec3", unit(), "", "direction of flight", "walker_direction directions d", STATE),
        attribute("weight", "float", between(0.05, 1.0), "", "weight", "walker_weight weights w", STATE),
        attribute("alive", "int", code(2), "", "whether it is alive", "walker_alive alive alive", STATE),
        attribute("bounces", "int", whole(0, 6), "", "number of collisions", "walker_bounces bounces hops", STATE),
        attribute("next_position", "vec3", between(-1.0, 1.0), "m", "next position", "walker_position_out positions_out x_out", RESULT),
        attribute("next_weight", "float", between(0.0, 1.0), "", "next weight", "walker_weight_out weights_out w_out", RESULT ),
        attribute("next_direction", "vec3", unit(), "", "next direction of flight", "walker_direction_out directions_out d_out", RESULT),
        attribute("next_alive", "int", code(2), "", "whether it is alive afterwards", "walker_alive_out alive_out alive_out", RESULT),
        attribute("status", "int", code(4), "", "what became of it", "walker_status statuses status", STATE),
        attribute("rank", "int", whole(-1, 0), "", "place among the survivors", "walker_rank ranks rank", RESULT),
        attribute("survivor", "int", whole(-1, 0), "", "survivor at this place, or -1", "survivor_ids survivors out", RESULT),
    ),
    (relation("medium", "medium", ONE, "medium", "walker_medium medium_ids med", optional=True),),
    index=("tid", "i", "walker_id"),
)

MEDIUM = Entity(
    "medium",
    "media",
    (
        attribute("extinction", "float", between(0.5, 2.0), "1/m", "extinction", "medium_sigma_t extinction sigma_t"),
        attribute("albedo", "float", between(0.2, 0.9), "", "albedo", "medium_albedo albedos albedo"),
        attribute("absorbed", "float", between(0.0, 1.0), "", "absorbed weight", "medium_absorbed absorbed dep", RESULT ),
        attribute("population", "int", whole(0, 1), "", "number of walkers alive", "medium_walker_count populations n", RESULT ),
    ),
    index=("m", "medium_id", "k"),
    records=(6, 8, 10),
)

SAMPLING = Schema(
    "sampling",
    (SAMPLE, TARGET, DISTRIBUTION, CHAIN, SPIN, WALKER, MEDIUM),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed kernel_seed"),
        number("round", "int", whole(0, 50), "", "number of the pass", "sweep iteration pass_index"),
        number("bins", "int", whole(4, 9), "", "number of outcomes of a distribution", "num_bins bin_count k"),
        number("radius", "float", between(0.5, 2.0), "m", "radius of the ball or disc", "radius r"),
        number("keep", "float", between(0.2, 0.8), "", "probability of being kept", "keep_prob p keep"),
        number("rebirth", "float", between(0.2, 0.8), "", "probability that a dead walker starts anew", "rebirth_prob p_respawn rebirth"),
        number("asymmetry", "float", between(0.2, 0.9), "", "mean cosine of scattering", "asymmetry g_hg anisotropy"),
        number("coupling", "float", between(0.2, 1.0), "J", "coupling of spins", "coupling J j_coupling"),
        number("field", "float", between(-0.5, 0.5), "J", "outer field", "field h external_field"),
        number("temperature", "float", between(0.5, 2.0), "J", "temperature as an energy", "temperature kT temp"),
        number("floor", "float", between(0.1, 0.3), "", "weight below which a walker is light", "min_weight weight_floor cutoff" ),
        number("capacity", "int", whole(2, 6), "", "places of a medium", "capacity max_count limit"),
        number("max_bounces", "int", whole(3, 6), "", "highest number of collisions", "max_bounces max_depth max_hops"),
    ),
    {"Density": ("UNIFORM", "LOGISTIC", "EXPONENTIAL"), "Fate": ("FLYING", "ABSORBED", "ESCAPED", "SPENT")},
)
