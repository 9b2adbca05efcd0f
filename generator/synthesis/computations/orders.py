"""Orders and books: states, depth, fills, priorities."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.finance import FINANCE

BUY = 0
TICKS = 1000.0


@law
def limit_crosses(side: int, limit: float, spot: float) -> bool:
    """Whether a limit order can trade at the spot price: a buyer pays up to it, a seller from it."""
    if side == BUY:
        return limit >= spot
    return limit <= spot


@law
def order_crosses(side: int, kind: int, limit: float, spot: float) -> bool:
    """Whether an order trades at the spot price: always, past its stop or within its limit, by kind."""
    if kind == OrderKind.MARKET:
        return True
    if kind == OrderKind.STOP:
        if side == BUY:
            return spot >= limit
        return spot <= limit
    return limit_crosses(side, limit, spot)


@computation(
    FINANCE,
    "advance the status of orders to filled, or to cancelled once they expire,",
    fill={"full": "", "part": "or to open, where a part is filled"},
)
def order_status(order: Any, step: Any) -> None:
    status = order.status
    if status == OrderStatus.FILLED or status == OrderStatus.CANCELLED:
        order.next_status = status
        return
    left = order.quantity - order.filled
    if left <= 0:
        status = OrderStatus.FILLED
    elif order.expiry > 0 and step >= order.expiry:
        status = OrderStatus.CANCELLED
    elif v.fill == "part" and order.filled > 0:
        status = OrderStatus.OPEN
    order.next_status = status


@computation(
    FINANCE,
    "accumulate the open quantity of limit orders into bid and ask depth by stock",
    limit={"all": "", "near": "leaving out those that cross the spot price"},
)
def book_depth(order: Any) -> None:
    if order.status == OrderStatus.FILLED or order.status == OrderStatus.CANCELLED:
        return
    # only limit orders rest in the book
    if order.kind != OrderKind.LIMIT:
        return
    stock = order.stock
    left = order.quantity - order.filled
    if left <= 0:
        return
    if v.limit == "near":
        if limit_crosses(order.side, order.limit, stock.spot):
            return
    if order.side == BUY:
        stock.bids += left
    else:
        stock.asks += left


@computation(
    FINANCE,
    "fill new and open marketable orders against the spot price, adding to volume",
    size={"all": "", "lots": "in whole lots"},
    status={True: "updating status", False: ""},
)
def fill_orders(order: Any, lot: Any) -> None:
    if order.status == OrderStatus.FILLED or order.status == OrderStatus.CANCELLED:
        return
    stock = order.stock
    if stock.halted != 0:
        return
    filled = order.filled
    left = order.quantity - filled
    if left <= 0:
        return
    if not order_crosses(order.side, order.kind, order.limit, stock.spot):
        return
    if v.size == "lots":
        left -= left % lot
    order.next_filled = filled + left
    stock.volume += left
    if v.status:
        if v.size == "lots":
            order.next_status = OrderStatus.FILLED if filled + left >= order.quantity else OrderStatus.OPEN
        else:
            order.next_status = int(OrderStatus.FILLED)


@computation(
    FINANCE,
    "compute sort keys of orders by price priority in ticks of 0.001, 12 bits, the highest bid and the lowest offer first",
    first={"price": "", "side": "within each side"},
    ties={"index": "then time", "none": ""},
)
def order_priority(order: Any) -> None:
    key = int(wp.round(order.limit * TICKS))
    # the best bid is the highest
    if order.side == BUY:
        key = (1 << 12) - 1 - key
    if v.first == "side":
        key = key | (order.side << 12)
    if v.ties == "index":
        key = key * count(order) + order.index
    order.priority = key
