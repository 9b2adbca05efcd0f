"""What the computations of ``sampled_plans`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def rollout_cost(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o = t.rollout
    (x, rate), cost = o.start.T.copy(), np.zeros_like(o.cost)
    for u in o.control.T:
        rate = rate + n.dt * (np.sin(x) + u)
        x = x + n.dt * rate
        cost += x**2 + n.rate_cost * rate**2 + (n.control_cost * u**2 if v.control else 0.0)
    return {"rollout.cost": cost + (o.control.shape[1] * x**2 if v.end else 0.0)}


def rollout_weight(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, total = t.rollout, t.plan.total.copy()
    weight = np.exp(-(o.cost - t.plan.best[o.plan]) / n.temperature)
    np.add.at(total, o.plan, weight)
    return {"rollout.weight": weight, **({"plan.total": total} if v.sums else {})}


def blend_rollouts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, blended = t.rollout, t.plan.blended.copy()
    share = o.weight / t.plan.total[o.plan]
    used = share >= n.least_share if v.least else np.full(len(share), True)
    np.add.at(blended, o.plan[used], (share[:, None] * o.control)[used])
    return {"plan.blended": blended}


def least_rollout_cost(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, lowest = t.rollout, t.plan.lowest.copy()
    np.minimum.at(lowest, o.plan, o.cost)
    return {"plan.lowest": lowest}


def shift_plan(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u = t.plan.control
    last = u[:, -1:] if v.last == "keep" else 0.0 * u[:, -1:]
    return {"plan.control": np.concatenate([u[:, 1:], last], axis=1)}
