"""Positions and portfolios, orders and books: mostly counts, states and limits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.finance import FINANCE

LONG_BREACH = 1
SHORT_BREACH = 2
CASH_BREACH = 4


@law
def whole_lots(shares: int, lot: int) -> int:
    """Shares rounded towards zero to whole lots."""
    if shares < 0:
        return -((-shares) // lot) * lot
    return (shares // lot) * lot


@computation(
    FINANCE,
    "compute the unrealised gain of each position, shares times (spot - cost),",
    missing={"leave": "", "zero": "zero where it has no stock"},
)
def position_gain(position: Any) -> None:
    if v.missing == "zero":
        if not exists(position.stock):
            position.gain = 0.0
            return
    position.gain = float(position.shares) * (position.stock.spot - position.cost)


@computation(
    FINANCE,
    "value each portfolio at spot prices,",
    measure={
        "worth": "as its cash plus what its positions are worth",
        "positions": "as its net exposure (long positions less short ones)",
        "long": "as its long exposure (long positions alone)",
        "gross": "as its gross exposure (long and short positions by their absolute value)",
    },
    halted={True: "taking halted stocks at the price that it paid", False: ""},
    counted={True: "and count the positions that it added", False: ""},
)
def portfolio_value(portfolio: Any) -> None:
    value = float(portfolio.cash) if v.measure == "worth" else float(0.0)
    if v.counted:
        held = int(0)
    for p in portfolio.positions:
        if v.measure == "long":
            if p.shares <= 0:
                continue
        elif v.counted:
            if p.shares == 0:
                continue
        quantity = float(wp.abs(p.shares)) if v.measure == "gross" else float(p.shares)
        stock = p.stock
        if v.halted:
            price = p.cost if stock.halted != 0 else stock.spot
            value += quantity * price
        else:
            value += quantity * stock.spot
        if v.counted:
            held += 1
    if v.measure == "worth":
        portfolio.value = value
    else:
        portfolio.exposure = value
    if v.counted:
        portfolio.positions_held = held


@computation(
    FINANCE,
    "compute the variance of each portfolio from volatilities, one correlation for any two stocks and",
    weights={"weight": "the weights of its positions", "value": "the worth of its positions"},
    form={
        "pairs": "",
        "split": "as rho times the squared sum of risks plus (1 - rho) times the products of positions in one stock",
    },
)
def portfolio_variance(portfolio: Any, stock_correlation: Any) -> None:
    total = float(0.0)
    if v.form == "split":
        risk_sum = float(0.0)
    for a in portfolio.positions:
        stock = a.stock
        if not exists(stock):
            continue
        if v.weights == "value":
            risk = float(a.shares) * stock.spot * stock.volatility
        else:
            risk = a.weight * stock.volatility
        if v.form == "split":
            risk_sum += risk
        for b in portfolio.positions:
            other = b.stock
            if not exists(other):
                continue
            if v.form == "split":
                if other.index != stock.index:
                    continue
            if v.weights == "value":
                term = risk * float(b.shares) * other.spot * other.volatility
            else:
                term = risk * b.weight * other.volatility
            if v.form == "pairs":
                # positions in one stock move together
                if other.index != stock.index:
                    term *= stock_correlation
            total += term
    if v.form == "split":
        total = stock_correlation * risk_sum * risk_sum + (1.0 - stock_correlation) * total
    if v.weights == "value":
        portfolio.value_variance = total
    else:
        portfolio.variance = total


@computation(
    FINANCE,
    "find the largest position of each portfolio",
    side={"both": "by absolute shares", "long": "among long ones"},
)
def largest_position(portfolio: Any) -> None:
    best = int(0)
    largest = int(-1)
    for p in portfolio.positions:
        size = p.shares if v.side == "long" else wp.abs(p.shares)
        if size > best:
            best = size
            largest = p.index
    portfolio.largest = largest


@computation(
    FINANCE,
    "set breach bits of each portfolio for positions above the limit, long or short,",
    cash={True: "and for negative cash", False: ""},
    stop={"all": "", "both": "stopping when both are found"},
)
def limit_breaches(portfolio: Any, limit: Any) -> None:
    bits = int(0)
    for p in portfolio.positions:
        if p.shares > limit:
            bits = bits | LONG_BREACH
        elif p.shares < -limit:
            bits = bits | SHORT_BREACH
        if v.stop == "both" and bits == (LONG_BREACH | SHORT_BREACH):
            break
    if v.cash:
        if portfolio.cash < 0.0:
            bits = bits | CASH_BREACH
    portfolio.breach = bits


@computation(
    FINANCE,
    "cap the weights of each portfolio",
    rest={
        "drop": "leaving the rest in cash",
        "scale": "as shares of their sum",
        "share": "giving what is cut to the others, in proportion and once",
    },
)
def cap_weights(portfolio: Any, cap: Any) -> None:
    if v.rest == "scale":
        total = float(0.0)
        for p in portfolio.positions:
            total += p.weight
        scale = 1.0 / total if total > 0.0 else 0.0
        for p in portfolio.positions:
            p.new_weight = wp.min(scale * p.weight, cap)
    elif v.rest == "share":
        excess = float(0.0)
        room = float(0.0)
        for p in portfolio.positions:
            if p.weight > cap:
                excess += p.weight - cap
            else:
                room += p.weight
        scale = 1.0 + excess / room if room > 0.0 else 1.0
        for p in portfolio.positions:
            p.new_weight = cap if p.weight > cap else scale * p.weight
    else:
        for p in portfolio.positions:
            p.new_weight = wp.min(p.weight, cap)


@computation(
    FINANCE,
    "compute the order that brings each position to its target",
    limited={True: "clamped to the limit", False: ""},
    rounding={"none": "", "lots": "in whole lots towards zero"},
    halted={True: "zero where its stock is halted", False: ""},
)
def rebalance_order(position: Any, lot: Any, largest_order: Any) -> None:
    if v.halted:
        if position.stock.halted != 0:
            position.order_size = 0
            return
    trade = position.target - position.shares
    if v.limited:
        trade = wp.clamp(trade, -largest_order, largest_order)
    if v.rounding == "lots":
        trade = whole_lots(trade, lot)
    position.order_size = trade


@law
def average_cost(held: int, cost: float, trade: int, price: float) -> float:
    """Mean cost of a share of a position after a trade; shares sold short count below zero."""
    shares = held + trade
    if shares == 0 or trade == 0:
        return cost
    if held * trade >= 0:
        return (float(held) * cost + float(trade) * price) / float(shares)
    # a trade through zero opens the other side
    if held * shares < 0:
        return price
    # closing a part does not change what the rest has cost
    return cost


@computation(
    FINANCE,
    "book the trade of each position",
    cost={True: "with average cost accounting", False: ""},
)
def apply_trades(position: Any) -> None:
    held = position.shares
    trade = position.order_size
    shares = held + trade
    if v.cost:
        position.new_cost = average_cost(held, position.cost, trade, position.stock.spot)
    position.shares = shares
