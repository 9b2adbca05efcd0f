"""Agents that try things out: choices among arms, noisy policies, replayed transitions, noisy layers."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, code, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

LEARNER = Entity(
    "learner",
    "learners",
    (
        attribute("epsilon", "float", between(0.1, 0.6), "", "chance of a random arm", "learner_epsilon epsilons eps", STATE),
        attribute("temperature", "float", between(0.3, 2.0), "", "temperature", "learner_temperature temperatures temp"),
        attribute("value", "float", between(-1.0, 1.0), "", "estimated value of each arm", "arm_value q_values q", STATE, "arms"),
        attribute("pulls", "int", whole(1, 20), "", "number of pulls of each arm", "arm_count pull_counts n", STATE, "arms"),
        attribute("preference", "float", between(-1.0, 1.0), "", "preference of each arm", "arm_preference preferences pref", STATE, "arms"),
        attribute("choice", "int", whole(0, 4), "", "chosen arm", "learner_choice choices pick", RESULT),
        attribute("chance", "float", zero(), "", "probability of the choice", "choice_prob choice_probs p", RESULT),
        attribute("explored", "int", zero(2), "", "whether the arm was random", "learner_explored explored rnd", RESULT),
        attribute("regret", "float", zero(), "", "what the best arm pays above the chosen one", "learner_regret regrets regret", RESULT),
        attribute("reward", "float", zero(), "", "reward", "learner_reward rewards rew", RESULT),
        attribute("payoff", "float", between(-1.0, 1.0), "", "mean payoff of each arm", "arm_payoff payoffs mu_arm", extent="arms"),
        attribute("next_epsilon", "float", zero(), "", "next chance of a random arm", "learner_epsilon_out next_epsilons eps_out", RESULT),
    ),
    index=("tid", "env", "i"),
)

DOF = Entity(
    "dof",
    "degrees of freedom",
    (
        attribute("mean", "float", between(-1.0, 1.0), "", "mean", "action_mean means mu", STATE),
        attribute("log_sigma", "float", between(-2.0, 0.0), "", "logarithm of the deviation", "action_log_std log_stds log_std", STATE),
        attribute("low", "float", between(-0.9, -0.5), "", "lower limit", "action_low lower_limits lo"),
        attribute("high", "float", between(0.5, 0.9), "", "upper limit", "action_high upper_limits hi"),
        attribute("noise", "float", between(-0.5, 0.5), "", "noise that stays", "action_noise noise_state z", STATE),
        attribute("action", "float", between(-1.0, 1.0), "", "action", "action actions act", RESULT),
        attribute("last", "float", between(-1.0, 1.0), "", "last action", "action_last last_actions act_prev", STATE),
        attribute("log_probability", "float", zero(), "", "logarithm of its density", "action_log_prob log_probs logp", RESULT),
        attribute("next_noise", "float", zero(), "", "next noise", "action_noise_out next_noise z_out", RESULT),
    ),
    (relation("actor", "actor", ONE, "actor", "action_actor actor_ids actor_of"),),
    index=("tid", "k", "action_id"),
    many="actions",
)

ACTOR = Entity(
    "actor",
    "actors",
    (
        attribute("deterministic", "bool", truth(), "", "evaluation flag", "actor_eval eval_flags eval"),
        attribute("log_probability", "float", zero(), "", "logarithm of the density of its actions", "actor_log_prob total_log_probs sum_logp", RESULT),
        attribute("penalty", "float", zero(), "", "penalty of its actions", "actor_penalty penalties pen", RESULT),
        attribute("step", "int", whole(0, 40), "", "number of steps", "actor_step steps t", STATE),
        attribute("warm_up", "int", whole(5, 30), "", "number of steps with random actions", "actor_warmup warmup_steps t_warm"),
    ),
    index=("actor_id", "env", "e"),
)

TRANSITION = Entity(
    "transition",
    "transitions",
    (
        attribute("cumulative", "float", ascending(0.0, 1.0), "", "cumulative priority", "priority_cdf priority_sums cum_prio", STATE),
        attribute("priority", "float", between(0.1, 1.0), "", "priority", "transition_priority priorities prio", STATE),
        attribute("error", "float", between(-1.0, 1.0), "", "error of its value", "td_error td_errors delta", STATE),
        attribute("replayed", "int", zero(), "", "index of the transition to replay", "replay_index replay_ids idx", RESULT),
        attribute("weight", "float", zero(), "", "weight of the replay", "replay_weight is_weights w_is", RESULT),
        attribute("goal", "int", zero(), "", "step of the goal that it gets in hindsight", "hindsight_goal hindsight_goals goal_step", RESULT),
        attribute("time", "int", whole(0, 10), "", "step in its episode", "transition_time times t_step", STATE),
        attribute("end", "int", whole(11, 20), "", "last step of its episode", "episode_end episode_ends t_end", STATE),
    ),
    index=("tid", "b", "slot"),
)

SYNAPSE = Entity(
    "synapse",
    "weights",
    (
        attribute("mean", "float", between(-0.5, 0.5), "", "mean", "weight_mu weight_means w_mu", STATE),
        attribute("sigma", "float", between(0.05, 0.5), "", "strength of its noise", "weight_sigma weight_sigmas w_sigma", STATE),
        attribute("row", "int", whole(0, 16), "", "output", "weight_row rows o"),
        attribute("column", "int", whole(0, 16), "", "input", "weight_column columns in_id"),
        attribute("noisy", "float", zero(), "", "noisy value", "weight_noisy noisy_weights w", RESULT),
        attribute("dead", "int", code(2), "", "whether it is cut", "weight_pruned pruned cut"),
        attribute("start", "float", zero(), "", "initial value", "weight_init initial_weights w0", RESULT),
    ),
    index=("tid", "i", "weight_id"),
)

EXPLORATION = Schema(
    "exploration",
    (LEARNER, DOF, ACTOR, TRANSITION, SYNAPSE),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step global_step iteration"),
        number("arms", "int", whole(4, 7), "", "number of arms", "num_arms num_actions n_arms"),
        number("decay", "float", between(0.9, 0.99), "", "decay of the chance of a random arm", "eps_decay decay"),
        number("batch_size", "int", whole(8, 24), "", "number of transitions to replay", "batch_size num_samples n_batch"),
        number("least", "float", between(0.05, 0.2), "", "least chance of a random arm", "eps_min min_epsilon"),
        number("uniform_chance", "float", between(0.05, 0.2), "", "chance of a uniform draw", "p_uniform uniform_mix"),
        number("spread", "float", between(0.1, 0.5), "", "deviation of the noise", "noise_std sigma noise_scale"),
        number("drop", "float", between(0.1, 0.4), "", "chance that a weight is dropped", "drop_prob p_drop drop_rate"),
        number("clip", "float", between(0.1, 0.5), "", "largest noise", "noise_clip clip c"),
        number("persistence", "float", between(0.7, 0.95), "", "share of the noise that stays", "persistence rho beta"),
        number("exponent", "float", between(0.3, 0.8), "", "exponent of the weights", "beta_is is_exponent exponent"),
        number("fan_in", "int", whole(4, 64), "", "number of inputs", "fan_in num_inputs n_in"),
        number("fan_out", "int", whole(4, 64), "", "number of outputs", "fan_out num_outputs n_out"),
        number("inputs", "int", whole(16, 33), "", "highest number of inputs", "max_inputs input_count stride"),
        number("outputs", "int", whole(16, 33), "", "highest number of outputs", "max_outputs output_count max_rows"),
        number("smoothness", "float", between(0.1, 0.5), "", "weight of changes of actions", "w_rate action_rate_weight smooth"),
        number("gain", "float", between(0.5, 1.5), "", "factor of the starting weights", "gain init_gain scale"),
    ),
)
