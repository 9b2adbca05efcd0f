"""Images: pixels on a grid with their neighbours, texels in one row after another, lines, regions, bins, blocks, taps."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, near, truth, whole
from generator.synthesis.schemas.entities import (
    EARLIER,
    MODEL,
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

PIXEL = Entity(
    "pixel",
    "pixels",
    (
        attribute("value", "float", between(0.0, 1.0), "", "intensity", "image_value image img", STATE),
        attribute("previous", "float", near(between(0.0, 1.0), "pixel.value"), "", "intensity in the frame before", "image_prev prev_frame img0", STATE),
        attribute("guide", "float", between(0.0, 1.0), "", "intensity of the guide", "image_guide guide g", STATE),
        attribute("next_value", "float", between(0.0, 1.0), "", "new intensity", "image_value_out new_image out", RESULT),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "image_rgb colors rgb", STATE),
        attribute("blurred", "vec3", between(0.0, 1.0), "", "smoothed colour", "image_rgb_smooth blurred_colors rgb_out", RESULT),
        attribute("gradient", "vec2", between(-1.0, 1.0), "1/px", "gradient", "image_grad gradients grad", RESULT),
        attribute("magnitude", "float", between(0.0, 1.0), "1/px", "size of the gradient", "image_mag magnitudes mag", RESULT),
        attribute("sector", "int", whole(0, 4), "", "direction of the gradient in steps of 45 degrees", "image_sector sectors sector", RESULT),
        attribute("tensor", "vec3", between(0.0, 1.0), "1/px^2", "products xx, xy, yy of the gradient", "image_tensor structure_tensors st", RESULT),
        attribute("response", "float", between(-1.0, 1.0), "", "corner response", "image_response responses resp", RESULT),
        attribute("thinned", "float", between(0.0, 1.0), "1/px", "thinned size of the gradient", "image_mag_thin thin_magnitudes mag_thin", RESULT),
        attribute("background", "float", between(0.0, 1.0), "", "intensity of the background", "image_background background bg", STATE),
        attribute("background_out", "float", between(0.0, 1.0), "", "new intensity of the background", "image_background_out new_background bg_out", RESULT),
        attribute("mask", "bool", truth(), "", "mask", "image_mask mask mask", STATE),
        attribute("new_mask", "bool", truth(), "", "new mask", "image_mask_out new_mask mask_out", RESULT),
        attribute("label", "int", whole(0, 8), "", "label, 0 for none", "image_label labels lbl", STATE),
        attribute("new_label", "int", whole(0, 8), "", "new label", "image_label_out new_labels lbl_out", RESULT),
        attribute("edge", "int", code(3), "", "edge class: none, weak or strong", "image_edge edges edge", STATE),
        attribute("new_edge", "int", code(3), "", "new edge class: none, weak or strong", "image_edge_out edge_classes edge_out", RESULT),
        attribute("degree", "int", whole(0, 1), "", "number of neighbours in the mask", "image_degree degrees deg", RESULT),
        attribute("marked", "bool", truth(), "", "whether it is marked", "image_marked marks marked", RESULT),
        attribute("moving", "bool", truth(), "", "whether it moves", "image_moving foreground fg", RESULT),
        attribute("flow", "vec2", between(-1.0, 1.0), "px", "motion", "image_flow flow flow", STATE),
        attribute("flow_out", "vec2", between(-1.0, 1.0), "px", "new motion", "image_flow_out new_flow flow_out", RESULT),
        attribute("normal", "vec3", between(-1.0, 1.0), "", "normal", "image_normal normals n", RESULT),
        attribute("height", "float", between(0.0, 1.0), "px", "height", "image_height heights h", STATE),
    ),
    (),
    dimensions=2,
    index=("i", "y", "row"),
    axes="yx",
    bounded=True,
)

TEXEL = Entity(
    "texel",
    "texels",
    (
        attribute("value", "float", between(0.0, 1.0), "", "intensity", "texel_value values src", STATE),
        attribute("result", "float", between(0.0, 1.0), "", "result", "texel_out output dst", RESULT),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "texel_rgb colors rgb", STATE),
        attribute("color_out", "vec3", between(0.0, 1.0), "", "new colour", "texel_rgb_out new_colors rgb_out", RESULT),
        attribute("integral", "float", between(0.0, 16.0), "", "sum of the intensities in all rows and columns up to its own", "texel_integral integral_image sat", STATE),
        attribute("gray", "int", whole(0, 256), "", "grey level", "texel_gray gray_levels gray", STATE),
        attribute("gray_out", "int", whole(0, 256), "", "new grey level", "texel_gray_out new_gray_levels gray_out", RESULT),
        attribute("packed", "int", whole(0, 1 << 24), "", "colour as 0xRRGGBB", "texel_rgb8 packed_colors rgb8", STATE),
        attribute("chroma", "int", whole(0, 256), "", "chroma of its pair: Cb of the first, Cr of the second", "texel_chroma chroma uv", STATE),
        attribute("packed_out", "int", whole(0, 1), "", "new colour as 0xRRGGBB", "texel_rgb8_out new_packed_colors rgb8_out", RESULT),
        attribute("mask", "bool", truth(), "", "mask", "texel_mask mask mask", STATE),
        attribute("label", "int", whole(-1, 6), "", "label, -1 for none", "texel_label labels lbl", STATE),
        attribute("place", "vec2i", whole(0, 8), "px", "column and row", "texel_xy coordinates xy", RESULT),
        attribute("shift", "vec2", between(-2.0, 2.0), "px", "shift", "texel_shift shifts d", STATE),
        attribute("census", "int", bits(8), "", "bits of the neighbours that are darker", "texel_census census_codes census", STATE),
        attribute("right", "float", between(0.0, 1.0), "", "intensity in the right image", "texel_right right_values src_r", STATE),
        attribute("right_census", "int", bits(8), "", "bits of the darker neighbours in the right image", "texel_right_census right_census census_r", STATE),
        attribute("cost", "float", between(0.0, 10.0), "", "costs of its disparities", "texel_cost matching_costs cost", STATE, extent="disparities"),
        attribute("path_cost", "float", between(0.0, 10.0), "", "costs of its disparities along its path", "texel_path_cost path_costs cost_path", STATE, extent="disparities"),
        attribute("path_cost_out", "float", between(0.0, 10.0), "", "new costs of its disparities along its path", "texel_path_cost_out new_path_costs cost_path_out", RESULT, extent="disparities"),
        attribute("cost_out", "float", between(0.0, 10.0), "", "new costs of its disparities", "texel_cost_out new_costs cost_out", RESULT, extent="disparities"),
        attribute("disparity", "int", whole(0, 1), "px", "disparity", "texel_disparity disparities disp", RESULT),
        attribute("least_cost", "float", between(0.0, 10.0), "", "lowest cost of its disparities", "texel_least_cost least_costs cmin", RESULT),
        attribute("parent", "int", whole(0, 1), "", "number of the texel that stands for its component", "texel_parent parents parent", RESULT),
        attribute("channels", "float", between(0.0, 1.0), "", "values of its channels", "texel_channels channel_values ch", STATE, extent="channels"),
        attribute("channels_out", "float", between(0.0, 1.0), "", "new values of its channels", "texel_channels_out new_channels ch_out", RESULT, extent="channels"),
    ),
    (
        relation("source", "texel", ONE, "texel that it shows", "texel_source source_map map", optional=True),
        relation("region", "region", ONE, "region", "texel_region region_ids region", optional=True),
        relation("match", "texel", ONE, "texel of the right image that it matches", "texel_match matches match", optional=True),
        relation("left_match", "texel", ONE, "texel of the left image that the right image's texel matches", "texel_left_match left_matches match_l", optional=True),
        relation("before", "texel", ONE, "texel before it on its path", "texel_before path_before before", optional=True, leads=OTHER),
        relation("bin", "bin", ONE, "bin of its grey level", "texel_bin bins bin"),
        relation("block", "block", ONE, "block", "texel_block block_ids block"),
        relation("taps", "tap", RANGE, "taps of its filter", "texel_tap_start tap_offsets tap_start"),
    ),
    index=("tid", "i", "pixel_id"),
)

LINE = Entity(
    "line",
    "rows",
    (
        attribute("sum", "float", between(0.0, 1.0), "", "sum of its intensities", "line_sum line_sums s", RESULT),
        attribute("brightest", "int", whole(0, 1), "", "number of its brightest texel, -1 for none", "line_argmax brightest k_max", RESULT),
        attribute("mask_count", "int", whole(0, 1), "", "number of its texels that count", "line_count mask_counts n_mask", RESULT),
        attribute("run_length", "int", whole(0, 1), "", "length of its longest run", "line_run run_lengths run", RESULT),
    ),
    (relation("texels", "texel", RANGE, "texels", "line_start line_offsets start", role=MODEL),),
    index=("row", "y", "tid"),
)

REGION = Entity(
    "region",
    "regions",
    (
        attribute("area", "int", whole(0, 1), "px", "number of texels", "region_area areas area", RESULT),
        attribute("color_sum", "vec3", between(0.0, 1.0), "", "sum of the colours", "region_rgb_sum color_sums rgb_sum", RESULT),
        attribute("brightest", "float", between(0.0, 0.2), "", "largest intensity", "region_max max_values v_max", RESULT),
        attribute("first", "int", whole(900, 1000), "", "smallest number of its texels", "region_first first_texels first", RESULT),
        attribute("color", "vec3", between(0.0, 1.0), "", "mean colour", "region_rgb mean_colors rgb_mean", STATE),
        attribute("size", "int", whole(0, 20), "px", "size", "region_size sizes n", STATE),
        attribute("keep", "bool", truth(), "", "keep flag", "region_keep keep keep", STATE),
        attribute("merged", "int", whole(0, 24), "", "number of the region that it was merged into, at least its own for none", "region_merged merged_into merged", STATE),
        attribute("root", "int", whole(0, 1), "", "number of its root", "region_root roots root", RESULT),
        attribute("kept_count", "int", whole(0, 1), "", "number of texels that stay", "region_kept_count kept_counts n_kept", RESULT),
        attribute("texel_list", "int", whole(0, 1), "", "numbers of its texels", "region_texels texel_lists list", RESULT, extent="list_capacity"),
    ),
    (relation("parent", "region", ONE, "region that it was merged into", "region_parent parents parent", optional=True, leads=EARLIER),),
    index=("r", "region_id", "tid"),
)

BIN = Entity(
    "bin",
    "bins",
    (
        attribute("count", "int", whole(0, 30), "", "number of texels", "bin_count histogram hist", STATE),
        attribute("level", "int", whole(0, 256), "", "new grey level", "bin_level lookup lut", STATE),
        attribute("sum", "float", between(0.0, 1.0), "", "sum of the intensities of its texels", "bin_sum bin_sums s", RESULT),
    ),
    index=("b", "bin_id", "tid"),
)

BLOCK = Entity(
    "block",
    "blocks",
    (
        attribute("mean", "float", between(0.0, 1.0), "", "mean intensity", "block_mean block_means mean", STATE),
        attribute("deviation", "float", between(0.05, 0.3), "", "standard deviation of intensities", "block_std deviations std", STATE),
        attribute("sum", "float", between(0.0, 1.0), "", "sum of intensities", "block_sum block_sums s", RESULT),
        attribute("square_sum", "float", between(0.0, 1.0), "", "sum of squared intensities", "block_square_sum square_sums s2", RESULT),
        attribute("count", "int", whole(0, 1), "", "number of texels", "block_count block_counts n", RESULT),
        attribute("active", "bool", truth(), "", "activity flag", "block_active active active", STATE),
        attribute("row", "float", between(-1.0, 1.0), "", "eight values", "block_row block_rows row", STATE, extent="8"),
        attribute("coefficients", "float", between(-1.0, 1.0), "", "eight coefficients", "block_coefs block_coefs coef", STATE, extent="8"),
        attribute("levels", "int", whole(-20, 20), "", "eight coefficients as whole numbers", "block_levels block_levels lvl", STATE, extent="8"),
        attribute("table", "int", whole(1, 8), "", "steps of its coefficients", "block_table step_tables q", extent="8"),
        attribute("nonzero", "int", whole(0, 1), "", "number of coefficients that are not zero", "block_nonzero nonzero_counts n_nz", RESULT),
        attribute("last", "int", whole(0, 1), "", "place of the last coefficient that is not zero, -1 for none", "block_last last_places last", RESULT),
    ),
    index=("blk", "block_id", "tid"),
)

TAP = Entity(
    "tap",
    "taps",
    (
        attribute("dx", "int", whole(-2, 3), "px", "shift in x", "tap_dx tap_dx dx"),
        attribute("dy", "int", whole(-2, 3), "px", "shift in y", "tap_dy tap_dy dy"),
        attribute("weight", "float", between(0.1, 1.0), "", "weight", "tap_weight tap_weights w"),
    ),
    index=("k", "tap_id", "tid"),
)

IMAGES = Schema(
    "images",
    (PIXEL, TEXEL, LINE, REGION, BIN, BLOCK, TAP),
    (
        number("width", "int", whole(3, 6), "px", "width of the image, stored row by row", "width image_width w"),
        number("radius", "int", whole(1, 3), "px", "radius of the window", "radius window_radius"),
        number("channels", "int", whole(2, 5), "", "number of channels", "channels num_channels"),
        number("low", "float", between(0.2, 0.4), "", "lower threshold", "low low_threshold"),
        number("high", "float", between(0.6, 0.8), "", "upper threshold", "high high_threshold"),
        number("mark_level", "float", between(0.2, 0.4), "", "value above which a pixel is marked", "mark_level mark_threshold"),
        number("level", "int", whole(64, 192), "", "grey level that separates", "level threshold"),
        number("margin", "int", whole(4, 24), "", "grey levels by which a neighbour must be darker", "margin census_margin"),
        number("cost_margin", "float", between(0.1, 0.5), "", "cost by which the lowest must be lower", "cost_margin uniqueness"),
        number("amount", "float", between(0.2, 1.0), "", "strength of the sharpening", "amount strength"),
        number("threshold_factor", "float", between(0.2, 1.0), "", "factor of an adaptive threshold", "threshold_factor k_threshold"),
        number("threshold_offset", "float", between(0.02, 0.2), "", "offset of an adaptive threshold", "threshold_offset offset"),
        number("slope_scale", "float", between(0.2, 1.0), "", "factor of slopes", "slope_scale normal_strength"),
        number("contrast", "float", between(0.2, 0.6), "", "contrast that counts as an edge", "contrast kappa"),
        number("rate", "float", between(0.05, 0.2), "", "share of a difference that is taken in a step", "rate step_size"),
        number("list_capacity", "int", whole(3, 7), "", "most texels that a region lists", "list_capacity max_texels"),
        number("smallest", "int", whole(4, 10), "px", "smallest size of a region", "min_size smallest"),
        number("disparities", "int", whole(3, 6), "", "number of disparities", "disparities num_disparities"),
        number("small_penalty", "float", between(0.1, 0.5), "", "penalty of a small change of disparity", "p1 small_penalty"),
        number("large_penalty", "float", between(1.0, 2.0), "", "penalty of a large change of disparity", "p2 large_penalty"),
        number("blank", "float", between(0.0, 1.0), "", "value where there is none", "blank fill_value"),
    ),
    {"EdgeClass": ("NONE", "WEAK", "STRONG")},
)
