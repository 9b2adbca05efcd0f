"""Pixels, cameras, samples along rays, lights and materials: what images are made of."""

from __future__ import annotations

from generator.synthesis.schemas.domains import ascending, between, bits, code, pose, truth, unit, whole
from generator.synthesis.schemas.entities import (
    EARLIER,
    FIXED,
    MODEL,
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
from generator.synthesis.schemas.gaussians import SPLAT
from generator.synthesis.schemas.schema import Schema

PIXEL = Entity(
    "pixel",
    "pixels",
    (
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "pixel_rgb colors rgb", STATE),
        attribute("sum", "vec3", between(0.0, 4.0), "", "sum of the colours of its samples", "pixel_sum color_sums acc", STATE),
        attribute("weight", "float", between(1.0, 4.0), "", "sum of the weights of its samples", "pixel_weight weights w", STATE),
        attribute("color_grad", "vec3", between(-1.0, 1.0), "", "gradient of its colour", "pixel_rgb_grad color_grads g_rgb", STATE),
        attribute("target", "vec3", between(0.0, 1.0), "", "colour that is wanted", "pixel_target target_colors rgb_ref", STATE),
        attribute("loss", "float", between(0.0, 1.0), "", "loss", "pixel_loss pixel_losses loss", RESULT),
        attribute("alpha", "float", between(0.0, 1.0), "", "opacity", "pixel_alpha alphas a", RESULT),
        attribute("depth", "float", between(0.5, 5.0), "m", "depth", "pixel_depth depth z", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "pixel_normal normals n", STATE),
        attribute("light", "vec3", between(0.0, 1.0), "", "light that it shows", "pixel_light radiance light", RESULT),
        attribute("transmittance", "float", between(0.1, 1.0), "", "share of the light that passes", "pixel_transmittance transmittance T", STATE),
        attribute("object_id", "int", whole(-1, 4), "", "number of the object, -1 for none", "pixel_object object_ids obj", STATE),
        attribute("facet_id", "int", whole(0, 1), "", "number of the facet that it shows, -1 for none", "pixel_facet facet_ids fid", RESULT),
        attribute("dominant", "int", whole(0, 1), "", "number of the Gaussian that counts most, -1 for none", "pixel_splat top_splats gid", RESULT),
        attribute("packed", "int", whole(0, 1), "", "colour as 0xRRGGBB", "pixel_rgb8 packed_colors rgb8", RESULT),
        attribute("point", "vec3", between(-1.0, 1.0), "m", "point in the world that it shows", "pixel_world_pos world_points xw", RESULT),
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "origin of its ray", "pixel_ray_origin ray_origins ro", RESULT),
        attribute("direction", "vec3", unit(), "", "direction of its ray", "pixel_ray_dir ray_dirs rd", RESULT),
        attribute("thickness", "float", between(0.0, 1.0), "m", "length of its ray in matter", "pixel_thickness thickness th", RESULT),
        attribute("longest_run", "int", whole(0, 1), "", "most samples in a row", "pixel_longest_run longest_runs run", RESULT),
        attribute("samples", "int", whole(0, 1), "", "number of samples", "pixel_samples sample_counts n", RESULT),
        attribute("screen", "vec2", between(0.0, 8.0), "px", "place on the screen", "pixel_xy screen_positions xy"),
        attribute("valid", "bool", truth(), "", "visibility", "pixel_valid valid valid", STATE),
    ),
    (
        relation("camera", "camera", ONE, "camera", "pixel_camera camera_ids cam"),
        relation("object", "thing", ONE, "object that it shows", "pixel_instance instance_ids inst", optional=True, role=STATE),
        relation("steps", "step", RANGE, "samples along its ray", "pixel_step_start step_offsets s_start", role=STATE),
        relation("splats", "splat", NEAR, "Gaussians that cover it, front to back", "pixel_splats splat_lists splats", listed=True, role=STATE),
        relation("facets", "facet", NEAR, "facets that may cover it", "pixel_facets facet_lists facets"),
        relation("lights", "lamp", NEAR, "lights that reach it", "pixel_lights light_lists lamps"),
    ),
    index=("tid", "px", "pixel_id"),
)

