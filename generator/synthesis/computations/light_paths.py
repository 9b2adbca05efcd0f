"""Paths of light from hit to hit: where they go on, what they carry, where they end."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING


@law
def tangent_frame(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit vectors that make a right-handed frame with a unit normal, which is third."""
    axis = wp.vec3(1.0, 0.0, 0.0)
    if wp.abs(n[0]) > 0.9:
        axis = wp.vec3(0.0, 1.0, 0.0)
    t = wp.normalize(wp.cross(axis, n))
    return t, wp.cross(n, t)


@computation(
    RENDERING,
    "sample the next direction of a light path at each hit,",
    law={"cosine": "cosine-weighted about the normal", "uniform": "uniform over the hemisphere"},
    tint={
        True: "weighting the throughput by albedo / pi, with albedo 1 without a material, times cosine over the density of the direction",
        False: "",
    },
)
def scatter_path(hit: Any, seed: Any) -> None:
    if not hit.alive:
        return
    state = wp.rand_init(seed, hit.bounce * count(hit) + hit.index)
    u1 = wp.randf(state)
    u2 = wp.randf(state)
    if v.law == "cosine":
        r = wp.sqrt(u1)
        z = wp.sqrt(wp.max(1.0 - u1, 0.0))
    else:
        z = u1
        r = wp.sqrt(wp.max(1.0 - u1 * u1, 0.0))
    phi = 2.0 * wp.pi * u2
    n = hit.normal
    t, b = tangent_frame(n)
    hit.direction = t * (r * wp.cos(phi)) + b * (r * wp.sin(phi)) + n * z
    if v.tint:
        beta = hit.throughput
        if exists(hit.material):
            beta = wp.cw_mul(beta, hit.material.albedo)
        if v.law == "uniform":
            # the cosine over pi, by a density of one over two pi
            beta = beta * (2.0 * z)
        hit.throughput = beta


@computation(
    RENDERING,
    "terminate light paths by Russian roulette, dividing survivors by their probability,",
    chance={"max": "the largest throughput component", "mean": "the mean throughput"},
    early={True: "ending all at the bounce limit", False: ""},
)
def light_path_roulette(hit: Any, seed: Any, max_bounces: Any) -> None:
    if not hit.alive:
        return
    if v.early:
        if hit.bounce >= max_bounces:
            hit.alive = False
            return
    beta = hit.throughput
    if v.chance == "max":
        p = wp.max(beta[0], wp.max(beta[1], beta[2]))
    else:
        p = (beta[0] + beta[1] + beta[2]) / 3.0
    state = wp.rand_init(seed, hit.bounce * count(hit) + hit.index)
    if wp.randf(state) > p:
        hit.alive = False
        return
    hit.throughput = beta / p


@computation(
    RENDERING,
    "accumulate the radiance of light paths times their throughput into their pixels",
    weight={True: "counting samples", False: ""},
    alive={True: "for paths that have ended", False: ""},
)
def accumulate_paths(hit: Any) -> None:
    if v.alive:
        if hit.alive:
            return
    pixel = hit.pixel
    pixel.sum += wp.cw_mul(hit.throughput, hit.radiance)
    if v.weight:
        pixel.samples += 1
