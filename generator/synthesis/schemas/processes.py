"""Stochastic processes: rates that revert, jumps, bridges, intensities, correlated factors."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

WALK = Entity(
    "walk",
    "walks",
    (
        attribute("value", "float", between(0.02, 0.2), "", "value", "walk_value values x", STATE),
        attribute("volatility", "float", between(0.1, 0.6), "", "volatility", "walk_vol volatilities vol", STATE),
        attribute("minimum", "float", between(0.01, 0.02), "", "lowest value so far", "walk_min minima x_min", STATE),
        attribute("alive", "bool", truth(), "", "living flag", "walk_alive alive alive", STATE),
        attribute("next_value", "float", between(0.02, 0.2), "", "next value", "walk_value_out next_values x_out", RESULT),
        attribute("mirror", "float", between(0.02, 0.2), "", "value of its antithetic path", "walk_mirror mirrored_values x_anti", STATE),
        attribute("next_mirror", "float", zero(), "", "next value of its antithetic path", "walk_mirror_out next_mirrored_values x_anti_out", RESULT),
        attribute("next_volatility", "float", zero(), "", "next volatility", "walk_vol_out next_volatilities vol_out", RESULT),
        attribute("next_minimum", "float", zero(), "", "next lowest value", "walk_min_out next_minima x_min_out", RESULT),
        attribute("discount", "float", between(0.5, 1.0), "", "discount so far", "walk_discount discounts df", STATE),
        attribute("next_discount", "float", between(0.5, 1.0), "", "next discount", "walk_discount_out next_discounts df_out", RESULT),
        attribute("payoff", "float", zero(), "", "payoff", "walk_payoff payoffs pay", RESULT),
        attribute("jumps", "int", zero(), "", "number of jumps", "walk_jumps jump_counts n_jump", RESULT),
        attribute("hit", "int", zero(2), "", "whether it touched the barrier", "walk_hit hits hit", RESULT),
        attribute("survival", "float", zero(), "", "chance that it did not touch the barrier", "walk_survival survival_probs p_surv", RESULT),
        attribute("first", "float", zero(), "", "first factor", "factor_a first_factors z1", RESULT),
        attribute("second", "float", zero(), "", "second factor", "factor_b second_factors z2", RESULT),
        attribute("third", "float", zero(), "", "third factor", "factor_c third_factors z3", RESULT),
    ),
    (relation("model", "model", ONE, "model", "walk_model model_ids mdl"),),
    index=("tid", "i", "path"),
)

MODEL = Entity(
    "model",
    "models",
    (
        attribute("speed", "float", between(0.5, 2.0), "1/yr", "speed of reversion", "model_kappa reversion_speeds kappa"),
        attribute("level", "float", between(0.02, 0.2), "", "level that it reverts to", "model_theta levels theta"),
        attribute("sigma", "float", between(0.1, 0.8), "", "volatility", "model_sigma sigmas sigma"),
        attribute("normal_sigma", "float", between(0.01, 0.08), "", "absolute volatility", "model_abs_vol absolute_volatilities sigma_n"),
        attribute("intensity", "float", between(2.0, 20.0), "1/yr", "intensity of jumps", "model_lambda intensities lam"),
        attribute("jump_mean", "float", between(-0.2, 0.1), "", "mean of the logarithm of a jump", "model_jump_mean jump_means mu_j"),
        attribute("jump_sigma", "float", between(0.05, 0.3), "", "deviation of the logarithm of a jump", "model_jump_sigma jump_sigmas sigma_j"),
        attribute("barrier", "float", between(0.01, 0.05), "", "barrier", "model_barrier barriers b"),
        attribute("elasticity", "float", between(0.4, 0.9), "", "elasticity", "model_beta elasticities beta"),
        attribute("strike", "float", between(0.05, 0.15), "", "strike", "model_strike strikes strike"),
        attribute("paid", "float", zero(), "", "sum of payoffs", "model_paid payoff_sums acc", RESULT),
        attribute("total", "float", zero(), "", "sum of the next values", "model_sum sums total", RESULT),
        attribute("hits", "int", zero(), "", "number of walks that touched the barrier", "model_hits hit_counts n_hit", RESULT),
        attribute("correlations", "vec3", between(-0.45, 0.45), "", "correlations of factors 1 and 2, 1 and 3, 2 and 3", "model_correlations factor_correlations rho_f"),
    ),
    index=("model_id", "m", "k"),
)

PROCESSES = Schema(
    "stochastic processes",
    (WALK, MODEL),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step step_index t"),
        number("dt", "float", between(0.01, 0.1), "yr", "time step", "dt time_step h"),
        number("drift", "float", between(-0.05, 0.1), "1/yr", "drift", "drift mu"),
        number("rate", "float", between(0.0, 0.08), "1/yr", "interest rate", "rate interest_rate r"),
        number("correlation", "float", between(-0.8, 0.8), "", "correlation", "rho correlation corr"),
        number("vol_of_vol", "float", between(0.1, 0.6), "", "volatility of the volatility", "nu vol_of_vol alpha"),
    ),
)
