"""Augmented images: crops, flips, noise, masks and mixtures of training images, pixel by pixel."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, whole, zero
from generator.synthesis.schemas.entities import FIXED, ONE, OTHER, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

PICTURE = Entity(
    "picture",
    "pictures",
    (
        attribute("gain", "float", between(0.6, 1.4), "", "gain", "picture_gain gains gain", RESULT),
        attribute("shift", "float", between(-0.2, 0.2), "", "shift", "picture_shift shifts shift", RESULT),
        attribute("crop", "vec2i", zero(), "px", "corner of the crop", "crop_corner crop_corners crop", RESULT),
        attribute("flags", "int", bits(3), "", "flags", "picture_flags augment_flags flags", RESULT),
        attribute("margin", "int", whole(4, 12), "px", "margin that the crop leaves along each axis", "crop_margin margins margin"),
        attribute("corner", "vec2i", whole(0, 6), "px", "corner of what is erased", "erase_corner erase_corners er0", STATE),
        attribute("size", "vec2i", whole(3, 9), "px", "size of what is erased", "erase_size erase_sizes er_wh", STATE),
        attribute("width", "int", whole(16, 33), "px", "width", "picture_width widths w"),
        attribute("height", "int", whole(16, 33), "px", "height", "picture_height heights h"),
        attribute("blend", "float", between(0.1, 0.9), "", "share that it keeps in its mixture", "mix_lambda blends lam", RESULT),
        attribute("partner", "int", zero(), "", "index of the picture that it is mixed with", "mix_partner partners mate", RESULT),
        attribute("mean", "float", between(0.2, 0.6), "", "mean intensity", "picture_mean picture_means mu", STATE),
        attribute("deviation", "float", between(0.1, 0.4), "", "standard deviation", "picture_std picture_stds std", STATE),
        attribute("erased", "int", zero(), "", "number of erased pixels", "erased_count erased_counts n_er", RESULT),
        attribute("sum", "vec3", zero(), "", "sum of its colours", "picture_sum color_sums rgb_sum", RESULT),
    ),
    index=("img", "picture_id", "tid"),
)

PIXEL = Entity(
    "pixel",
    "pixels",
    (
        attribute("value", "float", between(0.05, 1.0), "", "intensity", "pixel_value values src", STATE),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "pixel_rgb colors rgb", STATE),
        attribute("x", "int", whole(0, 16), "px", "column", "pixel_x columns px"),
        attribute("y", "int", whole(0, 16), "px", "row", "pixel_y rows py"),
        attribute("mean", "float", between(1.0, 8.0), "", "mean number of photons", "pixel_photons photon_means lam", STATE),
        attribute("result", "float", between(0.0, 1.0), "", "new intensity", "pixel_value_out new_values dst", RESULT),
        attribute("color_out", "vec3", between(0.0, 1.0), "", "new colour", "pixel_rgb_out new_colors rgb_out", RESULT),
        attribute("input", "float", between(-1.0, 1.0), "", "input of the network", "pixel_feature features feat", RESULT),
        attribute("level", "int", zero(), "", "level", "pixel_level quantized q", RESULT),
        attribute("marked", "int", zero(2), "", "mark", "pixel_mark marks mark", RESULT),
    ),
    (
        relation("picture", "picture", ONE, "picture", "pixel_picture picture_ids img"),
        relation("partner", "pixel", ONE, "pixel of the other picture", "pixel_partner partner_pixels mate", optional=True),
        relation("neighbours", "pixel", FIXED, "four neighbours", "pixel_neighbors pixel_neighbors nbr", count=4, leads=OTHER),
    ),
    index=("tid", "p", "pixel_id"),
)

AUGMENTATION = Schema(
    "augmentation",
    (PICTURE, PIXEL),
    (
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("epoch", "int", whole(0, 60), "", "number of the epoch", "epoch epoch_index epoch_id"),
        number("amount", "float", between(0.1, 0.6), "", "chance that a value is corrupted", "amount noise_prob p_noise"),
        number("salt", "float", between(0.3, 0.7), "", "share of salt among corrupted values", "salt_ratio salt p_salt"),
        number("read_noise", "float", between(0.1, 0.8), "", "deviation of the read-out", "read_noise sigma_read readout"),
        number("full_well", "float", between(6.0, 12.0), "", "highest number of photons", "full_well saturation well"),
        number("strength", "float", between(0.1, 0.4), "", "strength of random changes of tone", "jitter strength delta"),
        number("flip_chance", "float", between(0.3, 0.7), "", "chance of a flip", "flip_prob p_flip"),
        number("mix_chance", "float", between(0.3, 0.7), "", "chance of a mixture", "mix_prob p_mix"),
        number("alpha", "float", between(0.3, 0.9), "", "least share of a picture in its own mixture", "min_lambda alpha lam_min"),
        number("levels", "int", whole(2, 9), "", "number of levels", "num_levels levels n_levels"),
        number("spread", "float", between(0.02, 0.2), "", "deviation of the noise", "sigma noise_std spread"),
    ),
)
