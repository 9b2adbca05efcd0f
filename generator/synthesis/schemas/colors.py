"""Colours: pixels in several spaces, images with their settings, palettes, look-up tables, spectra."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, positive_definite, truth, whole, zero_or
from generator.synthesis.schemas.entities import (
    NEAR,
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
        attribute("rgb", "vec3", between(0.0, 1.0), "", "colour", "pixel_rgb colors rgb", STATE),
        attribute("rgb_out", "vec3", between(0.0, 1.0), "", "new colour", "pixel_rgb_out new_colors rgb_out", RESULT),
        attribute("graded", "vec3", between(-0.1, 1.2), "", "graded colour", "pixel_graded graded_colors graded", STATE),
        attribute("rgba", "vec4", zero_or(0.05, 1.0), "", "colour with opacity", "pixel_rgba rgba rgba", STATE),
        attribute("rgba_out", "vec4", between(0.0, 1.0), "", "new colour with opacity", "pixel_rgba_out new_rgba rgba_out", RESULT),
        attribute("layer", "vec4", zero_or(0.05, 1.0), "", "colour of a layer, with opacity", "pixel_layer layer_colors layer", STATE),
        attribute("hsv", "vec3", between(0.0, 1.0), "", "hue, saturation and value", "pixel_hsv hsv hsv", STATE),
        attribute("hsl", "vec3", between(0.0, 1.0), "", "hue, saturation and lightness", "pixel_hsl hsl hsl", RESULT),
        attribute("xyz", "vec3", between(0.0, 1.0), "", "tristimulus values", "pixel_xyz xyz xyz", STATE),
        attribute("luma", "float", between(0.0, 1.0), "", "luma", "pixel_luma luma y", STATE),
        attribute("chroma", "vec2", between(-0.5, 0.5), "", "differences of blue and of red to the luma", "pixel_chroma chroma uv", STATE),
        attribute("bytes", "vec3i", whole(0, 256), "", "colour in bytes", "pixel_bytes color_bytes rgb8", STATE),
        attribute("packed", "int", whole(0, 1 << 24), "", "colour as 0xRRGGBB", "pixel_packed packed packed", STATE),
        attribute("packed_out", "int", whole(0, 1), "", "new packed colour", "pixel_packed_out new_packed packed_out", RESULT),
        attribute("code", "int", whole(0, 1 << 16), "", "colour in 5, 6 and 5 bits", "pixel_565 rgb565 c565", STATE),
        attribute("entry_id", "int", whole(0, 1), "", "number of its palette entry, -1 for none", "pixel_entry palette_indices idx", RESULT),
        attribute("error", "vec3", between(-0.1, 0.1), "", "error that is handed on", "pixel_error errors err", STATE),
        attribute("carried", "vec3", between(-0.1, 0.1), "", "error that was handed to it", "pixel_carried carried_errors err_in", STATE),
        attribute("mask", "bool", truth(), "", "mask", "pixel_mask mask mask", STATE),
        attribute("flags", "int", bits(3), "", "flags", "pixel_flags pixel_flags flags", RESULT),
        attribute("difference", "float", between(0.0, 1.0), "", "difference of colours", "pixel_diff differences diff", RESULT),
        attribute("dither", "float", between(0.0, 1.0), "", "threshold of its dither pattern", "pixel_dither dither_pattern dith"),
    ),
    (
        relation("image", "image", ONE, "image", "pixel_image image_ids img"),
        relation("entry", "entry", ONE, "palette entry", "pixel_palette palette_ids pal", optional=True, role=STATE),
        relation("palette", "entry", NEAR, "palette entries to choose from", "pixel_choices palette_choices near"),
        relation("next", "pixel", ONE, "pixel that its error goes to", "pixel_next next_pixels next", optional=True, leads=OTHER),
        relation("reference", "pixel", ONE, "pixel that it is compared with", "pixel_reference reference_pixels ref", optional=True),
    ),
    index=("tid", "i", "px"),
)

IMAGE = Entity(
    "image",
    "images",
    (
        attribute("gain", "vec3", between(0.5, 2.0), "", "white balance gains", "image_gain gains gain", STATE),
        attribute("white", "float", between(1.0, 4.0), "", "luminance that becomes white", "image_white white_points white"),
        attribute("black", "float", between(0.0, 0.1), "", "level that becomes black", "image_black black_levels black"),
        attribute("exposure", "float", between(0.5, 10.0), "", "exposure", "image_exposure exposures ev", STATE),
        attribute("format", "int", code(4), "", "order of its channels", "image_format formats fmt"),
        attribute("space", "int", code(3), "", "colour space", "image_space color_spaces space"),
        attribute("matrix", "mat33", positive_definite(), "", "matrix of its colour space", "image_matrix color_matrices M"),
        attribute("curve", "float", between(0.0, 1.0), "", "values of its tone curve", "image_curve tone_curves curve", extent="16"),
        attribute("rgb_sum", "vec3", between(0.0, 1.0), "", "sum of its colours", "image_rgb_sum color_sums s", RESULT),
        attribute("log_sum", "float", between(0.0, 1.0), "", "sum of the logarithms of its luminances", "image_log_sum log_sums log_sum", RESULT),
        attribute("count", "int", whole(0, 1), "", "number of pixels", "image_count counts n", RESULT),
        attribute("clipped", "int", whole(0, 1), "", "number of clipped pixels", "image_clipped clipped_counts n_clip", RESULT),
        attribute("brightest", "float", between(0.0, 0.3), "", "largest luma", "image_max max_luma y_max", RESULT),
        attribute("pixel_total", "int", whole(0, 12), "", "number of its pixels", "image_pixel_total pixel_totals total", STATE),
        attribute("mean", "vec3", between(0.2, 1.0), "", "mean colour", "image_mean mean_colors mean", STATE),
        attribute("saturation", "float", between(0.0, 2.0), "", "saturation", "image_saturation saturations sat"),
    ),
    index=("img", "image_id", "tid"),
)

ENTRY = Entity(
    "entry",
    "palette entries",
    (
        attribute("rgb", "vec3", between(0.0, 1.0), "", "colour", "palette_rgb palette pal"),
        attribute("rgb_sum", "vec3", between(0.0, 1.0), "", "sum of the colours of its pixels", "palette_rgb_sum palette_sums pal_sum", STATE),
        attribute("count", "int", whole(0, 4), "", "number of its pixels", "palette_count palette_counts pal_n", STATE),
        attribute("rgb_out", "vec3", between(0.0, 1.0), "", "new colour", "palette_rgb_out new_palette pal_out", RESULT),
        attribute("locked", "bool", truth(), "", "lock", "palette_locked palette_locked locked"),
        attribute("bytes", "int", whole(0, 1 << 24), "", "colour as 0xRRGGBB", "palette_packed packed_palette pal8"),
    ),
    (relation("alias", "entry", ONE, "entry that it stands for", "palette_alias aliases alias", optional=True),),
    index=("e", "entry_id", "tid"),
)

NODE = Entity(
    "node",
    "nodes",
    (attribute("rgb", "vec3", between(0.0, 1.0), "", "colour", "lut_rgb lut lut"),),
    index=("n", "node_id", "tid"),
    records=(125,),
)

BAND = Entity(
    "band",
    "bands",
    (
        attribute("power", "float", between(0.0, 1.0), "W/nm", "power per wavelength", "band_power powers p", STATE),
        attribute("response", "vec3", between(0.0, 1.0), "", "response of the eye", "band_response responses cmf"),
        attribute("width", "float", between(5.0, 10.0), "nm", "width", "band_width widths dl"),
        attribute("reflectance", "float", between(0.0, 1.0), "", "reflectance", "band_reflectance reflectances refl"),
    ),
    index=("b", "band_id", "k"),
)

SPECTRUM = Entity(
    "spectrum",
    "spectra",
    (
        attribute("xyz", "vec3", between(0.0, 1.0), "W", "tristimulus values without normalisation", "spectrum_xyz spectrum_xyz xyz", RESULT),
        attribute("peak", "int", whole(0, 1), "", "number of its strongest band, -1 for none", "spectrum_peak peak_bands peak", RESULT),
        attribute("total", "float", between(0.0, 1.0), "W", "total power", "spectrum_total totals total", RESULT),
        attribute("active", "bool", truth(), "", "light switch", "spectrum_active lit on"),
    ),
    (relation("bands", "band", RANGE, "bands", "spectrum_start band_offsets start"),),
    index=("s", "spectrum_id", "tid"),
)

COLORS = Schema(
    "colour",
    (PIXEL, IMAGE, ENTRY, NODE, BAND, SPECTRUM),
    (
        number("lut_size", "int", whole(3, 6), "", "nodes of the look-up table along a channel", "lut_size lut_nodes_per_side n_lut"),
        number("levels", "int", whole(2, 8), "", "levels of a channel", "levels num_levels"),
        number("strength", "float", between(0.1, 1.0), "", "strength of the effect", "strength amount"),
        number("adaptation", "float", between(0.1, 1.0), "", "share of the way to the target exposure that a step takes", "adaptation_rate adaptation"),
        number("key", "float", between(0.1, 0.3), "", "grey that the mean becomes", "key middle_gray"),
        number("tolerance", "float", between(0.1, 0.6), "", "largest difference that counts as equal", "tolerance max_diff"),
        number("tint", "vec3", between(0.2, 1.0), "", "colour that is laid over pixels", "tint tint_color"),
        number("preview", "bool", truth(), "", "preview of clipped pixels", "preview show_clipping"),
    ),
    {"PixelFormat": ("RGB", "BGR", "GRB", "GRAY"), "ColorSpace": ("LINEAR", "SRGB", "MATRIX")},
)
