"""Lattice Boltzmann: cells of a plane grid and sites of a sparse lattice, with nine populations each."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, truth, unit, whole, zero
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

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("f", "float", between(0.05, 0.17), "", "populations, ordered as rest, +x, +y, -x, -y and the diagonals anticlockwise from +x +y", "cell_f populations f", STATE, "9"),
        attribute("f_next", "float", between(0.05, 0.17), "", "populations after the step", "cell_f_new new_populations f_new", RESULT, "9"),
        attribute("density", "float", between(0.8, 1.2), "lattice units", "density", "cell_rho densities rho", STATE),
        attribute("velocity", "vec2", between(-0.1, 0.1), "cells/step", "velocity", "cell_u velocities u", STATE),
        attribute("force", "vec2", between(-0.01, 0.01), "lattice units", "body force", "cell_force forces F", STATE),
        attribute("relaxation", "float", between(0.6, 1.5), "steps", "relaxation time", "cell_tau relaxation_times tau", STATE),
        attribute("g", "float", between(0.1, 0.3), "", "scalar populations, ordered as rest, +x, +y, -x, -y", "cell_g scalar_populations g", STATE, "5"),
        attribute("g_next", "float", between(0.1, 0.3), "", "scalar populations after the step", "cell_g_new new_scalar_populations g_new", RESULT, "5"),
        attribute("temperature", "float", between(0.5, 1.5), "", "temperature", "cell_T temperatures T", STATE),
        attribute("phase", "float", between(0.0, 1.0), "", "phase field", "cell_phi phase_field phi", STATE),
        attribute("solid", "bool", truth(), "", "solid flag", "cell_solid solid solid"),
        attribute("kind", "int", code(4), "", "kind", "cell_type kinds kind"),
        attribute("mark", "int", whole(0, 1), "", "border mark", "cell_border_mark border_marks mark", RESULT),
        attribute("smooth_phase", "float", zero(), "", "smoothed phase field", "cell_phi_smooth smooth_phase phi_s", RESULT),
        attribute("vorticity", "float", zero(), "1/step", "vorticity", "cell_vorticity vorticity omega", RESULT),
    ),
    (relation("wall", "wall", ONE, "wall", "cell_wall wall_ids wid", optional=True),),
    dimensions=2,
    index=("i", "j"),
)

SITE = Entity(
    "site",
    "sites",
    (
        attribute("f", "float", between(0.05, 0.17), "", "populations, ordered as rest, +x, +y, -x, -y and the diagonals anticlockwise from +x +y", "site_f populations f", STATE, "9"),
        attribute("f_next", "float", between(0.05, 0.17), "", "populations after the step", "site_f_new new_populations f_new", RESULT, "9"),
        attribute("density", "float", between(0.8, 1.2), "lattice units", "density", "site_rho densities rho", STATE),
        attribute("velocity", "vec2", between(-0.1, 0.1), "cells/step", "velocity", "site_u velocities u", STATE),
        attribute("velocity_next", "vec2", zero(), "cells/step", "velocity in the new numbering", "site_u_new new_velocities u_new", RESULT),
        attribute("mean_velocity", "vec2", between(-0.1, 0.1), "cells/step", "mean velocity", "site_u_mean mean_velocities u_mean", STATE),
        attribute("place", "vec2i", whole(0, 16), "cells", "place on the grid", "site_ij site_places ij"),
        attribute("kind", "int", code(5), "", "kind", "site_type kinds kind"),
        attribute("normal", "vec2", unit(), "", "inward normal", "site_normal normals n"),
        attribute("stress", "vec3", zero(), "lattice units", "viscous stress (xx, yy, xy)", "site_stress stresses S", RESULT),
        attribute("strain", "vec3", zero(), "1/step", "strain rate (xx, yy, xy)", "site_strain strain_rates E", RESULT),
        attribute("shear_rate", "float", zero(), "1/step", "size of its strain rate", "site_shear_rate shear_rates gamma", RESULT),
        attribute("distance", "float", between(0.1, 0.9), "cells", "distance of the wall along its links", "site_wall_distance wall_distances q"),
        attribute("class_code", "int", zero(), "", "class", "site_class site_classes cls", RESULT),
        attribute("steps_at_rest", "int", whole(0, 10), "steps", "steps at rest", "site_rest_steps rest_steps n_rest", STATE),
        attribute("wall_links", "int", zero(), "", "number of links into walls", "site_wall_links wall_link_counts n_wall", RESULT),
        attribute("link_bits", "int", zero(), "", "bits of the links into walls", "site_link_mask link_masks bits", RESULT),
    ),
    (
        relation("links", "site", FIXED, "nine linked sites, in the order of the populations", "site_links links nb", optional=True, count=9, leads=OTHER),
        relation("wall", "wall", ONE, "wall", "site_wall wall_ids wid", optional=True),
        relation("obstacle", "obstacle", ONE, "obstacle beside it", "site_obstacle obstacle_ids oid", optional=True),
        relation("block", "block", ONE, "block", "site_block block_ids bid", optional=True),
        relation("old", "site", ONE, "place before renumbering", "site_old_id old_ids perm", optional=True),
    ),
    index=("tid", "s", "n"),
)

WALL = Entity(
    "wall",
    "walls",
    (
        attribute("velocity", "vec2", between(-0.1, 0.1), "cells/step", "velocity", "wall_u wall_velocities u_w", STATE),
        attribute("temperature", "float", between(0.5, 1.5), "", "temperature", "wall_T wall_temperatures T_w"),
        attribute("density", "float", between(0.9, 1.1), "lattice units", "density that it prescribes", "wall_rho wall_densities rho_w"),
    ),
    index=("w", "tid"),
)

OBSTACLE = Entity(
    "obstacle",
    "obstacles",
    (
        attribute("center", "vec2", between(4.0, 12.0), "cells", "centre", "obstacle_center centers c", STATE),
        attribute("velocity", "vec2", between(-0.1, 0.1), "cells/step", "velocity", "obstacle_u obstacle_velocities u_o", STATE),
        attribute("spin", "float", between(-0.02, 0.02), "1/step", "angular velocity", "obstacle_spin spins w", STATE),
        attribute("force", "vec2", zero(), "lattice units", "force", "obstacle_force obstacle_forces F", RESULT),
        attribute("torque", "float", zero(), "lattice units", "torque", "obstacle_torque torques M", RESULT),
        attribute("link_count", "int", zero(), "", "number of links", "obstacle_link_count link_counts n_links", RESULT),
    ),
    index=("o", "tid"),
)

BLOCK = Entity(
    "block",
    "blocks",
    (
        attribute("mass", "float", zero(), "lattice units", "mass", "block_mass block_masses M", RESULT),
        attribute("momentum", "vec2", zero(), "lattice units", "momentum", "block_momentum block_momenta P", RESULT),
        attribute("fluid_count", "int", zero(), "", "number of fluid sites", "block_fluid_count fluid_counts n_fluid", RESULT),
        attribute("active", "bool", truth(), "", "active flag", "block_active active_blocks active"),
    ),
    (relation("members", "site", RANGE, "sites", "block_site_start site_offsets site_ptr"),),
    index=("b", "tid"),
)

PROBE = Entity(
    "probe",
    "probes",
    (
        attribute("fraction", "vec2", between(0.0, 1.0), "cells", "place between its corners", "probe_uv probe_fractions uv"),
        attribute("velocity", "vec2", zero(), "cells/step", "velocity", "probe_u probe_velocities u_p", RESULT),
        attribute("mean", "vec2", between(-0.1, 0.1), "cells/step", "running mean velocity", "probe_u_mean probe_means u_bar", STATE),
        attribute("samples", "int", whole(0, 20), "", "number of samples in its mean", "probe_samples probe_sample_counts n_p", STATE),
        attribute("density", "float", zero(), "lattice units", "density", "probe_rho probe_densities rho_p", RESULT),
    ),
    (relation("corners", "site", FIXED, "corners", "probe_corners corner_ids corners", optional=True, count=4),),
    index=("p", "tid"),
)

LATTICE = Schema(
    "lattice Boltzmann",
    (CELL, SITE, WALL, OBSTACLE, BLOCK, PROBE),
    (
        number("tau", "float", between(0.6, 1.5), "steps", "relaxation time", "tau relaxation_time tau_f"),
        number("tau_minus", "float", between(0.6, 1.5), "steps", "relaxation time of the odd part", "tau_minus tau_odd tau_m"),
        number("tau_scalar", "float", between(0.6, 1.5), "steps", "relaxation time of the scalar", "tau_scalar tau_g tau_T"),
        number("coupling", "float", between(-6.0, -1.0), "", "interaction strength", "coupling G_int g_sc"),
        number("smagorinsky", "float", between(0.1, 0.2), "", "Smagorinsky constant", "smagorinsky c_s_les C_smag"),
        number("lift", "float", between(0.001, 0.01), "", "buoyancy for a unit of temperature", "buoyancy beta_g lift"),
        number("reference", "float", between(0.8, 1.2), "", "reference temperature", "T_ref reference_temperature T0"),
        number("patience", "int", whole(2, 8), "steps", "steps until a site sleeps", "patience sleep_steps n_sleep"),
        number("speed_limit", "float", between(0.05, 0.12), "cells/step", "speed limit", "u_max speed_limit max_speed"),
        number("rest_speed", "float", between(0.05, 0.12), "cells/step", "greatest speed at rest", "u_rest rest_speed speed_at_rest"),
        number("samples", "int", whole(1, 20), "", "number of samples so far", "num_samples sample_count n_avg"),
    ),
    {"CellType": ("FLUID", "SOLID", "INLET", "OUTLET"), "SiteType": ("BULK", "WALL", "MOVING", "PRESSURE", "VELOCITY")},
)
