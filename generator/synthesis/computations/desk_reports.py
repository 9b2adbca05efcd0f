"""Whole reports of a trading desk: orders with all their checks, positions, portfolios."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.orders import order_crosses
from generator.synthesis.schemas.finance import FINANCE

BUY = 0
LONG_BREACH = 1
SHORT_BREACH = 2
WEIGHT_BREACH = 4
CASH_BREACH = 8


@law
def round_to_lots(quantity: int, lot: int) -> int:
    """Quantity that is not negative, rounded down to whole lots."""
    return (quantity // lot) * lot


@computation(
    FINANCE,
    "take each order through its checks: expiry, halt, price and what is filled, which adds to the volume of "
    "its stock,",
    lots={True: "in whole lots", False: ""},
    missing={"leave": "", "cancel": "and cancel those without a stock"},
    depth={True: "and add the rest of limit orders to the depth of the book", False: ""},
)
def order_record(order: Any, step: Any, lot: Any) -> None:
    status = order.status
    filled = order.filled
    left = order.quantity - filled
    if status == OrderStatus.FILLED or status == OrderStatus.CANCELLED:
        order.next_status = status
        order.next_filled = filled
        return
    if order.expiry > 0 and step >= order.expiry:
        order.next_status = OrderStatus.CANCELLED
        order.next_filled = filled
        return
    stock = order.stock
    if not exists(stock):
        order.next_status = OrderStatus.CANCELLED if v.missing == "cancel" else status
        order.next_filled = filled
        return
    trade = int(0)
    if stock.halted == 0:
        if order_crosses(order.side, order.kind, order.limit, stock.spot):
            trade = left
            if v.lots:
                trade = round_to_lots(left, lot)
    if trade > 0:
        stock.volume += trade
    left -= trade
    if left <= 0:
        status = OrderStatus.FILLED
    else:
        status = OrderStatus.OPEN
    if v.depth:
        # only limit orders rest in the book
        if left > 0 and order.kind == OrderKind.LIMIT:
            if order.side == BUY:
                stock.bids += left
            else:
                stock.asks += left
    order.next_status = status
    order.next_filled = filled + trade


@computation(
    FINANCE,
    "fill in gain, new cost and order of each position, at most the limit either way,",
    lots={True: "in whole lots", False: ""},
    halted={True: "without orders where trade is halted", False: ""},
    side={"both": "", "reduce": "with orders that only make positions smaller"},
)
def position_record(position: Any, lot: Any, largest_order: Any) -> None:
    stock = position.stock
    shares = position.shares
    spot = stock.spot
    cost = position.cost
    position.gain = float(shares) * (spot - cost)
    trade = position.target - shares
    if v.side == "reduce":
        # never through zero
        if shares > 0:
            trade = wp.clamp(trade, -shares, 0)
        elif shares < 0:
            trade = wp.clamp(trade, 0, -shares)
        else:
            trade = 0
    trade = wp.clamp(trade, -largest_order, largest_order)
    if v.lots:
        if trade >= 0:
            trade = round_to_lots(trade, lot)
        else:
            trade = -round_to_lots(-trade, lot)
    if v.halted:
        if stock.halted != 0:
            trade = 0
    position.order_size = trade
    held = shares + trade
    if held == 0:
        cost = 0.0
    elif v.side == "both":
        if trade * shares >= 0:
            # bought or sold short on top: the mean of both
            cost = (float(shares) * cost + float(trade) * spot) / float(held)
        elif held * shares < 0:
            # through zero: what is held was all traded now
            cost = spot
    position.new_cost = cost


@computation(
    FINANCE,
    "fill in value, largest position and broken limits of each portfolio",
    weights={True: "and the weights of its positions, over the sum of their sizes,", False: ""},
    missing={"skip": "", "count": "and count positions without a stock as open"},
    stop={True: "with a value of zero where a position is too large", False: ""},
)
def portfolio_record(portfolio: Any, limit: Any, cap: Any) -> None:
    value = float(portfolio.cash)
    bits = int(0)
    held = int(0)
    most = int(0)
    largest = int(-1)
    if v.weights:
        gross = float(0.0)
    for p in portfolio.positions:
        if p.shares == 0:
            continue
        if v.missing == "count":
            held += 1
        if not exists(p.stock):
            continue
        if v.missing == "skip":
            held += 1
        worth = float(p.shares) * p.stock.spot
        value += worth
        if v.weights:
            gross += wp.abs(worth)
        size = wp.abs(p.shares)
        if size > most:
            most = size
            largest = p.index
        if p.shares > limit:
            bits = bits | LONG_BREACH
        elif p.shares < -limit:
            bits = bits | SHORT_BREACH
        if p.weight > cap:
            bits = bits | WEIGHT_BREACH
    if portfolio.cash < 0.0:
        bits = bits | CASH_BREACH
    portfolio.positions_held = held
    portfolio.largest = largest
    portfolio.breach = bits
    if v.stop:
        if (bits & (LONG_BREACH | SHORT_BREACH)) != 0:
            portfolio.value = 0.0
            return
    portfolio.value = value
    if v.weights:
        for p in portfolio.positions:
            weight = float(0.0)
            if exists(p.stock) and gross > 0.0:
                weight = float(p.shares) * p.stock.spot / gross
            p.new_weight = weight
