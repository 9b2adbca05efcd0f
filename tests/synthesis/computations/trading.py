"""What the computations of the family ``trading`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen


def lots(shares, lot):
    """Whole lots, rounded towards zero."""
    return np.trunc(shares / lot).astype(int) * lot


def position_gain(t, v, n):
    p = t.position
    gain = p.shares * (t.stock.spot[p.stock] - p.cost)
    return {"position.gain": chosen(p.stock, gain, p.gain if v.missing == "leave" else 0)}


def portfolio_value(t, v, n):
    p = t.position
    held = ((p.shares > 0) if v.measure == "long" else (p.shares != 0)) & (p.stock >= 0)
    price = np.where(t.stock.halted[p.stock] != 0, p.cost, t.stock.spot[p.stock]) if v.halted else t.stock.spot[p.stock]
    worth = np.where(held, p.shares * price * (np.sign(p.shares) if v.measure == "gross" else 1), 0)
    value = np.array([worth[some].sum() for some in t.portfolio.positions])
    made = {"portfolio.value": value + t.portfolio.cash} if v.measure == "worth" else {"portfolio.exposure": value}
    if v.counted:
        made["portfolio.positions_held"] = np.array([held[some].sum() for some in t.portfolio.positions])
    return made


def portfolio_variance(t, v, n):
    p = t.position
    variance = []
    for some in t.portfolio.positions:
        some = some[p.stock[some] >= 0]
        stock = p.stock[some]
        held = p.shares[some] * t.stock.spot[stock] if v.weights == "value" else p.weight[some]
        risk = held * t.stock.volatility[stock]
        correlation = np.where(np.equal.outer(p.stock[some], p.stock[some]), 1.0, n.stock_correlation)
        variance.append(risk @ correlation @ risk)
    return {f"portfolio.{'value_variance' if v.weights == 'value' else 'variance'}": np.array(variance)}


def largest_position(t, v, n):
    size = t.position.shares if v.side == "long" else np.abs(t.position.shares)
    largest = []
    for some in t.portfolio.positions:
        some = some[size[some] > 0]
        largest.append(some[np.argmax(size[some])] if len(some) else -1)
    return {"portfolio.largest": np.array(largest)}


def limit_breaches(t, v, n):
    bits = []
    for i, some in enumerate(t.portfolio.positions):
        shares = t.position.shares[some]
        broken = [1 if s > n.limit else 2 for s in shares if abs(s) > n.limit]
        bits.append(sum(set(broken)) + (4 if v.cash and t.portfolio.cash[i] < 0 else 0))
    return {"portfolio.breach": np.array(bits)}


def cap_weights(t, v, n):
    out = t.position.new_weight.copy()
    for some in t.portfolio.positions:
        weights = t.position.weight[some]
        total = weights.sum() if v.rest == "scale" else 1.0
        out[some] = np.minimum(weights / (total or 1.0), n.cap)
        under = weights <= n.cap
        if v.rest == "share" and weights[under].sum() > 0:
            out[some] += under * weights / weights[under].sum() * np.clip(weights - n.cap, 0, None).sum()
    return {"position.new_weight": out}


def rebalance_order(t, v, n):
    p = t.position
    trade = p.target - p.shares
    if v.limited:
        trade = np.clip(trade, -n.largest_order, n.largest_order)
    if v.rounding == "lots":
        trade = lots(trade, n.lot)
    if v.halted:
        trade = chosen(p.stock, trade * (t.stock.halted[p.stock] == 0), p.order_size)
    return {"position.order_size": trade}


def apply_trades(t, v, n):
    p = t.position
    shares = p.shares + p.order_size
    made = {"position.shares": shares}
    if v.cost:
        spot = t.stock.spot[p.stock]
        grown = np.abs(shares) > np.abs(p.shares)
        turned = np.sign(shares) * np.sign(p.shares) < 0
        paid = (p.shares * p.cost + p.order_size * spot) / np.where(shares == 0, 1, shares)
        made["position.new_cost"] = np.where(turned, spot, np.where(grown, paid, p.cost))
    return made
