"""Zones, goods, scores and ratings of a game."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.games import GAMES

AgentState: Any = None
FULL = 10
NOBODY = -1


@law
def expected_result(rating: float, other: float) -> float:
    """Elo's expected score against another rating, from 0 to 1."""
    return 1.0 / (1.0 + wp.pow(10.0, (other - rating) / 400.0))


@computation(
    GAMES,
    "let agents gather goods in zones that their team does not hold and leave them in those that it does",
    full={True: "once they can carry no more", False: ""},
)
def gather_goods(agent: Any, income: Any, capacity: Any) -> None:
    zone = agent.zone
    n = agent.carried
    if zone.owner == agent.team:
        if v.full:
            if n < capacity:
                return
        agent.player.stock += n
        agent.carried = 0
    else:
        agent.carried = wp.min(n + income, capacity)


@computation(
    GAMES,
    "advance the capture of each zone by its attackers where nobody defends it,",
    idle={
        "back": "take it back by one where nobody attacks, and begin it again where the zone is taken",
        "lost": "lose it where nobody attacks, and begin it again where the zone is taken",
    },
)
def capture_zone(zone: Any) -> None:
    attackers = zone.attackers
    p = zone.progress
    if attackers == 0:
        p = 0 if v.idle == "lost" else wp.max(p - 1, 0)
    elif zone.defenders == 0:
        # a zone where both stand does not move
        p += attackers
    if p >= FULL:
        zone.owner = zone.attacking_team
        p = 0
    zone.progress = p


@computation(
    GAMES,
    "count the attackers and defenders in each zone",
    alive={True: "leaving out the dead", False: ""},
)
def count_in_zones(agent: Any) -> None:
    zone = agent.zone
    if v.alive:
        if agent.state == AgentState.DEAD:
            return
    if zone.owner == agent.team:
        zone.defenders += 1
    else:
        zone.attackers += 1


@computation(GAMES, "forget who stands in each zone", empty={True: "and who holds those where nobody stood", False: ""})
def clear_zones(zone: Any) -> None:
    if v.empty:
        if zone.attackers == 0 and zone.defenders == 0:
            zone.owner = NOBODY
    zone.attackers = 0
    zone.defenders = 0


@computation(
    GAMES,
    "add to the changes of the Elo ratings of both players what the result of their match makes",
    counted={True: "if it counts", False: ""},
    score={True: "and give the winner a point", False: ""},
)
def update_ratings(match: Any, stakes: Any) -> None:
    if v.counted:
        if not match.counted:
            return
    a, b = match.first, match.second
    result = 0.5 * float(match.result)
    change = stakes * (result - expected_result(a.rating, b.rating))
    a.rating_change += change
    b.rating_change -= change
    if v.score:
        if match.result == 2:
            a.score += 1
        elif match.result == 0:
            b.score += 1


@computation(
    GAMES,
    "add to the stock of each undefeated player the income",
    bonus={"none": "", "units": "and one for each of its agents"},
)
def add_income(player: Any, income: Any) -> None:
    if player.defeated:
        return
    if v.bonus == "units":
        player.stock = player.stock + income + player.units
    else:
        player.stock = player.stock + income
