"""What the computations of the family ``contract_reports`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen, summed
from tests.synthesis.computations.option_pricing import CDF, PDF, call, payoff


def option_report(t, v, n):
    o, stock = t.option, t.stock
    k, left, sigma = o.strike, o.maturity - n.step * n.dt, o.volatility
    ended = left < n.dt
    time = np.where(ended, 1.0, left)
    spot = stock.spot[o.stock]
    grown = np.exp(-stock.dividend[o.stock] * time) if v.dividend else np.ones_like(time)
    s = spot * grown
    price, upper, lower = call(s, k, n.rate, sigma, time)
    df, width = np.exp(-n.rate * time), sigma * np.sqrt(time)
    calls = [price, grown * CDF(upper), grown * PDF(upper) / (spot * width), s * PDF(upper) * np.sqrt(time)]
    parity = [k * df - s, -grown, 0, 0]
    puts = [a + b for a, b in zip(calls, parity, strict=True)]
    # a digital option is the limit of a spread of calls: derivatives of df * cdf(lower)
    slope = df * PDF(lower) / (spot * width)
    digitals = [df * CDF(lower), slope, -slope * upper / (spot * width), -df * PDF(lower) * upper / sigma]
    straddles = [a + b for a, b in zip(calls, puts, strict=True)]
    figures = [np.choose(o.kind, kinds) for kinds in zip(calls, puts, digitals, straddles, strict=True)]
    above, below = (spot > k).astype(float), (spot < k).astype(float)
    last = [payoff(o.kind, spot, k), np.choose(o.kind, [above, -below, 0.0 * above, above - below]), 0.0, 0.0]
    figures = [np.where(ended, end, figure) for end, figure in zip(last, figures, strict=True)]
    figures = [np.where(left < 0, 0.0, figure) for figure in figures]
    words = ("price", "delta", "gamma", "vega")
    made = {
        f"option.{word}": chosen(o.stock, figure, getattr(o, word)) for word, figure in zip(words, figures, strict=True)
    }
    if v.netted != "none":
        made["stock.delta"] = summed(stock.delta, o.stock, figures[1] * (o.units if v.netted == "held" else 1.0))
    return made


def simulate_path(t, v, n):
    p, o = t.path, t.option
    price, top, stop = [], [], []
    pay, alive = np.zeros(len(p.price)), np.ones(len(p.price), int)
    for i, to in enumerate(p.option):
        r, h, sigma = Random(n.seed, i), o.maturity[to] / 8, o.volatility[to]
        way = [p.price[i]]
        stop.append(-1)
        for k in range(8):
            way.append(way[-1] * np.exp((n.rate - sigma**2 / 2) * h + sigma * np.sqrt(h) * r.normal()))
            if v.barrier and o.flags[to] & 1 and way[-1] >= o.barrier[to]:
                alive[i] = 0
                break
            now = np.mean(way[1:]) if v.average else way[-1]
            if v.early and payoff(o.kind[to], now, o.strike[to]) > n.stop_gain:
                stop[-1] = k
                break
        price.append(way[-1])
        top.append(max(way))
        settled = np.mean(way[1:]) if v.average else way[-1]
        if alive[i]:
            pay[i] = payoff(o.kind[to], settled, o.strike[to]) * np.exp(-n.rate * h * (len(way) - 1))
    made = {
        "path.final_price": np.array(price),
        "path.maximum": np.array(top),
        "path.alive": alive,
        "path.payoff": pay,
        "option.payoff_sum": summed(o.payoff_sum, p.option, pay),
        "option.hits": summed(o.hits, p.option, (pay > 0).astype(int)),
    }
    if v.early:
        made["path.exercised"] = np.array(stop)
    return made


def bond_report(t, v, n):
    b, f = t.bond, t.flow
    made = {f"bond.{word}": getattr(b, word).copy() for word in ("price", "duration", "convexity", "bucket")}
    coupons = []
    for i, flows in enumerate(b.flows):
        flows = flows[f.time[flows] > n.step * n.dt]
        time = f.time[flows] - n.step * n.dt
        hazard = t.issuer.hazard[b.issuer[i]] if b.issuer[i] >= 0 else 0.0
        discount = n.rate + hazard if v.default == "risk" else b.rate[i]
        value = f.amount[flows] * np.exp(-discount * time)
        paying = flows[f.kind[flows] == 0]
        coupons.append(min(paying, key=lambda k: f.time[k]) if len(paying) else -1)
        if len(flows):
            share = value / value.sum()
            figures = (value.sum(), share @ time, share @ time**2, int(time.max() / n.bucket_years))
        else:
            figures = (0, 0, 0, -1)
        for column, figure in zip(made.values(), figures, strict=True):
            column[i] = figure
    if v.coupon:
        made["bond.next_flow"] = np.array(coupons)
    return made
