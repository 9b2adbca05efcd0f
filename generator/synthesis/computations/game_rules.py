"""Rules of a game: health, states, timers, goods, zones, scores, ratings."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.games import GAMES

AgentState: Any = None
FROZEN = 1
SHIELDED = 2
POISONED = 4
WEAK = 30
"""Health under which an agent does not fight."""


@law
def damage_after_armor(damage: int, armor: int) -> int:
    """Damage that armour lets through, never negative."""
    return wp.max(damage - armor, 0)


@computation(
    GAMES,
    "apply the damage that each agent takes",
    armor={True: "less its armour", False: ""},
    shield={True: "unless it is shielded", False: ""},
    losses={True: "and count what its player loses", False: ""},
)
def apply_damage(agent: Any) -> None:
    state = agent.state
    if state == AgentState.DEAD:
        return
    d = damage_after_armor(agent.damage, agent.armor) if v.armor else agent.damage
    if v.shield:
        if (agent.flags & SHIELDED) != 0:
            d = 0
    health = agent.health - d
    if health <= 0:
        health = 0
        agent.state = AgentState.DEAD
        if v.losses:
            agent.player.losses += 1
    agent.health = health
    agent.damage = 0


@computation(
    GAMES,
    "bring dead agents back when their time has come",
    flags={True: "with their flags cleared", False: ""},
    defeated={True: "unless their player has lost", False: ""},
)
def respawn_agents(agent: Any, respawn_steps: Any, full_health: Any) -> None:
    if agent.state != AgentState.DEAD:
        return
    if v.defeated:
        if agent.player.defeated:
            return
    t = agent.timer
    if t > 0:
        agent.timer = t - 1
        return
    agent.state = AgentState.IDLE
    agent.health = full_health
    agent.position = agent.start
    agent.velocity = wp.vec2()
    agent.timer = respawn_steps
    if v.flags:
        agent.flags = 0


@computation(
    GAMES,
    "let fighting agents strike the one that they follow once they have cooled down",
    team={True: "if it is of another team", False: ""},
    score={True: "and score for their player", False: ""},
)
def strike_target(agent: Any, cooldown_steps: Any) -> None:
    cd = agent.cooldown
    if cd > 0:
        agent.cooldown = cd - 1
        return
    if agent.state != AgentState.FIGHT:
        return
    target = agent.target
    if v.team:
        if target.team == agent.team:
            return
    target.damage += agent.strength
    agent.cooldown = cooldown_steps
    if v.score:
        agent.player.score += 1


@computation(
    GAMES,
    "choose the state of each living agent: fighting the one that it follows where that lives and is in sight, idle at its goal, else on the move",
    flee={True: "with the weak ones moving on instead of fighting", False: ""},
    frozen={True: "and frozen ones at rest", False: ""},
)
def choose_state(agent: Any, reach: Any, sight: Any) -> None:
    state = agent.state
    if state == AgentState.DEAD:
        agent.next_state = state
        return
    if v.frozen:
        if (agent.flags & FROZEN) != 0:
            agent.next_state = AgentState.IDLE
            return
    x = agent.position
    state = AgentState.MOVE
    if wp.length(agent.goal - x) < reach:
        state = AgentState.IDLE
    if exists(agent.target):
        if agent.target.state != AgentState.DEAD and wp.length(agent.target.position - x) < sight:
            state = AgentState.FIGHT
            if v.flee:
                if agent.health < WEAK:
                    state = AgentState.MOVE
    agent.next_state = state


@computation(GAMES, "count down the timers and cooldowns of agents")
def count_down(agent: Any) -> None:
    agent.timer = wp.max(agent.timer - 1, 0)
    agent.cooldown = wp.max(agent.cooldown - 1, 0)


@computation(
    GAMES, "take health from poisoned agents, down to 1", cure={True: "and cure them at a health of 1", False: ""}
)
def poison_step(agent: Any, venom: Any) -> None:
    if (agent.flags & POISONED) == 0 or agent.health <= 0:
        return
    # poison alone does not kill
    health = wp.max(agent.health - venom, 1)
    agent.health = health
    if v.cure:
        if health == 1:
            agent.flags = agent.flags & ~POISONED


@computation(
    GAMES,
    "count the living agents of each player",
    team={True: "of one team", False: ""},
    score={True: "and add their health to its score", False: ""},
)
def count_living(agent: Any, team: Any) -> None:
    if agent.state == AgentState.DEAD:
        return
    if v.team:
        if agent.team != team:
            return
    player = agent.player
    player.alive_count += 1
    if v.score:
        player.score += agent.health
