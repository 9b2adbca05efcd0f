"""Samples of direct light: points that are lit, the triangles that light them, pixels and lenses."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, cumulative, unit, whole, zero
from generator.synthesis.schemas.entities import NEAR, ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

SURFACE = Entity(
    "surface",
    "surface points",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "surface_position positions x", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "surface_normal normals n", STATE),
        attribute("view", "vec3", unit(), "", "direction to the eye", "surface_view view_dirs wo", STATE),
        attribute("roughness", "float", between(0.4, 0.9), "", "roughness", "surface_roughness roughness rough", STATE),
        attribute("albedo", "vec3", between(0.2, 0.9), "", "albedo", "surface_albedo albedos rho", STATE),
        attribute("distance", "float", between(0.2, 2.0), "m", "distance to what the sampled ray hits", "surface_hit_distance hit_distances t_hit", STATE),
        attribute("direction", "vec3", unit(), "", "sampled direction", "surface_dir sampled_dirs wi", RESULT),
        attribute("density", "float", between(0.05, 1.0), "", "density of the sampled direction", "surface_pdf densities pdf", RESULT),
        attribute("irradiance", "vec3", zero(), "", "light that arrives, by this sample", "surface_irradiance irradiance E", RESULT),
        attribute("radiance", "vec3", zero(), "", "light that it reflects, by this sample", "surface_radiance radiance L", RESULT),
        attribute("light_id", "int", zero(), "", "index of the light that was picked", "surface_light_pick light_picks pick", RESULT),
        attribute("chance", "float", zero(), "", "probability of that pick", "surface_light_prob light_probs p_light", RESULT),
        attribute("throughput", "vec3", zero(), "", "throughput", "surface_throughput throughputs beta", RESULT),
        attribute("weight", "float", zero(), "", "weight of the sample", "surface_mis_weight weights w", RESULT),
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "start of the shadow ray", "surface_ray_origin ray_origins o", RESULT),
    ),
    (
        relation("light", "light", ONE, "light", "surface_light light_ids lid"),
        relation("lights", "light", NEAR, "lights in reach", "surface_lights light_lists lights"),
    ),
    index=("tid", "i", "surface_id"),
)

LIGHT = Entity(
    "light",
    "lights",
    (
        attribute("a", "vec3", between(1.5, 2.5), "m", "first corner", "light_a corners_a p0"),
        attribute("b", "vec3", between(2.5, 3.5), "m", "second corner", "light_b corners_b p1"),
        attribute("c", "vec3", between(-1.0, 0.0), "m", "third corner", "light_c corners_c p2"),
        attribute("center", "vec3", between(2.0, 3.0), "m", "centre", "light_center centers q"),
        attribute("radius", "float", between(0.5, 1.2), "m", "radius", "light_radius radii r"),
        attribute("emission", "vec3", between(0.5, 4.0), "", "emitted radiance", "light_emission emission Le"),
        attribute("power", "float", between(0.2, 2.0), "W", "power", "light_power powers phi"),
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative share of the power", "light_cdf cdf cdf"),
        attribute("picks", "int", zero(), "", "number of picks", "light_pick_count pick_counts n", RESULT),
    ),
    index=("light_id", "k", "l"),
)

PIXEL = Entity(
    "pixel",
    "pixels",
    (
        attribute("column", "int", whole(0, 40), "", "column", "pixel_x columns px"),
        attribute("row", "int", whole(0, 30), "", "row", "pixel_y rows py"),
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "start of its ray", "pixel_ray_origin pixel_ray_origins ro", RESULT),
        attribute("direction", "vec3", unit(), "", "direction of its ray", "pixel_ray_dir pixel_ray_dirs rd", RESULT),
        attribute("time", "float", zero(), "s", "time of its ray", "pixel_ray_time ray_times t", RESULT),
        attribute("offset", "vec2", zero(), "", "place of the sample", "pixel_offset pixel_offsets jitter", RESULT),
    ),
    index=("tid", "pixel_id", "p"),
)

LIGHT_SAMPLES = Schema(
    "direct light",
    (SURFACE, LIGHT, PIXEL),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed frame_seed"),
        number("frame", "int", whole(0, 60), "", "number of the frame", "frame frame_index iteration"),
        number("strata", "int", whole(2, 5), "", "number of cells along a side of a pixel", "strata grid_size cells"),
        number("aperture", "float", between(0.02, 0.2), "m", "radius of the lens", "lens_radius aperture aperture_radius"),
        number("focus", "float", between(2.0, 5.0), "m", "distance of the plane in focus", "focus_distance focal_distance focus"),
        number("width", "int", whole(40, 64), "px", "width of the image", "image_width width w"),
        number("height", "int", whole(30, 48), "px", "height of the image", "image_height height h"),
        number("field_of_view", "float", between(0.3, 0.6), "", "tangent of half the horizontal field of view", "tan_half_fov tan_half_angle tan_fov"),
        number("shutter", "float", between(0.01, 0.05), "s", "time that the shutter is open", "shutter_time exposure shutter"),
        number("offset", "float", between(0.001, 0.01), "m", "distance of ray starts from the surface", "ray_epsilon normal_offset bias"),
        number("reach", "float", between(0.5, 1.5), "m", "distance over which what is hit fades", "falloff_distance fade_distance reach"),
    ),
)
