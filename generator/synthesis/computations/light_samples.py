"""Direct light by samples: lights, points on them, microfacets, lenses, pixels, occlusion."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.light_samples import LIGHT_SAMPLES

TINY = 1.0e-4


@law
def facing_frame(n: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Two unit vectors across a unit normal and each other (Duff et al. 2017)."""
    side = 1.0 if n[2] >= 0.0 else -1.0
    a = -1.0 / (side + n[2])
    b = n[0] * n[1] * a
    t = wp.vec3(1.0 + side * n[0] * n[0] * a, side * b, -side * n[0])
    return t, wp.vec3(b, side + n[1] * n[1] * a, -n[1])


@law
def balance(own: float, other: float, squared: bool) -> float:
    """Weight of a sample among two ways to draw it."""
    if squared:
        return own * own / (own * own + other * other)
    return own / (own + other)


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
    "pick a light for each surface point",
    by={
        "all": "in proportion to its power, by binary search in the cumulative shares",
        "near": "among those in reach in proportion to power over squared distance, in one pass",
        "even": "with equal chances",
    },
    counted={True: "and count how often each is picked", False: ""},
)
def pick_light(surface: Any, seed: Any, frame: Any) -> None:
    state = wp.rand_init(seed + frame, surface.index)
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
            surface.chance = 1.0 / float(count(light))
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
    "sample the light that reaches each surface point from",
    shape={"triangle": "a point of a triangular light", "sphere": "a direction of the cone of a spherical light"},
    law={"radiance": "", "lambert": "times albedo over pi"},
    shadow={True: "storing direction and density", False: ""},
)
def sample_light(surface: Any, seed: Any) -> None:
    light = surface.light
    x = surface.position
    n = surface.normal
    state = wp.rand_init(seed, surface.index)
    if v.shape == "triangle":
        root = wp.sqrt(wp.randf(state))
        w = wp.randf(state) * root
        p = light.a * (1.0 - root) + light.b * w + light.c * (root - w)
        across = wp.cross(light.b - light.a, light.c - light.a)
        d = p - x
        r2 = wp.dot(d, d)
        wi = d / wp.sqrt(r2)
        # the density by area, 2 over the cross product, seen from the point
        cos_light = wp.abs(wp.dot(across, wi))
        pdf = 2.0 * r2 / wp.max(cos_light, TINY)
    else:
        d = light.center - x
        r2 = wp.dot(d, d)
        sin2_max = wp.min(light.radius * light.radius / r2, 1.0)
        # 1 - cos without cancellation, for lights far away
        span = sin2_max / (1.0 + wp.sqrt(1.0 - sin2_max))
        cosine = 1.0 - wp.randf(state) * span
        sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
        phi = wp.randf(state, 0.0, 2.0 * wp.pi)
        axis = d / wp.sqrt(r2)
        t, b = facing_frame(axis)
        wi = t * (sine * wp.cos(phi)) + b * (sine * wp.sin(phi)) + axis * cosine
        pdf = 1.0 / (2.0 * wp.pi * span)
    arriving = light.emission * (wp.max(wp.dot(n, wi), 0.0) / pdf)
    if v.law == "lambert":
        arriving = wp.cw_mul(arriving, surface.albedo) / wp.pi
    surface.radiance = arriving
    if v.shadow:
        surface.direction = wi
        surface.density = pdf


@computation(
    LIGHT_SAMPLES,
    "mirror the direction to the eye at a random microfacet of each surface point",
    lobe={"ggx": "of the GGX distribution", "beckmann": "of Beckmann's distribution", "phong": "of the Blinn-Phong lobe"},
    density={True: "with the density of the direction", False: ""},
)
def sample_microfacet(surface: Any, seed: Any, frame: Any) -> None:
    n = surface.normal
    wo = surface.view
    alpha = surface.roughness * surface.roughness
    state = wp.rand_init(seed + frame, surface.index)
    u = wp.randf(state)
    phi = wp.randf(state, 0.0, 2.0 * wp.pi)
    if v.lobe == "ggx":
        cosine = wp.sqrt((1.0 - u) / (1.0 + (alpha * alpha - 1.0) * u))
    elif v.lobe == "beckmann":
        cosine = 1.0 / wp.sqrt(1.0 - alpha * alpha * wp.log(1.0 - u))
    else:
        power = 2.0 / (alpha * alpha) - 2.0
        cosine = wp.pow(1.0 - u, 1.0 / (power + 2.0))
    sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
    t, b = facing_frame(n)
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
            spread = (power + 2.0) / (2.0 * wp.pi) * wp.pow(cosine, power)
        surface.density = spread * cosine / (4.0 * wp.max(wp.abs(along), TINY))


@computation(
    LIGHT_SAMPLES,
    "draw a direction about the normal of each surface point",
    law={
        "cosine": "with the cosine as density, the normal plus a point of the unit sphere,",
        "uniform": "evenly over the hemisphere",
        "disk": "with the cosine as density, lifted from a concentric disc,",
    },
    start={True: "and start its ray above the surface", False: ""},
    density={True: "storing the density", False: ""},
)
def occlusion_direction(surface: Any, seed: Any, frame: Any, offset: Any) -> None:
    n = surface.normal
    state = wp.rand_init(seed + frame, surface.index)
    if v.law == "disk":
        u = wp.randf(state)
        p = concentric_disk(u, wp.randf(state))
        t, b = facing_frame(n)
        up = wp.sqrt(wp.max(1.0 - wp.dot(p, p), 0.0))
        d = t * p[0] + b * p[1] + n * up
    else:
        d = wp.sample_unit_sphere_surface(state)
        if v.law == "cosine":
            d = wp.normalize(n + d * (1.0 - TINY))
        elif wp.dot(d, n) < 0.0:
            d = -d
    surface.direction = d
    if v.density:
        surface.density = 0.5 / wp.pi if v.law == "uniform" else wp.max(wp.dot(d, n), 0.0) / wp.pi
    if v.start:
        surface.origin = surface.position + n * offset


@computation(
    LIGHT_SAMPLES,
    "start the ray of each pixel at a random place",
    lens={"pinhole": "of the pixel", "thin": "of the pixel and of a thin lens, through the plane in focus"},
    place={"uniform": "", "stratified": "drawn in the cell of a jittered grid that the frame tells", "tent": "by a tent filter"},
    shutter={True: "while the shutter is open", False: ""},
)
def start_camera_ray(
    pixel: Any,
    seed: Any,
    frame: Any,
    strata: Any,
    aperture: Any,
    focus: Any,
    width: Any,
    field_of_view: Any,
    shutter: Any,
) -> None:
    state = wp.rand_init(seed + frame, pixel.index)
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
    x = (2.0 * (float(pixel.column) + jx) / width - 1.0) * field_of_view
    y = (2.0 * (float(pixel.row) + jy) / width - 1.0) * field_of_view
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
    "weigh a sample of the light of each surface point against a cosine-weighted direction by the",
    rule={"balance": "balance heuristic", "power": "power heuristic"},
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
        w = balance(pdf_light, cosine / wp.pi, True)
    else:
        w = balance(pdf_light, cosine / wp.pi, False)
    surface.weight = w
    if v.applied:
        surface.radiance = wp.cw_mul(light.emission, surface.albedo) * (w * cosine / (wp.pi * pdf_light))
