"""Points drawn for samples: in random directions, by a sequence of low discrepancy, by rejection."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

MAX_TRIES = 4
INVERSE_PLASTIC = 0.75487767


@law
def radical_inverse(index: int, base: int) -> float:
    """Van der Corput's radical inverse: the digits of an index mirrored at the point, in [0, 1)."""
    result = float(0.0)
    fraction = 1.0 / float(base)
    scale = float(fraction)
    n = int(index)
    while n > 0:
        result += float(n % base) * scale
        scale *= fraction
        n = n // base
    return result


@computation(
    SAMPLING,
    "move each point at random",
    shape={
        "sphere": "onto a sphere of a radius about it",
        "hemisphere": "onto a sphere of a radius about it, on the side of its normal",
        "cube": "within a cube about it that is as wide as the radius",
        "tangent": "by the radius in its tangent plane",
    },
)
def scatter_points(sample: Any, seed: Any, radius: Any) -> None:
    state = wp.rand_init(seed, sample.index)
    if v.shape == "cube":
        d = wp.sample_unit_cube(state)
    else:
        d = wp.sample_unit_sphere_surface(state)
    if v.shape == "hemisphere":
        # mirror what points into the surface
        if wp.dot(d, sample.normal) < 0.0:
            d = -d
    if v.shape == "tangent":
        n = sample.normal
        d = wp.normalize(d - n * wp.dot(n, d))
    sample.moved = sample.position + d * radius


@computation(
    SAMPLING,
    "place each sample at its point of",
    sequence={
        "halton": "Halton's sequence of low discrepancy",
        "hammersley": "Hammersley's set of low discrepancy",
        "golden": "Roberts' sequence of low discrepancy (of the plastic number)",
    },
    place={
        "square": "in the unit square",
        "disc": "in a disc",
        "sphere": "on a sphere about its position",
    },
    shifted={True: "with one random shift of all its points", False: ""},
)
def low_discrepancy_points(sample: Any, seed: Any, radius: Any) -> None:
    i = sample.index + 1
    if v.sequence == "halton":
        x = radical_inverse(i, 2)
        y = radical_inverse(i, 3)
    elif v.sequence == "hammersley":
        x = (float(sample.index) + 0.5) / float(count(sample))
        y = radical_inverse(i, 2)
    else:
        x = float(i) * INVERSE_PLASTIC
        y = x * INVERSE_PLASTIC
        x -= wp.floor(x)
        y -= wp.floor(y)
    if v.shifted:
        state = wp.rand_init(seed)
        x += wp.randf(state)
        y += wp.randf(state)
        # wrap around at one
        x = x - wp.floor(x)
        y = y - wp.floor(y)
    if v.place == "square":
        sample.plane = wp.vec2(x, y)
    elif v.place == "disc":
        r = radius * wp.sqrt(x)
        phi = 2.0 * wp.pi * y
        sample.plane = wp.vec2(r * wp.cos(phi), r * wp.sin(phi))
    else:
        z = 1.0 - 2.0 * x
        flat = wp.sqrt(wp.max(1.0 - z * z, 0.0))
        phi = 2.0 * wp.pi * y
        d = wp.vec3(flat * wp.cos(phi), flat * wp.sin(phi), z)
        sample.moved = sample.position + d * radius


@computation(
    SAMPLING,
    "draw points in a disc by rejection, with at most four tries and a point of the rim if all fail,",
    ring={True: "none nearer to its centre than half its radius", False: ""},
    tried={True: "and store the number of tries", False: ""},
)
def rejection_disc(sample: Any, seed: Any, radius: Any) -> None:
    state = wp.rand_init(seed, sample.index)
    p = wp.vec2(1.0, 0.0)
    tries = int(0)
    while tries < MAX_TRIES:
        tries += 1
        q = wp.vec2(wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0))
        r = wp.length(q)
        if r > 1.0:
            continue
        if v.ring and r < 0.5:
            continue
        p = q
        break
    sample.plane = p * radius
    if v.tried:
        sample.tries = tries
