"""Photons in layered matter: where they start, how far they fly, how they scatter, what they leave behind."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, code, unit, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

PHOTON = Entity(
    "photon",
    "photons",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "mm", "position", "photon_position positions x", STATE),
        attribute("direction", "vec3", unit(), "", "direction of flight", "photon_direction directions d", STATE),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "photon_weight weights w", STATE),
        attribute("depth", "float", between(0.1, 2.0), "", "optical depth to its next collision", "photon_optical_depth optical_depths tau", STATE),
        attribute("length", "float", between(0.0, 5.0), "mm", "length of its path", "photon_path_length path_lengths len", STATE),
        attribute("alive", "int", code(2), "", "whether it is alive", "photon_alive alive alive", STATE),
        attribute("next_position", "vec3", between(-1.0, 1.0), "mm", "next position", "photon_position_out positions_out x_out", RESULT),
        attribute("next_direction", "vec3", unit(), "", "next direction of flight", "photon_direction_out directions_out d_out", RESULT),
        attribute("next_weight", "float", between(0.0, 1.0), "", "next weight", "photon_weight_out weights_out w_out", RESULT),
        attribute("next_depth", "float", between(0.0, 1.0), "", "optical depth left", "photon_optical_depth_out optical_depths_out tau_out", RESULT),
        attribute("next_length", "float", between(0.0, 1.0), "mm", "next length of its path", "photon_path_length_out path_lengths_out len_out", RESULT),
        attribute("events", "int", zero(), "", "number of tentative collisions", "photon_events event_counts nev", RESULT),
        attribute("escaped", "float", zero(), "", "weight that left", "photon_escaped escaped_weights w_esc", RESULT),
        attribute("crossed", "int", zero(2), "", "whether it left its layer", "photon_crossed crossed out", RESULT),
    ),
    (
        relation("layer", "layer", ONE, "layer", "photon_layer layer_ids lay", optional=True),
        relation("beam", "beam", ONE, "beam", "photon_beam beam_ids bm"),
    ),
    index=("tid", "i", "photon_id"),
)

LAYER = Entity(
    "layer",
    "layers",
    (
        attribute("absorption", "float", between(0.1, 1.0), "1/mm", "absorption", "layer_mu_a absorptions mu_a"),
        attribute("scattering", "float", between(1.0, 5.0), "1/mm", "scattering", "layer_mu_s scatterings mu_s"),
        attribute("anisotropy", "float", between(0.3, 0.9), "", "mean cosine of scattering", "layer_g anisotropies g"),
        attribute("refraction", "float", between(1.2, 1.6), "", "refractive index", "layer_ior refractive_indices n1"),
        attribute("lower", "float", between(-1.0, -0.2), "mm", "height of its lower face", "layer_z_min lower_faces z0"),
        attribute("upper", "float", between(0.2, 1.0), "mm", "height of its upper face", "layer_z_max upper_faces z1"),
        attribute("deposited", "float", zero(), "", "absorbed weight", "layer_deposited deposited dep", RESULT),
        attribute("reflected", "float", zero(), "", "weight that its faces threw back", "layer_reflected reflected refl", RESULT),
        attribute("transmitted", "float", zero(), "", "weight that left through its upper face", "layer_transmitted transmitted trans", RESULT),
        attribute("collisions", "int", zero(), "", "number of collisions", "layer_collisions collision_counts ncol", RESULT),
    ),
    index=("layer_id", "k", "l"),
)

BEAM = Entity(
    "beam",
    "beams",
    (
        attribute("center", "vec3", between(-1.0, 1.0), "mm", "centre", "beam_center beam_centers c"),
        attribute("axis", "vec3", unit(), "", "axis", "beam_axis axes a"),
        attribute("radius", "float", between(0.1, 0.5), "mm", "radius", "beam_radius radii r"),
        attribute("cosine", "float", between(0.8, 1.0), "", "cosine of half its opening angle", "beam_cos_angle cos_angles cos_max"),
        attribute("power", "float", between(0.5, 2.0), "W", "power", "beam_power powers phi"),
        attribute("launched", "int", zero(), "", "number of photons", "beam_photon_count photon_counts n", RESULT),
    ),
    index=("beam_id", "b", "k"),
)

PHOTONS = Schema(
    "photons",
    (PHOTON, LAYER, BEAM),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("bounce", "int", whole(0, 20), "", "number of the flight", "bounce step flight"),
        number("outer_index", "float", between(1.0, 1.3), "", "refractive index outside", "n_outside outer_ior n2"),
        number("majorant", "float", between(6.0, 9.0), "1/mm", "highest extinction", "majorant sigma_max mu_max"),
        number("falloff", "float", between(0.5, 2.0), "1/mm", "fall of the extinction with height", "falloff decay beta"),
        number("mixing", "float", between(0.6, 0.9), "", "share of forward scattering", "forward_share mix alpha"),
        number("back", "float", between(-0.6, -0.2), "", "mean cosine of backward scattering", "g_back back_anisotropy g2"),
    ),
)
