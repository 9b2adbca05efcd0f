"""Statements for the family ``game_scores``."""

from __future__ import annotations

import numpy as np

IDLE, MOVE, FIGHT, DEAD = range(4)


def gather_goods(t, v, n):
    agent = t.agent
    carried, stock = agent.carried.copy(), t.player.stock.copy()
    for i, z in enumerate(agent.zone):
        if z < 0:
            continue
        if t.zone.owner[z] != agent.team[i]:
            carried[i] = min(carried[i] + n.income, n.capacity)
        elif not v.full or carried[i] >= n.capacity:
            stock[agent.player[i]] += carried[i]
            carried[i] = 0
    return {"agent.carried": carried, "player.stock": stock}


def capture_zone(t, v, n):
    zone = t.zone
    attacked, held = zone.attackers > 0, zone.defenders > 0
    idle = 0 * zone.progress if v.idle == "lost" else np.clip(zone.progress - 1, 0, None)
    progress = np.select([attacked & held, attacked], [zone.progress, zone.progress + zone.attackers], idle)
    taken = progress >= 10
    owner = np.where(taken, zone.attacking_team, zone.owner)
    return {"zone.owner": owner, "zone.progress": np.where(taken, 0, progress)}


def count_in_zones(t, v, n):
    attackers, defenders = t.zone.attackers.copy(), t.zone.defenders.copy()
    for i, z in enumerate(t.agent.zone):
        if z >= 0 and not (v.alive and t.agent.state[i] == DEAD):
            side = defenders if t.zone.owner[z] == t.agent.team[i] else attackers
            side[z] += 1
    return {"zone.attackers": attackers, "zone.defenders": defenders}


def clear_zones(t, v, n):
    none = np.zeros_like(t.zone.attackers)
    out = {"zone.attackers": none, "zone.defenders": none}
    empty = t.zone.attackers + t.zone.defenders == 0
    return out | ({"zone.owner": np.where(empty, -1, t.zone.owner)} if v.empty else {})


def update_ratings(t, v, n):
    player, match = t.player, t.match
    change, score = player.rating_change.copy(), player.score.copy()
    for i, (a, b) in enumerate(zip(match.first, match.second, strict=True)):
        if a < 0 or b < 0 or (v.counted and not match.counted[i]):
            continue
        strengths = np.exp(player.rating[[a, b]] * np.log(10.0) / 400.0)
        moved = n.stakes * (match.result[i] / 2.0 - strengths[0] / strengths.sum())
        change[a] += moved
        change[b] -= moved
        score[a] += match.result[i] == 2
        score[b] += match.result[i] == 0
    return {"player.rating_change": change} | ({"player.score": score} if v.score else {})


def add_income(t, v, n):
    extra = n.income + (t.player.units if v.bonus == "units" else 0)
    return {"player.stock": t.player.stock + extra * ~t.player.defeated}
