"""Point masses, the springs between them, and the worlds that they live in."""

from __future__ import annotations

from generator.synthesis.schemas.domains import (
    between,
    bits,
    code,
    downward,
    near,
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
        attribute("previous", "vec3", near(between(-1.0, 1.0), "particle.position"), "m", "former position", "particle_q_prev prev_positions x_prev", STATE),
        attribute("initial", "vec3", between(-1.0, 1.0), "m", "position at the start", "particle_q_init initial_positions x0"),
        attribute("target", "vec3", near(between(-1.0, 1.0), "particle.position"), "m", "position at the end of the step", "particle_q_target target_positions x_goal", STATE),
        attribute("force", "vec3", between(-1.0, 1.0), "N", "force", "particle_f forces f", STATE),
        attribute("delta", "vec3", between(-0.1, 0.1), "m", "correction of its position", "particle_deltas deltas dx", STATE),
        attribute("delta_count", "int", whole(0, 4), "", "number of corrections", "particle_delta_count delta_counts n_dx", STATE),
        attribute("mass", "float", between(0.5, 2.0), "kg", "mass", "particle_mass masses m"),
        attribute("radius", "float", between(0.3, 0.6), "m", "radius", "particle_radius radii r"),
        attribute("flags", "int", bits(3), "", "flags", "particle_flags flags flags", STATE),
        attribute("age", "float", between(0.0, 1.0), "s", "age", "particle_age ages age", STATE),
        attribute("lifetime", "float", between(0.5, 1.5), "s", "lifetime", "particle_lifetime lifetimes ttl"),
        attribute("charge", "float", between(-1.0, 1.0), "C", "charge", "particle_charge charges q"),
        attribute("acceleration", "vec3", zero(), "m/s^2", "acceleration", "particle_qdd accelerations acc", RESULT),
        attribute("field", "vec3", zero(), "V/m", "electric field", "particle_E electric_fields E_p", RESULT),
        attribute("opacity", "float", zero(), "", "opacity", "particle_opacity opacities alpha", RESULT),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy", "particle_energy energies e", RESULT),
        attribute("contact_count", "int", zero(), "", "number of contacts", "particle_contact_count contact_counts n_contacts", RESULT),
        attribute("slot", "int", whole(-1, 7), "", "place among the live ones", "particle_slot slots slot", STATE),
        attribute("mirrored", "vec3", zero(), "m", "position that it copies", "particle_q_out positions_out x_out", RESULT),
        attribute("mirrored_velocity", "vec3", zero(), "m/s", "velocity that it copies", "particle_qd_out velocities_out v_out", RESULT),
    ),
    (
        relation("world", "world", ONE, "world", "particle_world world_ids world", optional=True),
        relation("group", "group", ONE, "group", "particle_group group_ids gid", optional=True),
        relation("source", "particle", ONE, "particle that it copies", "particle_source sources src", optional=True, role=STATE),
        relation("neighbours", "particle", NEAR, "particles nearby", "particle_neighbors neighbors nbr"),
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
        attribute("limit", "float", between(0.1, 0.5), "", "strain at which it breaks", "spring_max_strain strain_limits limit"),
        attribute("broken", "int", code(2), "", "whether it is broken", "spring_broken broken broken", STATE),
    ),
    (
        relation("a", "particle", ONE, "first particle", "spring_indices spring_nodes edges", optional=True, group="ends"),
        relation("b", "particle", ONE, "second particle", "spring_indices spring_nodes edges", optional=True, group="ends"),
    ),
    index=("tid", "s", "spring_id"),
)

ATTRACTOR = Entity(
    "attractor",
    "attractors",
    (
        attribute("center", "vec3", between(2.0, 3.0), "m", "centre", "attractor_pos attractor_positions xa"),
        attribute("strength", "float", between(0.5, 2.0), "m^3/s^2", "strength", "attractor_gm strengths gm"),
        attribute("reach", "float", between(2.0, 5.0), "m", "reach", "attractor_range ranges rc"),
    ),
    index=("j", "k", "a"),
)