CAMERA = Entity(
    "camera",
    "cameras",
    (
        attribute("pose", "transform", pose(), "m", "pose in the world", "camera_transform camera_poses cam_xf", STATE),
        attribute("focal", "vec2", between(4.0, 8.0), "px", "focal lengths", "camera_focal focal_lengths f"),
        attribute("center", "vec2", between(3.0, 5.0), "px", "principal point", "camera_center principal_points c"),
        attribute("loss", "float", between(0.0, 1.0), "", "loss of its image", "camera_loss losses loss", RESULT),
        attribute("near", "float", between(0.1, 0.5), "m", "nearest depth", "camera_near near_planes z_near"),
        attribute("far", "float", between(1.0, 4.0), "m", "farthest depth", "camera_far far_planes z_far"),
        attribute("aperture", "float", between(0.0, 0.1), "m", "radius of its aperture", "camera_aperture apertures ap"),
        attribute("seen_count", "int", whole(0, 1), "", "number of objects that it sees", "camera_seen_count seen_counts n_seen", RESULT),
        attribute("shadow_count", "int", whole(0, 1), "", "number of objects that it sees and that cast shadows", "camera_shadow_count shadow_counts n_cast", RESULT),
        attribute("planes", "vec4", between(-1.0, 1.0), "", "planes of its view", "camera_planes view_planes planes", RESULT, extent="6"),
        attribute("view", "mat44", between(-1.0, 1.0), "", "view matrix", "camera_view view_matrices V", RESULT),
        attribute("draw_list", "int", whole(0, 1), "", "numbers of the objects that it draws", "camera_draw_list draw_list draw", RESULT, extent="draw_capacity"),
        attribute("backdrop", "vec3", between(0.0, 1.0), "", "colour of its background", "camera_background camera_backgrounds cam_bg"),
        attribute("exposure", "float", between(0.5, 2.0), "", "exposure", "camera_exposure exposures ev"),
    ),
    (relation("target", "thing", ONE, "object that it follows", "camera_target follow_targets target", optional=True),),
    index=("cam", "camera_id", "c"),
)

STEP = Entity(
    "step",
    "samples",
    (
        attribute("density", "float", between(0.0, 6.0), "1/m", "density", "step_sigma densities sigma", STATE),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "step_rgb step_colors c", STATE),
        attribute("length", "float", between(0.05, 0.3), "m", "length", "step_delta deltas dt", STATE),
        attribute("distance", "float", ascending(0.0, 4.0), "m", "distance along the ray", "step_t distances t", STATE),
        attribute("weight", "float", between(0.0, 1.0), "", "share of the pixel's colour", "step_weight step_weights w", RESULT),
        attribute("density_grad", "float", between(-1.0, 1.0), "m", "gradient of its density", "step_sigma_grad density_grads g_sigma", RESULT),
        attribute("color_grad", "vec3", between(-1.0, 1.0), "", "gradient of its colour", "step_rgb_grad step_color_grads g_c", RESULT),
        attribute("occupied", "bool", truth(), "", "occupancy", "step_occupied occupancy occ", STATE),
    ),
    index=("s", "step_id", "tid"),
)

LAMP = Entity(
    "lamp",
    "lights",
    (
        attribute("position", "vec3", between(2.0, 3.0), "m", "position", "light_pos light_positions lp"),
        attribute("direction", "vec3", unit(), "", "direction", "light_dir light_directions ld"),
        attribute("intensity", "vec3", between(0.5, 2.0), "", "intensity", "light_intensity intensities le"),
        attribute("type", "int", code(3), "", "type", "light_type light_types kind"),
        attribute("cone", "float", between(0.2, 0.8), "", "cosine of the half angle of its cone", "light_cone cone_cosines cone"),
        attribute("active", "bool", truth(), "", "light switch", "light_active lit on"),
    ),
    index=("l", "light_id", "k"),
)

