"""Search by populations: individuals with genes, their parents, swarms, temperatures."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, cumulative, truth, whole, zero
from generator.synthesis.schemas.entities import FIXED, ONE, OTHER, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

INDIVIDUAL = Entity(
    "individual",
    "individuals",
    (
        attribute("fitness", "float", between(0.0, 1.0), "", "fitness", "individual_fitness fitness fit", STATE),
        attribute("cost", "float", between(0.0, 2.0), "", "cost", "individual_cost costs e", STATE),
        attribute("trial_cost", "float", between(0.0, 2.0), "", "cost of its trial", "trial_cost trial_costs e_trial", STATE),
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative share of fitness", "fitness_cdf cumulative_fitness cdf", STATE),
        attribute("sigma", "float", between(0.05, 0.5), "", "step size of mutation", "individual_sigma step_sizes sigma", STATE),
        attribute("elite", "bool", truth(), "", "elite flag", "individual_elite elites elite", STATE),
        attribute("parent", "int", zero(), "", "index of the selected parent", "selected_parent selected sel", RESULT),
        attribute("next_sigma", "float", zero(), "", "next step size", "individual_sigma_out next_step_sizes sigma_out", RESULT),
        attribute("accepted", "int", zero(2), "", "whether its trial was taken", "trial_accepted accepted acc", RESULT),
        attribute("next_cost", "float", zero(), "", "next cost", "individual_cost_out next_costs e_out", RESULT),
        attribute("objective", "float", zero(), "", "sum of the terms of its cost", "individual_objective objectives obj", RESULT),
        attribute("children", "int", zero(), "", "number of children", "child_count child_counts n_child", RESULT),
        attribute("cut", "int", zero(), "", "number of its first gene from the second parent", "crossover_point cut_points cut", RESULT),
        attribute("first_taken", "int", zero(), "", "number of its first gene from the second parent, or -1", "first_swapped first_genes first", RESULT),
        attribute("genes", "float", between(-1.0, 1.0), "", "genes", "genome genes g", STATE, "length"),
        attribute("child", "float", between(-1.0, 1.0), "", "genes of its child", "child_genome child_genes g_out", RESULT, "length"),
    ),
    (
        relation("mother", "individual", ONE, "first parent", "individual_parents parent_ids parents", group="parents", leads=OTHER),
        relation("father", "individual", ONE, "second parent", "individual_parents parent_ids parents", group="parents", leads=OTHER),
        relation("island", "island", ONE, "island", "individual_island island_ids isl"),
        relation("leader", "individual", ONE, "individual that leads it", "individual_leader leaders lead", role=STATE),
        relation("others", "individual", FIXED, "three other individuals", "individual_donors donors r", count=3, role=STATE, leads=OTHER),
    ),
    index=("tid", "i", "individual_id"),
)

GENE = Entity(
    "gene",
    "genes",
    (
        attribute("value", "float", between(-1.0, 1.0), "", "value", "gene_value values x", STATE),
        attribute("velocity", "float", between(-1.0, 1.0), "", "velocity", "gene_velocity velocities vel", STATE),
        attribute("own_best", "float", between(-1.0, 1.0), "", "own best value", "gene_personal_best personal_best p_best", STATE),
        attribute("mean", "float", between(-1.0, 1.0), "", "mean of the search distribution", "gene_mean means mu", STATE),
        attribute("sigma", "float", between(0.05, 0.5), "", "deviation of the search distribution", "gene_sigma sigmas sig", STATE),
        attribute("lower", "float", between(-1.1, -1.0), "", "lower bound", "gene_lower lower_bounds lo"),
        attribute("upper", "float", between(1.0, 1.1), "", "upper bound", "gene_upper upper_bounds hi"),
        attribute("trial", "float", between(-2.5, 2.5), "", "trial value", "gene_trial trials u", RESULT),
        attribute("next_velocity", "float", between(-0.5, 0.5), "", "next velocity", "gene_velocity_out next_velocities vel_out", RESULT),
    ),
    (
        relation("mate", "gene", ONE, "gene of the other parent", "gene_mate mates mate", optional=True, role=STATE, leads=OTHER),
        relation("leader", "gene", ONE, "gene of the best individual", "gene_leader leaders lead", role=STATE),
        relation("individual", "individual", ONE, "individual", "gene_individual individual_ids ind", role=STATE),
    ),
    index=("tid", "k", "gene_id"),
)

ISLAND = Entity(
    "island",
    "islands",
    (
        attribute("temperature", "float", between(0.1, 1.0), "", "temperature", "island_temperature temperatures temp", STATE),
        attribute("rate", "float", between(0.1, 0.6), "", "mutation rate", "island_mutation_rate mutation_rates rate"),
        attribute("accepted", "int", zero(), "", "number of trials taken", "island_accepted accepted_counts n_acc", RESULT),
        attribute("best", "float", between(0.0, 1.0), "", "highest fitness", "island_best best_fitness f_max", RESULT),
    ),
    index=("island_id", "b", "isl"),
)

EVOLUTION = Schema(
    "evolution",
    (INDIVIDUAL, GENE, ISLAND),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("generation", "int", whole(0, 60), "", "number of the generation", "generation gen epoch"),
        number("length", "int", whole(4, 8), "", "number of genes", "num_genes genome_length n_genes"),
        number("contestants", "int", whole(2, 5), "", "number of contestants", "tournament_size contestants k"),
        number("pressure", "float", between(0.5, 0.9), "", "chance that the best contestant wins", "win_prob p_best pressure"),
        number("mutation", "float", between(0.2, 0.7), "", "mutation rate", "mutation_rate mut_prob p_mut"),
        number("crossover", "float", between(0.3, 0.8), "", "chance that a gene is crossed over", "crossover_rate cr p_cross"),
        number("factor", "float", between(0.4, 0.9), "", "weight of a difference", "diff_weight scale_factor f_scale"),
        number("lowest", "float", between(-1.4, -1.0), "", "lower bound of genes", "gene_min lower_bound x_min"),
        number("highest", "float", between(1.0, 1.4), "", "upper bound of genes", "gene_max upper_bound x_max"),
        number("eta", "float", between(2.0, 8.0), "", "distribution index", "eta_c distribution_index eta"),
        number("inertia", "float", between(0.4, 0.8), "", "share of its velocity that a gene keeps", "inertia w_inertia omega"),
        number("pull_own", "float", between(0.5, 1.5), "", "pull to the own best", "c_personal cognitive c1"),
        number("pull_best", "float", between(0.5, 1.5), "", "pull to the best of all", "c_global social c2"),
        number("speed", "float", between(0.3, 0.6), "", "highest speed", "max_velocity v_max speed_limit"),
        number("learning", "float", between(0.1, 0.4), "", "rate at which step sizes change", "tau learning_rate tau_sigma"),
        number("floor", "float", between(0.05, 0.2), "", "least step size", "min_sigma sigma_floor eps_sigma"),
    ),
)
