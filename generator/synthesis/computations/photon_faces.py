"""Photons at the faces of layers: mirrored, refracted, gone."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.photons import PHOTONS


@law
def fresnel_reflectance(n1: float, n2: float, cos_in: float, cos_out: float) -> float:
    """Fresnel reflectance of unpolarised light, the mean of both polarisations."""
    across = (n1 * cos_in - n2 * cos_out) / (n1 * cos_in + n2 * cos_out)
    along = (n1 * cos_out - n2 * cos_in) / (n1 * cos_out + n2 * cos_in)
    return 0.5 * (across * across + along * along)


@computation(
    PHOTONS,
    "reflect each photon at a horizontal face of its layer, or refract it out of it, by chance, as Fresnel's reflectance says, wholly beyond the critical angle,",
    tally={"none": "", "weight": "adding up the weight that is thrown back", "mark": "marking those that leave"},
)
def cross_face(photon: Any, seed: Any, bounce: Any, outer_index: Any) -> None:
    layer = photon.layer
    n1 = layer.refraction
    d = photon.direction
    cos_in = wp.abs(d[2])
    ratio = n1 / outer_index
    sine = ratio * wp.sqrt(wp.max(1.0 - cos_in * cos_in, 0.0))
    reflectance = float(1.0)
    cos_out = float(0.0)
    if sine < 1.0:
        cos_out = wp.sqrt(1.0 - sine * sine)
        reflectance = fresnel_reflectance(n1, outer_index, cos_in, cos_out)
    state = wp.rand_init(seed, bounce * count(photon) + photon.index)
    if wp.randf(state) < reflectance:
        photon.next_direction = wp.vec3(d[0], d[1], -d[2])
        if v.tally == "weight":
            layer.reflected += photon.weight
        return
    photon.next_direction = wp.vec3(d[0] * ratio, d[1] * ratio, wp.sign(d[2]) * cos_out)
    if v.tally == "mark":
        photon.crossed = 1


@computation(
    PHOTONS,
    "store the weight of each photon that has left its layer",
    face={"either": "", "upper": "through the upper face"},
    tally={True: "and add up what leaves through the upper face", False: ""},
)
def find_escape(photon: Any) -> None:
    if photon.alive == 0:
        photon.escaped = 0.0
        return
    layer = photon.layer
    z = photon.next_position[2]
    above = z >= layer.upper
    if v.face == "either":
        gone = above or z <= layer.lower
    else:
        gone = above
    photon.escaped = photon.weight if gone else 0.0
    if v.tally:
        if above:
            layer.transmitted += photon.weight
