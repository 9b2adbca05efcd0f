"""What the computations of the family ``bonds`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def discount_flows(t, v, n):
    f = t.flow
    knot, rate = [], []
    for time, curve in zip(f.time, f.curve, strict=True):
        rates = t.curve.rates[curve]
        k = min(int(time), n.tenors - (2 if v.between == "linear" else 1))
        knot.append(k)
        rate.append(np.interp(time, np.arange(n.tenors), rates) if v.between == "linear" else rates[k])
    df = np.exp(-np.array(rate) * f.time)
    made = {"flow.discount": df}
    if v.knot:
        made["flow.knot"] = np.array(knot)
    if v.value:
        made["flow.value"] = f.amount * df
    return made


def parametric_discount(t, v, n):
    f, c = t.flow, t.curve
    x = np.maximum(f.time / c.decay[f.curve], 1e-9)
    rate = c.level[f.curve] + c.slope[f.curve] * -np.expm1(-x) / x
    return {"flow.discount": (1 + rate) ** -f.time if v.compounded else np.exp(-rate * f.time)}


def bond_price(t, v, n):
    b, f = t.bond, t.flow
    moments = []
    for y, flows in zip(b.rate, b.flows, strict=True):
        time = f.time[flows]
        value = f.amount[flows] * ((1 + y) ** -time if v.compounded else np.exp(-y * time))
        # the second derivative of each discount factor by the yield
        bend = time * (time + 1) * (1 + y) ** -2 if v.compounded else time**2
        moments.append([value.sum(), (time * value).sum(), (bend * value).sum()])
    price, first, second = np.array(moments).T
    safe = np.where(price > 0, price, 1)
    made = {"bond.price": price}
    if v.risk != "price":
        made["bond.duration"] = first / safe
    if v.risk == "convexity":
        made["bond.convexity"] = second / safe
    return made


def bond_flow_total(t, v, n):
    b, f = t.bond, t.flow
    left = b.flows
    if v.past == "future":
        left = [flows[f.time[flows] > n.step * n.dt] for flows in left]
    made = {"bond.price": np.array([(f.amount[flows] * f.discount[flows]).sum() for flows in left])}
    if v.split:
        made["bond.face"] = np.array([(f.amount[flows] * (f.kind[flows] == 1)).sum() for flows in left])
    return made


def next_cash_flow(t, v, n):
    f = t.flow
    found = []
    for flows in t.bond.flows:
        left = [i for i in flows if f.time[i] > n.step * n.dt and (v.kind == "any" or f.kind[i] == 0)]
        if v.by == "time":
            left.sort(key=lambda i: f.time[i])
        found.append(left[0] if left else -1)
    return {"bond.next_flow": np.array(found)}


def bond_bucket(t, v, n):
    b = t.bond
    paid = np.array([len(flows) > 0 for flows in b.flows])
    last = np.array([t.flow.time[flows].max(initial=0) for flows in b.flows])
    bucket = np.floor(last / n.bucket_years).astype(int).clip(max=9)
    if v.rated == "row":
        bucket = bucket + 10 * b.rating
    if v.rated == "safe":
        bucket = np.where(b.rating > 3, -1, bucket)
    return {"bond.bucket": np.where(paid, bucket, -1)}
