"""Whole reports of contracts: all figures of an option, a simulated path, a bond with its curve."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.option_pricing import normal_cdf, normal_density
from generator.synthesis.schemas.finance import FINANCE

KNOCK_OUT = 1
STEPS = 8
NEVER = 1.0e6

OptionKind: Any = None
"""The enumeration of the schema."""


@law
def exercise_value(kind: int, s: float, k: float) -> float:
    """Payoff of an option at a price: call, put, cash-or-nothing digital call, else a straddle."""
    if kind == OptionKind.CALL:
        return wp.max(s - k, 0.0)
    if kind == OptionKind.PUT:
        return wp.max(k - s, 0.0)
    if kind == OptionKind.DIGITAL:
        return 1.0 if s > k else 0.0
    # a straddle is a call and a put
    return wp.abs(s - k)


@law
def exercise_slope(kind: int, s: float, k: float) -> float:
    """Slope of an option's payoff by the price, zero at the strike and for a digital."""
    if kind == OptionKind.DIGITAL or s == k:
        return 0.0
    if kind == OptionKind.CALL:
        return 1.0 if s > k else 0.0
    if kind == OptionKind.PUT:
        return -1.0 if s < k else 0.0
    return wp.sign(s - k)


@computation(
    FINANCE,
    "fill in price, delta, gamma and vega of each option by its kind (those of its payoff where it ends within the step, zero where it has ended)",
    dividend={True: "on stocks that pay dividends", False: ""},
    netted={
        "none": "",
        "one": "and add its delta to its stock",
        "held": "and add the delta of the units held to its stock",
    },
)
def option_report(option: Any, rate: Any, step: Any, dt: Any) -> None:
    stock = option.stock
    t = option.maturity - float(step) * dt
    if t < 0.0:
        return
    k = option.strike
    sigma = option.volatility
    kind = option.kind
    s = stock.spot
    # at its end an option is worth what it pays
    if t < dt:
        worth = exercise_value(kind, s, k)
        slope = exercise_slope(kind, s, k)
        option.price = worth
        option.delta = slope
        option.gamma = 0.0
        option.vega = 0.0
        if v.netted == "one":
            stock.delta += slope
        elif v.netted == "held":
            stock.delta += slope * option.units
        return
    if v.dividend:
        # what the stock is worth without the dividends until then
        carry = wp.exp(-stock.dividend * t)
        s = s * carry
    width = sigma * wp.sqrt(t)
    d1 = (wp.log(s / k) + (rate + 0.5 * sigma * sigma) * t) / width
    d2 = d1 - width
    df = wp.exp(-rate * t)
    delta = normal_cdf(d1)
    price = s * delta - k * df * normal_cdf(d2)
    density = normal_density(d1)
    gamma = density / (s * width)
    vega = s * density * wp.sqrt(t)
    if kind == OptionKind.PUT:
        price = price - s + k * df
        delta -= 1.0
    elif kind == OptionKind.DIGITAL:
        price = df * normal_cdf(d2)
        delta = df * normal_density(d2) / (s * width)
        gamma = -delta * d1 / (s * width)
        vega = -df * normal_density(d2) * d1 / sigma
    elif kind == OptionKind.STRADDLE:
        # a call and a put
        price = 2.0 * price - s + k * df
        delta = 2.0 * delta - 1.0
        gamma = 2.0 * gamma
        vega = 2.0 * vega
    if v.dividend:
        # by the chain rule: the slopes are those over the spot
        delta *= carry
        gamma *= carry * carry
    option.price = price
    option.delta = delta
    option.gamma = gamma
    option.vega = vega
    if v.netted == "one":
        stock.delta += delta
    elif v.netted == "held":
        stock.delta += delta * option.units


@computation(
    FINANCE,
    "simulate each path to the maturity of its option, keep its end, its maximum and its discounted payoff, sum such "
    "payoffs by option and count the paths that pay,",
    barrier={True: "ending it unpaid at the barrier of a knock-out option", False: ""},
    average={True: "paid on its average price", False: ""},
    early={True: "exercised once the payoff is large enough", False: ""},
)
def simulate_path(path: Any, seed: Any, rate: Any, stop_gain: Any) -> None:
    option = path.option
    sigma = option.volatility
    maturity = option.maturity
    h = maturity / float(STEPS)
    drift = (rate - 0.5 * sigma * sigma) * h
    kind = option.kind
    strike = option.strike
    s = float(path.price)
    top = float(s)
    if v.average:
        total = float(0.0)
    if v.early:
        steps = int(0)
        stop = int(-1)
    if v.barrier:
        alive = int(1)
    state = wp.rand_init(seed, path.index)
    for k in range(STEPS):
        s = s * wp.exp(drift + sigma * wp.sqrt(h) * wp.randn(state))
        top = wp.max(top, s)
        if v.average:
            total += s
        if v.early:
            steps += 1
        if v.barrier:
            if (option.flags & KNOCK_OUT) != 0 and s >= option.barrier:
                alive = 0
                break
        if v.early:
            # what it would pay now
            worth = exercise_value(kind, total / float(steps) if v.average else s, strike)
            if worth > stop_gain:
                stop = k
                break
    if v.early:
        # paid when the path ends
        pay = exercise_value(kind, total / float(steps) if v.average else s, strike)
        pay *= wp.exp(-rate * h * float(steps))
    else:
        pay = exercise_value(kind, total / float(STEPS) if v.average else s, strike)
        pay *= wp.exp(-rate * maturity)
    if v.barrier:
        if alive == 0:
            pay = 0.0
    option.payoff_sum += pay
    if pay > 0.0:
        option.hits += 1
    path.final_price = s
    path.maximum = top
    if v.barrier:
        path.alive = alive
    path.payoff = pay
    if v.early:
        path.exercised = stop


@computation(
    FINANCE,
    "fill in all figures of each bond from the flows that are still to come (zero where there are none),",
    default={
        "none": "discounted at its yield",
        "risk": "discounted at the risk-free rate and the default intensity of its issuer",
    },
    coupon={True: "and find its next coupon", False: ""},
)
def bond_report(bond: Any, step: Any, dt: Any, bucket_years: Any, rate: Any) -> None:
    now = float(step) * dt
    if v.default == "risk":
        y = float(rate)
        if exists(bond.issuer):
            y += bond.issuer.hazard
    else:
        y = bond.rate
    price = float(0.0)
    first = float(0.0)
    second = float(0.0)
    last = float(0.0)
    if v.coupon:
        coupon = int(-1)
        soonest = float(NEVER)
    for f in bond.flows:
        t = f.time - now
        if t <= 0.0:
            continue
        df = wp.exp(-y * t)
        pv = f.amount * df
        price += pv
        first += t * pv
        second += t * t * pv
        last = wp.max(last, t)
        if v.coupon:
            if f.kind == FlowKind.COUPON and t < soonest:
                soonest = t
                coupon = f.index
    if v.coupon:
        bond.next_flow = coupon
    if price <= 0.0:
        bond.price = 0.0
        bond.duration = 0.0
        bond.convexity = 0.0
        bond.bucket = -1
        return
    bond.price = price
    bond.duration = first / price
    bond.convexity = second / price
    bond.bucket = int(last / bucket_years)
