"""Random walks and samples on graphs: vertices, arcs from each of them, walkers, pairs to learn from."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, cumulative, whole, zero
from generator.synthesis.schemas.entities import ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

VERTEX = Entity(
    "vertex",
    "vertices",
    (
        attribute("state", "int", code(3), "", "state: susceptible, infected or immune", "vertex_state vertex_states st", STATE),
        attribute("next_state", "int", code(3), "", "next state", "vertex_state_out next_states st_out", RESULT),
        attribute("active", "int", code(2), "", "whether it is active", "vertex_active active act", STATE),
        attribute("degree", "int", whole(1, 8), "", "degree", "vertex_degree degrees deg"),
        attribute("chosen", "int", zero(2), "", "whether it is chosen", "vertex_chosen chosen pick", RESULT),
        attribute("drawn", "float", zero(), "", "drawn priority", "vertex_priority_out drawn_priorities prio_out", RESULT),
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative share of its degree", "vertex_cdf degree_cdf cdf"),
        attribute("visits", "int", zero(), "", "number of visits", "vertex_visits visit_counts n_visit", RESULT),
        attribute("sampled", "int", zero(), "", "sampled neighbour, or -1", "sampled_neighbor sampled_neighbors nb", RESULT),
        attribute("infected", "int", zero(), "", "number of infected neighbours", "infected_neighbors infected_counts n_inf", RESULT),
    ),
    (
        relation("arcs", "arc", RANGE, "arcs", "row_start arc_offsets rowptr"),
        relation("district", "district", ONE, "district", "vertex_district districts dst_id", optional=True),
    ),
    index=("tid", "i", "vid"),
)

ARC = Entity(
    "arc",
    "arcs",
    (
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "arc_weight arc_weights w"),
        attribute("rate", "float", between(0.1, 2.0), "1/d", "rate of transmission", "arc_rate rates beta"),
        attribute("is_open", "int", zero(2), "", "whether it is open", "arc_open open_arcs open", RESULT),
        attribute("delay", "float", zero(), "d", "delay of transmission", "arc_delay delays tau", RESULT),
        attribute("negative", "int", zero(), "", "vertex that it does not lead to, or -1", "negative_head negatives neg", RESULT),
    ),
    (
        relation("tail", "vertex", ONE, "vertex that it leaves", "arc_ends arc_vertices ends", group="ends"),
        relation("head", "vertex", ONE, "vertex that it leads to", "arc_ends arc_vertices ends", group="ends"),
    ),
    index=("tid", "e", "arc_id"),
)

DISTRICT = Entity(
    "district",
    "districts",
    (
        attribute("susceptible", "int", zero(), "", "number of susceptible vertices", "district_susceptible susceptible_counts n_s", RESULT),
        attribute("sick", "int", zero(), "", "number of infected vertices", "district_infected sick_counts n_i", RESULT),
        attribute("immune", "int", zero(), "", "number of immune vertices", "district_immune immune_counts n_r", RESULT),
        attribute("fresh", "int", zero(), "", "number of new infections", "district_new new_counts n_new", RESULT),
    ),
    index=("district_id", "d", "k"),
)

STROLL = Entity(
    "stroll",
    "walks",
    (
        attribute("length", "int", whole(0, 12), "", "number of steps", "walk_length walk_lengths len", STATE),
        attribute("next_length", "int", zero(), "", "next number of steps", "walk_length_out next_lengths len_out", RESULT),
        attribute("next_vertex", "int", zero(), "", "vertex that it moves to, or -1", "walk_next next_vertices nxt", RESULT),
        attribute("restarted", "int", zero(2), "", "whether it started anew", "walk_restarted restarted back", RESULT),
    ),
    (
        relation("vertex", "vertex", ONE, "vertex where it is", "walk_vertex walk_vertices cur", optional=True),
        relation("source", "vertex", ONE, "vertex where it began", "walk_source walk_sources src0"),
        relation("before", "vertex", ONE, "vertex where it was before", "walk_previous previous_vertices prev", optional=True),
    ),
    index=("tid", "walk_id", "k"),
)

RANDOM_GRAPHS = Schema(
    "random graphs",
    (VERTEX, ARC, STROLL, DISTRICT),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step iteration hop"),
        number("restart", "float", between(0.1, 0.4), "", "chance of a restart", "restart_prob alpha teleport"),
        number("stay", "float", between(0.3, 2.0), "", "cost of going back", "p_return return_param p"),
        number("leave", "float", between(0.3, 2.0), "", "cost of going on", "q_inout inout_param q"),
        number("bond", "float", between(0.2, 0.8), "", "chance that an arc is open", "bond_prob p_open p_bond"),
        number("dt", "float", between(0.1, 0.5), "d", "time step", "dt time_step"),
        number("recovery", "float", between(0.2, 1.5), "1/d", "rate of recovery", "recovery_rate gamma"),
        number("loss", "float", between(0.1, 0.6), "1/d", "rate at which immunity is lost", "waning_rate omega loss_rate"),
        number("trials", "int", whole(2, 6), "", "number of trials", "num_trials max_trials trials"),
    ),
)