WORLD = Entity(
    "world",
    "worlds",
    (
        attribute("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity gravity g"),
        attribute("wind", "vec3", between(-2.0, 2.0), "m/s", "wind", "world_wind winds wind"),
        attribute("ground_normal", "vec3", unit(), "", "normal of the ground", "ground_normal ground_normals n"),
        attribute("ground_offset", "float", between(-0.5, 0.0), "m", "offset of the ground along its normal", "ground_offset ground_offsets d"),
        attribute("lower", "vec3", between(-0.8, -0.4), "m", "lower corner", "world_lower lower_bounds lo"),
        attribute("upper", "vec3", between(0.4, 0.8), "m", "upper corner", "world_upper upper_bounds hi"),
        attribute("reset", "bool", truth(), "", "whether it starts anew", "world_reset reset_mask reset", STATE),
        attribute("energy", "float", between(0.0, 1.0), "J", "energy", "world_energy energies energy", RESULT),
        attribute("momentum", "vec3", zero(), "kg m/s", "momentum", "world_momentum momenta p", RESULT),
        attribute("angular_momentum", "vec3", zero(), "kg m^2/s", "angular momentum", "world_angular_momentum angular_momenta L", RESULT),
        attribute("virial", "float", zero(), "J", "virial", "world_virial virials vir", RESULT),
        attribute("max_speed", "float", zero(), "m/s", "highest speed", "world_max_speed max_speeds v_max", RESULT),
        attribute("active_count", "int", whole(0, 1), "", "number of active particles", "world_active_count active_counts n_active", RESULT),
    ),
    (
        relation("attractors", "attractor", RANGE, "attractors", "world_attractor_start attractor_offsets start"),
        relation("shapes", "shape", RANGE, "shapes", "world_shape_start shape_offsets shape_start"),
    ),
    index=("world_id", "w", "env"),
)

GROUP = Entity(
    "group",
    "groups",
    (
        attribute("size", "int", whole(0, 1), "", "number of particles", "group_size group_sizes n", RESULT),
        attribute("center", "vec3", between(-1.0, 1.0), "m", "centre", "group_center centers c", RESULT),
        attribute("mass", "float", between(0.0, 2.0), "kg", "mass", "group_mass group_masses mass", RESULT),
        attribute("moment", "vec3", between(-1.0, 1.0), "kg m", "sum of mass times position", "group_moment moments mx", RESULT),
        attribute("lower", "vec3", between(1.0, 2.0), "m", "lower corner of its bounds", "group_lower group_lowers lo", RESULT),
        attribute("upper", "vec3", between(-2.0, -1.0), "m", "upper corner of its bounds", "group_upper group_uppers hi", RESULT),
        attribute("inertia", "mat33", positive_definite(0.1, 1.0), "kg m^2", "inertia", "group_inertia inertias I", RESULT),
        attribute("spin", "vec3", zero(), "kg m^2/s", "angular momentum", "group_angular_momentum spins L", RESULT),
        attribute("kind", "int", code(2), "", "kind", "group_type group_kinds kind"),
        attribute("awake", "int", code(2), "", "whether any particle of it moves", "group_awake awake awake", RESULT),
    ),
    (relation("members", "particle", RANGE, "particles", "group_particle_start member_offsets offset"),),
    index=("g", "group_id", "tid"),
)

SHAPE = Entity(
    "shape",
    "shapes",
    (
        attribute("kind", "int", code(4), "", "kind", "shape_type shape_types stype"),
        attribute("pose", "transform", pose(), "m", "pose", "shape_transform shape_poses Xs", STATE),
        attribute("twist", "spatial_vector", between(-8.0, 8.0), "m/s, rad/s", "linear and angular velocity", "shape_twist shape_twists Vs", STATE),
        attribute("scale", "vec3", between(0.3, 0.6), "m", "half extents; radius and half length of a capsule", "shape_scale shape_sizes scale"),
        attribute("friction", "float", between(0.1, 0.9), "", "friction coefficient", "shape_mu shape_frictions mu_s"),
        attribute("stiffness", "float", between(10.0, 100.0), "N/m", "stiffness", "shape_ke shape_stiffness ke_s"),
        attribute("wrench", "spatial_vector", zero(), "N, N m", "force and torque", "shape_f shape_wrenches Fs", RESULT),
        attribute("flags", "int", bits(2), "", "flags", "shape_flags shape_flags sflags"),
    ),
    index=("s", "shape_id"),
)

TOUCH = Entity(
    "touch",
    "contacts",
    (
        attribute("particle_index", "int", whole(-1, 56), "", "particle that touches, or -1", "soft_contact_particle touch_particles tp", RESULT),
        attribute("shape_index", "int", whole(-1, 56), "", "shape that is touched, or -1", "soft_contact_shape touch_shapes ts", RESULT),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point in the frame of the shape", "soft_contact_shape_pos touch_points bx", RESULT),
        attribute("normal", "vec3", unit(), "", "normal", "soft_contact_normal touch_normals tn", RESULT),
    ),
    (
        relation("particle", "particle", ONE, "particle", "soft_contact_particle_id touch_particle_ids tpid", optional=True),
        relation("shape", "shape", ONE, "shape", "soft_contact_shape_id touch_shape_ids tsid", optional=True),
    ),
    index=("tid", "c", "touch_id"),
)

