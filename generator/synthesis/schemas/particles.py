"""Point masses, the springs between them, and the worlds that they live in."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, whole
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, Schema, attribute, number, relation

PARTICLE = Entity(
    "particle",
    "particles",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "particle_q positions x", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "particle_qd velocities v", STATE),
        attribute("previous", "vec3", between(-1.0, 1.0), "m", "former position", "particle_q_prev prev_positions x_prev", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "particle_f forces f", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "particle_mass masses m"),
        attribute("inverse_mass", "float", between(0.5, 2.0), "1/kg", "inverse mass", "particle_inv_mass inv_masses w"),
        attribute("radius", "float", between(0.05, 0.2), "m", "radius", "particle_radius radii r"),
        attribute("flags", "int", bits(3), "", "flags", "particle_flags flags flags"),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy", "particle_energy energies e", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "particle_world world_ids world", optional=True),
        relation("group", "group", ONE, "group", "particle_group group_ids gid", optional=True),
    ),
    index=("tid", "i", "particle_id"),
)

SPRING = Entity(
    "spring",
    "springs",
    (
        attribute("rest_length", "float", between(0.2, 1.0), "m", "rest length", "spring_rest_length rest_lengths l0"),
        attribute("stiffness", "float", between(1.0, 10.0), "N/m", "stiffness", "spring_stiffness stiffness ke"),
        attribute("damping", "float", between(0.1, 1.0), "N s/m", "damping", "spring_damping damping kd"),
        attribute("strain", "float", between(-1.0, 1.0), "", "strain", "spring_strain strains strain", RESULT),
    ),
    (
        relation("a", "particle", ONE, "first particle", "spring_indices spring_nodes edges", optional=True, group="ends"),
        relation("b", "particle", ONE, "second particle", "spring_indices spring_nodes edges", optional=True, group="ends"),
    ),
    index=("tid", "s", "spring_id"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", between(-10.0, 0.0), "m/s^2", "gravity", "gravity gravity g"),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy", "world_energy energies energy", RESULT),
        attribute("active_count", "int", whole(0, 1), "", "number of active particles", "world_active_count active_counts n_active", RESULT),
    ),
    index=("world_id", "w", "env"),
)

GROUP = Entity(
    "group",
    "groups",
    (
        attribute("size", "int", whole(0, 1), "", "number of particles", "group_size group_sizes n", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre of mass", "group_center centers c", RESULT),
        attribute("kind", "int", code(2), "", "kind", "group_type group_kinds kind"),
    ),
    index=("g", "group_id", "tid"),
)

PARTICLES = Schema(
    "particles",
    (PARTICLE, SPRING, WORLD, GROUP),
    (
        number("dt", "float", between(0.001, 0.02), "s", "time step", "dt time_step sim_dt"),
        number("speed_limit", "float", between(0.5, 1.5), "m/s", "highest speed", "v_max max_velocity speed_limit"),
        number("drag", "float", between(0.1, 1.0), "1/s", "drag", "drag damping c_drag"),
    ),
    {"ParticleFlags": ("ACTIVE", "FIXED", "GHOST")},
)
