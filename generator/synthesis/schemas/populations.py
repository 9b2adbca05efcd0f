"""Populations: patches and the links between them, agents and their contacts, age groups, predators and prey, demes."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, whole
from generator.synthesis.schemas.entities import (
    NEAR,
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

PATCH = Entity(
    "patch",
    "patches",
    (
        attribute("susceptible", "float", between(0.5, 1.0), "thousand", "number of susceptible people", "patch_susceptible susceptible s", STATE),
        attribute("infected", "float", between(0.005, 0.02), "thousand", "number of infected people", "patch_infected infected i", STATE),
        attribute("recovered", "float", between(0.05, 0.2), "thousand", "number of recovered people", "patch_recovered recovered r", STATE),
        attribute("population", "float", between(0.02, 1.5), "thousand", "number of people", "patch_population populations n", STATE),
        attribute("capacity", "float", between(1.5, 2.5), "thousand", "carrying capacity", "patch_capacity capacities cap"),
        attribute("closed", "int", code(2), "", "whether it is closed", "patch_closed closed closed", STATE),
        attribute("doses", "int", whole(0, 10), "", "doses of vaccine", "patch_doses doses doses", STATE),
        attribute("next_susceptible", "float", between(0.0, 1.0), "thousand", "next number of susceptible people", "patch_susceptible_out susceptible_out s_out", RESULT),
        attribute("next_infected", "float", between(0.0, 1.0), "thousand", "next number of infected people", "patch_infected_out infected_out i_out", RESULT),
        attribute("next_recovered", "float", between(0.0, 1.0), "thousand", "next number of recovered people", "patch_recovered_out recovered_out r_out", RESULT),
        attribute("next_population", "float", between(0.0, 1.0), "thousand", "next number of people", "patch_population_out populations_out n_out", RESULT),
        attribute("inflow", "float", between(-1.0, 1.0), "thousand/d", "people who come less those who go", "patch_net_flow net_flows net", RESULT),
        attribute("pressure", "float", between(0.0, 1.0), "1/d", "force of infection", "patch_foi infection_forces lam", RESULT),
        attribute("cases", "int", whole(0, 6), "", "number of infected agents", "patch_case_count case_counts cases", RESULT),
        attribute("residents", "int", whole(0, 1), "", "number of living agents", "patch_resident_count resident_counts pop", RESULT),
        attribute("used", "int", whole(0, 1), "", "doses that were asked for", "patch_dose_requests dose_requests asked", RESULT),
        attribute("alert", "int", code(3), "", "level of alert", "patch_alert alerts alert", RESULT),
    ),
    (relation("links", "link", RANGE, "links to other patches", "patch_link_start link_offsets lstart"),),
    index=("p", "patch_id", "tid"),
)

LINK = Entity(
    "link",
    "links",
    (
        attribute("distance", "float", between(1.0, 4.0), "km", "distance", "link_distance distances d"),
        attribute("rate", "float", between(0.001, 0.05), "1/d", "share that travels", "link_rate travel_rates m"),
        attribute("coupling", "float", between(0.02, 0.4), "", "contacts with the patch that it reaches, over those at home", "link_coupling couplings kappa"),
        attribute("is_open", "int", code(2), "", "whether it is open", "link_open open_links open", STATE),
        attribute("flow", "float", between(0.0, 1.0), "thousand/d", "number of travellers", "link_flow flows f", RESULT),
    ),
    (
        relation("origin", "patch", ONE, "patch that it leaves", "link_ends link_patches ends", optional=True, group="ends"),
        relation("goal", "patch", ONE, "patch that it reaches", "link_ends link_patches ends", optional=True, group="ends"),
    ),
    index=("tid", "e", "link_id"),
)

AGENT = Entity(
    "agent",
    "agents",
    (
        attribute("state", "int", code(5), "", "state", "agent_state states state", STATE),
        attribute("timer", "int", whole(0, 6), "", "steps left in its state", "agent_timer timers timer", STATE),
        attribute("opinion", "int", code(4), "", "opinion", "agent_opinion opinions op", STATE),
        attribute("age", "int", whole(0, 90), "yr", "age", "agent_age ages age", STATE),
        attribute("flags", "int", bits(3), "", "flags", "agent_flags flags flags", STATE),
        attribute("susceptibility", "float", between(0.2, 1.0), "", "susceptibility", "agent_susceptibility susceptibilities sus"),
        attribute("next_state", "int", code(5), "", "next state", "agent_state_out states_out state_out", RESULT),
        attribute("next_opinion", "int", code(4), "", "next opinion", "agent_opinion_out opinions_out op_out", RESULT),
        attribute("next_timer", "int", whole(0, 1), "", "steps left afterwards", "agent_timer_out timers_out timer_out", RESULT),
        attribute("next_flags", "int", whole(0, 1), "", "flags afterwards", "agent_flags_out flags_out flags_out", RESULT),
        attribute("traced", "int", whole(0, 3), "", "number of infectious contacts", "agent_traced traced traced", RESULT),
        attribute("infector", "int", whole(0, 1), "", "agent that may have infected it, or -1", "agent_infector infectors src", RESULT),
        attribute("exposure", "float", between(0.0, 1.0), "", "exposure", "agent_exposure exposures dose", RESULT),
        attribute("place", "int", whole(0, 1), "", "place in the list of its patch, or -1", "agent_slot slots slot", RESULT),
    ),
    (
        relation("home", "patch", ONE, "home patch", "agent_patch agent_patches home", optional=True),
        relation("contacts", "contact", RANGE, "contacts", "agent_contact_start contact_offsets cstart"),
        relation("nearby", "agent", NEAR, "agents nearby", "agent_neighbors neighbors nbr", listed=True, role=STATE),
        relation("band", "band", ONE, "age band", "agent_band bands band"),
    ),
    index=("tid", "i", "agent_id"),
)

CONTACT = Entity(
    "contact",
    "contacts",
    (
        attribute("weight", "float", between(0.5, 4.0), "", "strength", "contact_weight contact_weights w"),
        attribute("active", "int", code(2), "", "whether they meet", "contact_active meets on", STATE),
    ),
    (relation("other", "agent", ONE, "other agent", "contact_other others other", optional=True),),
    index=("tid", "c", "contact_id"),
)

BAND = Entity(
    "band",
    "bands",
    (
        attribute("size", "float", between(1.0, 20.0), "", "number of members", "band_size band_sizes n", STATE),
        attribute("infected", "float", between(0.1, 1.0), "", "number of infected members", "band_infected band_infected inf", STATE),
        attribute("fertility", "float", between(0.0, 1.0), "", "children of a member", "band_fertility fertilities fert"),
        attribute("survival", "float", between(0.5, 1.0), "", "share that survives", "band_survival survivals surv"),
        attribute("mixing", "float", between(0.0, 1.0), "", "contacts by age of the other", "contact_matrix mixing mix", extent="bands"),
        attribute("next_size", "float", between(0.0, 1.0), "", "next number of members", "band_size_out band_sizes_out n_out", RESULT),
        attribute("pressure", "float", between(0.0, 1.0), "1/d", "force of infection", "band_foi band_forces lam", RESULT),
        attribute("seen", "int", whole(0, 1), "", "number of agents", "band_count band_counts cnt", RESULT),
        attribute("hit", "int", whole(0, 1), "", "number of infected agents", "band_case_count band_cases hit", RESULT),
    ),
    index=("b", "band_id", "tid"),
    records="bands",
)

HABITAT = Entity(
    "habitat",
    "habitats",
    (
        attribute("numbers", "vec2", between(0.5, 2.0), "", "numbers of prey and predators", "habitat_numbers densities u", STATE),
        attribute("birth", "float", between(0.5, 1.5), "1/d", "birth rate of prey", "habitat_birth birth_rates a"),
        attribute("kill", "float", between(0.2, 1.0), "1/d", "killing rate", "habitat_kill kill_rates b"),
        attribute("death", "float", between(0.2, 1.0), "1/d", "death rate of predators", "habitat_death death_rates c"),
        attribute("handling", "float", between(0.1, 0.5), "d", "handling time", "habitat_handling handling_times h"),
        attribute("next_numbers", "vec2", between(0.0, 1.0), "", "next numbers", "habitat_numbers_out densities_out u_out", RESULT),
        attribute("rare", "int", code(2), "", "whether a kind is rare", "habitat_rare rare_mask rare", RESULT),
    ),
    (relation("beside", "habitat", NEAR, "habitats nearby", "habitat_neighbors habitat_nbrs nbr", listed=True),),
    index=("tid", "i", "habitat_id"),
)

DEME = Entity(
    "deme",
    "demes",
    (
        attribute("frequency", "float", between(0.02, 0.98), "", "frequency of the allele A", "deme_frequency frequencies p", STATE),
        attribute("size", "int", whole(5, 50), "", "number of individuals", "deme_size deme_sizes n"),
        attribute("advantage", "float", between(-0.2, 0.2), "", "advantage of the allele", "deme_selection selections s"),
        attribute("genotypes", "vec3i", whole(0, 5), "", "numbers of the genotypes AA, Aa and aa", "deme_genotypes genotypes g", STATE),
        attribute("next_frequency", "float", between(0.0, 1.0), "", "next frequency", "deme_frequency_out frequencies_out p_out", RESULT),
        attribute("fixed", "int", code(2), "", "whether the allele is fixed or lost", "deme_fixed fixed fixed", RESULT),
        attribute("statistic", "float", between(0.0, 1.0), "", "chi-square", "deme_chi2 chi2 chi2", RESULT),
        attribute("inbreeding", "float", between(0.0, 1.0), "", "inbreeding coefficient", "deme_inbreeding inbreeding_coeffs F_is", RESULT),
    ),
    (relation("source", "deme", ONE, "deme that migrants come from", "deme_source sources src", optional=True, leads=OTHER),),
    index=("tid", "d", "deme_id"),
)

POPULATIONS = Schema(
    "populations",
    (PATCH, LINK, AGENT, CONTACT, BAND, HABITAT, DEME),
    (
        number("dt", "float", between(0.01, 0.1), "d", "time step", "dt time_step h"),
        number("contagion", "float", between(0.2, 0.8), "1/d", "transmission rate", "beta contagion transmission"),
        number("infectivity", "float", between(0.2, 0.8), "", "exposure by a contact of strength 1 in a step", "infectivity transmissibility tau"),
        number("recovery", "float", between(0.05, 0.3), "1/d", "recovery rate", "gamma recovery rec_rate"),
        number("fatality", "float", between(0.1, 0.5), "", "daily chance of death of those at risk", "fatality death_chance p_die"),
        number("waning", "float", between(0.01, 0.1), "1/d", "rate at which immunity is lost", "waning omega xi"),
        number("lapse", "float", between(0.01, 0.1), "", "chance to lose immunity in a step", "waning_chance p_wane lapse"),
        number("growth", "float", between(0.2, 1.0), "1/d", "growth rate", "growth_rate r growth"),
        number("turnover", "float", between(0.3, 1.0), "thousand/d", "variance that births and deaths add a day, over the population", "demographic_noise sigma2 turnover"),
        number("reach", "float", between(0.5, 2.0), "km", "reach of travel", "reach length_scale r0"),
        number("mobility", "float", between(0.01, 0.2), "km^2/(thousand d)", "constant of the gravity law of travel", "mobility gravity_const k_grav"),
        number("mutation", "float", between(0.001, 0.02), "", "mutation rate", "mutation_rate mu"),
        number("migration", "float", between(0.01, 0.2), "", "share of migrants in a generation", "migration_rate m_rate"),
        number("spreading", "float", between(0.01, 0.15), "", "share that goes to each habitat nearby in a step", "dispersal_rate spreading d_rate"),
        number("bands", "int", whole(4, 8), "", "number of age bands", "num_bands n_bands n_ages"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 20), "", "number of the step", "step day step_index"),
        number("incubation", "int", whole(1, 6), "", "steps before it is infectious", "incubation_steps t_inc"),
        number("illness", "int", whole(2, 8), "", "steps of illness", "infectious_steps t_ill"),
        number("old_age", "int", whole(50, 70), "yr", "age from which people are at risk", "risk_age min_age"),
        number("alarm", "int", whole(1, 5), "", "cases that raise the alert", "alarm case_limit"),
        number("capacity", "int", whole(2, 6), "", "places of a patch", "capacity max_per_patch"),
    ),
    {"Health": ("SUSCEPTIBLE", "EXPOSED", "INFECTIOUS", "RECOVERED", "DEAD")},
)
