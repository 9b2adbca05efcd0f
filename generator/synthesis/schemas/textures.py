"""Textures and noise: samples, textures, layers, octaves, lattices of gradients, feature points, terrain."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, rotation, truth, unit, whole
from generator.synthesis.schemas.entities import (
    EARLIER,
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

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("uv", "vec2", between(0.0, 1.0), "", "texture coordinates", "sample_uv uvs uv", STATE),
        attribute("tiled_uv", "vec2", between(-1.0, 2.0), "", "texture coordinates, whose wholes are tiles", "sample_st tiled_uvs st", STATE),
        attribute("cell_uv", "vec2", between(0.0, 1.0), "", "place in its lattice cell", "sample_cell_uv cell_places cuv", STATE),
        attribute("coords", "vec2", between(0.0, 1.0), "", "new texture coordinates", "sample_uv_out new_uvs uv_out", RESULT),
        attribute("position", "vec3", between(-2.0, 2.0), "m", "position", "sample_pos positions p", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "sample_normal normals n", STATE),
        attribute("detail", "vec3", unit(), "", "normal of the detail", "sample_detail_normal detail_normals nd", STATE),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "sample_rgb colors rgb", STATE),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "sample_value values val", RESULT),
        attribute("second", "float", between(0.0, 1.0), "", "second value", "sample_value2 second_values val2", RESULT),
        attribute("feature_id", "int", whole(0, 1), "", "number of the nearest feature point, -1 for none", "sample_feature nearest_features fid", RESULT),
        attribute("tile", "vec2i", whole(0, 8), "", "tile that it lies in", "sample_tile tiles tile", RESULT),
        attribute("level", "int", whole(0, 1), "", "level of detail, or -1", "sample_mip mip_levels mip", RESULT),
        attribute("footprint", "float", between(0.5, 40.0), "", "width in texels", "sample_footprint footprints fw", STATE),
        attribute("face", "int", code(3), "", "axis that it is projected along", "sample_axis projection_axes axis", RESULT),
        attribute("cube_face", "int", code(6), "", "face of a cube map", "sample_face cube_faces face", RESULT),
        attribute("flags", "int", bits(3), "", "flags", "sample_flags sample_flags flags", STATE),
        attribute("velocity", "vec2", between(-1.0, 1.0), "m/s", "velocity", "sample_velocity velocities vel", RESULT),
        attribute("page_id", "int", whole(0, 1), "", "number of its page, or -1", "sample_page page_ids page", RESULT),
        attribute("atlas_page", "int", whole(0, 1), "", "page of its entry", "sample_atlas_page atlas_pages apage", RESULT),
    ),
    (
        relation("texture", "texture", ONE, "texture", "sample_texture texture_ids tex", optional=True),
        relation("layers", "layer", RANGE, "layers", "sample_layer_start layer_offsets l_start"),
        relation("layer", "layer", ONE, "layer", "sample_layer layer_ids layer", optional=True),
        relation("octaves", "octave", RANGE, "octaves", "sample_octave_start octave_offsets o_start"),
        relation("nodes", "node", FIXED, "nodes of its lattice cell: x then y", "sample_nodes lattice_nodes nodes", count=4),
        relation("features", "feature", NEAR, "feature points nearby", "sample_features nearby_features near"),
        relation("page", "page", ONE, "page of its texture", "sample_page_map page_map pmap", optional=True),
        relation("entry", "entry", ONE, "entry of the atlas", "sample_entry entry_ids entry", optional=True),
    ),
    index=("tid", "i", "s"),
)

TEXTURE = Entity(
    "texture",
    "textures",
    (
        attribute("pixels", "float", between(0.0, 1.0), "", "intensities, eight in a row", "texture_data texture_pixels texels", STATE, extent="64"),
        attribute("colors", "vec3", between(0.0, 1.0), "", "colours, eight in a row", "texture_rgb texture_colors rgb_texels", STATE, extent="64"),
        attribute("wrap", "int", code(3), "", "what lies beyond its border", "texture_wrap wrap_modes wrap"),
        attribute("scale", "vec2", between(0.5, 2.0), "", "scale of its coordinates", "texture_scale uv_scales scale"),
        attribute("offset", "vec2", between(-1.0, 1.0), "", "offset of its coordinates", "texture_offset uv_offsets offset"),
        attribute("turn", "mat22", rotation(), "", "rotation of its coordinates", "texture_rotation uv_rotations rot"),
        attribute("levels", "int", whole(1, 6), "", "number of its levels", "texture_levels level_counts n_lvl"),
        attribute("tint", "vec3", between(0.2, 1.0), "", "tint", "texture_tint tints tint"),
        attribute("use_count", "int", whole(0, 1), "", "number of samples that use it", "texture_use_count use_counts n_use", RESULT),
        attribute("resident", "bool", truth(), "", "residency flag", "texture_resident resident res"),
    ),
    index=("t", "tex_id", "tid"),
)

LAYER = Entity(
    "layer",
    "layers",
    (
        attribute("mode", "int", code(4), "", "blend mode", "layer_mode blend_modes mode"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "layer_rgb layer_colors col"),
        attribute("alpha", "float", between(0.1, 1.0), "", "opacity", "layer_alpha layer_alphas alpha"),
        attribute("visible", "bool", truth(), "", "visibility", "layer_visible visible vis"),
    ),
    index=("l", "layer_id", "tid"),
)

OCTAVE = Entity(
    "octave",
    "octaves",
    (
        attribute("frequency", "float", between(0.5, 4.0), "1/m", "frequency", "octave_freq frequencies freq"),
        attribute("amplitude", "float", between(0.1, 1.0), "", "amplitude", "octave_amp amplitudes amp"),
        attribute("shift", "vec2", between(-1.0, 1.0), "", "shift", "octave_shift shifts shift"),
    ),
    index=("o", "octave_id", "k"),
)

NODE = Entity(
    "node",
    "nodes",
    (
        attribute("gradient", "vec2", unit(), "", "gradient", "lattice_grad gradients grad"),
        attribute("value", "float", between(-1.0, 1.0), "", "value", "lattice_value lattice_values val"),
    ),
    index=("n", "node_id", "tid"),
)

FEATURE = Entity(
    "feature",
    "feature points",
    (
        attribute("position", "vec2", between(0.0, 1.0), "", "position", "feature_pos feature_points fp", STATE),
        attribute("weight", "float", between(0.2, 1.0), "", "weight", "feature_weight feature_weights w"),
        attribute("radius", "float", between(0.3, 0.8), "", "radius", "feature_radius feature_radii r"),
        attribute("cell", "vec2i", whole(0, 8), "", "cell that it lies in", "feature_cell feature_cells cell"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "feature_rgb feature_colors rgb"),
        attribute("accepted", "bool", truth(), "", "keep flag", "feature_accepted accepted ok", RESULT),
    ),
    (relation("others", "feature", NEAR, "feature points nearby", "feature_neighbors feature_neighbours near"),),
    index=("f", "feature_id", "tid"),
)

ENTRY = Entity(
    "entry",
    "entries of an atlas",
    (
        attribute("corner", "vec2i", whole(0, 64), "", "first column and row", "entry_corner entry_corners corner"),
        attribute("size", "vec2i", whole(4, 32), "", "width and height", "entry_size entry_sizes size"),
        attribute("page", "int", whole(0, 4), "", "page that it lies on", "entry_page entry_pages page"),
    ),
    index=("e", "entry_id", "tid"),
    many="entries",
)

PAGE = Entity(
    "page",
    "pages",
    (
        attribute("resident", "bool", truth(), "", "residency flag", "page_resident resident_pages res", STATE),
        attribute("request", "int", whole(0, 3), "", "number of samples that asked for it", "page_requests request_counts n_req", STATE),
        attribute("age", "int", whole(0, 10), "", "steps since it was used", "page_age page_ages age", STATE),
        attribute("slot", "int", whole(0, 16), "", "slot of the cache that it lies in, or -1", "page_slot page_slots slot", STATE),
        attribute("level", "int", whole(0, 4), "", "level of detail", "page_level page_levels lvl"),
        attribute("locked", "bool", truth(), "", "lock", "page_locked locked_pages locked"),
    ),
    (
        relation("parent", "page", ONE, "page of the next coarser level", "page_parent parent_pages parent", optional=True, leads=EARLIER),
        relation("cache", "cache", ONE, "cache", "page_cache caches cache"),
    ),
    index=("p", "page_id", "tid"),
)

CACHE = Entity(
    "cache",
    "caches",
    (
        attribute("load_count", "int", whole(0, 1), "", "number of pages wanted, those beyond the list too", "cache_wanted_count wanted_counts n_want", RESULT),
        attribute("load_list", "int", whole(0, 1), "", "numbers of the pages to load", "cache_load_list load_lists load", RESULT, extent="load_capacity"),
        attribute("free_count", "int", whole(0, 1), "", "number of pages that are given up", "cache_free_count free_counts n_free", RESULT),
        attribute("full", "bool", truth(), "", "fullness flag", "cache_full full_caches full", STATE),
    ),
    index=("c", "cache_id", "tid"),
)

VERTEX = Entity(
    "vertex",
    "vertices",
    (
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "vertex_pos vertex_positions x", RESULT),
        attribute("uv", "vec2", between(0.0, 1.0), "", "texture coordinates", "vertex_uv vertex_uvs uv", RESULT),
        attribute("height", "float", between(0.0, 1.0), "m", "height", "vertex_height vertex_heights h", STATE),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "vertex_normal vertex_normals n", RESULT),
        attribute("upper", "vec3i", whole(0, 1), "", "corners of the upper triangle of its cell, -1 at the border", "vertex_upper_tri upper_triangles tri_u", RESULT),
        attribute("lower", "vec3i", whole(0, 1), "", "corners of the lower triangle of its cell, -1 at the border", "vertex_lower_tri lower_triangles tri_l", RESULT),
        attribute("case", "int", whole(0, 1), "", "case of its cell, a bit a corner", "vertex_case cell_cases code", RESULT),
        attribute("crossings", "int", whole(0, 1), "", "number of edges of its cell that the level crosses", "vertex_crossings crossing_counts n_cross", RESULT),
        attribute("cut", "vec2", between(0.0, 1.0), "", "where the level cuts the edges to its right and below, -1 for none", "vertex_cut edge_cuts cut", RESULT),
    ),
    index=("v", "vertex_id", "tid"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("height", "float", between(0.0, 2.0), "m", "height", "terrain_height heights h", STATE),
        attribute("height_out", "float", between(0.0, 2.0), "m", "new height", "terrain_height_out new_heights h_out", RESULT),
        attribute("water", "float", between(0.0, 0.5), "m", "depth of water", "terrain_water water_depths w", STATE),
        attribute("material", "int", code(4), "", "material", "terrain_material terrain_materials mat", STATE),
        attribute("sediment", "float", between(0.0, 0.2), "m", "material that its water carries", "terrain_sediment sediments sed", STATE),
        attribute("sediment_out", "float", between(0.0, 0.2), "m", "material that its water carries on", "terrain_sediment_out new_sediments sed_out", RESULT),
        attribute("slope", "float", between(0.0, 1.0), "", "slope", "terrain_slope slopes slope", STATE),
        attribute("normal", "vec3", unit(), "", "normal", "terrain_normal terrain_normals n", RESULT),
        attribute("downhill", "int", whole(0, 1), "", "direction to the lowest neighbour, -1 where there is none", "terrain_flow_dir flow_dirs dir", RESULT),
        attribute("weights", "vec4", between(0.0, 1.0), "", "weights of four materials", "terrain_splat splat_maps splat", RESULT),
        attribute("locked", "bool", truth(), "", "lock", "terrain_locked locked locked"),
    ),
    (),
    dimensions=2,
    index=("i", "x", "row"),
    bounded=True,
)

TEXTURES = Schema(
    "textures and noise",
    (SAMPLE, TEXTURE, LAYER, OCTAVE, NODE, FEATURE, ENTRY, PAGE, CACHE, VERTEX, CELL),
    (
        number("seed", "int", whole(1, 100), "", "seed of the noise", "seed rng_seed"),
        number("columns", "int", whole(3, 6), "", "number of points in a row", "columns grid_width"),
        number("tile_count", "int", whole(4, 16), "", "tiles along an edge", "tile_count num_tiles"),
        number("talus", "float", between(0.1, 0.4), "m", "difference of heights that holds", "talus talus_height"),
        number("rate", "float", between(0.03, 0.12), "", "share that moves in a step", "rate erosion_rate"),
        number("erodibility", "float", between(0.05, 0.2), "1/m^0.5", "erodibility", "erodibility k_erode"),
        number("spacing", "float", between(0.2, 0.4), "", "least distance of feature points", "spacing min_distance"),
        number("sea_level", "float", between(0.3, 0.8), "m", "height of the sea", "sea_level water_level"),
        number("snow_line", "float", between(1.2, 1.8), "m", "height above which snow lies", "snow_line snow_height"),
        number("strength", "float", between(0.05, 0.3), "m", "strength of a displacement", "strength displacement"),
        number("threshold", "float", between(0.1, 0.4), "", "noise above which samples move outwards", "threshold min_noise"),
        number("flow_speed", "float", between(0.05, 0.3), "m/s", "scale of the speed of the flow", "flow_scale amplitude"),
        number("noise_cells", "float", between(2.0, 8.0), "", "cells of the noise along a side of the texture", "noise_cells noise_frequency"),
        number("load_capacity", "int", whole(3, 6), "", "most pages that a cache loads at once", "load_capacity max_loads"),
        number("max_age", "int", whole(3, 8), "", "steps after which a page is given up", "max_age page_timeout"),
        number("level", "float", between(0.3, 0.7), "m", "level of a contour", "level iso_level"),
        number("cell_size", "float", between(0.1, 0.5), "m", "distance of vertices", "cell_size spacing_xy"),
        number("page_size", "int", whole(96, 129), "", "side of a square page of the atlas", "page_size page_side"),
    ),
    {
        "BlendMode": ("NORMAL", "MULTIPLY", "SCREEN", "ADD"),
        "WrapMode": ("REPEAT", "CLAMP", "MIRROR"),
        "Terrain": ("WATER", "GRASS", "ROCK", "SNOW"),
    },
)
