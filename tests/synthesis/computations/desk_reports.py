"""What the computations of the family ``desk_reports`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen, summed
from tests.synthesis.computations.trading import lots

NEW, OPEN, FILLED, CANCELLED = range(4)


def order_record(t, v, n):
    o, s = t.order, t.stock
    ended = o.status >= FILLED
    expired = ~ended & (o.expiry > 0) & (n.step >= o.expiry)
    live = ~ended & ~expired & (o.stock >= 0)
    gap = (o.limit - s.spot[o.stock]) * np.where(o.side == 0, 1, -1)
    trades = (o.kind == 0) | np.where(o.kind == 2, gap <= 0, gap >= 0)
    left = o.quantity - o.filled
    size = lots(left, n.lot) if v.lots else left
    size = np.where(live & trades & (s.halted[o.stock] == 0) & (left > 0), size, 0)
    rest = left - size
    status = np.where(rest <= 0, FILLED, np.where((size > 0) | (o.status == NEW), OPEN, o.status))
    status = np.where(ended, o.status, np.where(expired, CANCELLED, status))
    missing = ~ended & ~expired & (o.stock < 0)
    status = np.where(missing, CANCELLED if v.missing == "cancel" else o.status, status)
    made = {"order.next_status": status, "order.next_filled": o.filled + size}
    made["stock.volume"] = summed(s.volume, o.stock, size)
    if v.depth:
        rest = np.where(live & (o.kind == 1), np.maximum(rest, 0), 0)
        made["stock.bids"] = summed(s.bids, o.stock, rest * (o.side == 0))
        made["stock.asks"] = summed(s.asks, o.stock, rest * (o.side != 0))
    return made


def position_record(t, v, n):
    p = t.position
    spot = t.stock.spot[p.stock]
    trade = p.target - p.shares
    if v.side == "reduce":
        trade = np.clip(trade, np.minimum(-p.shares, 0), np.maximum(-p.shares, 0))
    trade = np.clip(trade, -n.largest_order, n.largest_order)
    if v.lots:
        trade = lots(trade, n.lot)
    if v.halted:
        trade = trade * (t.stock.halted[p.stock] == 0)
    held = p.shares + trade
    # what of the old shares is still held, at their cost; all others at the price of now
    old = np.where(p.shares >= 0, np.clip(held, 0, p.shares), np.clip(held, p.shares, 0))
    paid = (old * p.cost + (held - old) * spot) / np.where(held != 0, held, 1)
    figures = {
        "gain": p.shares * (spot - p.cost),
        "order_size": trade,
        "new_cost": np.where(held != 0, paid, 0),
    }
    return {f"position.{word}": chosen(p.stock, figure, getattr(p, word)) for word, figure in figures.items()}


def portfolio_record(t, v, n):
    f, p = t.portfolio, t.position
    worth = p.shares * t.stock.spot[p.stock] * (p.stock >= 0)
    value, held, largest, breach = f.cash.copy(), [], [], []
    weights = p.new_weight.copy() if v.weights else None
    for i, all_ in enumerate(f.positions):
        some = all_[p.shares[all_] != 0]
        known = some[p.stock[some] >= 0]
        held.append(len(some if v.missing == "count" else known))
        shares = p.shares[known]
        largest.append(known[np.abs(shares).argmax()] if len(known) else -1)
        size = ((shares > n.limit).any(), (shares < -n.limit).any())
        breach.append(size[0] + 2 * size[1] + 4 * (p.weight[known] > n.cap).any() + 8 * (f.cash[i] < 0))
        value[i] += worth[known].sum()
        if v.stop and any(size):
            value[i] = 0
        elif weights is not None:
            gross = np.abs(worth[all_]).sum()
            weights[all_] = worth[all_] / gross if gross > 0 else 0
    made = {"value": value, "positions_held": held, "largest": largest, "breach": breach}
    made = {f"portfolio.{word}": np.array(column) for word, column in made.items()}
    if weights is not None:
        made["position.new_weight"] = weights
    return made
