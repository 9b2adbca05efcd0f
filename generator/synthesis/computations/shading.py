"""Light on surfaces: lamps by type, materials, microfacets, and the paths that light takes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

EPSILON = 1.0e-6
SHADOW = 2

LightType: Any = None
"""The enumeration of the schema."""


@law
def light_sample(kind: int, position: wp.vec3, axis: wp.vec3, cone: float, p: wp.vec3) -> tuple[wp.vec3, float]:
    """Unit direction to a lamp and its falloff: 1 if directional, else inverse square, 0 off a spot cone."""
    if kind == LightType.DIRECTIONAL:
        return -axis, 1.0
    to_light = position - p
    dist = wp.length(to_light)
    wi = to_light / wp.max(dist, EPSILON)
    falloff = 1.0 / wp.max(dist * dist, EPSILON)
    if kind == LightType.SPOT and -wp.dot(wi, axis) < cone:
        return wi, 0.0
    return wi, falloff


@law
def ggx_distribution(n_h: float, alpha: float) -> float:
    """GGX (Trowbridge-Reitz) density of microfacet normals by the cosine to the mean normal."""
    a2 = alpha * alpha
    d = (n_h * a2 - n_h) * n_h + 1.0
    return a2 / (wp.pi * d * d)


@law
def smith_visibility(n_v: float, n_l: float, alpha: float) -> float:
    """Smith's shadowing and masking in Schlick's form, over four times both cosines."""
    k = 0.5 * alpha
    return 0.25 / ((n_v * (1.0 - k) + k) * (n_l * (1.0 - k) + k))


@law
def schlick_fresnel(f0: wp.vec3, cosine: float) -> wp.vec3:
    """Fresnel reflectance in Schlick's approximation, from that at normal incidence."""
    m = 1.0 - cosine
    m2 = m * m
    return f0 + (wp.vec3(1.0) - f0) * (m2 * m2 * m)


@computation(
    RENDERING,
    "light each hit by its directional, point and spot lights",
    lit={True: "that are switched on", False: ""},
    model={"diffuse": "with Lambert's law", "phong": "with Lambert's law and a Blinn-Phong highlight of exponent 4"},
)
def shade_hit(hit: Any) -> None:
    p = hit.position
    n = hit.normal
    mat = hit.material
    albedo = mat.albedo
    if v.model == "phong":
        specular = mat.specular
    total = wp.vec3()
    for lamp in hit.lights:
        if v.lit:
            if not lamp.active:
                continue
        to_lamp, falloff = light_sample(lamp.type, lamp.position, lamp.direction, lamp.cone, p)
        n_l = wp.dot(n, to_lamp)
        if n_l <= 0.0 or falloff == 0.0:
            continue
        shade = wp.cw_mul(albedo, lamp.intensity) * (n_l * falloff)
        if v.model == "phong":
            h = wp.normalize(to_lamp + hit.view)
            n_h = wp.max(wp.dot(n, h), 0.0)
            s = n_h * n_h
            shade += lamp.intensity * (specular * s * s * falloff)
        total += shade
    hit.radiance = total


@computation(
    RENDERING,
    "evaluate the Cook-Torrance reflection of one point light at each hit: GGX distribution of the squared roughness, "
    "Smith visibility and Schlick's Fresnel term,",
    metal={True: "with the albedo of metals as their reflectance at normal incidence", False: ""},
)
def microfacet_reflection(hit: Any) -> None:
    mat = hit.material
    n = hit.normal
    wo = hit.view
    lamp = hit.light
    to_light = lamp.position - hit.position
    r2 = wp.dot(to_light, to_light)
    wi = to_light / wp.sqrt(r2)
    n_l = wp.dot(n, wi)
    n_v = wp.dot(n, wo)
    if n_l <= 0.0 or n_v <= 0.0:
        hit.radiance = wp.vec3()
        return
    h = wp.normalize(wi + wo)
    alpha = mat.roughness * mat.roughness
    d = ggx_distribution(wp.dot(n, h), alpha)
    vis = smith_visibility(n_v, n_l, alpha)
    f0 = wp.vec3(mat.specular)
    if v.metal:
        if mat.metallic:
            f0 = mat.albedo
    f = schlick_fresnel(f0, wp.dot(wo, h))
    hit.radiance = wp.cw_mul(lamp.intensity, f) * (d * vis * n_l / r2)


@computation(
    RENDERING,
    "shade each pixel, unprojected from its depth by the pinhole camera looking along -z, by its normal and the lights "
    "around it, with the background where it shows no object,",
    ambient={True: "adding ambient light", False: ""},
    wrap={"clamp": "with Lambert's law", "half": "with Lambert's law wrapped around, 0.5 + 0.5 cos"},
)
def deferred_light(pixel: Any, background: Any, ambient: Any) -> None:
    obj = pixel.object
    if not exists(obj):
        pixel.light = background
        return
    camera = pixel.camera
    uv = pixel.screen - camera.center
    ray = wp.vec3(uv[0] / camera.focal[0], -uv[1] / camera.focal[1], -1.0)
    x = wp.transform_point(camera.pose, ray * pixel.depth)
    n = pixel.normal
    c = wp.vec3()
    for lamp in pixel.lights:
        to_lamp, falloff = light_sample(lamp.type, lamp.position, lamp.direction, lamp.cone, x)
        if v.wrap == "half":
            s = 0.5 + 0.5 * wp.dot(n, to_lamp)
        else:
            s = wp.max(wp.dot(n, to_lamp), 0.0)
        c += lamp.intensity * (s * falloff)
    c = wp.cw_mul(c, obj.color)
    if v.ambient:
        c += wp.cw_mul(ambient, obj.color)
    pixel.light = c


@computation(
    RENDERING,
    "estimate the ambient occlusion of each hit by four spheres, the product of 1 - cos(theta) min(r^2 / d^2, 1),",
    cast={True: "over those that cast shadows", False: ""},
    store={"radiance": "and dim its radiance by it", "carried": "and multiply its throughput by it"},
)
def sphere_occlusion(hit: Any) -> None:
    n = hit.normal
    p = hit.position
    open_share = float(1.0)
    for k in range(4):
        obj = hit.occluders[k]
        if v.cast:
            if (obj.flags & SHADOW) == 0:
                continue
        d = wp.transform_get_translation(obj.pose) - p
        r2 = obj.radius * obj.radius
        d2 = wp.max(wp.dot(d, d), r2)
        cosine = wp.max(wp.dot(n, wp.normalize(d)), 0.0)
        open_share = open_share * (1.0 - cosine * r2 / d2)
    if v.store == "carried":
        hit.throughput = hit.throughput * open_share
    else:
        hit.radiance = hit.radiance * open_share