THING = Entity(
    "thing",
    "objects",
    (
        attribute("pose", "transform", pose(2.0), "m", "pose in the world", "object_transform object_poses xf", STATE),
        attribute("placed", "transform", pose(2.0), "m", "pose on what it is fixed to", "object_local_transform local_poses xl", STATE),
        attribute("scale", "vec3", between(0.5, 1.5), "", "scale", "object_scale scales s"),
        attribute("radius", "float", between(0.3, 1.0), "m", "radius of its bounding sphere", "object_radius object_radii r"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "object_color object_colors col"),
        attribute("flags", "int", bits(3), "", "flags", "object_flags object_flags flags"),
        attribute("matrix", "mat44", between(-1.0, 1.0), "", "model matrix", "object_matrix model_matrices M", RESULT),
        attribute("visible", "bool", truth(), "", "visibility", "object_visible visible vis", RESULT),
        attribute("world", "transform", pose(), "m", "pose as it is drawn", "object_world_transform drawn_poses xf_out", RESULT),
        attribute("basis", "mat33", between(-1.0, 1.0), "", "scaled axes as they are drawn", "object_basis drawn_axes basis", RESULT),
        attribute("lod", "int", whole(0, 1), "", "level of detail", "object_lod lod_levels lod", RESULT),
        attribute("pixel_count", "int", whole(0, 1), "", "number of pixels that show it", "object_pixel_count pixel_counts n_px", RESULT),
        attribute("nearest_depth", "float", between(5.0, 8.0), "m", "smallest depth at which it is seen", "object_min_depth min_depths z_min", RESULT),
    ),
    (
        relation("material", "finish", ONE, "material", "object_material material_ids mat", optional=True),
        relation("parent", "thing", ONE, "object that it is fixed to", "object_parent parent_ids parent", optional=True, leads=EARLIER),
        relation("camera", "camera", ONE, "camera", "object_camera object_cameras cam"),
        relation("body", "body", ONE, "body", "object_body object_bodies body", optional=True),
    ),
    index=("obj", "i", "tid"),
)

BODY = Entity(
    "body",
    "bodies",
    (attribute("pose", "transform", pose(), "m", "pose", "body_q body_poses X", STATE),),
    index=("b", "body", "tid"),
)

FINISH = Entity(
    "finish",
    "materials",
    (
        attribute("albedo", "vec3", between(0.1, 0.9), "", "albedo", "material_albedo albedos albedo"),
        attribute("roughness", "float", between(0.2, 0.9), "", "roughness", "material_roughness roughness rough"),
        attribute("specular", "float", between(0.02, 0.9), "", "reflectance at normal incidence", "material_f0 reflectances f0"),
        attribute("metallic", "bool", truth(), "", "metal flag", "material_metallic metallic metal"),
        attribute("texture", "int", whole(-1, 4), "", "number of its texture, -1 for none", "material_texture texture_ids tex"),
    ),
    index=("m", "mat_id", "k"),
)

HIT = Entity(
    "hit",
    "hits",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "hit_pos hit_positions p", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "hit_normal hit_normals n", STATE),
        attribute("view", "vec3", unit(), "", "direction towards the viewer", "hit_view view_directions wo", STATE),
        attribute("throughput", "vec3", between(0.2, 1.0), "", "throughput of its path", "hit_throughput throughputs beta", STATE),
        attribute("radiance", "vec3", between(0.0, 1.0), "", "radiance", "hit_radiance radiances L", RESULT),
        attribute("direction", "vec3", unit(), "", "direction in which the path goes on", "hit_next_dir next_directions wi", RESULT),
        attribute("alive", "bool", truth(), "", "life of its path", "hit_alive alive alive", STATE),
        attribute("bounce", "int", whole(0, 5), "", "number of bounces", "hit_bounce bounces bounce", STATE),
    ),
    (
        relation("material", "finish", ONE, "material", "hit_material hit_materials mat", optional=True),
        relation("light", "lamp", ONE, "light", "hit_light hit_lights light"),
        relation("lights", "lamp", NEAR, "lights", "hit_lights light_lists lamps"),
        relation("occluders", "thing", FIXED, "objects in the way", "hit_occluders occluders occ", count=4),
        relation("pixel", "pixel", ONE, "pixel", "hit_pixel hit_pixels px", optional=True),
    ),
    index=("h", "i", "tid"),
)