SLOT = Entity(
    "slot",
    "slots",
    (
        attribute("particle_index", "int", zero(), "", "particle that stands there", "active_indices active_list ids", RESULT),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "position of that particle", "active_points packed_positions x_packed", STATE),
        attribute("size", "float", zero(), "m", "radius of that particle", "active_radii packed_radii r_packed", RESULT),
    ),
    index=("s", "tid", "slot"),
    records=(4, 5, 6),
)

COUNTER = Entity(
    "counter",
    "counters",
    (
        attribute("active", "int", zero(), "", "number of live particles", "active_count counter n_alive", RESULT),
        attribute("dead", "int", zero(), "", "number of particles that died", "dead_count expired_count n_dead", RESULT),
        attribute("touches", "int", whole(0, 24), "", "number of listed contacts", "soft_contact_count touch_count n_touch", RESULT),
        attribute("found", "int", whole(0, 4), "", "number of contacts that were found", "soft_contact_found found_count n_found", RESULT),
        attribute("dropped", "int", zero(), "", "number of those that found no place", "dropped_count overflow n_dropped", RESULT),
    ),
    index=("tid",),
    records=(1,),
)

PARTICLES = Schema(
    "particles",
    (PARTICLE, SPRING, ATTRACTOR, WORLD, GROUP, SHAPE, TOUCH, SLOT, COUNTER),
    (
        number("dt", "float", between(0.001, 0.02), "s", "time step", "dt time_step sim_dt"),
        number("speed_limit", "float", between(0.5, 1.5), "m/s", "highest speed", "v_max max_velocity speed_limit"),
        number("drag", "float", between(0.1, 1.0), "1/s", "drag", "drag damping c_drag"),
        number("viscosity", "float", between(0.1, 1.0), "Pa s", "viscosity of the medium", "fluid_viscosity eta viscosity"),
        number("air_density", "float", between(0.5, 2.0), "kg/m^3", "density of the air", "air_density rho_air density"),
        number("stiffness", "float", between(10.0, 100.0), "N/m", "contact stiffness", "k_contact contact_ke stiffness"),
        number("damping", "float", between(0.1, 1.0), "N s/m", "contact damping", "k_damp contact_kd damping"),
        number("friction", "float", between(0.1, 0.9), "", "friction coefficient", "k_mu mu friction"),
        number("slide_loss", "float", between(0.1, 0.9), "", "share of the sliding speed that a bounce takes", "tangential_damping slide_loss k_t"),
        number("cohesion", "float", between(0.0, 0.05), "m", "reach of cohesion", "k_cohesion cohesion"),
        number("contact_max", "int", whole(6, 12), "", "number of contacts that fit into the list", "soft_contact_max max_touches n_max"),
        number("margin", "float", between(0.0, 0.1), "m", "margin of contact detection", "margin contact_margin soft_margin"),
        number("restitution", "float", between(0.1, 0.9), "", "restitution", "restitution e cor"),
        number("gravitation", "float", between(0.5, 2.0), "m^3/(kg s^2)", "gravitational constant", "G gravitation_constant big_g"),
        number("softening", "float", between(0.05, 0.2), "m", "softening length", "eps softening"),
        number("relaxation", "float", between(0.3, 1.0), "", "relaxation factor", "relaxation omega relax"),
        number("max_step", "float", between(0.1, 0.16), "m", "longest step", "max_displacement max_step bound"),
        number("sleep_speed", "float", between(0.3, 1.0), "m/s", "speed below which particles rest", "sleep_threshold v_sleep"),
        number("rest_step", "float", between(0.06, 0.1), "m", "move in a step below which particles rest", "rest_distance rest_move d_rest"),
        number("least_mass", "float", between(0.2, 1.0), "kg", "mass below which a group counts as empty", "min_mass least_mass m_min"),
        number("magnetic_field", "vec3", between(-1.0, 1.0), "T", "magnetic field", "B magnetic_field b_field"),
        number("electric_field", "vec3", between(-1.0, 1.0), "V/m", "outer electric field", "E_ext outer_field e_field"),
        number("coulomb", "float", between(0.5, 2.0), "N m^2/C^2", "Coulomb constant", "k_e coulomb_constant ke"),
        number("alpha", "float", between(0.0, 1.0), "", "fraction of the step that is done", "alpha blend t"),
    ),
    {"ShapeType": ("SPHERE", "BOX", "CAPSULE", "PLANE"), "ParticleFlags": ("ACTIVE", "FIXED", "GHOST")},
)
