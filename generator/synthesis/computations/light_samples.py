"""Direct light by samples: lights, points on them, weights."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.light_samples import LIGHT_SAMPLES

TINY = 1.0e-4


@law
def orthonormal_frame(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit vectors across a unit normal and each other (Duff et al. 2017)."""
    side = 1.0 if n[2] >= 0.0 else -1.0
    a = -1.0 / (side + n[2])
    b = n[0] * n[1] * a
    t = wp.vec3(1.0 + side * n[0] * n[0] * a, side * b, -side * n[0])
    return t, wp.vec3(b, side + n[1] * n[1] * a, -n[1])


@law
def upright_side(n: wp.vec3) -> wp.vec3:
    """A unit vector across a unit normal, level unless the normal is upright."""
    if wp.abs(n[2]) < 0.99:
        return wp.normalize(wp.cross(wp.vec3(0.0, 0.0, 1.0), n))
    return wp.normalize(wp.cross(wp.vec3(0.0, 1.0, 0.0), n))


@law
def balance_heuristic(own: float, other: float) -> float:
    """Weight of a sample among two ways to draw it, by their densities."""
    return own / (own + other)


@law
def power_heuristic(own: float, other: float) -> float:
    """Weight of a sample among two ways to draw it, by the squares of their densities."""
    return own * own / (own * own + other * other)


@computation(
    LIGHT_SAMPLES,
    "pick a light for each surface point",
    by={
        "all": "in proportion to its power, by binary search in the cumulative shares",
        "near": "among those in reach in proportion to power over squared distance, in one pass, with the chance of the pick, or -1 and zero where none is in reach",
        "even": "with equal chances",
    },
    counted={True: "and count how often each is picked", False: ""},
)
def pick_light(surface: Any, seed: Any, frame: Any) -> None:
    state = wp.rand_init(seed, frame * count(surface) + surface.index)
    if v.by == "near":
        pick = int(-1)
        total = float(0.0)
        picked = float(0.0)
        for lamp in surface.lights:
            away = lamp.center - surface.position
            w = lamp.power / wp.max(wp.dot(away, away), TINY)
            total += w
            if wp.randf(state) * total < w:
                pick = lamp.index
                picked = w
        surface.light_id = pick
        surface.chance = picked / total if total > 0.0 else 0.0
        if v.counted:
            if pick >= 0:
                wp.atomic_add(light[pick].picks, 1)
    else:
        if v.by == "even":
            pick = wp.randi(state, 0, count(light))
        else:
            u = wp.randf(state)
            pick = int(0)
            upper = int(count(light) - 1)
            while pick < upper:
                mid = (pick + upper) // 2
                if light[mid].cumulative <= u:
                    pick = mid + 1
                else:
                    upper = mid
        surface.light_id = pick
        if v.counted:
            wp.atomic_add(light[pick].picks, 1)


@computation(
    LIGHT_SAMPLES,
    "sample the light that reaches each surface point, emission times cosine over density,",
    shape={
        "triangle": "towards a random point of a triangular light",
        "sphere": "in a random direction of the cone of a spherical light",
        "crossed": "in a random direction of the cone of a spherical light, whose frame is made by cross products",
    },
    law={"irradiance": "", "lambert": "times albedo over pi for what it reflects"},
    shadow={True: "storing direction and density", False: ""},
)
def sample_light(surface: Any, seed: Any, frame: Any) -> None:
    light = surface.light
    x = surface.position
    n = surface.normal
    state = wp.rand_init(seed, frame * count(surface) + surface.index)
    if v.shape == "triangle":
        root = wp.sqrt(wp.randf(state))
        w = wp.randf(state) * root
        p = light.a * (1.0 - root) + light.b * w + light.c * (root - w)
        across = wp.cross(light.b - light.a, light.c - light.a)
        d = p - x
        r2 = wp.dot(d, d)
        wi = d / wp.sqrt(r2)
        # twice the area of the light as it is seen from the point
        seen = wp.abs(wp.dot(across, wi))
        pdf = 2.0 * r2 / wp.max(seen, TINY)
    else:
        d = light.center - x
        r2 = wp.dot(d, d)
        sin2_max = light.radius * light.radius / r2
        # 1 - cos without cancellation, for lights far away
        span = sin2_max / (1.0 + wp.sqrt(1.0 - sin2_max))
        cosine = 1.0 - wp.randf(state) * span
        sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
        phi = wp.randf(state, 0.0, 2.0 * wp.pi)
        axis = d / wp.sqrt(r2)
        if v.shape == "sphere":
            t, b = orthonormal_frame(axis)
        else:
            t = upright_side(axis)
            b = wp.cross(axis, t)
        wi = t * (sine * wp.cos(phi)) + b * (sine * wp.sin(phi)) + axis * cosine
        pdf = 1.0 / (2.0 * wp.pi * span)
    arriving = light.emission * (wp.max(wp.dot(n, wi), 0.0) / pdf)
    if v.law == "lambert":
        surface.radiance = wp.cw_mul(arriving, surface.albedo) / wp.pi
    else:
        surface.irradiance = arriving
    if v.shadow:
        surface.direction = wi
        surface.density = pdf


@computation(
    LIGHT_SAMPLES,
    "weigh a sample of the light of each surface point, seen as the disc of its radius, against a cosine-weighted direction",
    rule={"balance": "by the balance heuristic", "power": "by the power heuristic"},
    applied={True: "and weigh its emission and albedo with it", False: ""},
)
def weigh_light_sample(surface: Any) -> None:
    light = surface.light
    d = light.center - surface.position
    r2 = wp.dot(d, d)
    cosine = wp.max(wp.dot(surface.normal, d) / wp.sqrt(r2), 0.0)
    # seen from the point, the light is the disc of its radius
    pdf_light = r2 / (wp.pi * light.radius * light.radius)
    if v.rule == "power":
        w = power_heuristic(pdf_light, cosine / wp.pi)
    else:
        w = balance_heuristic(pdf_light, cosine / wp.pi)
    surface.weight = w
    if v.applied:
        surface.radiance = wp.cw_mul(light.emission, surface.albedo) * (w * cosine / (wp.pi * pdf_light))
