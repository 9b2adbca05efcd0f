"""Hinges of randomised environments: starts, gains, noisy actions."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.computations.randomized_parts import log_uniform
from generator.synthesis.schemas.randomization import RANDOMIZATION


@computation(
    RANDOMIZATION,
    "start each hinge, where its arena resets,",
    law={
        "offset": "near its nominal angle",
        "scale": "at a random factor of its nominal angle",
        "range": "at an angle drawn evenly",
    },
    margin={"none": "within its limits", "soft": "within the middle nine tenths of its range"},
    rate={"zero": "at rest", "random": "with a random rate"},
)
def start_hinge(hinge: Any, seed: Any, step: Any, least: Any, most: Any, spread: Any, rate_range: Any) -> None:
    if not hinge.arena.reset:
        hinge.start_angle = hinge.angle
        hinge.start_rate = hinge.rate
        return
    lower = hinge.lower
    upper = hinge.upper
    if v.margin == "soft":
        middle = 0.5 * (lower + upper)
        half = 0.45 * (upper - lower)
        lower = middle - half
        upper = middle + half
    state = wp.rand_init(seed, step * count(hinge) + hinge.index)
    if v.law == "offset":
        q = wp.clamp(hinge.nominal + spread * wp.randf(state, -1.0, 1.0), lower, upper)
    elif v.law == "scale":
        q = wp.clamp(hinge.nominal * wp.lerp(least, most, wp.randf(state)), lower, upper)
    else:
        q = wp.lerp(lower, upper, wp.randf(state))
    hinge.start_angle = q
    hinge.start_rate = rate_range * wp.randf(state, -1.0, 1.0) if v.rate == "random" else 0.0


@computation(
    RANDOMIZATION,
    "draw the gains of each hinge by random factors",
    law={"uniform": "", "log": "that are log-uniform"},
    damping={"same": "", "own": "with a damping of its own", "critical": "with the damping ratio kept"},
    shared={True: "alike in all hinges of an arena", False: ""},
)
def randomize_gains(hinge: Any, seed: Any, least: Any, most: Any) -> None:
    if v.shared:
        state = wp.rand_init(seed, hinge.arena.index)
    else:
        state = wp.rand_init(seed, hinge.index)
    if v.law == "log":
        factor = log_uniform(least, most, wp.randf(state))
    else:
        factor = wp.lerp(least, most, wp.randf(state))
    hinge.used_stiffness = hinge.stiffness * factor
    if v.damping == "same":
        hinge.used_damping = hinge.damping * factor
    elif v.damping == "critical":
        hinge.used_damping = hinge.damping * wp.sqrt(factor)
    elif v.law == "log":
        hinge.used_damping = hinge.damping * log_uniform(least, most, wp.randf(state))
    else:
        hinge.used_damping = hinge.damping * wp.lerp(least, most, wp.randf(state))


@computation(
    RANDOMIZATION,
    "apply the action of each hinge",
    late={True: "or its last one where a draw delays it,", False: ""},
    noise={
        "white": "with normal noise",
        "reverting": "with the noise of an Ornstein-Uhlenbeck process, which takes an Euler step",
        "exact": "with the noise of an Ornstein-Uhlenbeck process, which takes an exact step",
    },
    clamp={True: "and clamp it to [-1, 1]", False: ""},
)
def noisy_action(hinge: Any, seed: Any, step: Any, reversion: Any, volatility: Any, dt: Any, lateness: Any) -> None:
    state = wp.rand_init(seed, step * count(hinge) + hinge.index)
    if v.noise == "white":
        n = volatility * wp.randn(state)
    elif v.noise == "reverting":
        n = hinge.noise - reversion * hinge.noise * dt + volatility * wp.sqrt(dt) * wp.randn(state)
        hinge.next_noise = n
    else:
        fall = wp.exp(-reversion * dt)
        n = hinge.noise * fall + volatility * wp.sqrt(0.5 * (1.0 - fall * fall) / reversion) * wp.randn(state)
        hinge.next_noise = n
    a = hinge.action
    if v.late:
        if wp.randf(state) < lateness:
            a = hinge.last_action
    a += n
    if v.clamp:
        a = wp.clamp(a, -1.0, 1.0)
    hinge.applied = a


@computation(
    RANDOMIZATION,
    "drive each hinge to its target with the gains that were drawn for it",
    limit={True: "within its highest torque", False: ""},
    damped={"rate": "", "ahead": "by the angle that it will have a time step later"},
)
def drive_randomized_hinge(hinge: Any, dt: Any) -> None:
    q = hinge.angle
    qd = hinge.rate
    if v.damped == "ahead":
        q += qd * dt
    tau = hinge.used_stiffness * (hinge.target - q) - hinge.used_damping * qd
    if v.limit:
        limit = hinge.effort
        tau = wp.clamp(tau, -limit, limit)
    hinge.torque = tau


@computation(
    RANDOMIZATION,
    "compute the PD torque that drives each hinge to its applied action, a turn from its nominal angle,",
    target={"free": "", "limited": "within nine tenths of its range"},
    limit={True: "held to its highest torque", False: ""},
)
def drive_hinge_by_action(hinge: Any, action_scale: Any) -> None:
    target = hinge.nominal + action_scale * hinge.applied
    if v.target == "limited":
        mid = 0.5 * (hinge.lower + hinge.upper)
        reach = 0.45 * (hinge.upper - hinge.lower)
        target = wp.clamp(target, mid - reach, mid + reach)
    tau = hinge.stiffness * (target - hinge.angle) - hinge.damping * hinge.rate
    if v.limit:
        tau = wp.clamp(tau, -hinge.effort, hinge.effort)
    hinge.torque = tau
