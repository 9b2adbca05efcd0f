"""Chemical reactions: species, reactions and their terms, enzymes, surfaces, excitable membranes."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, whole
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

SPECIES = Entity(
    "species",
    "species",
    (
        attribute("concentration", "float", between(0.1, 2.0), "mol/m^3", "concentration", "species_conc concentrations c", STATE),
        attribute("copies", "int", whole(0, 30), "", "number of molecules", "species_count molecule_counts n", STATE),
        attribute("charge", "int", whole(-2, 3), "e", "charge number", "species_charge charges z"),
        attribute("enthalpy", "float", between(-2.0, 2.0), "kJ/mol", "enthalpy of formation", "species_enthalpy enthalpies h"),
        attribute("held", "int", code(2), "", "whether its concentration is held", "species_held held fixed"),
        attribute("rate", "float", between(-20.0, 20.0), "mol/m^3/s", "rate of change", "species_rate production_rates dc", STATE),
        attribute("next_concentration", "float", between(0.1, 2.0), "mol/m^3", "next concentration", "species_conc_out new_concentrations c_out", RESULT),
        attribute("produced", "float", between(0.0, 1.0), "mol/m^3/s", "sum of what reactions produce", "species_production net_production w", RESULT),
        attribute("change", "int", whole(0, 1), "", "change of the number of molecules", "species_change count_changes dn", RESULT),
        attribute("activity", "float", between(0.0, 1.0), "mol/m^3", "activity", "species_activity activities a", RESULT),
        attribute("depleted", "int", code(2), "", "whether there is none left", "species_depleted depleted gone", RESULT),
    ),
    index=("s", "species_id", "tid"),
)

REACTION = Entity(
    "reaction",
    "reactions",
    (
        attribute("prefactor", "float", between(0.5, 2.0), "1/s", "pre-exponential factor", "reaction_prefactor prefactors a"),
        attribute("energy", "float", between(1.0, 8.0), "kJ/mol", "activation energy", "reaction_energy activation_energies ea"),
        attribute("exponent", "float", between(0.0, 1.0), "", "exponent of the temperature", "reaction_exponent exponents b"),
        attribute("low_prefactor", "float", between(0.5, 2.0), "1/(bar s)", "pre-exponential factor at low pressure", "reaction_low_prefactor low_prefactors a0"),
        attribute("equilibrium", "float", between(0.5, 4.0), "", "equilibrium constant", "reaction_equilibrium equilibrium_constants keq"),
        attribute("catalysis", "float", between(0.5, 2.0), "m^3/mol", "speed-up by its catalyst", "reaction_catalysis catalytic_gains gcat"),
        attribute("kind", "int", code(4), "", "kind", "reaction_type kinds kind"),
        attribute("enabled", "int", code(2), "", "whether it runs", "reaction_enabled enabled on"),
        attribute("rate", "float", between(0.1, 1.0), "1/s", "rate constant", "reaction_rate rate_constants k", STATE),
        attribute("flux", "float", between(0.0, 0.5), "mol/m^3/s", "flux", "reaction_flux fluxes r", STATE),
        attribute("propensity", "float", between(0.1, 2.0), "1/s", "propensity", "reaction_propensity propensities alpha", STATE),
        attribute("events", "int", whole(0, 4), "", "number of events", "reaction_events event_counts ev", STATE),
        attribute("new_rate", "float", between(0.0, 1.0), "1/s", "computed rate constant", "reaction_rate_out rates_out k_out", RESULT),
        attribute("reverse_rate", "float", between(0.0, 1.0), "1/s", "computed reverse rate constant", "reaction_reverse_rate reverse_rates kr", RESULT),
        attribute("new_flux", "float", between(0.0, 1.0), "mol/m^3/s", "computed flux", "reaction_flux_out fluxes_out r_out", RESULT),
        attribute("new_propensity", "float", between(0.0, 1.0), "1/s", "computed propensity", "reaction_propensity_out propensities_out alpha_out", RESULT),
        attribute("new_events", "int", whole(0, 1), "", "drawn number of events", "reaction_events_out events_out ev_out", RESULT),
        attribute("blocked", "int", code(2), "", "whether a reactant would run out", "reaction_blocked blocked blk", RESULT),
        attribute("heat", "float", between(-1.0, 1.0), "kJ/mol", "heat that it takes up", "reaction_heat heats dh", RESULT),
    ),
    (
        relation("terms", "term", RANGE, "terms", "reaction_term_start term_offsets start"),
        relation("reactor", "reactor", ONE, "reactor", "reaction_reactor reactor_ids rid"),
        relation("catalyst", "species", ONE, "catalyst", "reaction_catalyst catalyst_ids cat", optional=True),
    ),
    index=("r", "reaction_id", "tid"),
)

TERM = Entity(
    "term",
    "terms",
    (
        attribute("coefficient", "int", whole(-2, 3), "", "stoichiometric coefficient, below zero for reactants", "term_coefficient coefficients nu"),
        attribute("order", "float", between(0.5, 2.0), "", "order of the reaction in it", "term_order orders ord"),
    ),
    (
        relation("species", "species", ONE, "species", "term_species species_ids sid"),
        relation("reaction", "reaction", ONE, "reaction", "term_reaction reaction_ids rx"),
    ),
    index=("tid", "i", "term_id"),
)

REACTOR = Entity(
    "reactor",
    "reactors",
    (
        attribute("temperature", "float", between(0.8, 1.6), "kK", "temperature", "reactor_temperature temperatures t", STATE),
        attribute("pressure", "float", between(0.5, 2.0), "bar", "pressure", "reactor_pressure pressures p"),
        attribute("capacity", "float", between(2.0, 8.0), "kJ/(m^3 kK)", "heat capacity", "reactor_heat_capacity heat_capacities cp"),
        attribute("time", "float", between(0.0, 1.0), "s", "time", "reactor_time times time", STATE),
        attribute("next_temperature", "float", between(0.8, 1.6), "kK", "next temperature", "reactor_temperature_out new_temperatures t_out", RESULT),
        attribute("total", "float", between(0.0, 1.0), "1/s", "sum of the propensities", "reactor_propensity total_propensities a0", RESULT),
        attribute("next_time", "float", between(0.0, 1.0), "s", "time of the next event", "reactor_time_out new_times time_out", RESULT),
        attribute("chosen", "int", whole(0, 1), "", "index of the next reaction, or -1", "reactor_choice chosen_reactions pick", RESULT),
        attribute("end_time", "float", between(0.0, 1.0), "s", "time at which its run ends", "reactor_end_time end_times t_end", RESULT),
        attribute("last", "int", whole(0, 1), "", "index of the last reaction, or -1", "reactor_last last_reactions last", RESULT),
        attribute("running", "int", whole(0, 1), "", "number of reactions that run", "reactor_running running_counts n_on", RESULT),
        attribute("heat", "float", between(0.0, 1.0), "kW/m^3", "heat release", "reactor_heat heat_release q", RESULT),
    ),
    (relation("reactions", "reaction", RANGE, "reactions", "reactor_reaction_start reaction_offsets rstart"),),
    index=("reactor_id", "k", "tid"),
)

ENZYME = Entity(
    "enzyme",
    "enzymes",
    (
        attribute("speed", "float", between(0.2, 1.0), "mol/m^3/s", "highest speed", "enzyme_vmax max_speeds vmax"),
        attribute("half", "float", between(0.2, 1.0), "mol/m^3", "concentration of half speed", "enzyme_km half_concentrations km"),
        attribute("inhibition", "float", between(0.5, 2.0), "mol/m^3", "inhibition constant", "enzyme_ki inhibition_constants ki"),
        attribute("cooperation", "int", whole(1, 4), "", "number of sites that act together", "enzyme_hill hill_numbers n_hill"),
        attribute("flux", "float", between(0.0, 1.0), "mol/m^3/s", "flux", "enzyme_flux enzyme_fluxes ve", RESULT),
        attribute("optimum", "float", between(0.0, 1.0), "mol/m^3", "concentration of highest flux", "enzyme_optimum optima s_opt", RESULT),
    ),
    (
        relation("substrate", "species", ONE, "substrate", "enzyme_substrate substrates sub"),
        relation("product", "species", ONE, "product", "enzyme_product products prod", optional=True),
        relation("inhibitor", "species", ONE, "inhibitor", "enzyme_inhibitor inhibitors inh", optional=True),
    ),
    index=("tid", "e", "enzyme_id"),
)

SITE = Entity(
    "site",
    "sites",
    (
        attribute("occupant", "int", whole(-1, 3), "", "what sits on it, or -1", "site_occupant occupants occ", STATE),
        attribute("defect", "int", code(2), "", "whether it is a defect", "site_defect defects defect"),
        attribute("next_occupant", "int", whole(-1, 3), "", "what sits on it next", "site_occupant_out occupants_out occ_out", RESULT),
        attribute("crowd", "int", whole(0, 1), "", "number of occupied neighbours", "site_crowding crowding crowd", RESULT),
        attribute("free", "int", whole(0, 1), "", "a free neighbour, or -1", "site_free free_sites free", RESULT),
    ),
    (relation("around", "site", FIXED, "four neighbours", "site_neighbors neighbors nbr", count=4, leads=OTHER),),
    index=("tid", "i", "site_id"),
)

MEMBRANE = Entity(
    "membrane",
    "membranes",
    (
        attribute("voltage", "float", between(-80.0, 40.0), "mV", "voltage", "membrane_voltage voltages v", STATE),
        attribute("potential", "float", between(-75.0, -55.0), "mV", "voltage between spikes", "membrane_potential potentials v_m", STATE),
        attribute("opening", "vec3", between(0.05, 0.7), "", "shares of open gates m, h and n", "membrane_gates gates mhn", STATE),
        attribute("drive", "float", between(0.0, 300.0), "uA/cm^2", "injected current", "membrane_drive currents i_ext"),
        attribute("synaptic", "float", between(0.0, 30.0), "uA/cm^2", "synaptic current", "membrane_synaptic synaptic_currents i_syn", STATE),
        attribute("refractory", "int", whole(0, 4), "", "steps until it can fire again", "membrane_refractory refractory ref", STATE),
        attribute("next_voltage", "float", between(-80.0, 40.0), "mV", "next voltage", "membrane_voltage_out voltages_out v_out", RESULT),
        attribute("next_opening", "vec3", between(0.1, 0.9), "", "next shares of open gates", "membrane_gates_out gates_out mhn_out", RESULT),
        attribute("next_refractory", "int", whole(0, 1), "", "steps until it can fire again afterwards", "membrane_refractory_out refractory_out ref_out", RESULT),
        attribute("spike", "int", code(2), "", "whether it fires", "membrane_spike spikes spike", RESULT),
    ),
    index=("tid", "i", "cell_id"),
)

REACTIONS = Schema(
    "reactions",
    (SPECIES, REACTION, TERM, REACTOR, ENZYME, SITE, MEMBRANE),
    (
        number("temperature", "float", between(0.8, 1.6), "kK", "temperature", "temperature T"),
        number("horizon", "float", between(0.5, 2.0), "s", "duration of a run", "horizon duration t_run"),
        number("dt", "float", between(0.01, 0.05), "s", "time step", "dt time_step h"),
        number("leap", "float", between(0.5, 2.0), "s", "duration of a leap", "tau leap_time leap"),
        number("membrane_dt", "float", between(0.01, 0.05), "ms", "time step of membranes", "dt_ms membrane_dt h_ms"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 20), "", "number of the step", "step step_index"),
        number("ionic_strength", "float", between(0.001, 0.01), "mol/kg", "ionic strength", "ionic_strength I_s"),
        number("sticking", "float", between(0.2, 0.8), "", "chance to stick", "sticking p_ads stick"),
        number("leaving", "float", between(0.1, 0.5), "", "chance to leave", "leaving p_des leave"),
        number("neuron_dt", "float", between(0.1, 0.5), "ms", "time step of neurons", "dt_neuron neuron_dt h_n"),
        number("rest", "float", between(-70.0, -60.0), "mV", "reversal voltage of the leak", "v_leak leak_voltage e_leak"),
        number("threshold", "float", between(-20.0, 0.0), "mV", "voltage that tells a spike", "v_spike spike_voltage v_sp"),
        number("firing", "float", between(-55.0, -50.0), "mV", "voltage of firing", "v_threshold threshold v_th"),
        number("conductance", "float", between(0.1, 0.5), "mS/cm^2", "leak conductance", "g_leak conductance gl"),
        number("pause", "int", whole(2, 6), "", "steps without firing", "refractory_steps pause"),
    ),
    {"ReactionKind": ("SIMPLE", "REVERSIBLE", "FALLOFF", "SURFACE")},
)
