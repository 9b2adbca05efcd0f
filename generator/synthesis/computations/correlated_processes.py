"""Stochastic processes of correlated normal numbers: a forward with its volatility, factors of a walk."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.processes import PROCESSES


@law
def box_muller(u: float, w: float) -> wp.vec2:
    """Two independent normal numbers from two uniform ones, by Box and Muller."""
    r = wp.sqrt(-2.0 * wp.log(1.0 - u))
    return wp.vec2(r * wp.cos(2.0 * wp.pi * w), r * wp.sin(2.0 * wp.pi * w))


@computation(
    PROCESSES,
    "step a forward and its volatility together (SABR), the volatility exactly,",
    forward={
        "euler": "the forward by Euler-Maruyama, never below zero",
        "log": "the logarithm of the forward by Euler-Maruyama",
    },
    dead={True: "for living walks", False: ""},
)
def sabr_step(walk: Any, seed: Any, step: Any, dt: Any, correlation: Any, vol_of_vol: Any) -> None:
    f = walk.value
    vol = walk.volatility
    if v.dead:
        if not walk.alive:
            walk.next_value = f
            walk.next_volatility = vol
            return
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    z1 = wp.randn(state)
    z2 = correlation * z1 + wp.sqrt(1.0 - correlation * correlation) * wp.randn(state)
    root = wp.sqrt(dt)
    if v.forward == "euler":
        moved = f + vol * wp.pow(f, walk.model.elasticity) * root * z1
        walk.next_value = wp.max(moved, 0.0)
    else:
        local = vol * wp.pow(f, walk.model.elasticity - 1.0)
        walk.next_value = f * wp.exp(local * root * z1 - 0.5 * local * local * dt)
    walk.next_volatility = vol * wp.exp(vol_of_vol * root * z2 - 0.5 * vol_of_vol * vol_of_vol * dt)


@computation(
    PROCESSES,
    "draw correlated normal factors of each walk,",
    count={
        2: "two with the given correlation",
        3: "three with the correlations of its model, by their Cholesky factor",
    },
    pairs={"box": "from Box and Muller's pairs", "direct": ""},
    pull={True: "and step a value that reverts to its level with the first (Vasicek)", False: ""},
)
def correlated_factors(walk: Any, seed: Any, step: Any, dt: Any, correlation: Any) -> None:
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    if v.pairs == "box":
        u = wp.randf(state)
        z = box_muller(u, wp.randf(state))
        z1 = z[0]
        z2 = z[1]
    else:
        z1 = wp.randn(state)
        z2 = wp.randn(state)
    walk.first = z1
    if v.count == 2:
        walk.second = correlation * z1 + wp.sqrt(1.0 - correlation * correlation) * z2
    else:
        rho = walk.model.correlations
        l22 = wp.sqrt(1.0 - rho[0] * rho[0])
        l32 = (rho[2] - rho[0] * rho[1]) / l22
        l33 = wp.sqrt(1.0 - rho[1] * rho[1] - l32 * l32)
        walk.second = rho[0] * z1 + l22 * z2
        walk.third = rho[1] * z1 + l32 * z2 + l33 * wp.randn(state)
    if v.pull:
        model = walk.model
        x = walk.value
        walk.next_value = x + model.speed * (model.level - x) * dt + model.normal_sigma * wp.sqrt(dt) * z1
