"""Statements for the family ``volumes``."""

from __future__ import annotations

import numpy as np


def _weights(t, steps):
    """Shares of the samples along a ray, and what passes behind the last one."""
    passes = np.exp(-np.concatenate([[0.0], np.cumsum(t.step.density[steps] * t.step.length[steps])]))
    return passes[:-1] - passes[1:], passes[-1]


def ray_transmittance(t, v, n):
    used = t.step.occupied | (not v.skip)
    tau = np.array([(t.step.density * t.step.length * used)[steps].sum() for steps in t.pixel.steps])
    passes = np.exp(-tau)
    return {"pixel.transmittance": passes} if v.store == "transmittance" else {"pixel.alpha": 1.0 - passes}


def composite_samples(t, v, n):
    pixel = t.pixel
    color, depth, alpha = pixel.color.copy(), pixel.depth.copy(), pixel.alpha.copy()
    for i, steps in enumerate(pixel.steps):
        weights, left = _weights(t, steps)
        color[i] = weights @ t.step.color[steps] + (left * n.background if v.background else 0.0)
        depth[i], alpha[i] = weights @ t.step.distance[steps], 1.0 - left
    extra = {"color": {}, "depth": {"pixel.depth": depth}, "alpha": {"pixel.alpha": alpha}}
    return {"pixel.color": color} | extra[v.outputs]


def sample_weights(t, v, n):
    weight, transmittance = t.step.weight.copy(), t.pixel.transmittance.copy()
    for i, steps in enumerate(t.pixel.steps):
        if not v.seen or t.pixel.valid[i]:
            weight[steps], transmittance[i] = _weights(t, steps)
    return {"step.weight": weight} | ({"pixel.transmittance": transmittance} if v.rest else {})


def count_occupied_steps(t, v, n):
    samples, depth = t.pixel.samples.copy(), t.pixel.depth.copy()
    thickness, longest = t.pixel.thickness.copy(), t.pixel.longest_run.copy()
    for i, steps in enumerate(t.pixel.steps):
        inside = [s for s in steps if t.step.occupied[s]]
        thickness[i] = t.step.length[inside].sum()
        runs = "".join("x" if t.step.occupied[s] else " " for s in steps).split()
        longest[i] = max(map(len, runs), default=0)
        samples[i] = len(inside)
        depth[i] = t.step.distance[inside[0]] if inside else -1.0
    made = {"pixel.samples": samples} | ({"pixel.depth": depth} if v.first else {})
    made |= {"pixel.thickness": thickness} if v.length else {}
    return made | ({"pixel.longest_run": longest} if v.run else {})


def median_depth(t, v, n):
    depth = t.camera.far[t.pixel.camera] if v.none == "far" else np.zeros_like(t.pixel.depth)
    for i, steps in enumerate(t.pixel.steps):
        absorbed = np.cumsum(_weights(t, steps)[0])
        deep = steps[absorbed > 0.5]
        depth[i] = t.step.distance[deep[0]] if len(deep) else depth[i]
    return {"pixel.depth": depth}


def blend_over_background(t, v, n):
    color, alpha = t.pixel.color, t.pixel.alpha[:, None]
    front = color * alpha if v.law == "over" else color
    out = {"pixel.color": front + n.background - alpha * n.background}
    return out | ({"pixel.alpha": np.ones(len(alpha))} if v.alpha else {})
