"""Plans that are improved by samples: costs of rollouts, their weights, what they add to a plan."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.robots import ROBOTS

HORIZON = 8


@computation(
    ROBOTS,
    "add up the cost of a sampled plan for a pendulum",
    control={True: "controls included", False: ""},
    end={True: "with its end weighed again", False: ""},
)
def rollout_cost(rollout: Any, dt: Any, damping: Any) -> None:
    x = rollout.start[0]
    rate = rollout.start[1]
    cost = float(0.0)
    for k in range(HORIZON):
        u = rollout.control[k]
        rate = rate + dt * (wp.sin(x) + u)
        x = x + dt * rate
        cost += x * x + damping * rate * rate
        if v.control:
            cost += damping * u * u
    if v.end:
        cost += float(HORIZON) * x * x
    rollout.cost = cost


@computation(
    ROBOTS,
    "weigh a sampled plan by its cost",
    sums={True: "and add up the weights of each plan", False: ""},
)
def rollout_weight(rollout: Any, temperature: Any) -> None:
    plan = rollout.plan
    w = wp.exp((plan.best - rollout.cost) / temperature)
    rollout.weight = w
    if v.sums:
        plan.total += w


@computation(
    ROBOTS,
    "add the controls of a sampled plan to its plan by its weight",
    least={True: "unless the weight is small", False: ""},
)
def blend_rollouts(rollout: Any, damping: Any) -> None:
    plan = rollout.plan
    w = rollout.weight / plan.total
    if v.least and w < damping:
        return
    for k in range(HORIZON):
        plan.control[k] += w * rollout.control[k]


@computation(
    ROBOTS,
    "find the least cost of the sampled plans of each plan",
    bound={True: "among those below a bound", False: ""},
)
def least_rollout_cost(rollout: Any, temperature: Any) -> None:
    if v.bound and rollout.cost > temperature:
        return
    wp.atomic_min(rollout.plan.best, rollout.cost)


@computation(
    ROBOTS,
    "shift the controls of each plan by one step",
    last={"keep": "and repeat the last", "zero": "and end with zero"},
)
def shift_plan(plan: Any) -> None:
    for k in range(HORIZON - 1):
        plan.control[k] = plan.control[k + 1]
    if v.last == "zero":
        plan.control[HORIZON - 1] = 0.0
