"""What the computations of the family ``option_pricing`` give, written from the laws."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen, summed

CDF, PDF = np.vectorize(NormalDist().cdf), np.vectorize(NormalDist().pdf)


def payoff(kind: np.ndarray, price: np.ndarray, strike: np.ndarray) -> np.ndarray:
    """Of calls, puts, digital calls and straddles."""
    gain = price - strike
    return np.choose(kind, [np.maximum(gain, 0), np.maximum(-gain, 0), (gain > 0).astype(float), np.abs(gain)])


def call(spot, strike, rate, sigma, time):
    """Price and the two arguments of the normal distribution."""
    width = sigma * np.sqrt(time)
    middle = (np.log(spot / strike) + rate * time) / width
    upper, lower = middle + width / 2, middle - width / 2
    return spot * CDF(upper) - strike * np.exp(-rate * time) * CDF(lower), upper, lower


def black_scholes(t, v, n):
    o, s = t.option, t.stock
    spot = s.spot[o.stock]
    if v.dividend:
        spot = spot * np.exp(-s.dividend[o.stock] * o.maturity)
    price, upper, lower = call(spot, o.strike, n.rate, o.volatility, o.maturity)
    put = o.strike * np.exp(-n.rate * o.maturity) * CDF(-lower) - spot * CDF(-upper)
    price = np.where(o.is_put, put, price)
    if v.size == "held":
        price = price * o.units
    return {"option.price": chosen(o.stock, price, o.price)}


def option_greeks(t, v, n):
    o = t.option
    spot, root = t.stock.spot[o.stock], np.sqrt(o.maturity)
    _, upper, _ = call(spot, o.strike, n.rate, o.volatility, o.maturity)
    made = {"option.delta": chosen(o.stock, np.where(o.is_put, -CDF(-upper), CDF(upper)), o.delta)}
    if v.order == 2:
        made["option.gamma"] = chosen(o.stock, PDF(upper) / (spot * o.volatility * root), o.gamma)
    if v.vega:
        made["option.vega"] = chosen(o.stock, spot * PDF(upper) * root, o.vega)
    return made


def implied_volatility(t, v, n):
    o = t.option
    spot = t.stock.spot[o.stock]
    forward = np.log(spot * np.exp(n.rate * o.maturity) / o.strike)
    steepest = np.maximum(np.sqrt(2 * np.abs(forward) / o.maturity), 0.05)
    sigma = o.volatility if v.start == "own" else steepest
    for _ in range(4):
        price, upper, _ = call(spot, o.strike, n.rate, sigma, o.maturity)
        vega = spot * PDF(upper) * np.sqrt(o.maturity)
        step = np.where(vega > 1e-4, (price - o.quote) / np.maximum(vega, 1e-4), 0)
        sigma = np.clip(sigma - np.maximum(step, -0.5), 0.05, 1.0 if v.bounded else np.inf)
    sigma = np.where(o.quote <= spot - o.strike * np.exp(-n.rate * o.maturity), 0.0, sigma)
    return {"option.implied": chosen(o.stock, sigma, o.implied)}


def intrinsic_value(t, v, n):
    o = t.option
    strike = o.strike * np.exp(-n.rate * o.maturity) if v.discounted else o.strike
    pay = payoff(o.kind, t.stock.spot[o.stock], strike)
    return {"option.intrinsic": chosen(o.stock, pay, o.intrinsic)}


def net_delta(t, v, n):
    o = t.option
    exposure = o.units * o.delta
    if v.unit == "cash":
        return {"stock.cash_delta": summed(t.stock.cash_delta, o.stock, exposure * t.stock.spot[o.stock])}
    return {"stock.delta": summed(t.stock.delta, o.stock, exposure)}
