"""Where sparks start and how they fly: draws from disks, rings, squares, balls, triangles, and by a table of shares."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.emitters import EMITTERS

PERIOD = 4
NOISE_CELL = 4.0
KEY_SCALE = 4294967296.0


@computation(EMITTERS, "draw the start of each spark from the disk about its origin, turned by its orientation")
def emit_from_disk(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    place = wp.sample_unit_disk(state)
    flat = wp.vec3(place[0], place[1], 0.0) * spark.radius
    spark.position = spark.origin + wp.quat_rotate(spark.orientation, flat)


@computation(EMITTERS, "draw the start of each spark from the ring about its origin, turned by its orientation")
def emit_from_ring(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    place = wp.sample_unit_ring(state)
    flat = wp.vec3(place[0], place[1], 0.0) * spark.radius
    spark.position = spark.origin + wp.quat_rotate(spark.orientation, flat)


@computation(
    EMITTERS,
    "draw the direction in which each spark flies",
    shape={
        "surface": "from the upper half of a sphere",
        "ball": "from the upper half of a ball, with speeds up to its own",
    },
)
def emit_upwards(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    if v.shape == "surface":
        direction = wp.sample_unit_hemisphere_surface(state)
    else:
        direction = wp.sample_unit_hemisphere(state)
    spark.velocity = direction * spark.speed


@computation(EMITTERS, "draw the start of each spark from the ball about its origin")
def emit_from_ball(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    spark.position = spark.origin + wp.sample_unit_sphere(state) * spark.radius


@computation(EMITTERS, "draw the start of each spark from its triangle")
def emit_from_triangle(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    weights = wp.sample_triangle(state)
    u = weights[0]
    w = weights[1]
    spark.position = spark.a * u + spark.b * w + spark.c * (1.0 - u - w)


@computation(
    EMITTERS,
    "jitter the place of each spark on the image within a square",
    centred={False: "", True: "about the centre of its pixel"},
)
def jitter_pixel(spark: Any, seed: Any, step: Any, spread: Any) -> None:
    state = wp.rand_init(seed, step * count(spark) + spark.index)
    p = spark.pixel
    if v.centred:
        p = wp.vec2(wp.floor(p[0]) + 0.5, wp.floor(p[1]) + 0.5)
    spark.jittered = p + wp.sample_unit_square(state) * spread


@computation(
    EMITTERS,
    "draw the bin of each spark by the cumulative shares of the bins",
    look={
        "none": "",
        "color": "with the colour of the bin",
        "speed": "and let it fly in its direction at the speed of the bin",
    },
    counted={True: "and count the sparks of each bin", False: ""},
)
def draw_bin(spark: Any, seed: Any) -> None:
    state = wp.rand_init(seed, spark.index)
    k = wp.sample_cdf(state, bin.cumulative)
    spark.bin = k
    if v.look == "color":
        spark.color = bin[k].color
    elif v.look == "speed":
        spark.velocity = spark.direction * bin[k].speed
    if v.counted:
        wp.atomic_add(bin[k].sparks, 1)


@computation(
    EMITTERS,
    "draw the random bits of each spark",
    start={True: "from a stream that begins anew at each step", False: ""},
    use={
        "bits": "",
        "key": "and make a shuffle key of them",
        "sign": "and take its charge from the lowest",
        "byte": "and take one of 256 bins from the highest",
    },
)
def draw_bits(spark: Any, seed: Any, step: Any) -> None:
    if v.start:
        state = wp.rand_init(seed, step * count(spark) + spark.index)
    else:
        state = wp.rand_init(seed, spark.index)
    bits = wp.randu(state)
    spark.stream = bits
    if v.use == "key":
        spark.order = float(bits) / KEY_SCALE
    elif v.use == "sign":
        spark.charge = 1.0 if (bits & wp.uint32(1)) != wp.uint32(0) else -1.0
    elif v.use == "byte":
        spark.bin = int(bits >> wp.uint32(24))


@computation(
    EMITTERS, "let the heat of each spark flicker in time by noise that repeats every 16 pixels and every four seconds"
)
def flicker_spark(spark: Any, noise_seed: Any, time: Any) -> None:
    # all sparks move in one field of noise
    state = wp.rand_init(noise_seed)
    x = spark.pixel / NOISE_CELL
    spark.heat = 0.5 + 0.5 * wp.pnoise(state, wp.vec3(x[0], x[1], time), PERIOD, PERIOD, PERIOD)


@computation(EMITTERS, "move each spark by its velocity and by curl noise that changes in time")
def stir_spark(spark: Any, noise_seed: Any, time: Any, dt: Any, turbulence: Any) -> None:
    # all sparks move in one field of noise
    state = wp.rand_init(noise_seed)
    x = spark.position
    wind = wp.curlnoise(state, wp.vec4(x[0], x[1], x[2], time)) * turbulence
    spark.position = x + dt * (spark.velocity + wind)
