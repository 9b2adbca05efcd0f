"""Statements for the family ``crowd_groups``."""

from __future__ import annotations

import numpy as np


def follow_path(t, v, n):
    agent = t.agent
    each = np.arange(len(agent.waypoint))
    reached = np.linalg.norm(agent.path[each, agent.waypoint] - agent.position, axis=1) < n.reach
    after = (agent.waypoint + 1) % 4 if v.end == "loop" else np.minimum(agent.waypoint + 1, 3)
    waypoint = np.where(reached, after, agent.waypoint)
    return {"agent.waypoint": waypoint, "agent.goal": agent.path[each, waypoint]}


def formation_goal(t, v, n):
    goal = t.agent.goal.copy()
    for i, s in enumerate(t.agent.squad):
        if s >= 0:
            facing = complex(*t.squad.forward[s]) if v.turned else 1.0
            place = complex(*t.agent.slot_offset[i]) * facing + complex(*t.squad.center[s])
            goal[i] = place.real, place.imag
    return {"agent.goal": goal}


def nearest_opponent(t, v, n):
    agent = t.agent
    nearest, distance = np.full(len(agent.team), -1), np.full(len(agent.team), float(n.sight))
    for i, near in enumerate(agent.neighbours):
        if v.alive and agent.state[i] == 3:
            continue
        foes = [k for k in near if agent.team[k] != agent.team[i] and not (v.alive and agent.state[k] == 3)]
        away = [np.linalg.norm(agent.position[k] - agent.position[i]) for k in foes]
        if away and min(away) < n.sight:
            nearest[i], distance[i] = foes[int(np.argmin(away))], min(away)
    return {"agent.nearest_id": nearest} | ({"agent.nearest_distance": distance} if v.distance else {})


def gather_squads(t, v, n):
    agent, squad = t.agent, t.squad
    sums, counts, lowest = squad.sum.copy(), squad.count.copy(), squad.lowest_health.copy()
    used = (agent.squad >= 0) & ~((agent.state == 3) & v.dead)
    np.add.at(sums, agent.squad[used], agent.position[used])
    np.add.at(counts, agent.squad[used], 1)
    np.minimum.at(lowest, agent.squad[used], agent.health[used])
    out = {"squad.sum": sums, "squad.count": counts}
    return out | ({"squad.lowest_health": lowest} if v.health else {})


def squad_center(t, v, n):
    count = t.squad.count[:, None]
    out = {"squad.center": np.where(count > 0, t.squad.sum / np.maximum(count, 1), t.squad.center)}
    return out | ({"squad.alive": t.squad.count > 0} if v.empty == "mark" else {})
