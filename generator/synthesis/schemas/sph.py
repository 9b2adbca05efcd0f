"""Smoothed particles: fluid parcels, the boundary samples of rigid bodies, phases, search cells and emitters."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    downward,
    permutation,
    pose,
    positive_definite,
    truth,
    unit,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import NEAR, ONE, RANGE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

PARTICLE = Entity(
    "particle",
    "particles",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "particle_q positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "particle_qd velocities v", STATE),
        attribute("acceleration", "vec3", between(-3.0, 3.0), "m/s^2", "acceleration", "particle_a accelerations a", STATE),
        attribute("density", "float", between(0.8, 1.25), "kg/m^3", "density", "particle_density densities rho", STATE),
        attribute("pressure", "float", between(-0.5, 2.0), "Pa", "pressure", "particle_pressure pressures p", STATE),
        attribute("temperature", "float", between(1.0, 2.0), "K", "temperature above freezing", "particle_temperature temperatures T", STATE),
        attribute("multiplier", "float", between(-1.0, 0.0), "m^2", "density multiplier", "particle_lambda multipliers lam", STATE),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "surface normal", "particle_normal normals nrm", STATE),
        attribute("color_gradient", "vec3", between(-1.0, 1.0), "1/m", "colour gradient", "particle_color_gradient color_gradients grad_c", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "particle_mass masses m"),
        attribute("support", "float", between(0.8, 1.4), "m", "smoothing length", "particle_support smoothing_lengths hs"),
        attribute("conductivity", "float", between(0.1, 1.0), "W/(m K)", "conductivity", "particle_conductivity conductivities k"),
        attribute("inflow", "vec3", unit(), "", "direction of inflow", "particle_inflow inflow_directions n_in"),
        attribute("kind", "int", code(4), "", "kind", "particle_type kinds kind"),
        attribute("flags", "int", bits(3), "", "flags", "particle_flags flags flags", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "particle_f forces f", RESULT),
        attribute("correction", "vec3", between(-0.1, 0.1), "m", "position correction", "particle_delta deltas dx", RESULT),
        attribute("smooth_velocity", "vec3", between(-1.0, 1.0), "m/s", "smoothed velocity", "particle_qd_smooth smooth_velocities v_avg", STATE),
        attribute("transport", "vec3", zero(), "m/s", "transport velocity", "particle_qd_transport transport_velocities v_tr", RESULT),
        attribute("vorticity", "vec3", zero(), "1/s", "vorticity", "particle_vorticity vorticities omega", RESULT),
        attribute("inlet_place", "vec3", between(-0.2, 0.2), "m", "place in the frame of its emitter", "particle_local inlet_offsets x_in"),
        attribute("divergence", "float", zero(), "1/s", "velocity divergence", "particle_divergence divergences div", RESULT),
        attribute("filtered_density", "float", zero(), "kg/m^3", "filtered density", "particle_density_filtered filtered_densities rho_f", RESULT),
        attribute("density_rate", "float", zero(), "kg/(m^3 s)", "density rate", "particle_density_rate density_rates drho", RESULT),
        attribute("heating", "float", zero(), "W/kg", "heat that it takes up per mass", "particle_heating heat_rates du", RESULT),
        attribute("neighbour_count", "int", whole(0, 6), "", "number of neighbours", "particle_neighbor_count neighbor_counts nn", RESULT),
        attribute("volume", "float", zero(), "m^3", "volume", "particle_volume volumes vol", RESULT),
        attribute("excess", "float", zero(), "", "relative excess of density", "particle_density_error density_errors err", RESULT),
        attribute("predicted", "vec3", zero(), "m", "predicted position", "particle_q_pred predicted_positions x_pred", RESULT),
        attribute("rest_steps", "int", whole(0, 10), "steps", "steps at rest", "particle_rest_steps rest_steps n_rest", STATE),
        attribute("list", "int", whole(-1, 0), "", "neighbours", "particle_neighbor_list neighbor_ids list", RESULT, "2"),
        attribute("asleep", "bool", truth(), "", "sleep flag", "particle_asleep asleep slp", RESULT),
        attribute("surface", "bool", truth(), "", "free-surface mark", "particle_surface on_surface surf", RESULT),
        attribute("sorted_position", "vec3", zero(), "m", "position in sorted order", "particle_q_sorted sorted_positions x_s", RESULT),
        attribute("sorted_velocity", "vec3", zero(), "m/s", "velocity in sorted order", "particle_qd_sorted sorted_velocities v_s", RESULT),
        attribute("sorted_density", "float", zero(), "kg/m^3", "density in sorted order", "particle_density_sorted sorted_densities rho_s", RESULT),
        attribute("sorted_flags", "int", zero(), "", "flags in sorted order", "particle_flags_sorted sorted_flags flags_s", RESULT),
        attribute("order", "int", permutation(), "", "place before sorting", "particle_sorted_id sorted_ids perm", STATE),
        attribute("key", "int", whole(0, 1), "", "cell key", "particle_cell_key cell_keys keys", RESULT),
    ),
    (
        relation("neighbours", "particle", NEAR, "neighbours", "particle_neighbors neighbors nbr"),
        relation("samples", "boundary", NEAR, "boundary samples nearby", "particle_boundary boundary_neighbors bnbr"),
        relation("phase", "phase", ONE, "phase", "particle_phase phase_ids phase"),
        relation("world", "world", ONE, "world", "particle_world world_ids world", optional=True),
        relation("inlet", "emitter", ONE, "emitter at which it waits", "particle_emitter inlet_ids inlet", optional=True),
        relation("solid", "body", ONE, "body nearby", "particle_body nearby_bodies solid", optional=True, role=STATE),
        relation("cell", "cell", ONE, "search cell", "particle_cell cell_ids cid", optional=True, role=STATE),
    ),
    index=("tid", "i", "particle_id"),
)

BOUNDARY = Entity(
    "boundary",
    "boundary samples",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "boundary_q boundary_positions xb", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "boundary_qd boundary_velocities vb", STATE),
        attribute("offset", "vec3", between(-0.5, 0.5), "m", "position in the frame of its body", "boundary_local local_positions xb0"),
        attribute("outward", "vec3", unit(), "", "outward normal", "boundary_normal boundary_normals nb"),
        attribute("volume", "float", between(0.1, 1.0), "m^3", "volume", "boundary_volume boundary_volumes volb", STATE),
        attribute("reaction", "vec3", between(-1.0, 1.0), "N", "reaction of the fluid", "boundary_f boundary_forces fb", STATE),
    ),
    (
        relation("body", "body", ONE, "body", "boundary_body body_ids body", optional=True),
        relation("neighbours", "boundary", NEAR, "boundary samples nearby", "boundary_neighbors neighbors bb"),
        relation("fluid", "particle", NEAR, "fluid particles nearby", "boundary_fluid fluid_neighbors fnbr"),
    ),
    index=("tid", "b", "i"),
)

BODY = Entity(
    "body",
    "bodies",
    (
        attribute("pose", "transform", pose(), "m", "pose", "body_q body_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "body_qd body_velocities V", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "N, N m", "force and torque", "body_f body_forces F", STATE),
        attribute("mass", "float", between(1.0, 4.0), "kg", "mass", "body_mass body_masses M"),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "inertia", "body_inertia body_inertias I"),
        attribute("center", "vec3", between(-0.2, 0.2), "m", "centre of mass in its frame", "body_com centers_of_mass com"),
        attribute("extent", "vec3", between(0.5, 1.0), "m", "half extents", "body_extent half_extents ext"),
        attribute("kinematic", "bool", truth(), "", "kinematic flag", "body_kinematic kinematic kin"),
        attribute("acceleration", "spatial_vector", zero(), "m/s^2, rad/s^2", "linear and angular acceleration", "body_qdd body_accelerations A", RESULT),
        attribute("lower", "vec3", zero(), "m", "lower corner of its bounds", "body_lower body_lowers lo", RESULT),
        attribute("upper", "vec3", zero(), "m", "upper corner of its bounds", "body_upper body_uppers hi", RESULT),
        attribute("pushed_count", "int", zero(), "", "number of samples pushed inwards", "body_pushed_count pushed_counts n_pushed", RESULT),
    ),
    (
        relation("samples", "boundary", RANGE, "boundary samples", "body_sample_start sample_offsets sample_ptr"),
        relation("world", "world", ONE, "world", "body_world body_worlds bworld", optional=True),
    ),
    index=("tid", "body_id", "b"),
)

PHASE = Entity(
    "phase",
    "phases",
    (
        attribute("rest_density", "float", between(0.8, 1.2), "kg/m^3", "rest density", "phase_rest_density rest_densities rho0"),
        attribute("sound_speed", "float", between(1.0, 3.0), "m/s", "speed of sound", "phase_sound_speed sound_speeds c0"),
        attribute("viscosity", "float", between(0.2, 1.6), "Pa s", "viscosity", "phase_viscosity viscosities mu"),
        attribute("gamma", "float", between(1.0, 3.0), "", "exponent of the equation of state", "phase_gamma exponents gamma"),
    ),
    index=("p", "tid"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("population", "int", zero(), "", "number of active particles", "cell_num_active active_counts nact", RESULT),
        attribute("first", "int", zero(), "", "place of its first active particle", "cell_first_active first_active first", RESULT),
        attribute("end", "int", zero(), "", "place after its last active particle", "cell_end_active active_ends last", RESULT),
        attribute("momentum", "vec3", zero(), "kg m/s", "momentum", "cell_momentum momenta mv", RESULT),
    ),
    (relation("members", "particle", RANGE, "particles", "cell_particle_start cell_offsets cell_ptr"),),
    index=("tid", "c", "cell_id"),
)

EMITTER = Entity(
    "emitter",
    "emitters",
    (
        attribute("frame", "transform", pose(), "m", "pose", "emitter_q emitter_poses Xe", STATE),
        attribute("speed", "float", between(0.5, 2.0), "m/s", "outflow speed", "emitter_speed outflow_speeds ve"),
        attribute("enabled", "bool", truth(), "", "open flag", "emitter_enabled enabled on"),
    ),
    (
        relation("phase", "phase", ONE, "phase", "emitter_phase phase_ids phase"),
    ),
    index=("tid", "e", "emitter_id"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity gravity g"),
        attribute("kinetic", "float", zero(), "J", "kinetic energy", "world_kinetic kinetic_energies ke", RESULT),
        attribute("worst", "float", zero(), "", "largest excess of density", "world_max_error worst_errors err_max", RESULT),
        attribute("step_limit", "float", between(1.0, 2.0), "s", "largest stable step", "world_dt_max dt_limits dt_max", RESULT),
        attribute("active_count", "int", zero(), "", "number of active particles", "world_active_count active_counts n_active", RESULT),
        attribute("lost_count", "int", zero(), "", "number of lost particles", "world_lost_count lost_counts n_lost", RESULT),
    ),
    index=("world_id", "w", "env"),
)

ACTIVE_LIST = Entity(
    "entry",
    "entries",
    (
        attribute("particle_id", "int", whole(0, 1), "", "particle", "active_particle active_ids active", RESULT),
        attribute("phase_id", "int", whole(0, 1), "", "phase", "active_phase active_phases aphase", RESULT),
    ),
    index=("k", "tid"),
    room=("counter", "active_max"),
)

COUNTER = Entity(
    "counter",
    "counters",
    (attribute("active", "int", zero(), "", "number of active particles", "active_count num_active list_length", RESULT),),
    index=("m", "tid"),
    records=(1,),
)

SPH = Schema(
    "smoothed particle hydrodynamics",
    (PARTICLE, BOUNDARY, BODY, PHASE, CELL, EMITTER, WORLD, ACTIVE_LIST, COUNTER),
    (
        number("h", "float", between(1.2, 1.8), "m", "smoothing length", "smoothing_length h kernel_radius"),
        number("dt", "float", between(0.001, 0.02), "s", "time step", "dt time_step sim_dt"),
        number("alpha", "float", between(0.05, 0.5), "", "artificial viscosity", "alpha viscosity_alpha art_visc"),
        number("damping", "float", between(0.05, 0.5), "1/s", "damping of bodies", "damping body_damping drag"),
        number("epsilon", "float", between(0.1, 0.5), "", "blend of the smoothed velocity", "xsph xsph_epsilon xsph_factor"),
        number("relaxation", "float", between(0.1, 1.0), "1/m^2", "relaxation of the density constraint", "relaxation cfm pbf_epsilon"),
        number("tension", "float", between(0.1, 1.0), "N/m", "surface tension", "surface_tension tension gamma_st"),
        number("least_normal", "float", between(0.3, 0.9), "1/m", "length of a colour gradient from which a particle lies at the surface", "min_gradient gradient_threshold n_eps"),
        number("cohesion", "float", between(0.1, 1.0), "N m^3/kg^2", "strength of cohesion", "cohesion cohesion_coeff k_coh"),
        number("minimisation", "float", between(0.1, 1.0), "m/s^2", "strength of area minimisation", "curvature_coeff area_coeff k_area"),
        number("adhesion", "float", between(0.1, 1.0), "m/s^2", "adhesion to boundaries", "adhesion adhesion_coeff k_adh"),
        number("restitution", "float", between(0.1, 0.9), "", "restitution", "restitution bounce damp"),
        number("lower", "vec3", between(-0.9, -0.5), "m", "lower corner of the box", "box_lower lower box_min"),
        number("upper", "vec3", between(0.5, 0.9), "m", "upper corner of the box", "box_upper upper box_max"),
        number("origin", "vec3", between(-1.0, -0.7), "m", "corner of the search grid", "grid_origin grid_min origin"),
        number("cell_size", "float", between(0.4, 0.7), "m", "width of a search cell", "cell_size cell_width grid_h"),
        number("side", "int", whole(2, 4), "", "search cells along an axis", "grid_dim cells_per_side side"),
        number("patience", "int", whole(2, 8), "steps", "steps until a particle sleeps", "patience sleep_steps n_sleep"),
        number("speed_limit", "float", between(0.6, 1.4), "m/s", "speed below which a particle rests", "sleep_speed rest_speed v_rest"),
        number("active_max", "int", whole(8, 14), "", "active particles that fit into the list", "active_max max_active list_capacity"),
        number("least", "int", whole(1, 4), "", "fewest neighbours inside the fluid", "min_neighbors least_neighbors n_min"),
    ),
    {"ParticleType": ("FLUID", "SOLID", "INLET", "OUTLET")},
)
