"""Statements for the family ``noise``. Warp's own noise is asked for, not stated again."""

from __future__ import annotations

import numpy as np
import warp as wp

from tests.synthesis.computations.algebra_field5 import Draws


def _noise(n, p):
    return wp.noise(wp.uint32(Draws(n.seed).state), (wp.vec2 if len(p) == 2 else wp.vec3)(*map(float, p)))


def lattice_noise(t, v, n):
    value = np.zeros(len(t.sample.cell_uv))
    for i, nodes in enumerate(t.sample.nodes):
        uv = t.sample.cell_uv[i]
        curves = {"quintic": 6 * uv**5 - 15 * uv**4 + 10 * uv**3, "cubic": 3 * uv**2 - 2 * uv**3, "linear": uv}
        s, r = curves[v.curve]
        for k, share in enumerate([(1 - s) * (1 - r), s * (1 - r), (1 - s) * r, s * r]):
            corner = np.array([k % 2, k // 2])
            slope = t.node.gradient[nodes[k]] @ (uv - corner)
            value[i] += share * (slope if v.law == "gradient" else t.node.value[nodes[k]])
    return {"sample.value": value}


def octave_noise(t, v, n):
    value = np.zeros(len(t.sample.uv))
    for i, octaves in enumerate(t.sample.octaves):
        amplitudes = t.octave.amplitude[octaves]
        for k in octaves:
            x = _noise(n, t.sample.position[i, :2] * t.octave.frequency[k] + t.octave.shift[k])
            shape = {"plain": x, "ridged": 1 - abs(x), "billow": abs(x)}[v.law]
            value[i] += t.octave.amplitude[k] * shape
        value[i] /= amplitudes.sum() if v.normalized and len(octaves) else 1.0
    return {"sample.value": value}


def nearest_feature(t, v, n):
    nearest = np.full(len(t.sample.uv), -1)
    first, second = np.full(len(nearest), 1e6), np.full(len(nearest), 1e6)
    for i, features in enumerate(t.sample.features):
        away = np.linalg.norm(
            t.feature.position[features] - t.sample.uv[i], axis=1, ord=None if v.metric == "euclid" else 1
        )
        order = np.argsort(away, kind="stable")
        if len(order) > 0:
            nearest[i], first[i] = features[order[0]], away[order[0]]
        if len(order) > 1:
            second[i] = away[order[1]]
    out = {"sample.feature_id": nearest, "sample.value": first}
    return (
        out
        | {"first": {}, "second": {"sample.second": second}, "difference": {"sample.second": second - first}}[v.outputs]
    )


def strew_bumps(t, v, n):
    value, color = np.zeros(len(t.sample.uv)), np.zeros_like(t.sample.color)
    for i, features in enumerate(t.sample.features):
        away = np.linalg.norm(t.sample.uv[i] - t.feature.position[features], axis=1)
        share = np.maximum(1 - (away / t.feature.radius[features]) ** 2, 0.0) ** 2 * t.feature.weight[features]
        if v.combine == "max":
            share = share * (np.arange(len(share)) == share.argmax()) if len(share) else share
        value[i] = share.sum()
        color[i] = share @ t.feature.color[features]
    return {"sample.value": value} | ({"sample.color": color} if v.color else {})


def jitter_feature(t, v, n):
    position, radius = t.feature.position.copy(), np.zeros(len(t.feature.position))
    for i in range(len(position)):
        draws = Draws(n.seed, i)
        position[i] = np.array([i % n.columns + draws.uniform(), i // n.columns + draws.uniform()]) / n.columns
        radius[i] = (0.25 + 0.25 * draws.uniform()) / n.columns
    return {"feature.position": position} | ({"feature.radius": radius} if v.radius else {})


def hex_grid_features(t, v, n):
    rows, columns = np.divmod(np.arange(len(t.feature.position)), n.columns)
    down = rows * np.sin(np.pi / 3)
    out = {"feature.position": np.stack([columns + (rows % 2) / 2, down], axis=1) * n.spacing}
    return out | ({"feature.cell": np.stack([columns, rows], axis=1)} if v.cell else {})


def thin_features(t, v, n):
    accepted = np.ones(len(t.feature.position), dtype=bool)
    for i, others in enumerate(t.feature.others):
        weight = t.feature.weight if v.weighted else np.zeros(len(accepted))
        ahead = [k for k in others if (-weight[k], k) < (-weight[i], i)]
        away = np.linalg.norm(t.feature.position[ahead] - t.feature.position[i], axis=1)
        accepted[i] = not (away < n.spacing).any()
    return {"feature.accepted": accepted}


def displace_by_noise(t, v, n):
    heights = t.sample.value if v.law == "value" else np.array([_noise(n, p) for p in t.sample.position])
    heights = np.maximum(heights - n.threshold, 0.0) if v.clamp else heights
    return {"sample.position": t.sample.position + n.strength * heights[:, None] * t.sample.normal}


def curl_flow(t, v, n):
    state = wp.uint32(Draws(n.seed).state)
    places = n.noise_cells * t.sample.uv
    flow = n.flow_speed * np.array([list(wp.curlnoise(state, wp.vec2(*map(float, place)))) for place in places])
    return {"sample.velocity": t.sample.velocity + flow if v.keep else flow}
