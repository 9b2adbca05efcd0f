"""Plans that are improved by samples: costs of rollouts, their weights, what they add to a plan."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.robots import ROBOTS

HORIZON = 8


@computation(
    ROBOTS,
    "roll out each sampled plan on an inverted pendulum, whose rate grows by sin(angle) + control, over eight steps "
    "and add up its cost, squared angle plus weighted squared rate,",
    control={True: "plus weighted squared control", False: ""},
    end={True: "with the squared final angle counted eight times more", False: ""},
)
def rollout_cost(rollout: Any, dt: Any, rate_cost: Any, control_cost: Any) -> None:
    state = rollout.start
    x = state[0]
    rate = state[1]
    cost = float(0.0)
    for k in range(HORIZON):
        u = rollout.control[k]
        rate = rate + dt * (wp.sin(x) + u)
        x = x + dt * rate
        cost += x * x + rate_cost * rate * rate
        if v.control:
            cost += control_cost * u * u
    if v.end:
        cost += float(HORIZON) * x * x
    rollout.cost = cost


@computation(
    ROBOTS,
    "weigh each rollout for model predictive path integral control, exp((least cost - cost) / temperature),",
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
    "add the controls of each rollout, times its share of the weights, to the blended controls of its plan,",
    least={True: "passing over small shares without scaling up the others", False: ""},
)
def blend_rollouts(rollout: Any, least_share: Any) -> None:
    plan = rollout.plan
    share = rollout.weight / plan.total
    if v.least and share < least_share:
        return
    for k in range(HORIZON):
        plan.blended[k] += share * rollout.control[k]


@computation(
    ROBOTS,
    "find the least cost of the rollouts of each plan by atomic minimum",
)
def least_rollout_cost(rollout: Any) -> None:
    wp.atomic_min(rollout.plan.lowest, rollout.cost)


@computation(
    ROBOTS,
    "shift the controls of each plan by one step for the next horizon",
    last={"keep": "and repeat the last", "zero": "and end with zero"},
)
def shift_plan(plan: Any) -> None:
    if v.last == "zero":
        for k in range(HORIZON - 1):
            plan.control[k] = plan.control[k + 1]
        plan.control[HORIZON - 1] = 0.0
    else:
        for k in range(HORIZON):
            plan.control[k] = plan.control[wp.min(k + 1, HORIZON - 1)]
