"""Directions by samples: microfacets, hemispheres, pixels and lenses."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.computations.light_samples import orthonormal_frame, upright_side
from generator.synthesis.schemas.light_samples import LIGHT_SAMPLES

TINY = 1.0e-4

LEAST_DENSITY = 0.1
"""The density below which a sample would weigh too much."""


@law
def concentric_disk(u: float, w: float) -> wp.vec2:
    """Shirley and Chiu's map of a square to a disc, which keeps areas in proportion."""
    a = 2.0 * u - 1.0
    b = 2.0 * w - 1.0
    if wp.abs(a) > wp.abs(b):
        r = a
        phi = 0.25 * wp.pi * b / a
    else:
        r = b
        phi = 0.5 * wp.pi
        if b != 0.0:
            phi = 0.5 * wp.pi - 0.25 * wp.pi * a / b
    return wp.vec2(r * wp.cos(phi), r * wp.sin(phi))


@computation(
    LIGHT_SAMPLES,
    "mirror at each surface point the direction to the eye, on either side, at a random microfacet",
    lobe={
        "ggx": "of the GGX distribution",
        "beckmann": "of Beckmann's distribution",
        "phong": "of the Blinn-Phong lobe",
    },
    frame={"branchless": "", "cross": "in a frame of cross products"},
    density={True: "with the density of the direction", False: ""},
)
def sample_microfacet(surface: Any, seed: Any, frame: Any) -> None:
    n = surface.normal
    wo = surface.view
    alpha = surface.roughness * surface.roughness
    state = wp.rand_init(seed, frame * count(surface) + surface.index)
    u = wp.randf(state)
    phi = wp.randf(state, 0.0, 2.0 * wp.pi)
    if v.lobe == "ggx":
        cosine = wp.sqrt((1.0 - u) / (1.0 + (alpha * alpha - 1.0) * u))
    elif v.lobe == "beckmann":
        cosine = 1.0 / wp.sqrt(1.0 - alpha * alpha * wp.log(1.0 - u))
    else:
        # the exponent of the lobe is 2 / alpha^2 - 2
        cosine = wp.pow(1.0 - u, 0.5 * alpha * alpha)
    sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
    if v.frame == "branchless":
        t, b = orthonormal_frame(n)
    else:
        t = upright_side(n)
        b = wp.cross(n, t)
    h = t * (sine * wp.cos(phi)) + b * (sine * wp.sin(phi)) + n * cosine
    along = wp.dot(wo, h)
    surface.direction = 2.0 * along * h - wo
    if v.density:
        if v.lobe == "ggx":
            k = cosine * cosine * (alpha * alpha - 1.0) + 1.0
            spread = alpha * alpha / (wp.pi * k * k)
        elif v.lobe == "beckmann":
            c2 = cosine * cosine
            spread = wp.exp((c2 - 1.0) / (alpha * alpha * c2)) / (wp.pi * alpha * alpha * c2 * c2)
        else:
            spread = wp.pow(cosine, 2.0 / (alpha * alpha) - 2.0) / (wp.pi * alpha * alpha)
        surface.density = spread * cosine / (4.0 * wp.max(wp.abs(along), TINY))


@computation(
    LIGHT_SAMPLES,
    "draw a direction about the normal of each surface point",
    law={
        "cosine": "with the cosine as density, the normal plus a point of the unit sphere,",
        "cosine kept": "with the cosine as density, which is stored, the normal plus a point of the unit sphere,",
        "uniform": "evenly over the hemisphere",
        "disk": "with the cosine as density, lifted from a concentric disc,",
        "disk kept": "with the cosine as density, which is stored, lifted from a concentric disc,",
    },
    start={True: "and start its ray above the surface", False: ""},
)
def occlusion_direction(surface: Any, seed: Any, frame: Any, offset: Any) -> None:
    n = surface.normal
    state = wp.rand_init(seed, frame * count(surface) + surface.index)
    if v.law == "disk" or v.law == "disk kept":
        u = wp.randf(state)
        p = concentric_disk(u, wp.randf(state))
        t, b = orthonormal_frame(n)
        up = wp.sqrt(wp.max(1.0 - wp.dot(p, p), 0.0))
        d = t * p[0] + b * p[1] + n * up
    else:
        d = wp.sample_unit_sphere_surface(state)
        if v.law != "uniform":
            d = wp.normalize(n + d * (1.0 - TINY))
        elif wp.dot(d, n) < 0.0:
            d = -d
    surface.direction = d
    if v.law == "cosine kept" or v.law == "disk kept":
        surface.density = wp.dot(d, n) / wp.pi
    if v.start:
        surface.origin = surface.position + n * offset


@computation(
    LIGHT_SAMPLES,
    "start the ray of each pixel at a random place",
    why={"stratified": "samples in cells of a grid cover a pixel evenly, where uniform ones may cluster"},
    lens={"pinhole": "of the pixel", "thin": "of the pixel and of a thin lens that focuses on a plane"},
    place={
        "uniform": "",
        "stratified": "jittered in the cell of a grid that is the frame's turn",
        "tent": "by a tent filter",
    },
    shutter={True: "at a random time while the shutter is open", False: ""},
)
def start_camera_ray(
    pixel: Any,
    seed: Any,
    frame: Any,
    strata: Any,
    aperture: Any,
    focus: Any,
    width: Any,
    height: Any,
    field_of_view: Any,
    shutter: Any,
) -> None:
    state = wp.rand_init(seed, frame * count(pixel) + pixel.index)
    jx = wp.randf(state)
    jy = wp.randf(state)
    if v.place == "stratified":
        cell = frame % (strata * strata)
        jx = (float(cell % strata) + jx) / float(strata)
        jy = (float(cell // strata) + jy) / float(strata)
    elif v.place == "tent":
        # the sum of two uniform numbers, two pixels wide
        jx += wp.randf(state) - 0.5
        jy += wp.randf(state) - 0.5
    x = (2.0 * (float(pixel.column) + jx) / float(width) - 1.0) * field_of_view
    y = (2.0 * (float(pixel.row) + jy) - float(height)) / float(width) * field_of_view
    d = wp.vec3(x, y, 1.0)
    if v.lens == "thin":
        r = aperture * wp.sqrt(wp.randf(state))
        phi = wp.randf(state, 0.0, 2.0 * wp.pi)
        o = wp.vec3(r * wp.cos(phi), r * wp.sin(phi), 0.0)
        pixel.origin = o
        pixel.direction = wp.normalize(d * focus - o)
    else:
        pixel.offset = wp.vec2(jx, jy)
        pixel.direction = wp.normalize(d)
    if v.shutter:
        pixel.time = shutter * wp.randf(state)


@computation(
    LIGHT_SAMPLES,
    "weigh the sampled direction of each surface point by albedo over pi times cosine over density,",
    dark={"zero": "zero below the surface", "clamp": "with a density of at least 0.1, zero below the surface"},
    fall={"none": "", "distance": "and fading with the distance of what it hits, as exp(-distance / reach)"},
)
def weigh_direction(surface: Any, reach: Any) -> None:
    d = surface.direction
    cosine = wp.dot(surface.normal, d)
    density = surface.density
    if cosine <= 0.0:
        surface.throughput = wp.vec3(0.0)
        return
    if v.dark == "clamp":
        density = wp.max(density, LEAST_DENSITY)
    beta = surface.albedo * (cosine / (wp.pi * density))
    if v.fall == "distance":
        beta = beta * wp.exp(-surface.distance / reach)
    surface.throughput = beta
