"""Statements for the family ``projectiles``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, rotate, unit


def _product(a, b):
    """Two rotations, the second first."""
    return compose(np.array([0.0, 0.0, 0.0, *a]), np.array([0.0, 0.0, 0.0, *b]))[3:]


def _turned(q, direction):
    """``q`` after the least turn that makes it point along a direction."""
    forward = rotate(q, np.array([1.0, 0.0, 0.0]))
    if forward @ direction < 1e-4 - 1.0:
        return unit(_product(q, np.array([0.0, 0.0, 1.0, 0.0])))
    half = np.append(np.cross(forward, direction), 1.0 + forward @ direction)
    return unit(_product(half, q))


def fly_projectile(t, v, n):
    p = t.projectile
    pose, velocity, life, alive = p.pose.copy(), p.velocity.copy(), p.life.copy(), p.alive.copy()
    for i in np.flatnonzero(p.alive):
        if v.life and p.life[i] < 1:
            alive[i] = False
            continue
        life[i] -= 1
        vel = velocity[i] + n.dt * n.gravity
        velocity[i] = vel * (1.0 - n.air_drag * np.linalg.norm(vel) * n.dt if v.drag else 1.0)
        pose[i, :3] += n.dt * velocity[i]
        if v.spin:
            pose[i, 3:] = unit(_product(np.append(n.dt * p.spin[i] / 2, 1.0), pose[i, 3:]))
    out = {"projectile.pose": pose, "projectile.velocity": velocity}
    return out | ({"projectile.life": life, "projectile.alive": alive} if v.life else {})


def home_projectile(t, v, n):
    p = t.projectile
    velocity = p.velocity.copy()
    for i, k in enumerate(p.target):
        if k < 0:
            velocity[i] = 0.0 if v.gone == "stop" else velocity[i]
            continue
        offset = p.pose[k, :3] - p.pose[i, :3]
        if not p.alive[k] or np.linalg.norm(offset) < 1e-4:
            continue
        mixed = n.turn_share * unit(offset) + (1 - n.turn_share) * unit(velocity[i])
        if np.linalg.norm(mixed) >= 1e-4:
            velocity[i] = unit(mixed) * (np.linalg.norm(velocity[i]) if v.speed == "keep" else n.projectile_speed)
    return {"projectile.velocity": velocity}


def bounce_projectile(t, v, n):
    p = t.projectile
    pose, velocity, alive = p.pose.copy(), p.velocity.copy(), p.alive.copy()
    for i in np.flatnonzero(p.pose[:, 2] < 0.0):
        pose[i, 2] = 0.0
        if v.law == "stick" and np.linalg.norm(velocity[i]) < n.rest_speed:
            velocity[i], alive[i] = 0.0, False
            continue
        fall, slide = max(-velocity[i, 2], 0.0), np.linalg.norm(velocity[i, :2])
        if v.friction:
            velocity[i, :2] *= 1.0 - min(n.ground_friction * (1 + n.restitution) * fall / max(slide, 1e-4), 1.0)
        velocity[i, 2] += (1 + n.restitution) * fall
    out = {"projectile.pose": pose, "projectile.velocity": velocity}
    return out | ({"projectile.alive": alive} if v.law == "stick" else {})


def blast_agents(t, v, n):
    p, agent = t.projectile, t.agent
    damage, score = agent.damage.copy(), t.player.score.copy()
    for i in np.flatnonzero(~p.alive):
        owner = p.owner[i]
        for k in p.victims[i]:
            if v.team and owner >= 0 and agent.team[k] == agent.team[owner]:
                continue
            share = 1.0 - np.linalg.norm(agent.position[k] - p.place[i]) / p.reach[i]
            hurt = int(max(share, 0.0) * p.power[i])
            damage[k] += hurt
            if owner >= 0 and hurt > 0:
                score[agent.player[owner]] += 1
    return {"agent.damage": damage} | ({"player.score": score} if v.score else {})


def fire_projectile(t, v, n):
    p, agent = t.projectile, t.agent
    alive, place, life, velocity, pose = (x.copy() for x in (p.alive, p.place, p.life, p.velocity, p.pose))
    for i, owner in enumerate(p.owner):
        if owner < 0 or p.alive[i] or agent.cooldown[owner] > 0:
            continue
        alive[i], place[i], life[i] = True, agent.position[owner], n.flight_steps
        pose[i, :3] = [*agent.position[owner], 0.0]
        aim = np.array([*agent.heading[owner], 0.0]) if v.aim == "heading" else np.array([0.0, 0.0, 1.0])
        velocity[i] = n.projectile_speed * unit(aim + np.array([*p.spread[i], 0.0]))
        velocity[i, :2] += agent.velocity[owner] * v.carried
    return {
        "projectile.alive": alive,
        "projectile.life": life,
        "projectile.pose": pose,
        "projectile.place": place,
        "projectile.velocity": velocity,
    }


def align_projectile(t, v, n):
    p = t.projectile
    pose = p.pose.copy()
    for i, velocity in enumerate(p.velocity):
        moves = np.linalg.norm(velocity) > 1e-4
        if moves or v.slow == "up":
            pose[i, 3:] = _turned(pose[i, 3:], unit(velocity) if moves else np.array([0.0, 0.0, 1.0]))
    return {"projectile.pose": pose}


def end_projectiles(t, v, n):
    p = t.projectile
    gone = (np.abs(p.pose[:, : 3 if v.law == "any" else 2]) > n.arena).any(axis=1)
    return {"projectile.alive": p.alive & ~gone & ~((p.life <= 0) & v.life)}