CORNER = Entity(
    "corner",
    "corners",
    (
        attribute("position", "vec3", between(-2.0, 2.0), "m", "position", "corner_pos corner_positions x", STATE),
        attribute("screen", "vec2", between(0.0, 8.0), "px", "place on the screen", "corner_xy corner_screen xy", STATE),
        attribute("depth", "float", between(0.5, 5.0), "m", "depth", "corner_depth corner_depths z", STATE),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "corner_rgb corner_colors rgb"),
    ),
    index=("v", "corner_id", "tid"),
)

FACET = Entity(
    "facet",
    "facets",
    (
        attribute("normal", "vec3", unit(), "", "normal", "facet_normal facet_normals fn", STATE),
        attribute("visible", "bool", truth(), "", "visibility", "facet_visible facet_visible vis", STATE),
        attribute("depth", "float", between(0.5, 5.0), "m", "smallest depth", "facet_depth facet_depths z_min", RESULT),
        attribute("bounds", "vec4i", whole(0, 8), "px", "first column and row, last column and row and one more", "facet_bounds pixel_bounds bounds", RESULT),
    ),
    (
        relation("corners", "corner", FIXED, "corners", "facet_corners facet_indices tri", count=3, role=MODEL),
        relation("camera", "camera", ONE, "camera", "facet_camera facet_cameras cam", role=MODEL),
    ),
    index=("f", "facet_id", "tid"),
)

RENDERING = Schema(
    "rendering",
    (PIXEL, CAMERA, STEP, LAMP, THING, BODY, FINISH, SPLAT, HIT, CORNER, FACET),
    (
        number("background", "vec3", between(0.0, 1.0), "", "colour of the background", "background background_color bg"),
        number("ambient", "vec3", between(0.0, 0.5), "", "ambient light", "ambient ambient_light amb"),
        number("draw_capacity", "int", whole(3, 7), "", "most objects that a camera draws", "draw_capacity max_draws"),
        number("seed", "int", whole(1, 100), "", "seed of the random numbers", "seed rng_seed"),
        number("tile_size", "int", whole(2, 5), "px", "side of a square tile", "tile_size tile_width"),
        number("tiles_x", "int", whole(4, 9), "", "number of tiles in a row", "tiles_x num_tiles_x"),
        number("tiles_y", "int", whole(4, 9), "", "number of tiles in a column", "tiles_y num_tiles_y"),
        number("image_width", "int", whole(5, 8), "px", "width of the image, stored row by row", "width image_width"),
        number("image_height", "int", whole(5, 8), "px", "height of the image", "height image_height"),
        number("learning_rate", "float", between(0.01, 0.1), "", "learning rate", "lr learning_rate"),
        number("max_bounces", "int", whole(2, 5), "", "most bounces of a path", "max_bounces max_depth"),
        number("dilation", "float", between(0.1, 0.3), "px^2", "variance that is added to each Gaussian on the screen", "dilation eps2d"),
        number("grad_threshold", "float", between(0.3, 0.6), "1/px", "gradient above which a Gaussian is refined", "grad_threshold tau_grad"),
        number("opacity_threshold", "float", between(0.4, 0.8), "", "opacity up to which a Gaussian is faint", "min_opacity opacity_threshold tau_alpha"),
        number("size_threshold", "float", between(0.15, 0.28), "m", "size above which a Gaussian is large", "size_threshold tau_size"),
        number("follow_distance", "float", between(0.5, 2.0), "m", "distance from which a camera follows", "follow_distance camera_distance boom_length"),
        number("lod_distance", "float", between(0.4, 1.0), "m", "distance at which detail falls by a level", "lod_distance lod_step"),
    ),
    {"LightType": ("DIRECTIONAL", "POINT", "SPOT"), "ObjectFlags": ("VISIBLE", "SHADOW", "STATIC")},
)
