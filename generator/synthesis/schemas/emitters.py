"""Emitters of particles: what they draw, from which shape, in which stream."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, cumulative, unit, whole
from generator.synthesis.schemas.entities import RESULT, STATE, Entity, attribute, number
from generator.synthesis.schemas.schema import Schema

SPARK = Entity(
    "spark",
    "sparks",
    (
        attribute("origin", "vec3", between(-1.0, 1.0), "m", "origin", "spark_origin origins o", STATE),
        attribute("orientation", "quat", unit(), "", "orientation", "spark_rot rotations rot"),
        attribute("direction", "vec3", unit(), "", "direction of flight", "spark_dir directions dir"),
        attribute("radius", "float", between(0.1, 0.5), "m", "radius of where it starts", "spark_radius radii r"),
        attribute("speed", "float", between(0.5, 2.0), "m/s", "speed", "spark_speed speeds s"),
        attribute("a", "vec3", between(-1.0, 1.0), "m", "first corner of its triangle", "spark_corner_a corners_a pa", STATE),
        attribute("b", "vec3", between(-1.0, 1.0), "m", "second corner of its triangle", "spark_corner_b corners_b pb", STATE),
        attribute("c", "vec3", between(-1.0, 1.0), "m", "third corner of its triangle", "spark_corner_c corners_c pc", STATE),
        attribute("position", "vec3", between(-1.0, 1.0), "m", "position", "spark_pos positions x", RESULT),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "spark_vel velocities v", RESULT),
        attribute("pixel", "vec2", between(0.0, 16.0), "px", "place on the image", "spark_px image_points px", STATE),
        attribute("jittered", "vec2", between(0.0, 16.0), "px", "jittered place on the image", "spark_jittered jittered_points pj", RESULT),
        attribute("bin", "int", whole(0, 1), "", "bin", "spark_bin bins bin", RESULT),
        attribute("stream", "uint32", whole(0, 1), "", "random bits", "spark_stream streams bits", RESULT),
        attribute("heat", "float", between(0.0, 1.0), "J", "heat", "spark_heat heats heat", RESULT),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "spark_color spark_colors c_rgb", RESULT),
        attribute("charge", "float", between(-1.0, 1.0), "C", "charge", "spark_charge charges q", RESULT),
        attribute("order", "float", between(0.0, 1.0), "", "random key", "spark_key shuffle_keys key", RESULT),
    ),
    index=("tid", "i", "s"),
)

BIN = Entity(
    "bin",
    "bins",
    (
        attribute("cumulative", "float", cumulative(0.0, 1.0), "", "cumulative share", "bin_cdf cdf cdf"),
        attribute("color", "vec3", between(0.0, 1.0), "", "colour", "bin_color bin_colors rgb", STATE),
        attribute("speed", "float", between(0.5, 2.0), "m/s", "speed", "bin_speed bin_speeds v_bin", STATE),
        attribute("sparks", "int", whole(0, 1), "", "number of sparks", "bin_count bin_counts n_bin", RESULT),
    ),
    index=("tid", "k", "b"),
)

EMITTERS = Schema(
    "emitters",
    (SPARK, BIN),
    (
        number("seed", "int", whole(1, 100000), "", "seed of the random numbers", "seed"),
        number("noise_seed", "int", whole(1, 100), "", "seed of the noise", "noise_seed"),
        number("step", "int", whole(0, 60), "", "number of the step", "step frame tick"),
        number("time", "float", between(0.0, 10.0), "s", "time", "time t"),
        number("dt", "float", between(0.005, 0.05), "s", "time step", "dt time_step frame_dt"),
        number("spread", "float", between(0.1, 1.0), "px", "width of the jitter", "spread jitter"),
        number("turbulence", "float", between(0.2, 1.0), "m/s", "speed of the turbulence", "turbulence noise_strength"),
    ),
)
