"""Steps of stochastic processes: reverting rates, square roots, jumps, bridges to a barrier, payoffs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.processes import PROCESSES


@law
def bridge_touch(x: float, y: float, barrier: float, variance: float) -> float:
    """Chance that a Brownian bridge from x to y touches a barrier below both."""
    if x <= barrier or y <= barrier:
        return 1.0
    return wp.exp(-2.0 * (x - barrier) * (y - barrier) / variance)


@law
def bridge_minimum(x: float, y: float, variance: float, u: float) -> float:
    """Lowest point of a Brownian bridge from x to y, by the inverse of its distribution."""
    return 0.5 * (x + y - wp.sqrt((y - x) * (y - x) - 2.0 * variance * wp.log(1.0 - u)))


@computation(
    PROCESSES,
    "step a rate that reverts to its level (Vasicek)",
    why={
        "mirror": "errors of mirrored paths partly cancel in their mean",
        "exact": "the exact step holds for any length of it",
    },
    scheme={"exact": "exactly", "euler": "by Euler-Maruyama"},
    discount={True: "discounting along it", False: ""},
    mirror={True: "and step its antithetic path too", False: ""},
)
def vasicek_step(walk: Any, seed: Any, step: Any, dt: Any) -> None:
    model = walk.model
    x = walk.value
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    z = wp.randn(state)
    if v.scheme == "exact":
        fall = wp.exp(-model.speed * dt)
        deviation = model.normal_sigma * wp.sqrt(0.5 * (1.0 - fall * fall) / model.speed)
        y = model.level + (x - model.level) * fall + deviation * z
        if v.mirror:
            walk.next_mirror = model.level + (walk.mirror - model.level) * fall - deviation * z
    else:
        deviation = model.normal_sigma * wp.sqrt(dt)
        y = x + model.speed * (model.level - x) * dt + deviation * z
        if v.mirror:
            walk.next_mirror = walk.mirror + model.speed * (model.level - walk.mirror) * dt - deviation * z
    walk.next_value = y
    if v.discount:
        # the trapezoid of the rate over the step
        walk.next_discount = walk.discount * wp.exp(-0.5 * (x + y) * dt)


@computation(
    PROCESSES,
    "step a square-root process (CIR)",
    why={"implicit": "the noise of the root does not depend on the root, which is why the root is stepped"},
    scheme={
        "absorbed": "by Euler-Maruyama with absorption at zero",
        "milstein": "by Milstein's scheme, never below zero",
        "implicit": "by the drift-implicit scheme for its root, never below zero",
    },
    tally={True: "and add up the values of each model", False: ""},
)
def square_root_step(walk: Any, seed: Any, step: Any, dt: Any) -> None:
    model = walk.model
    kappa = model.speed
    sigma = model.sigma
    x = walk.value
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    dw = wp.sqrt(dt) * wp.randn(state)
    if v.scheme == "absorbed":
        y = wp.max(x + kappa * (model.level - x) * dt + sigma * wp.sqrt(x) * dw, 0.0)
    elif v.scheme == "milstein":
        y = x + kappa * (model.level - x) * dt + sigma * wp.sqrt(x) * dw + 0.25 * sigma * sigma * (dw * dw - dt)
        y = wp.max(y, 0.0)
    else:
        # the positive root of (1 + kappa dt / 2) r^2 - (sqrt(x) + sigma dw / 2) r = c
        a = 1.0 + 0.5 * kappa * dt
        b = wp.sqrt(x) + 0.5 * sigma * dw
        c = 0.5 * (kappa * model.level - 0.25 * sigma * sigma) * dt
        root = wp.max((b + wp.sqrt(wp.max(b * b + 4.0 * a * c, 0.0))) / (2.0 * a), 0.0)
        y = root * root
    walk.next_value = y
    if v.tally:
        model.total += y


@computation(
    PROCESSES,
    "step a price with log-normal jumps (Merton), a Poisson number of them in each step,",
    sum={"at_once": "added up as one normal number,", "each": "drawn one by one,"},
    compensated={True: "their mean taken out of the drift", False: ""},
    counted={True: "and count them", False: ""},
)
def jump_diffusion_step(walk: Any, seed: Any, step: Any, dt: Any, drift: Any) -> None:
    model = walk.model
    sigma = walk.volatility
    mu_j = model.jump_mean
    sigma_j = model.jump_sigma
    growth = (drift - 0.5 * sigma * sigma) * dt
    if v.compensated:
        growth -= model.intensity * (wp.exp(mu_j + 0.5 * sigma_j * sigma_j) - 1.0) * dt
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    growth += sigma * wp.sqrt(dt) * wp.randn(state)
    n = int(wp.poisson(state, model.intensity * dt))
    if v.sum == "at_once":
        growth += mu_j * float(n) + sigma_j * wp.sqrt(float(n)) * wp.randn(state)
    else:
        for _k in range(n):
            growth += mu_j + sigma_j * wp.randn(state)
    walk.next_value = walk.value * wp.exp(growth)
    if v.counted:
        walk.jumps = n


@computation(
    PROCESSES,
    "step each walk with a drift and treat it as a Brownian bridge between the steps",
    why={"": "a path may cross the barrier between two steps that both lie above it"},
    watch={
        "chance": "to find the chance that it stays above the barrier",
        "coin": "to draw, by its chance, whether it touches the barrier below",
        "tally": "to draw, by its chance, whether it touches the barrier below, and count the walks of each model that do",
        "minimum": "to keep its lowest value so far by a draw of the lowest point of the bridge",
    },
)
def barrier_bridge_step(walk: Any, seed: Any, step: Any, dt: Any, drift: Any) -> None:
    model = walk.model
    x = walk.value
    b = model.barrier
    variance = model.normal_sigma * model.normal_sigma * dt
    state = wp.rand_init(seed, step * count(walk) + walk.index)
    y = x + drift * dt + wp.sqrt(variance) * wp.randn(state)
    walk.next_value = y
    if v.watch == "chance":
        walk.survival = 1.0 - bridge_touch(x, y, b, variance)
    elif v.watch == "minimum":
        walk.next_minimum = wp.min(walk.minimum, bridge_minimum(x, y, variance, wp.randf(state)))
    else:
        touched = wp.randf(state) < bridge_touch(x, y, b, variance)
        walk.hit = 1 if touched else 0
        if v.watch == "tally":
            if touched:
                model.hits += 1


@computation(
    PROCESSES,
    "compute the payoff of each walk",
    kind={
        "cap": "as a call on its next value,",
        "floor": "as a put on its next value,",
        "digital": "as a digital call on its next value,",
    },
    discount={"path": "discounted along the walk", "flat": "discounted by the interest rate over the step"},
    tally={True: "and add it up for each model", False: ""},
)
def walk_payoff(walk: Any, dt: Any, rate: Any) -> None:
    model = walk.model
    y = walk.next_value
    if v.kind == "cap":
        pay = wp.max(y - model.strike, 0.0)
    elif v.kind == "floor":
        pay = wp.max(model.strike - y, 0.0)
    else:
        pay = 1.0 if y > model.strike else 0.0
    if v.discount == "path":
        pay *= walk.next_discount
    else:
        pay *= wp.exp(-rate * dt)
    walk.payoff = pay
    if v.tally:
        model.paid += pay
