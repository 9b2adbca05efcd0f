"""Statements for the family ``crowd_motion``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import Draws, unit


def _push(offset, reach, strength):
    """A push that is ``strength`` at one place and falls to zero at ``reach``."""
    d = np.linalg.norm(offset)
    return offset / d * strength * (1.0 - d / reach) if 1e-4 <= d < reach else np.zeros(2)


def social_force(t, v, n):
    agent, wall = t.agent, t.wall
    force = np.zeros_like(agent.steering)
    for i, x in enumerate(agent.position):
        offset = agent.goal[i] - x
        d = np.linalg.norm(offset)
        pace = agent.speed[i] * (min(d / n.slow_radius, 1.0) if v.goal == "arrive" else 1.0)
        wanted = offset / d * pace if d >= 1e-4 else np.zeros(2)
        force[i] = (wanted - agent.velocity[i]) / n.relaxation
        for k in agent.neighbours[i]:
            if k != i:
                force[i] += _push(x - agent.position[k], agent.radius[i] + agent.radius[k], n.repulsion)
        for w in agent.walls[i] if v.walls else ():
            along = wall.b[w] - wall.a[w]
            s = np.clip((x - wall.a[w]) @ along / max(along @ along, 1e-4), 0.0, 1.0)
            force[i] += _push(x - wall.a[w] - s * along, agent.radius[i], n.repulsion)
    return {"agent.steering": force}


def flocking(t, v, n):
    agent = t.agent
    force, counts = np.zeros_like(agent.steering), agent.neighbour_count.copy()
    for i, x in enumerate(agent.position):
        mates = [k for k in agent.neighbours[i] if k != i and (not v.team or agent.team[k] == agent.team[i])]
        mates = [k for k in mates if 1e-4 <= np.linalg.norm(agent.position[k] - x) <= n.sight]
        mates = [k for k in mates if not v.ahead or (agent.position[k] - x) @ agent.heading[i] >= 0.0]
        counts[i] = len(mates)
        if mates:
            apart = sum(unit(x - agent.position[k]) for k in mates)
            align = agent.velocity[mates].mean(axis=0) - agent.velocity[i]
            force[i] = n.weights @ np.stack([apart, align, agent.position[mates].mean(axis=0) - x])
    return {"agent.steering": force} | ({"agent.neighbour_count": counts} if v.counted else {})


def move_agent(t, v, n):
    agent = t.agent
    still = (agent.flags % 2 == 1) & v.frozen
    velocity = agent.velocity + agent.steering * n.dt
    speed = np.linalg.norm(velocity, axis=1, keepdims=True)
    velocity = velocity * np.minimum(n.max_speed / np.maximum(speed, 1e-9), 1.0) if v.limit else velocity
    velocity[still] = 0.0
    out = {"agent.velocity": velocity, "agent.position": agent.position + n.dt * velocity}
    size = np.linalg.norm(velocity, axis=1, keepdims=True)
    heading = np.where(size > 1e-4, velocity / np.maximum(size, 1e-9), agent.heading)
    return out | ({"agent.heading": heading} if v.heading else {})


def keep_in_arena(t, v, n):
    x, velocity = t.agent.position, t.agent.velocity
    beyond = np.abs(x) > n.arena
    if v.law == "wrap":
        return {"agent.position": np.where(beyond, x - 2.0 * n.arena * np.sign(x), x)}
    place = np.clip(x, -n.arena, n.arena)
    if v.law == "stop":
        return {"agent.position": place, "agent.velocity": np.where(beyond, 0.0, velocity)}
    side = np.where(beyond & (np.sign(velocity) == np.sign(x)), -1.0, 1.0)
    return {"agent.position": place, "agent.velocity": side * velocity, "agent.heading": side * t.agent.heading}


def follow_target(t, v, n):
    agent = t.agent
    force = agent.steering.copy()
    for i, k in enumerate(agent.target):
        if k < 0:
            force[i] = 0.0
            continue
        place = agent.position[k] + (n.foresight * agent.velocity[k] if v.law == "pursue" else 0.0)
        offset = place - agent.position[i]
        sign = -1.0 if v.law == "flee" and agent.flags[i] & 8 else 1.0
        near = np.linalg.norm(offset) < 1e-4
        force[i] = 0.0 if near else (sign * agent.speed[i] * unit(offset) - agent.velocity[i]) / n.relaxation
    return {"agent.steering": force}


def wander(t, v, n):
    agent = t.agent
    force, heading = agent.steering.copy(), agent.heading.copy()
    for i in range(len(force)):
        draws = Draws(n.seed, n.step * len(force) + i)
        angle = 2.0 * np.pi * draws.uniform()
        d = np.array([np.cos(angle), np.sin(angle)])
        heading[i] = unit(agent.heading[i] + d / 2)
        force[i] = (agent.speed[i] * (heading[i] if v.turn else d) - agent.velocity[i]) / n.relaxation
    return {"agent.steering": force} | ({"agent.heading": heading} if v.turn else {})


def resolve_overlap(t, v, n):
    agent = t.agent
    shift, counts = np.zeros_like(agent.shift), np.zeros(len(agent.shift), dtype=int)
    for i, near in enumerate(agent.neighbours):
        for k in near[near != i]:
            offset = agent.position[i] - agent.position[k]
            depth = agent.radius[i] + agent.radius[k] - np.linalg.norm(offset)
            if depth > 0 and np.linalg.norm(offset) >= 1e-4:
                shift[i] += unit(offset) * depth / 2
                counts[i] += 1
    return {"agent.shift": shift} | ({"agent.neighbour_count": counts} if v.counted else {})
