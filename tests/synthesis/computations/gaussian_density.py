"""Statements for the family ``gaussian_density``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import matrix_of
from tests.synthesis.computations.algebra_field6 import Random

FROZEN, PRUNED = 1, 2


def prune_gaussians(t, v, n):
    splat = t.splat
    gone = splat.opacity <= n.opacity_threshold
    if v.large:
        gone = gone | (splat.scale.max(axis=1) > n.size_threshold)
    out = {"splat.flags": np.where(gone, splat.flags | PRUNED, splat.flags)}
    return out | ({"splat.opacity": np.where(gone, 0.0, splat.opacity)} if v.opacity else {})


def densify_counts(t, v, n):
    splat = t.splat
    grows = (splat.gradient_norm > n.grad_threshold) & (splat.flags & PRUNED == 0)
    copies = np.where(grows, 2, np.where(splat.flags & PRUNED, 0, 1))
    if v.frozen:
        frozen = splat.flags & FROZEN != 0
        copies, grows = np.where(frozen, 1, copies), grows & ~frozen
    large = splat.scale.max(axis=1) > n.size_threshold
    return {"splat.copies": copies} | ({"splat.split": (grows & large).astype(int)} if v.split else {})


def fade_gaussians(t, v, n):
    splat = t.splat
    lower = np.minimum(splat.opacity, 0.5) if v.law == "limit" else splat.opacity / 2
    return {"splat.opacity": np.where(splat.flags & FROZEN, splat.opacity, lower)}


def split_gaussian(t, v, n):
    splat = t.splat
    position, twin, scale = splat.position.copy(), splat.twin.copy(), splat.scale.copy()
    copies = np.ones(len(scale), int)
    for i, norm in enumerate(splat.gradient_norm):
        if norm <= n.grad_threshold or splat.flags[i] & FROZEN:
            continue
        draws = Random(n.seed, i)
        half, other = (matrix_of(splat.rotation[i]) @ (scale[i] * draws.normals(3)) for _ in range(2))
        twin[i] = position[i] + other
        position[i] += half
        scale[i] /= 2
        copies[i] = 2
    return {"splat.position": position, "splat.twin": twin, "splat.scale": scale, "splat.copies": copies}
