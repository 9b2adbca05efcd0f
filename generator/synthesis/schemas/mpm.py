"""The material point method: particles that carry matter, the nodes of a grid, materials and colliders."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    deformation,
    downward,
    near,
    pose,
    positive_definite,
    truth,
    unit,
    whole,
    zero,
)
from generator.synthesis.schemas.entities import FIXED, ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

PARTICLE = Entity(
    "particle",
    "particles",
    (
        attribute("position", "vec3", between(0.0, 1.0), "m", "position", "particle_q positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "particle_qd velocities v", STATE),
        attribute("fraction", "vec3", between(0.5, 1.5), "cells", "place in its cell", "particle_fx local_coords fx", STATE),
        attribute("affine", "mat33", between(-5.0, 5.0), "1/s", "affine velocity", "particle_qd_grad affine_velocities C", STATE),
        attribute("deformation", "mat33", deformation(0.9, 1.2), "", "deformation gradient", "particle_elastic_strain deformation_gradients F", STATE),
        attribute("elastic", "mat33", deformation(0.75, 1.25), "", "elastic deformation gradient", "particle_F_elastic elastic_gradients Fe", STATE),
        attribute("stress", "mat33", positive_definite(0.1, 1.0), "Pa", "Kirchhoff stress", "particle_stress stresses tau", STATE),
        attribute("cauchy", "mat33", positive_definite(0.1, 1.0), "Pa", "Cauchy stress", "particle_cauchy_stress cauchy_stresses sigma", STATE),
        attribute("log_strain", "vec3", between(-0.5, 0.5), "", "principal logarithmic strain", "particle_log_strain log_strains eps", STATE),
        attribute("volume_ratio", "float", between(0.6, 1.2), "", "volume ratio", "particle_J volume_ratios J", STATE),
        attribute("plastic_ratio", "float", between(0.9, 1.1), "", "plastic volume ratio", "particle_Jp plastic_ratios Jp", STATE),
        attribute("plastic_strain", "float", between(0.0, 1.0), "", "accumulated plastic strain", "particle_plastic_strain plastic_strains alpha", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "particle_mass masses m"),
        attribute("volume", "float", between(0.001, 0.01), "m^3", "initial volume", "particle_volume volumes vol"),
        attribute("kind", "int", code(4), "", "material kind", "particle_material_type material_kinds kind"),
        attribute("flags", "int", bits(3), "", "flags", "particle_flags flags flags"),
        attribute("density", "float", zero(), "kg/m^3", "density", "particle_density densities rho", RESULT),
        attribute("restart", "vec3", zero(), "m/s", "velocity to restart with", "particle_qd_init restart_velocities v_init", RESULT),
        attribute("base", "int", whole(0, 1), "", "number of its first node", "particle_base base_nodes base", RESULT),
        attribute("cell_fraction", "vec3", zero(), "cells", "place in its cell", "particle_fx_out cell_fractions fx_new", RESULT),
        attribute("weights", "vec3", zero(), "", "weights of its nodes along an axis", "particle_weights weights w", RESULT, "3"),
        attribute("slopes", "vec3", zero(), "1/cells", "slopes of its weights along an axis", "particle_weight_grads weight_slopes dw", RESULT, "3"),
    ),
    (
        relation("nodes", "node", FIXED, "27 nodes nearby", "particle_nodes node_ids stencil", count=27, role=STATE),
        relation("collider", "collider", ONE, "collider nearby", "particle_collider collider_ids pcid", optional=True, role=STATE),
        relation("material", "material", ONE, "material", "particle_material material_ids mat"),
        relation("world", "world", ONE, "world", "particle_world world_ids world", optional=True),
        relation("source", "particle", ONE, "particle that it is copied from", "particle_source source_ids src", optional=True, role=STATE),
    ),
    index=("tid", "p", "i"),
)

NODE = Entity(
    "node",
    "nodes",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "node_pos node_positions xi"),
        attribute("mass", "float", between(0.0, 2.0), "kg", "mass", "grid_m node_masses gm", STATE),
        attribute("momentum", "vec3", between(-1.0, 1.0), "kg m/s", "momentum", "grid_mv node_momenta gmv", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "grid_v node_velocities gv", STATE),
        attribute("former", "vec3", near(between(-1.0, 1.0), "node.velocity"), "m/s", "velocity before forces", "grid_v_prev old_velocities gv0", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "grid_f node_forces gf", STATE),
        attribute("kind", "int", code(4), "", "border kind", "grid_type border_kinds bc"),
        attribute("normal", "vec3", unit(), "", "inward border normal", "grid_normal border_normals gn"),
        attribute("friction", "float", between(0.0, 1.0), "", "friction of the border", "grid_mu border_frictions gmu"),
        attribute("place", "vec3i", whole(0, 4), "", "place on the grid", "grid_ijk node_places ijk"),
        attribute("mark", "int", whole(0, 1), "", "border mark", "grid_mark border_marks mark", RESULT),
        attribute("inner", "int", zero(2), "", "1 inside the collider nearby, 0 outside", "grid_inside inside_flags in_col", RESULT),
        attribute("distance", "float", zero(), "m", "signed distance from the collider nearby, negative inside", "grid_sdf collider_distances sdf", RESULT),
        attribute("sides", "int", whole(0, 1), "", "number of sides of the grid that it touches", "grid_side_count side_counts nside", RESULT),
        attribute("touch_count", "int", whole(0, 4), "", "number of particles nearby", "grid_particle_count particle_counts npart", RESULT),
        attribute("active_index", "int", whole(-1, 0), "", "number among active nodes", "grid_active_id active_ids aid", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "node_world world_ids world", optional=True),
        relation("collider", "collider", ONE, "collider nearby", "node_collider collider_ids cid", optional=True, role=STATE),
    ),
    index=("tid", "n", "i"),
)

COLLIDER = Entity(
    "collider",
    "colliders",
    (
        attribute("pose", "transform", pose(), "m", "pose", "collider_q collider_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "linear and angular velocity", "collider_qd collider_velocities V", STATE),
        attribute("shape", "int", code(3), "", "shape", "collider_type shapes shape"),
        attribute("size", "vec3", between(0.4, 1.2), "m", "half extents", "collider_scale half_extents ext"),
        attribute("friction", "float", between(0.0, 1.0), "", "friction", "collider_mu collider_frictions mu"),
        attribute("mass", "float", between(1.0, 4.0), "kg", "mass", "collider_mass collider_masses M"),
        attribute("inertia", "mat33", positive_definite(), "kg m^2", "inertia", "collider_inertia collider_inertias I"),
        attribute("kinematic", "bool", truth(), "", "kinematic flag", "collider_kinematic kinematic kin"),
        attribute("impulse", "spatial_vector", between(-1.0, 1.0), "N s, N m s", "impulse and its moment", "collider_impulse impulses J", RESULT),
    ),
    index=("c", "collider_id"),
)

MATERIAL = Entity(
    "material",
    "materials",
    (
        attribute("young", "float", between(1.0, 10.0), "Pa", "Young's modulus", "material_young youngs_moduli E"),
        attribute("poisson", "float", between(0.1, 0.4), "", "Poisson's ratio", "material_poisson poisson_ratios nu"),
        attribute("mu", "float", between(1.0, 5.0), "Pa", "shear modulus", "material_mu shear_moduli mu", STATE),
        attribute("lam", "float", between(1.0, 5.0), "Pa", "first Lame parameter", "material_lambda lame_lambdas lam", STATE),
        attribute("yield_stress", "float", between(0.1, 1.0), "Pa", "yield stress", "material_yield yield_stresses sy"),
        attribute("slope", "float", between(0.1, 0.6), "", "slope of the yield surface", "material_friction friction_slopes alpha"),
        attribute("hardening", "float", between(5.0, 15.0), "", "hardening", "material_hardening hardenings xi"),
        attribute("compression_limit", "float", between(0.005, 0.03), "", "critical compression", "material_theta_c critical_compressions theta_c"),
        attribute("stretch_limit", "float", between(0.005, 0.03), "", "critical stretch", "material_theta_s critical_stretches theta_s"),
        attribute("viscosity", "float", between(0.05, 0.5), "Pa s", "viscosity", "material_viscosity viscosities eta"),
        attribute("density", "float", between(0.5, 2.0), "kg/m^3", "density", "material_density densities rho0"),
    ),
    index=("tid", "m"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity gravity g"),
        attribute("active_count", "int", zero(), "", "number of active nodes", "world_active_nodes active_counts n_active", RESULT),
        attribute("kinetic", "float", zero(), "J", "kinetic energy", "world_kinetic kinetic_energies ke", RESULT),
        attribute("elastic", "float", zero(), "J", "elastic energy", "world_elastic elastic_energies pe", RESULT),
        attribute("top_speed", "float", zero(), "m/s", "highest speed", "world_max_speed top_speeds vmax", RESULT),
    ),
    index=("world_id", "w"),
)

MPM = Schema(
    "the material point method",
    (PARTICLE, NODE, COLLIDER, MATERIAL, WORLD),
    (
        number("dt", "float", between(0.005, 0.02), "s", "time step", "dt time_step sim_dt"),
        number("dx", "float", between(0.1, 0.3), "m", "grid spacing", "dx voxel_size cell_size"),
        number("blend", "float", between(0.5, 1.0), "", "share of FLIP", "flip_ratio flip blend"),
        number("side", "int", whole(4, 7), "", "nodes along an axis, those along z one after another", "grid_dim grid_size n_grid"),
        number("origin", "vec3", between(-0.2, 0.3), "m", "corner of the grid", "grid_origin origin grid_min"),
        number("mass_cutoff", "float", between(0.1, 0.6), "kg", "mass up to which a node counts as empty", "mass_cutoff min_node_mass m_eps"),
        number("padding", "int", whole(1, 3), "", "layers of border nodes", "padding bound border"),
    ),
    {"NodeType": ("FREE", "STICKY", "SLIP", "SEPARATE"), "ColliderType": ("SPHERE", "BOX", "PLANE"), "MaterialType": ("ELASTIC", "FLUID", "SNOW", "SAND")},
)
