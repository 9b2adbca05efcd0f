"""Statements for the family ``game_rules``."""

from __future__ import annotations

import numpy as np

IDLE, MOVE, FIGHT, DEAD = range(4)


def apply_damage(t, v, n):
    agent = t.agent
    taken = agent.damage - (agent.armor if v.armor else 0)
    taken = np.maximum(taken, 0) * (1 - (agent.flags // 2 % 2) * v.shield)
    living = agent.state != DEAD
    health = np.where(living, np.maximum(agent.health - taken, 0), agent.health)
    dies = living & (health == 0)
    out = {"agent.health": health, "agent.damage": np.where(living, 0, agent.damage)}
    out["agent.state"] = np.where(dies, DEAD, agent.state)
    if v.losses:
        out["player.losses"] = t.player.losses.copy()
        np.add.at(out["player.losses"], agent.player[dies], 1)
    return out


def respawn_agents(t, v, n):
    agent = t.agent
    dead = (agent.state == DEAD) & ~(t.player.defeated[agent.player] & v.defeated)
    back, waits = dead & (agent.timer <= 0), dead & (agent.timer > 0)
    out = {
        "agent.state": np.where(back, IDLE, agent.state),
        "agent.health": np.where(back, n.full_health, agent.health),
        "agent.position": np.where(back[:, None], agent.start, agent.position),
        "agent.velocity": np.where(back[:, None], 0.0, agent.velocity),
        "agent.timer": np.where(back, n.respawn_steps, agent.timer - waits),
    }
    return out | ({"agent.flags": np.where(back, 0, agent.flags)} if v.flags else {})


def strike_target(t, v, n):
    agent = t.agent
    damage, cooldown, score = agent.damage.copy(), agent.cooldown.copy(), t.player.score.copy()
    for i, k in enumerate(agent.target):
        if cooldown[i] > 0:
            cooldown[i] -= 1
        elif k >= 0 and agent.state[i] == FIGHT and not (v.team and agent.team[k] == agent.team[i]):
            damage[k] += agent.strength[i]
            cooldown[i] = n.cooldown_steps
            score[agent.player[i]] += 1
    out = {"agent.damage": damage, "agent.cooldown": cooldown}
    return out | ({"player.score": score} if v.score else {})


def choose_state(t, v, n):
    agent = t.agent
    x = agent.position
    made = np.where(np.linalg.norm(agent.goal - x, axis=1) < n.reach, IDLE, MOVE)
    seen = (agent.target >= 0) & (np.linalg.norm(x[agent.target] - x, axis=1) < n.sight)
    seen &= agent.state[agent.target] != DEAD
    made = np.where(seen, np.where((agent.health < 30) & v.flee, MOVE, FIGHT), made)
    made = np.where((agent.flags % 2 == 1) & v.frozen, IDLE, made)
    return {"agent.next_state": np.where(agent.state == DEAD, DEAD, made)}


def count_down(t, v, n):
    return {f"agent.{name}": np.maximum(getattr(t.agent, name) - 1, 0) for name in ("timer", "cooldown")}


def poison_step(t, v, n):
    poisoned = (t.agent.flags & 4 > 0) & (t.agent.health > 0)
    health = np.where(poisoned, np.maximum(t.agent.health - n.venom, 1), t.agent.health)
    cured = np.where(poisoned & (health == 1), t.agent.flags - 4, t.agent.flags)
    return {"agent.health": health} | ({"agent.flags": cured} if v.cure else {})


def count_living(t, v, n):
    agent = t.agent
    counted = (agent.state != DEAD) & ((agent.team == n.team) | (not v.team))
    counts, score = t.player.alive_count.copy(), t.player.score.copy()
    np.add.at(counts, agent.player[counted], 1)
    np.add.at(score, agent.player[counted], agent.health[counted])
    return {"player.alive_count": counts} | ({"player.score": score} if v.score else {})
