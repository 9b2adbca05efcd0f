"""Molecular dynamics: atoms in a periodic box, pairs, bonds, rigid molecules, thermostat groups, histograms."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, pose, positive_definite, truth, unit, whole, zero
from generator.synthesis.schemas.entities import (
    FIXED,
    NEAR,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

ATOM = Entity(
    "atom",
    "atoms",
    (
        attribute("position", "vec3", between(-2.5, 2.5), "nm", "position", "atom_pos positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "nm/ps", "velocity", "atom_vel velocities v", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "kJ/(mol nm)", "force", "atom_force forces f", STATE),
        attribute("reference", "vec3", between(-2.0, 2.0), "nm", "reference position", "atom_ref reference_positions x0", STATE),
        attribute("displacement", "vec3", between(-0.2, 0.2), "nm", "displacement since the lists were built", "atom_displacement displacements dx", STATE),
        attribute("trial", "vec3", zero(), "nm", "position after the trial", "atom_moved moved_positions x_moved", RESULT),
        attribute("kick", "vec3", zero(), "nm/ps", "velocity change", "atom_dv velocity_changes dv", RESULT),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "atom_energy energies e", RESULT),
        attribute("virial", "mat33", zero(), "kJ/mol", "virial", "atom_virial virials W", RESULT),
        attribute("mass", "float", between(0.5, 2.0), "u", "mass", "atom_mass masses m"),
        attribute("charge", "float", between(-1.0, 1.0), "e", "charge", "atom_charge charges q"),
        attribute("image", "vec3i", whole(-2, 3), "", "box image", "atom_image images img", STATE),
        attribute("flags", "int", bits(3), "", "flags", "atom_flags flags flags"),
        attribute("neighbour_count", "int", zero(), "", "number of neighbours", "atom_neighbor_count neighbor_counts nn", RESULT),
        attribute("neighbour_ids", "int", whole(-1, 0), "", "neighbours", "atom_neighbor_list neighbor_ids list", RESULT, "3"),
        attribute("overflow", "bool", truth(), "", "overflow flag", "atom_overflow overflow full", RESULT),
        attribute("cell_number", "int", zero(), "", "number of its cell", "atom_cell cell_numbers cells", RESULT),
        attribute("cell_place", "vec3i", zero(), "", "place of its cell", "atom_cell_ijk cell_places ijk", RESULT),
        attribute("label", "int", whole(-1, 30), "", "cluster label, -1 for none", "atom_cluster cluster_labels label", STATE),
        attribute("label_next", "int", whole(-1, 0), "", "cluster label after the sweep, -1 for none", "atom_cluster_new new_cluster_labels label_new", RESULT),
        attribute("bonded", "bool", truth(), "", "bonding mark", "atom_bonded bonded bonded", RESULT),
        attribute("order", "int", zero(), "", "number within its molecule", "atom_order atom_orders order", RESULT),
        attribute("bond_count", "int", whole(0, 4), "", "number of bonds", "atom_bond_count bond_counts nbonds", RESULT),
        attribute("local", "vec3", between(-0.5, 0.5), "nm", "position in the frame of its molecule", "atom_local local_positions r0", STATE),
    ),
    (
        relation("neighbours", "atom", NEAR, "candidates nearby", "atom_neighbors neighbors nbr"),
        relation("bonds", "bond", NEAR, "bonds", "atom_bonds atom_bonds ab", listed=True),
        relation("species", "species", ONE, "species", "atom_species species_ids type"),
        relation("molecule", "molecule", ONE, "molecule", "atom_molecule molecule_ids mol", optional=True),
        relation("group", "group", ONE, "group", "atom_group group_ids grp", optional=True),
    ),
    index=("tid", "i", "atom_id"),
)

SPECIES = Entity(
    "species",
    "species",
    (
        attribute("depth", "float", between(0.2, 1.0), "kJ/mol", "well depth", "species_epsilon well_depths eps"),
        attribute("diameter", "float", between(0.8, 1.2), "nm", "diameter", "species_sigma diameters sigma"),
        attribute("mobility", "float", between(0.1, 1.0), "ps/u", "mobility", "species_mobility mobilities mob"),
        attribute("population", "int", zero(), "", "number of atoms", "species_count species_counts n_type", RESULT),
    ),
    index=("s",),
)

PAIR = Entity(
    "pair",
    "pairs",
    (
        attribute("scale", "float", between(0.3, 1.0), "", "scale of the interaction", "pair_scale pair_scales s14"),
        attribute("excluded", "bool", truth(), "", "exclusion flag", "pair_excluded excluded excl"),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "pair_energy pair_energies ep", RESULT),
    ),
    (
        relation("a", "atom", ONE, "first atom", "pair_atoms pair_ids pairs", optional=True, group="ends"),
        relation("b", "atom", ONE, "second atom", "pair_atoms pair_ids pairs", optional=True, group="ends"),
    ),
    index=("tid", "p"),
)

BOND = Entity(
    "bond",
    "bonds",
    (
        attribute("length", "float", between(0.5, 1.5), "nm", "rest length", "bond_length rest_lengths r0"),
        attribute("stiffness", "float", between(0.5, 2.0), "kJ/(mol nm^2)", "stiffness", "bond_k stiffnesses k"),
        attribute("depth", "float", between(0.5, 2.0), "kJ/mol", "well depth", "bond_depth bond_depths De"),
        attribute("steepness", "float", between(0.3, 1.0), "1/nm", "steepness", "bond_steepness bond_steepnesses am"),
        attribute("kind", "int", code(3), "", "kind", "bond_type bond_kinds bkind"),
        attribute("intact", "bool", truth(), "", "mark of a bond that holds", "bond_intact intact alive", STATE),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "bond_energy bond_energies eb", RESULT),
        attribute("multiplier", "float", zero(), "u", "multiplier", "bond_lambda multipliers lam", RESULT),
        attribute("velocity_multiplier", "float", zero(), "u/ps", "multiplier of its velocity", "bond_mu velocity_multipliers mu", RESULT),
    ),
    (
        relation("a", "atom", ONE, "first atom", "bond_atoms bond_ids bonds", optional=True, group="ends"),
        relation("b", "atom", ONE, "second atom", "bond_atoms bond_ids bonds", optional=True, group="ends"),
        relation("group", "group", ONE, "group", "bond_group bond_groups bgrp", optional=True),
    ),
    index=("tid", "b", "bond_id"),
)

ANGLE = Entity(
    "angle",
    "angles",
    (
        attribute("rest", "float", between(1.2, 2.2), "rad", "size at rest", "angle_rest rest_angles theta0"),
        attribute("stiffness", "float", between(0.5, 2.0), "kJ/mol", "stiffness", "angle_k angle_stiffnesses ka"),
        attribute("outer_length", "float", between(0.8, 2.5), "nm", "Urey-Bradley length", "angle_ub_length outer_lengths r_ub"),
        attribute("outer_stiffness", "float", between(0.5, 2.0), "kJ/(mol nm^2)", "Urey-Bradley stiffness", "angle_ub_k outer_stiffnesses k_ub"),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "angle_energy angle_energies ea", RESULT),
    ),
    (
        relation("a", "atom", ONE, "first atom", "angle_atoms angle_ids angles", group="ends"),
        relation("b", "atom", ONE, "middle atom", "angle_atoms angle_ids angles", group="ends"),
        relation("c", "atom", ONE, "last atom", "angle_atoms angle_ids angles", group="ends"),
    ),
    index=("tid", "a"),
)

DIHEDRAL = Entity(
    "dihedral",
    "dihedrals",
    (
        attribute("half_barrier", "float", between(0.2, 1.0), "kJ/mol", "half of its barrier", "dihedral_k half_barriers kd"),
        attribute("phase", "float", between(-1.0, 1.0), "rad", "phase", "dihedral_phase phases phi0"),
        attribute("fold", "int", whole(1, 4), "", "multiplicity", "dihedral_n multiplicities nfold"),
        attribute("angle", "float", zero(), "rad", "angle", "dihedral_angle dihedral_angles phi", RESULT),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "dihedral_energy dihedral_energies ed", RESULT),
    ),
    (relation("atoms", "atom", FIXED, "four atoms", "dihedral_atoms dihedral_ids dihedrals", count=4),),
    index=("tid", "d"),
)

MOLECULE = Entity(
    "molecule",
    "molecules",
    (
        attribute("pose", "transform", pose(2.0), "nm", "pose", "mol_pose poses X", STATE),
        attribute("orientation", "quat", unit(), "", "orientation", "mol_orient orientations Q", STATE),
        attribute("center", "vec3", between(-2.0, 2.0), "nm", "centre of mass", "mol_center centers c", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "nm/ps", "velocity", "mol_vel molecule_velocities vc", STATE),
        attribute("spin", "vec3", between(-1.0, 1.0), "1/ps", "angular velocity", "mol_spin spins omega", STATE),
        attribute("wrench", "spatial_vector", between(-1.0, 1.0), "kJ/(mol nm), kJ/mol", "force and torque", "mol_wrench wrenches F", STATE),
        attribute("local_wrench", "spatial_vector", zero(), "kJ/(mol nm), kJ/mol", "force and torque in its frame", "mol_wrench_local local_wrenches F_local", RESULT),
        attribute("mass", "float", between(1.0, 4.0), "u", "mass", "mol_mass molecule_masses M"),
        attribute("inertia", "mat33", positive_definite(), "u nm^2", "inertia in its own frame", "mol_inertia inertias I"),
        attribute("size", "int", zero(), "", "number of atoms", "mol_size molecule_sizes n_atoms", RESULT),
        attribute("charge", "float", zero(), "e", "charge", "mol_charge molecule_charges Q", RESULT),
        attribute("dipole", "vec3", zero(), "e nm", "dipole", "mol_dipole dipoles mu", RESULT),
        attribute("mobile", "bool", truth(), "", "mobility mark", "mol_mobile mobile_molecules mobile", RESULT),
        attribute("heavy", "int", zero(), "", "number of its heaviest atom, or -1", "mol_heavy heaviest_atoms heavy", RESULT),
        attribute("radius", "float", zero(), "nm", "radius of gyration", "mol_radius gyration_radii rg", RESULT),
    ),
    (relation("members", "atom", RANGE, "atoms", "mol_atom_start atom_offsets mol_ptr"),),
    index=("tid", "m", "mol_id"),
)

GROUP = Entity(
    "group",
    "groups",
    (
        attribute("target", "float", between(0.5, 1.5), "kJ/mol", "target temperature times k", "group_kT target_kT kT"),
        attribute("kinetic", "float", between(1.0, 15.0), "kJ/mol", "kinetic energy", "group_kinetic kinetic_energies ke", STATE),
        attribute("freedom", "int", whole(3, 30), "", "degrees of freedom", "group_dof degrees_of_freedom ndf"),
        attribute("scaling", "float", between(0.8, 1.25), "", "velocity scale", "group_scale velocity_scales lam", RESULT),
        attribute("friction", "float", between(0.1, 2.0), "1/ps", "friction", "group_gamma frictions gam"),
        attribute("momentum", "vec3", between(-1.0, 1.0), "u nm/ps", "momentum", "group_momentum momenta P", STATE),
        attribute("total_mass", "float", between(2.0, 8.0), "u", "mass", "group_mass group_masses M", STATE),
        attribute("stress", "mat33", zero(), "kJ/mol", "virial", "group_virial group_virials W", RESULT),
        attribute("moved", "int", code(2), "", "mark of a needed rebuild", "group_rebuild rebuild_flags dirty", RESULT),
        attribute("broken_count", "int", zero(), "", "number of broken bonds", "group_broken_count broken_counts n_broken", RESULT),
        attribute("drift", "float", zero(), "nm^2", "sum of squared displacements", "group_msd squared_displacements msd", RESULT),
        attribute("atom_count", "int", zero(), "", "number of atoms", "group_atom_count atom_counts n_atoms", RESULT),
    ),
    index=("g",),
)

SHELL = Entity(
    "shell",
    "shells",
    (
        attribute("hits", "int", zero(), "", "hits", "bin_count bin_counts hist", RESULT),
        attribute("weight", "float", zero(), "", "sum of the scales of its hits", "bin_weight bin_weights hw", RESULT),
    ),
    index=("b",),
)

WAVE = Entity(
    "wave",
    "waves",
    (
        attribute("vector", "vec3", between(-3.0, 3.0), "1/nm", "wave vector", "wave_k wave_vectors k"),
        attribute("parts", "vec2", zero(), "e", "structure factor", "wave_S structure_factors S", RESULT),
        attribute("energy", "float", zero(), "kJ/mol", "energy", "wave_energy wave_energies ek", RESULT),
    ),
    index=("k", "tid"),
)

MOLECULAR_DYNAMICS = Schema(
    "molecular dynamics",
    (ATOM, SPECIES, PAIR, BOND, ANGLE, DIHEDRAL, MOLECULE, GROUP, SHELL, WAVE),
    (
        number("box", "vec3", between(4.0, 4.5), "nm", "edges of the box", "box box_length L"),
        number("cells", "int", whole(2, 6), "", "cells along an axis", "num_cells cells_per_axis nc"),
        number("cutoff", "float", between(1.4, 1.6), "nm", "cutoff", "cutoff r_cut rc"),
        number("skin", "float", between(0.3, 0.4), "nm", "skin of the lists", "skin list_skin r_skin"),
        number("dt", "float", between(0.001, 0.02), "ps", "time step", "dt time_step delta_t"),
        number("alpha", "float", between(0.5, 1.5), "1/nm", "Ewald splitting parameter", "alpha ewald_alpha kappa"),
        number("coupling", "float", between(0.02, 0.2), "ps", "coupling time of the thermostat", "tau coupling_time tau_t"),
        number("restraint", "float", between(1.0, 10.0), "kJ/(mol nm^2)", "stiffness of the restraints", "restraint_k k_restraint k_pos"),
        number("drag", "float", between(0.5, 4.5), "u/ps", "friction of a pair", "dpd_gamma gamma_pair drag"),
        number("kt", "float", between(0.5, 3.0), "kJ/mol", "thermal energy", "kT thermal_energy"),
        number("descent_rate", "float", between(0.01, 0.1), "nm^2 mol/kJ", "rate of a descent", "step_size descent_rate alpha_sd"),
        number("rate", "float", between(5.0, 20.0), "1/ps", "collision rate", "collision_rate nu_coll rate"),
        number("seed", "int", whole(1, 1000), "", "seed of the random numbers", "seed rng_seed random_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step md_step step_index"),
        number("largest_step", "float", between(0.01, 0.1), "nm", "largest step", "max_step step_limit dmax"),
        number("strain_limit", "float", between(1.2, 2.0), "", "stretch that breaks a bond", "break_stretch max_stretch stretch_limit"),
        number("bin_width", "float", between(0.02, 0.1), "nm", "width of a shell", "bin_width dr hist_dr"),
    ),
    {"BondType": ("HARMONIC", "MORSE", "QUARTIC")},
)
