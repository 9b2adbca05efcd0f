"""Options by simulation: paths, barriers, payoffs, lattices."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.computations.option_pricing import option_payoff
from generator.synthesis.schemas.finance import FINANCE

KNOCK_OUT = 1
CAPPED = 2


@law
def capped_payoff(kind: int, flags: int, price: float, strike: float, cap: float) -> float:
    """Payoff of an option, cut off at the cap of a contract that has one."""
    pay = option_payoff(kind, price, strike)
    if (flags & CAPPED) != 0:
        pay = wp.min(pay, cap)
    return pay


@computation(
    FINANCE,
    "step paths of geometric Brownian motion",
    why={
        "mirror": "errors of mirrored paths partly cancel in their mean",
        "log": "a step in log space is exact for any length, and no price falls below zero",
    },
    drift={"rate": "under the risk-free drift", "none": "without drift"},
    log={True: "exactly, in log space", False: "by Euler-Maruyama"},
    mirror={True: "and their antithetic paths", False: ""},
)
def gbm_step(path: Any, seed: Any, step: Any, rate: Any, dt: Any) -> None:
    sigma = path.option.volatility
    state = wp.rand_init(seed, step * count(path) + path.index)
    z = wp.randn(state)
    shock = sigma * wp.sqrt(dt) * z
    if v.log:
        growth = (rate - 0.5 * sigma * sigma) * dt if v.drift == "rate" else -0.5 * sigma * sigma * dt
        path.next_price = path.price * wp.exp(growth + shock)
        if v.mirror:
            # the same number with the other sign
            path.next_mirror = path.mirror * wp.exp(growth - shock)
    elif v.drift == "rate":
        growth = 1.0 + rate * dt
        path.next_price = path.price * (growth + shock)
        if v.mirror:
            # the same number with the other sign
            path.next_mirror = path.mirror * (growth - shock)
    else:
        path.next_price = path.price * (1.0 + shock)
        if v.mirror:
            # the same number with the other sign
            path.next_mirror = path.mirror * (1.0 - shock)


@computation(
    FINANCE,
    "step price and variance under Heston's model by Euler",
    scheme={"absorbed": "with absorption at zero", "reflected": "with reflection at zero"},
    stopped={True: "for living paths", False: ""},
)
def heston_step(
    path: Any,
    seed: Any,
    step: Any,
    rate: Any,
    dt: Any,
    reversion: Any,
    long_variance: Any,
    vol_of_vol: Any,
    correlation: Any,
) -> None:
    if v.stopped:
        if path.alive == 0:
            path.next_price = path.price
            path.next_variance = path.variance
            return
    state = wp.rand_init(seed, step * count(path) + path.index)
    z1 = wp.randn(state)
    z2 = correlation * z1 + wp.sqrt(1.0 - correlation * correlation) * wp.randn(state)
    var = path.variance
    root = wp.sqrt(var * dt)
    moved = var + reversion * (long_variance - var) * dt + vol_of_vol * root * z2
    path.next_variance = wp.abs(moved) if v.scheme == "reflected" else wp.max(moved, 0.0)
    path.next_price = path.price * (1.0 + rate * dt + root * z1)


@computation(
    FINANCE,
    "accumulate Monte Carlo payoffs by option",
    payoff={"plain": "", "flags": "with the caps and knock-outs that their flags tell"},
    counted={True: "counting paths in the money", False: ""},
)
def path_payoff_sum(path: Any) -> None:
    option = path.option
    if v.payoff == "flags":
        if (option.flags & KNOCK_OUT) != 0 and path.alive == 0:
            path.payoff = 0.0
            return
        pay = capped_payoff(option.kind, option.flags, path.price, option.strike, option.cap)
    else:
        pay = option_payoff(option.kind, path.price, option.strike)
    path.payoff = pay
    option.payoff_sum += pay
    if v.counted:
        if pay > 0.0:
            option.hits += 1


@computation(
    FINANCE,
    "track the running maximum of the closing prices of each path",
    barrier={
        "none": "",
        "out": "knocking out paths at the barrier",
        "flag": "knocking out paths at the barrier of knock-out options",
    },
)
def path_maximum(path: Any) -> None:
    s = path.close
    top = wp.max(path.maximum, s)
    path.maximum = top
    if v.barrier == "out":
        if top >= path.option.barrier:
            path.alive = 0
    elif v.barrier == "flag":
        option = path.option
        if (option.flags & KNOCK_OUT) != 0 and top >= option.barrier:
            path.alive = 0


@computation(
    FINANCE,
    "roll option values back one binomial step",
    exercise={"european": "", "american": "with early exercise", "marked": "with early exercise, which it marks"},
    leaves={"keep": "", "payoff": "starting from leaf payoffs"},
)
def lattice_rollback(node: Any, rate: Any, dt: Any, up_probability: Any) -> None:
    if v.exercise != "european" or v.leaves == "payoff":
        kind = node.option.kind
        strike = node.option.strike
    up, down = node.up, node.down
    if not exists(up) or not exists(down):
        if v.leaves == "payoff":
            node.new_value = option_payoff(kind, node.price, strike)
        return
    hold = wp.exp(-rate * dt) * (up_probability * up.value + (1.0 - up_probability) * down.value)
    if v.exercise != "european":
        now = option_payoff(kind, node.price, strike)
        if v.exercise == "marked":
            node.early = 1 if now > hold else 0
        hold = wp.max(hold, now)
    node.new_value = hold
