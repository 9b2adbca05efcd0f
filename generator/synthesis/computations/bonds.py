"""Bonds, their cash flows, discount curves and issuers."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.finance import FINANCE

WORST_SAFE_RATING = 3
BUCKETS = 10
"""Buckets of one rating."""


@law
def annual_discount(rate: float, t: float) -> float:
    """Present value of one unit at a time in years, under a rate compounded yearly."""
    return wp.pow(1.0 + rate, -t)


@law
def curve_place(t: float, tenors: int) -> tuple[int, float]:
    """Knot of a yearly curve where a time's segment begins, and the share of the next one, flat beyond."""
    k = wp.min(int(t), tenors - 2)
    return k, wp.min(t - float(k), 1.0)


@law
def nelson_siegel_rate(t: float, level: float, slope: float, decay: float) -> float:
    """Nelson-Siegel zero rate without the hump: level plus slope at time zero, the level in the long run."""
    x = t / decay
    # the limit at time zero
    if x < 1.0e-4:
        return level + slope
    return level + slope * (1.0 - wp.exp(-x)) / x


@computation(
    FINANCE,
    "discount cash flows with the rates of their curve",
    between={"linear": "", "flat": "held constant between years"},
    knot={True: "and store the knot where its segment begins", False: ""},
    value={True: "and store their present values", False: ""},
)
def discount_flows(flow: Any, tenors: Any) -> None:
    curve = flow.curve
    t = flow.time
    if v.between == "linear":
        k, share = curve_place(t, tenors)
        rate = curve.rates[k] * (1.0 - share) + curve.rates[k + 1] * share
    else:
        k = wp.min(int(t), tenors - 1)
        rate = curve.rates[k]
    df = wp.exp(-rate * t)
    flow.discount = df
    if v.knot:
        flow.knot = k
    if v.value:
        flow.value = flow.amount * df


@computation(
    FINANCE,
    "discount cash flows with a Nelson-Siegel curve of level and slope",
    compounded={False: "", True: "with yearly compounding"},
)
def parametric_discount(flow: Any) -> None:
    curve = flow.curve
    rate = nelson_siegel_rate(flow.time, curve.level, curve.slope, curve.decay)
    if v.compounded:
        flow.discount = annual_discount(rate, flow.time)
    else:
        flow.discount = wp.exp(-rate * flow.time)


@computation(
    FINANCE,
    "price bonds from their yield",
    compounded={False: "", True: "with yearly compounding"},
    risk={"price": "", "duration": "with Macaulay duration", "convexity": "with Macaulay duration and convexity"},
)
def bond_price(bond: Any) -> None:
    y = bond.rate
    price = float(0.0)
    if v.risk != "price":
        first = float(0.0)
    if v.risk == "convexity":
        second = float(0.0)
    for f in bond.flows:
        df = annual_discount(y, f.time) if v.compounded else wp.exp(-y * f.time)
        pv = f.amount * df
        price += pv
        if v.risk != "price":
            first += f.time * pv
        if v.risk == "convexity":
            if v.compounded:
                second += f.time * (f.time + 1.0) * pv / ((1.0 + y) * (1.0 + y))
            else:
                second += f.time * f.time * pv
    bond.price = price
    if v.risk != "price":
        if price > 0.0:
            bond.duration = first / price
            if v.risk == "convexity":
                bond.convexity = second / price
        else:
            bond.duration = 0.0
            if v.risk == "convexity":
                bond.convexity = 0.0


@computation(
    FINANCE,
    "add up the value of the cash flows of each bond",
    past={"all": "", "future": "that are still to come"},
    split={True: "and count principal alone as its face", False: ""},
)
def bond_flow_total(bond: Any, step: Any, dt: Any) -> None:
    total = float(0.0)
    if v.past == "future":
        now = float(step) * dt
    if v.split:
        face = float(0.0)
    for f in bond.flows:
        if v.past == "future":
            if f.time <= now:
                continue
        total += f.amount * f.discount
        if v.split:
            if f.kind == FlowKind.PRINCIPAL:
                face += f.amount
    bond.price = total
    if v.split:
        bond.face = face


@computation(
    FINANCE,
    "find for each bond, after the time of the step, the next cash flow",
    kind={"any": "", "coupon": "that is a coupon"},
    by={
        "first": "in the order of its flows, with -1 where there is none",
        "time": "by the earliest time, with -1 where there is none",
    },
)
def next_cash_flow(bond: Any, step: Any, dt: Any) -> None:
    now = float(step) * dt
    found = int(-1)
    if v.by == "time":
        earliest = float(1.0e10)
    for f in bond.flows:
        if f.time <= now:
            continue
        if v.kind == "coupon" and f.kind != FlowKind.COUPON:
            continue
        if v.by == "first":
            found = f.index
            break
        else:
            if f.time < earliest:
                earliest = f.time
                found = f.index
    bond.next_flow = found


@computation(
    FINANCE,
    "sort bonds into ten buckets of maturity, the last for all that is longer, with -1 for bonds without payments",
    rated={
        "all": "",
        "safe": "and for those below investment grade",
        "row": "and a row of buckets for each rating",
    },
)
def bond_bucket(bond: Any, bucket_years: Any) -> None:
    if v.rated == "safe":
        if bond.rating > WORST_SAFE_RATING:
            bond.bucket = -1
            return
    last = float(-1.0)
    for f in bond.flows:
        last = wp.max(last, f.time)
    if last < 0.0:
        bond.bucket = -1
        return
    # the last bucket takes all that is longer
    b = wp.min(int(last / bucket_years), BUCKETS - 1)
    if v.rated == "row":
        b = b + bond.rating * BUCKETS
    bond.bucket = b
