"""Statements for the family ``shading``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_world, unit

DIRECTIONAL, POINT, SPOT = range(3)


def _lamp(lamp, k, p):
    """Direction towards a lamp and how much of its intensity arrives."""
    if lamp.type[k] == DIRECTIONAL:
        return -lamp.direction[k], 1.0
    offset = lamp.position[k] - p
    inside = lamp.type[k] == POINT or unit(-offset) @ lamp.direction[k] >= lamp.cone[k]
    return unit(offset), inside / (offset @ offset)


def shade_hit(t, v, n):
    hit, lamp, finish = t.hit, t.lamp, t.finish
    radiance = hit.radiance.copy()
    for i, m in enumerate(hit.material):
        if m < 0:
            continue
        radiance[i] = 0.0
        for k in hit.lights[i]:
            if v.lit and not lamp.active[k]:
                continue
            toward, share = _lamp(lamp, k, hit.position[i])
            cosine = hit.normal[i] @ toward
            if cosine <= 0.0 or share == 0.0:
                continue
            radiance[i] += finish.albedo[m] * lamp.intensity[k] * cosine * share
            if v.model == "phong":
                half = unit(toward + hit.view[i])
                radiance[i] += lamp.intensity[k] * finish.specular[m] * max(half @ hit.normal[i], 0.0) ** 4 * share
    return {"hit.radiance": radiance}


def microfacet_reflection(t, v, n):
    hit, lamp, finish = t.hit, t.lamp, t.finish
    radiance = hit.radiance.copy()
    for i, (m, k) in enumerate(zip(hit.material, hit.light, strict=True)):
        if m < 0:
            continue
        offset = lamp.position[k] - hit.position[i]
        normal, out, into = hit.normal[i], hit.view[i], unit(offset)
        cos_in, cos_out = normal @ into, normal @ out
        if min(cos_in, cos_out) <= 0.0:
            radiance[i] = 0.0
            continue
        half = unit(into + out)
        rough = finish.roughness[m] ** 2
        f0 = finish.albedo[m] if v.metal and finish.metallic[m] else np.full(3, finish.specular[m])
        width = rough**2
        distribution = width / (np.pi * ((normal @ half) ** 2 * (width - 1.0) + 1.0) ** 2)
        masking = [c / (c * (1.0 - rough / 2.0) + rough / 2.0) for c in (cos_in, cos_out)]
        fresnel = f0 + (1.0 - f0) * (1.0 - out @ half) ** 5
        brdf = distribution * masking[0] * masking[1] * fresnel / (4.0 * cos_in * cos_out)
        radiance[i] = lamp.intensity[k] * brdf * cos_in / (offset @ offset)
    return {"hit.radiance": radiance}


def deferred_light(t, v, n):
    pixel, thing = t.pixel, t.thing
    light = pixel.light.copy()
    for i, obj in enumerate(pixel.object):
        if obj < 0:
            light[i] = n.background
            continue
        lens = pixel.camera[i]
        right, down = (pixel.screen[i] - t.camera.center[lens]) / t.camera.focal[lens]
        place = to_world(t.camera.pose[lens], pixel.depth[i] * np.array([right, -down, -1.0]))
        arriving = n.ambient.copy() if v.ambient else np.zeros(3)
        for k in pixel.lights[i]:
            toward, share = _lamp(t.lamp, k, place)
            cosine = pixel.normal[i] @ toward
            arriving += t.lamp.intensity[k] * share * ((1.0 + cosine) / 2.0 if v.wrap == "half" else max(cosine, 0.0))
        light[i] = arriving * thing.color[obj]
    return {"pixel.light": light}


def sphere_occlusion(t, v, n):
    hit, thing = t.hit, t.thing
    openness = np.ones(len(hit.position))
    for i, objects in enumerate(hit.occluders):
        for obj in objects:
            if v.cast and thing.flags[obj] // 2 % 2 == 0:
                continue
            offset = thing.pose[obj, :3] - hit.position[i]
            away = np.linalg.norm(offset)
            share = max(hit.normal[i] @ offset / away, 0.0) * min(thing.radius[obj] / away, 1.0) ** 2
            openness[i] *= 1.0 - share
    if v.store == "carried":
        return {"hit.throughput": hit.throughput * openness[:, None]}
    return {"hit.radiance": hit.radiance * openness[:, None]}
