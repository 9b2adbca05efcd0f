"""Agents in squads and on paths, and the opponents near them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.games import GAMES

AgentState: Any = None
LAST_POINT = 3


@computation(
    GAMES,
    "lead agents along the points of their paths",
    end={"stay": "and let them stay at their ends", "loop": "and begin again at their ends"},
)
def follow_path(agent: Any, reach: Any) -> None:
    k = agent.waypoint
    p = agent.path[k]
    if wp.length(p - agent.position) < reach:
        if v.end == "loop":
            k = (k + 1) % (LAST_POINT + 1)
        else:
            k = wp.min(k + 1, LAST_POINT)
    agent.waypoint = k
    agent.goal = agent.path[k]


@computation(
    GAMES,
    "send agents to their places in the formation of their squad",
    turned={True: "turned to where it faces", False: ""},
)
def formation_goal(agent: Any) -> None:
    squad = agent.squad
    p = agent.slot_offset
    if v.turned:
        f = squad.forward
        p = wp.vec2(f[0] * p[0] - f[1] * p[1], f[1] * p[0] + f[0] * p[1])
    agent.goal = squad.center + p


@computation(
    GAMES,
    "find the nearest opponent within sight of each agent",
    alive={True: "where both live", False: ""},
    distance={True: "and its distance", False: ""},
)
def nearest_opponent(agent: Any, sight: Any) -> None:
    if v.alive and agent.state == AgentState.DEAD:
        agent.nearest_id = -1
        if v.distance:
            agent.nearest_distance = sight
        return
    x = agent.position
    best = float(sight)
    best_id = int(-1)
    for other in agent.neighbours:
        if other.team == agent.team:
            continue
        if v.alive:
            if other.state == AgentState.DEAD:
                continue
        d = wp.length(other.position - x)
        if d < best:
            best = d
            best_id = other.index
    agent.nearest_id = best_id
    if v.distance:
        agent.nearest_distance = best


@computation(
    GAMES,
    "add agents to the sums of their squads",
    health={True: "and keep the lowest health", False: ""},
    dead={True: "unless they are dead", False: ""},
)
def gather_squads(agent: Any) -> None:
    squad = agent.squad
    if v.dead:
        if agent.state == AgentState.DEAD:
            return
    squad.sum += agent.position
    squad.count += 1
    if v.health:
        wp.atomic_min(squad.lowest_health, agent.health)


@computation(
    GAMES, "place the centre of each squad", empty={"keep": "that has agents", "mark": "and say whether it has agents"}
)
def squad_center(squad: Any) -> None:
    n = squad.count
    if v.empty == "mark":
        squad.alive = n > 0
    if n == 0:
        return
    squad.center = squad.sum / float(n)
