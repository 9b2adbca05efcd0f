"""Options: payoffs, closed prices and Greeks, simulated paths, lattices."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.finance import FINANCE

OptionKind: Any = None
NEWTON_STEPS = 4
MIN_VEGA = 1.0e-4
MAX_STEP = 0.5
INV_SQRT_TWO_PI = 0.3989423


@law
def option_payoff(kind: int, price: float, strike: float) -> float:
    """Payoff of an option by its kind: a call, a put, a digital call of 1, or a straddle."""
    if kind == OptionKind.CALL:
        return wp.max(price - strike, 0.0)
    elif kind == OptionKind.PUT:
        return wp.max(strike - price, 0.0)
    elif kind == OptionKind.DIGITAL:
        return 1.0 if price > strike else 0.0
    # a straddle is a call and a put
    return wp.abs(price - strike)


@law
def normal_cdf(x: float) -> float:
    """Cumulative distribution of the standard normal, by the error function."""
    return 0.5 * (1.0 + wp.erf(x / wp.sqrt(2.0)))


@law
def normal_density(x: float) -> float:
    """Density of the standard normal distribution."""
    return INV_SQRT_TWO_PI * wp.exp(-0.5 * x * x)


@law
def black_scholes_d1(spot: float, strike: float, rate: float, sigma: float, t: float) -> float:
    """The term d1 of Black and Scholes's formula, for a stock without dividends."""
    return (wp.log(spot / strike) + (rate + 0.5 * sigma * sigma) * t) / (sigma * wp.sqrt(t))


@law
def call_price(spot: float, strike: float, rate: float, sigma: float, t: float) -> float:
    """Price of a European call by Black and Scholes's formula, without dividends."""
    d1 = black_scholes_d1(spot, strike, rate, sigma, t)
    d2 = d1 - sigma * wp.sqrt(t)
    return spot * normal_cdf(d1) - strike * wp.exp(-rate * t) * normal_cdf(d2)


@computation(
    FINANCE,
    "price European calls and puts by Black-Scholes, puts by put-call parity",
    dividend={True: "with a dividend yield", False: ""},
    size={"unit": "", "held": "times the units held"},
)
def black_scholes(option: Any, rate: Any) -> None:
    stock = option.stock
    t = option.maturity
    spot = stock.spot
    strike = option.strike
    if v.dividend:
        spot = spot * wp.exp(-stock.dividend * t)
    price = call_price(spot, strike, rate, option.volatility, t)
    if option.is_put:
        # put-call parity
        price = price - spot + strike * wp.exp(-rate * t)
    option.price = price * option.units if v.size == "held" else price


@computation(
    FINANCE,
    "compute the Black-Scholes delta of calls and puts",
    order={1: "", 2: "with gamma"},
    vega={True: "with vega", False: ""},
)
def option_greeks(option: Any, rate: Any) -> None:
    stock = option.stock
    spot = stock.spot
    t = option.maturity
    sigma = option.volatility
    d1 = black_scholes_d1(spot, option.strike, rate, sigma, t)
    # the delta of a put is that of the call less one
    option.delta = normal_cdf(d1) - 1.0 if option.is_put else normal_cdf(d1)
    if v.order == 2:
        option.gamma = normal_density(d1) / (spot * sigma * wp.sqrt(t))
    if v.vega:
        option.vega = spot * normal_density(d1) * wp.sqrt(t)


@computation(
    FINANCE,
    "solve for implied volatility by four Newton steps, upwards by at most 0.5 and none where vega is 0.0001 or less, on the Black-Scholes call price (zero where the quote is too low for any),",
    bounded={True: "clamped to [0.05, 1]", False: "at least 0.05"},
    start={
        "own": "from the option's volatility",
        "inflection": "from sqrt(2 |log(spot / strike) + rate t| / t), where vega is largest",
    },
)
def implied_volatility(option: Any, rate: float) -> None:
    stock = option.stock
    t = option.maturity
    spot = stock.spot
    if option.quote <= spot - option.strike * wp.exp(-rate * t):
        option.implied = 0.0
        return
    if v.start == "own":
        sigma = float(option.volatility)
    else:
        sigma = wp.max(wp.sqrt(2.0 * wp.abs(wp.log(spot / option.strike) + rate * t) / t), 0.05)
    for _k in range(NEWTON_STEPS):
        d1 = black_scholes_d1(spot, option.strike, rate, sigma, t)
        d2 = d1 - sigma * wp.sqrt(t)
        price = spot * normal_cdf(d1) - option.strike * wp.exp(-rate * t) * normal_cdf(d2)
        vega = spot * normal_density(d1) * wp.sqrt(t)
        if vega > MIN_VEGA:
            sigma -= wp.max((price - option.quote) / vega, -MAX_STEP)
        sigma = wp.clamp(sigma, 0.05, 1.0) if v.bounded else wp.max(sigma, 0.05)
    option.implied = sigma


@computation(
    FINANCE,
    "compute the intrinsic value of options by kind (call, put, digital, straddle)",
    discounted={True: "with the strike discounted from maturity", False: ""},
)
def intrinsic_value(option: Any, rate: Any) -> None:
    strike = option.strike
    if v.discounted:
        strike *= wp.exp(-rate * option.maturity)
    option.intrinsic = option_payoff(option.kind, option.stock.spot, strike)


@computation(
    FINANCE,
    "accumulate the delta exposure of option positions by their stocks,",
    unit={
        "shares": "in shares, units held times delta",
        "cash": "in cash, units held times delta times the spot price",
    },
)
def net_delta(option: Any) -> None:
    stock = option.stock
    exposure = option.units * option.delta
    if v.unit == "cash":
        spot = stock.spot
        stock.cash_delta += spot * exposure
    else:
        stock.delta += exposure
