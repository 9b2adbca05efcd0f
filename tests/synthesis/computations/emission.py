"""NumPy statements of what emitters draw. Warp's own noise is asked for, not stated again."""

from __future__ import annotations

import numpy as np
import warp as wp

from tests.synthesis.computations.algebra_field6 import Random, generators


def _flat(generator: Random, radius: float) -> np.ndarray:
    angle = generator.uniform(0.0, 2.0 * np.pi)
    return radius * np.array([np.cos(angle), np.sin(angle)])


def _around(s, places: list[np.ndarray]) -> dict[str, np.ndarray]:
    axis, w = s.orientation[:, :3], s.orientation[:, 3:]
    flat = np.column_stack([np.array(places) * s.radius[:, None], np.zeros(len(places))])
    twice = 2.0 * np.cross(axis, flat)
    return {"spark.position": s.origin + flat + w * twice + np.cross(axis, twice)}


def emit_from_disk(t, v, n):
    draws = generators(n.seed, len(t.spark.radius))
    return _around(t.spark, [_flat(g, np.sqrt(g.uniform())) for g in draws])


def emit_from_ring(t, v, n):
    return _around(t.spark, [_flat(g, 1.0) for g in generators(n.seed, len(t.spark.radius))])


def _ball(generator: Random, lowest: float, full: bool) -> np.ndarray:
    z = 1.0 - (1.0 - lowest) * generator.uniform()
    flat = _flat(generator, np.sqrt(1.0 - z * z))
    return np.array([*flat, z]) * (np.cbrt(generator.uniform()) if full else 1.0)


def emit_upwards(t, v, n):
    draws = [_ball(g, 0.0, v.shape == "ball") for g in generators(n.seed, len(t.spark.speed))]
    return {"spark.velocity": np.array(draws) * t.spark.speed[:, None]}


def emit_from_ball(t, v, n):
    draws = [_ball(g, -1.0, True) for g in generators(n.seed, len(t.spark.radius))]
    return {"spark.position": t.spark.origin + np.array(draws) * t.spark.radius[:, None]}


def emit_from_triangle(t, v, n):
    s = t.spark
    found = []
    for g, a, b, c in zip(generators(n.seed, len(s.a)), s.a, s.b, s.c, strict=True):
        root = np.sqrt(g.uniform())
        w = root * g.uniform()
        found.append((1 - root) * a + w * b + (root - w) * c)
    return {"spark.position": np.array(found)}


def jitter_pixel(t, v, n):
    squares = np.array([g.square() for g in generators(n.seed, len(t.spark.pixel), n.step)])
    about = np.floor(t.spark.pixel) + 0.5 if v.centred else t.spark.pixel
    return {"spark.jittered": about + squares * n.spread}


def draw_bin(t, v, n):
    draws = [g.uniform() for g in generators(n.seed, len(t.spark.radius))]
    # the last bin takes what the shares leave
    picks = np.minimum(np.searchsorted(t.bin.cumulative, draws), len(t.bin.cumulative) - 1)
    made = {"spark.bin": picks}
    if v.look == "color":
        made["spark.color"] = t.bin.color[picks]
    elif v.look == "speed":
        made["spark.velocity"] = t.spark.direction * t.bin.speed[picks][:, None]
    if v.counted:
        made["bin.sparks"] = t.bin.sparks + np.bincount(picks, minlength=len(t.bin.sparks))
    return made


def draw_bits(t, v, n):
    bits = []
    for g in generators(n.seed, len(t.spark.radius), n.step if v.start else 0):
        g.uniform()
        bits.append(g.state)
    found = np.array(bits)
    made = {
        "key": {"spark.order": found / 2.0**32},
        "sign": {"spark.charge": 2.0 * (found % 2) - 1.0},
        "byte": {"spark.bin": found // 2**24},
    }
    return {"spark.stream": found, **made.get(v.use, {})}


def flicker_spark(t, v, n):
    state = wp.uint32(Random(n.noise_seed).state)
    places = [wp.vec3(float(x) / 4, float(y) / 4, float(n.time)) for x, y in t.spark.pixel]
    return {"spark.heat": np.array([0.5 + 0.5 * wp.pnoise(state, p, 4, 4, 4) for p in places])}


def stir_spark(t, v, n):
    state = wp.uint32(Random(n.noise_seed).state)
    places = [wp.vec4(*map(float, p), float(n.time)) for p in t.spark.position]
    flow = np.array([wp.curlnoise(state, p) for p in places])
    return {"spark.position": t.spark.position + n.dt * (t.spark.velocity + flow * n.turbulence)}
