"""What the computations of the family ``orders`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed
from tests.synthesis.computations.trading import lots

NEW, OPEN, FILLED, CANCELLED = range(4)


def order_status(t, v, n):
    o = t.order
    status = []
    for i, old in enumerate(o.status):
        if old in (FILLED, CANCELLED):
            status.append(old)
        elif o.filled[i] >= o.quantity[i]:
            status.append(FILLED)
        elif 0 < o.expiry[i] <= n.step:
            status.append(CANCELLED)
        else:
            status.append(OPEN if v.fill == "part" and o.filled[i] > 0 else old)
    return {"order.next_status": np.array(status)}


def _crosses(t):
    o = t.order
    gap = (o.limit - t.stock.spot[o.stock]) * np.where(o.side == 0, 1, -1)
    return (o.kind == 0) | np.where(o.kind == 2, gap <= 0, gap >= 0)


def book_depth(t, v, n):
    o = t.order
    left = o.quantity - o.filled
    open_ = (o.status < FILLED) & (left > 0) & (o.kind == 1)
    if v.limit == "near":
        open_ &= ~_crosses(t)
    left = np.where(open_, left, 0)
    return {
        "stock.bids": summed(t.stock.bids, o.stock, left * (o.side == 0)),
        "stock.asks": summed(t.stock.asks, o.stock, left * (o.side == 1)),
    }


def fill_orders(t, v, n):
    o = t.order
    left = o.quantity - o.filled
    fills = (o.status < FILLED) & (o.stock >= 0) & (t.stock.halted[o.stock] == 0) & (left > 0) & _crosses(t)
    size = np.where(fills, lots(left, n.lot) if v.size == "lots" else left, 0)
    filled = o.filled + size
    made = {
        "order.next_filled": np.where(fills, filled, o.next_filled),
        "stock.volume": summed(t.stock.volume, o.stock, size),
    }
    if v.status:
        made["order.next_status"] = np.where(fills, np.where(filled >= o.quantity, FILLED, OPEN), o.next_status)
    return made


def order_priority(t, v, n):
    o = t.order
    ticks = np.floor(o.limit * 1000.0 + 0.5).astype(int)
    key = np.where(o.side == 0, 4095 - ticks, ticks)
    if v.first == "side":
        key = key + 4096 * o.side
    if v.ties == "index":
        key = key * len(key) + np.arange(len(key))
    return {"order.priority": key}
