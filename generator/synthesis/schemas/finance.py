"""Options and paths, bonds and curves, portfolios and order books."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, truth, whole
from generator.synthesis.schemas.entities import (
    MODEL,
    ONE,
    OTHER,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

OPTION = Entity(
    "option",
    "options",
    (
        attribute("strike", "float", between(0.8, 1.2), "", "strike", "option_strike strikes k"),
        attribute("maturity", "float", between(0.2, 2.0), "yr", "time to maturity", "option_maturity maturities t"),
        attribute("kind", "int", code(4), "", "kind", "option_type kinds kind"),
        attribute("is_put", "bool", truth(), "", "whether it is a put", "option_is_put is_put put"),
        attribute("volatility", "float", between(0.1, 0.5), "", "volatility", "option_vol vols sigma"),
        attribute("barrier", "float", between(1.3, 1.6), "", "barrier", "option_barrier barriers b"),
        attribute("cap", "float", between(0.1, 0.3), "", "largest payoff", "option_cap payoff_caps cap"),
        attribute("flags", "int", bits(3), "", "flags", "option_flags flags flags"),
        attribute("units", "float", between(0.5, 2.0), "", "units held", "option_units units_held n"),
        attribute("quote", "float", between(0.02, 0.3), "", "quoted price", "option_quote quotes q", STATE),
        attribute("price", "float", between(0.0, 1.0), "", "price", "option_price prices p", RESULT),
        attribute("intrinsic", "float", between(0.0, 1.0), "", "intrinsic value", "option_intrinsic intrinsic_values iv0", RESULT),
        attribute("delta", "float", between(-1.0, 1.0), "", "delta", "option_delta deltas delta", RESULT),
        attribute("gamma", "float", between(0.0, 1.0), "", "gamma", "option_gamma gammas gamma", RESULT),
        attribute("vega", "float", between(0.0, 1.0), "", "vega", "option_vega vegas vega", RESULT),
        attribute("implied", "float", between(0.0, 1.0), "", "implied volatility", "option_implied_vol implied_vols iv", RESULT),
        attribute("payoff_sum", "float", between(0.0, 1.0), "", "sum of payoffs", "option_payoff_sum payoff_sums acc", RESULT ),
        attribute("hits", "int", whole(0, 1), "", "number of paths that paid", "option_hits hit_counts hits", RESULT),
    ),
    (relation("stock", "stock", ONE, "underlying stock", "option_underlying stock_ids u", optional=True),),
    index=("tid", "o", "option_id"),
)

STOCK = Entity(
    "stock",
    "stocks",
    (
        attribute("spot", "float", between(0.8, 1.2), "", "spot price", "stock_spot spots s", STATE),
        attribute("dividend", "float", between(0.0, 0.05), "1/yr", "dividend yield", "stock_dividend dividends q"),
        attribute("volatility", "float", between(0.1, 0.4), "", "volatility", "stock_vol vols sigma"),
        attribute("delta", "float", between(0.0, 1.0), "", "delta of all options", "stock_delta net_deltas delta", RESULT ),
        attribute("cash_delta", "float", between(0.0, 1.0), "", "delta of all options in cash", "stock_cash_delta cash_deltas dollar_delta", RESULT),
        attribute("halted", "int", code(2), "", "whether trade is halted", "stock_halted halted halt", STATE),
        attribute("volume", "int", whole(0, 1), "", "traded volume", "stock_volume volumes vol", RESULT),
        attribute("bids", "int", whole(0, 1), "", "quantity bid for", "stock_bid_qty bid_sizes bid", RESULT),
        attribute("asks", "int", whole(0, 1), "", "quantity on offer", "stock_ask_qty ask_sizes ask", RESULT),
    ),
    index=("s", "stock_id", "tid"),
)

PATH = Entity(
    "path",
    "paths",
    (
        attribute("price", "float", between(0.8, 1.2), "", "price", "path_price prices s", STATE),
        attribute("variance", "float", between(0.02, 0.1), "1/yr", "variance", "path_variance variances v", STATE),
        attribute("average", "float", between(0.8, 1.2), "", "average price", "path_average averages avg", STATE),
        attribute("close", "float", between(0.9, 1.7), "", "closing price", "path_close closing_prices s_close", STATE),
        attribute("maximum", "float", between(0.9, 1.3), "", "highest price", "path_max maxima smax", STATE),
        attribute("alive", "int", code(2), "", "whether no barrier was touched", "path_alive alive alive", STATE),
        attribute("mirror", "float", between(0.8, 1.2), "", "price on its antithetic path", "path_mirror mirrored_prices s_anti", STATE),
        attribute("next_mirror", "float", between(0.8, 1.2), "", "next price on its antithetic path", "path_mirror_next next_mirrored_prices s_anti_out", RESULT),
        attribute("next_price", "float", between(0.8, 1.2), "", "next price", "path_price_next next_prices s_out", RESULT ),
        attribute("final_price", "float", between(0.8, 1.2), "", "price at its end", "path_price_end final_prices s_end", RESULT),
        attribute("next_variance", "float", between(0.02, 0.1), "1/yr", "next variance", "path_variance_next next_variances v_out", RESULT),
        attribute("payoff", "float", between(0.0, 1.0), "", "payoff", "path_payoff payoffs pay", RESULT),
        attribute("exercised", "int", whole(0, 1), "", "step of exercise, or -1", "path_exercise_step exercise_steps stop", RESULT),
    ),
    (relation("option", "option", ONE, "option", "path_option option_ids opt", role=MODEL),),
    index=("tid", "i", "path_id"),
)

BOND = Entity(
    "bond",
    "bonds",
    (
        attribute("rate", "float", between(0.01, 0.08), "1/yr", "yield", "bond_yield yields y"),
        attribute("rating", "int", whole(0, 8), "", "rating, best first", "bond_rating ratings grade"),
        attribute("face", "float", between(0.5, 2.0), "", "face value", "bond_face face_values f"),
        attribute("price", "float", between(0.0, 1.0), "", "price", "bond_price bond_prices pv", RESULT),
        attribute("duration", "float", between(0.0, 1.0), "yr", "duration", "bond_duration durations dur", RESULT),
        attribute("convexity", "float", between(0.0, 1.0), "yr^2", "convexity", "bond_convexity convexities cvx", RESULT ),
        attribute("bucket", "int", whole(0, 1), "", "number of its bucket of maturity, or -1", "bond_bucket buckets bucket", RESULT),
        attribute("next_flow", "int", whole(0, 1), "", "index of the next cash flow, or -1", "bond_next_flow next_flows nxt", RESULT),
    ),
    (
        relation("flows", "flow", RANGE, "cash flows", "bond_flow_start flow_offsets start"),
        relation("issuer", "issuer", ONE, "issuer", "bond_issuer issuer_ids iss", optional=True),
    ),
    index=("b", "tid", "bond_id"),
)

FLOW = Entity(
    "flow",
    "flows",
    (
        attribute("time", "float", between(0.0, 9.0), "yr", "time of payment", "flow_time times t"),
        attribute("amount", "float", between(0.02, 1.0), "", "amount", "flow_amount amounts c"),
        attribute("kind", "int", code(3), "", "kind", "flow_type flow_kinds kind"),
        attribute("discount", "float", between(0.5, 1.0), "", "discount factor", "flow_discount discounts df", RESULT),
        attribute("value", "float", between(0.0, 1.0), "", "present value", "flow_value values pv", RESULT),
        attribute("knot", "int", whole(0, 1), "", "index of the knot where its segment of the curve begins", "flow_knot knot_ids knot", RESULT ),
    ),
    (relation("curve", "curve", ONE, "discount curve", "flow_curve curve_ids crv"),),
    index=("tid", "i", "flow_id"),
)

CURVE = Entity(
    "curve",
    "curves",
    (
        attribute("rates", "float", between(0.01, 0.06), "1/yr", "zero rate of each year", "curve_rate zero_rates r", extent="tenors"),
        attribute("level", "float", between(0.01, 0.06), "1/yr", "long rate", "curve_level levels beta0"),
        attribute("slope", "float", between(-0.03, 0.03), "1/yr", "slope", "curve_slope slopes beta1"),
        attribute("decay", "float", between(0.5, 3.0), "yr", "decay time", "curve_decay decays tau"),
    ),
    index=("c", "curve_id", "row"),
)

ISSUER = Entity(
    "issuer",
    "issuers",
    (
        attribute("hazard", "float", between(0.01, 0.05), "1/yr", "default intensity", "issuer_hazard hazards lam"),
        attribute("recovery", "float", between(0.2, 0.6), "", "recovery rate", "issuer_recovery recoveries rec"),
        attribute("exposure", "float", between(0.0, 1.0), "", "exposure", "issuer_exposure exposures ead", RESULT),
        attribute("bond_count", "int", whole(0, 1), "", "number of bonds", "issuer_bond_count bond_counts n", RESULT),
        attribute("worst", "int", whole(0, 1), "", "worst rating", "issuer_worst worst_ratings worst", RESULT),
    ),
    index=("iss", "issuer_id", "k"),
)

PORTFOLIO = Entity(
    "portfolio",
    "portfolios",
    (
        attribute("cash", "float", between(-0.5, 1.0), "", "cash", "portfolio_cash cash cash", STATE),
        attribute("value", "float", between(0.0, 1.0), "", "net asset value", "portfolio_value values nav", RESULT),
        attribute("exposure", "float", between(0.0, 1.0), "", "exposure", "portfolio_exposure exposures expo", RESULT),
        attribute("variance", "float", between(0.0, 1.0), "1/yr", "variance of its return", "portfolio_variance variances var", RESULT),
        attribute("value_variance", "float", between(0.0, 1.0), "money^2/yr", "variance of its value", "portfolio_value_variance value_variances var_v", RESULT),
        attribute("largest", "int", whole(0, 1), "", "index of the largest position by shares, or -1", "portfolio_largest largest_ids top", RESULT),
        attribute("breach", "int", whole(0, 1), "", "limits that are broken", "portfolio_breach breaches bits", RESULT),
        attribute("positions_held", "int", whole(0, 1), "", "number of open positions", "portfolio_count open_counts n", RESULT),
    ),
    (relation("positions", "position", RANGE, "positions", "portfolio_position_start position_offsets start", role=MODEL),),
    index=("p", "portfolio_id", "tid"),
)

POSITION = Entity(
    "position",
    "positions",
    (
        attribute("shares", "int", whole(-20, 20), "", "number of shares", "position_shares share_counts qty", STATE),
        attribute("weight", "float", between(0.0, 0.5), "", "weight", "position_weight weights w", STATE),
        attribute("cost", "float", between(0.8, 1.2), "", "cost of a share", "position_cost costs basis", STATE),
        attribute("target", "int", whole(-20, 20), "", "wanted number of shares", "position_target targets goal", STATE),
        attribute("order_size", "int", whole(-5, 6), "", "number of shares to trade", "position_order order_sizes trade", RESULT),
        attribute("gain", "float", between(0.0, 1.0), "", "unrealised gain", "position_pnl gains pnl", RESULT),
        attribute("new_cost", "float", between(0.8, 1.2), "", "new cost of a share", "position_cost_out new_costs basis_out", RESULT),
        attribute("new_weight", "float", between(0.0, 0.5), "", "new weight", "position_weight_out new_weights w_out", RESULT ),
    ),
    (relation("stock", "stock", ONE, "stock", "position_stock stock_ids sid", optional=True, role=MODEL),),
    index=("tid", "i", "pos_id"),
)

ORDER = Entity(
    "order",
    "orders",
    (
        attribute("side", "int", code(2), "", "side, 0 to buy and 1 to sell", "order_side sides side", STATE),
        attribute("kind", "int", code(3), "", "kind", "order_type order_kinds kind", STATE),
        attribute("quantity", "int", whole(4, 6), "", "quantity", "order_qty quantities qty", STATE),
        attribute("filled", "int", whole(0, 5), "", "filled quantity", "order_filled filled fill", STATE),
        attribute("limit", "float", between(0.8, 1.2), "", "limit or stop price", "order_limit limits px", STATE),
        attribute("expiry", "int", whole(0, 60), "", "step of expiry, 0 for never", "order_expiry expiries exp", STATE),
        attribute("status", "int", code(4), "", "status", "order_status statuses status", STATE),
        attribute("priority", "int", whole(0, 1), "", "sort key", "order_priority priorities key", RESULT),
        attribute("next_filled", "int", whole(0, 1), "", "filled quantity afterwards", "order_filled_out new_filled fill_out", RESULT),
        attribute("next_status", "int", code(4), "", "next status", "order_status_out new_statuses status_out", RESULT),
    ),
    (relation("stock", "stock", ONE, "stock", "order_stock stock_ids sid", optional=True),),
    index=("tid", "i", "order_id"),
)

NODE = Entity(
    "node",
    "nodes",
    (
        attribute("price", "float", between(0.7, 1.4), "", "stock price", "node_price node_prices s", STATE),
        attribute("value", "float", between(0.0, 0.4), "", "option value", "node_value node_values v", STATE),
        attribute("level", "int", whole(0, 4), "", "time level", "node_level levels level"),
        attribute("new_value", "float", between(0.0, 1.0), "", "new option value", "node_value_out new_values v_out", RESULT ),
        attribute("early", "int", code(2), "", "whether early exercise pays", "node_exercise exercise ex", RESULT),
    ),
    (
        relation("up", "node", ONE, "upper successor", "node_successors successor_ids succ", optional=True, group="successors", leads=OTHER),
        relation("down", "node", ONE, "lower successor", "node_successors successor_ids succ", optional=True, group="successors", leads=OTHER),
        relation("option", "option", ONE, "option", "node_option option_ids opt"),
    ),
    index=("tid", "j", "node_id"),
)

FINANCE = Schema(
    "finance",
    (OPTION, STOCK, PATH, BOND, FLOW, CURVE, ISSUER, PORTFOLIO, POSITION, ORDER, NODE),
    (
        number("rate", "float", between(0.0, 0.06), "1/yr", "risk-free rate", "rate r risk_free"),
        number("dt", "float", between(0.01, 0.1), "yr", "time step", "dt time_step h"),
        number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 20), "", "number of the time step", "step step_index now"),
        number("tenors", "int", whole(4, 7), "", "number of years of the curves", "num_tenors tenors n_tenors"),
        number("reversion", "float", between(0.5, 2.0), "1/yr", "speed of mean reversion", "kappa reversion speed"),
        number("long_variance", "float", between(0.02, 0.08), "1/yr", "long-run variance", "theta long_variance v_bar"),
        number("vol_of_vol", "float", between(0.1, 0.4), "1/yr", "volatility of the variance", "xi vol_of_vol nu"),
        number("correlation", "float", between(-0.8, 0.8), "", "correlation of price and variance", "rho correlation corr"),
        number("stock_correlation", "float", between(0.0, 0.8), "", "correlation of any two stocks", "stock_correlation avg_corr rho_s"),
        number("stop_gain", "float", between(0.05, 0.4), "", "payoff at which it is exercised", "stop_gain exercise_level trigger"),
        number("up_probability", "float", between(0.4, 0.6), "", "probability of an upward move", "p_up up_prob p"),
        number("lot", "int", whole(1, 6), "", "shares of a lot", "lot_size lot round_lot"),
        number("cap", "float", between(0.1, 0.4), "", "highest weight", "max_weight cap weight_limit"),
        number("limit", "int", whole(5, 15), "", "highest number of shares that are held", "position_limit max_shares limit"),
        number("largest_order", "int", whole(5, 15), "", "highest number of shares that are traded at once", "max_order_size largest_order q_max"),
        number("bucket_years", "float", between(0.5, 1.0), "yr", "width of a bucket", "bucket_years bucket_width"),
    ),
    {"OptionKind": ("CALL", "PUT", "DIGITAL", "STRADDLE"), "OrderKind": ("MARKET", "LIMIT", "STOP"), "OrderStatus": ("NEW", "OPEN", "FILLED", "CANCELLED"), "FlowKind": ("COUPON", "PRINCIPAL", "FEE")},
)
