"""Which Gaussians split, stay or go, and how many there will be."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.rendering import RENDERING

FROZEN = 1
PRUNED = 2


@computation(
    RENDERING,
    "mark Gaussians as pruned that are too faint",
    large={True: "or too large", False: ""},
    opacity={True: "and take their opacity away", False: ""},
)
def prune_gaussians(splat: Any, opacity_threshold: Any, size_threshold: Any) -> None:
    keep = splat.opacity > opacity_threshold
    if v.large:
        s = splat.scale
        if wp.max(s[0], wp.max(s[1], s[2])) > size_threshold:
            keep = False
    if keep:
        return
    splat.flags = splat.flags | PRUNED
    if v.opacity:
        splat.opacity = 0.0


@computation(
    RENDERING,
    "decide how many Gaussians take the place of each, none of a pruned one, two of one with a steep gradient,",
    frozen={True: "but always one of a frozen one", False: ""},
    split={True: "and mark large ones that are doubled for a split", False: ""},
)
def densify_counts(splat: Any, grad_threshold: Any, size_threshold: Any) -> None:
    n = int(1)
    if (splat.flags & PRUNED) != 0:
        n = 0
    elif splat.gradient_norm > grad_threshold:
        n = 2
    if v.frozen:
        if (splat.flags & FROZEN) != 0:
            n = 1
    splat.copies = n
    if v.split:
        s = splat.scale
        large = wp.max(s[0], wp.max(s[1], s[2])) > size_threshold
        splat.split = 1 if n == 2 and large else 0


@computation(
    RENDERING,
    "lower the opacity of all but frozen Gaussians",
    law={"limit": "to half at most", "halve": "by half"},
)
def fade_gaussians(splat: Any) -> None:
    if (splat.flags & FROZEN) != 0:
        return
    if v.law == "limit":
        splat.opacity = wp.min(splat.opacity, 0.5)
    else:
        splat.opacity = 0.5 * splat.opacity


@computation(
    RENDERING,
    "split each Gaussian whose gradient is large and that is not frozen into two of half its size, at points drawn from it",
)
def split_gaussian(splat: Any, grad_threshold: Any, seed: Any) -> None:
    n = int(1)
    p = splat.position
    s = splat.scale
    if splat.gradient_norm > grad_threshold and (splat.flags & FROZEN) == 0:
        state = wp.rand_init(seed, splat.index)
        # points of the Gaussian itself
        first = wp.vec3(wp.randn(state), wp.randn(state), wp.randn(state))
        second = wp.vec3(wp.randn(state), wp.randn(state), wp.randn(state))
        splat.twin = p + wp.quat_rotate(splat.rotation, wp.cw_mul(s, second))
        p += wp.quat_rotate(splat.rotation, wp.cw_mul(s, first))
        s *= 0.5
        n = 2
    splat.copies = n
    splat.position = p
    splat.scale = s
