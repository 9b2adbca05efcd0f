"""Reactions one event at a time, and surfaces site by site."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

EMPTY = -1
KINDS = 3
MOST_REACTANTS = 2
MIN_PROPENSITY = 1.0e-6


@law
def reactant_choices(copies: int, coefficient: int) -> int:
    """Number of ways in which one or two molecules of a kind can meet."""
    if coefficient == -1:
        return copies
    return (copies * (copies - 1)) // 2


@computation(
    REACTIONS,
    "compute the propensity of each reaction, its rate times the number of combinations of its first two reactants,",
    enabled={True: "zero where it is switched off", False: ""},
    total={True: "and add it to its reactor", False: ""},
)
def reaction_propensity(reaction: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.new_propensity = 0.0
            return
    # ways to meet: no more than two kinds do
    ways = int(1)
    met = int(0)
    for t in reaction.terms:
        if t.coefficient >= 0:
            continue
        ways = ways * reactant_choices(t.species.copies, t.coefficient)
        met += 1
        if met == MOST_REACTANTS:
            break
    a = reaction.rate * float(ways)
    reaction.new_propensity = a
    if v.total:
        reaction.reactor.total += a


@computation(
    REACTIONS,
    "draw waiting time and reaction of the next event in each reactor by Gillespie's direct method",
    enabled={True: "among reactions that are switched on", False: ""},
    total={True: "storing the total propensity", False: ""},
)
def next_event(reactor: Any, seed: Any, step: Any) -> None:
    total = float(0.0)
    for r in reactor.reactions:
        if v.enabled:
            if r.enabled == 0:
                continue
        total += r.propensity
    if v.total:
        reactor.total = total
    if total < MIN_PROPENSITY:
        reactor.chosen = -1
        reactor.next_time = reactor.time
        return
    state = wp.rand_init(seed, step * count(reactor) + reactor.index)
    wait = -wp.log(1.0 - wp.randf(state)) / total
    mark = wp.randf(state) * total
    chosen = int(-1)
    running = float(0.0)
    for r in reactor.reactions:
        if v.enabled:
            if r.enabled == 0:
                continue
        chosen = r.index
        running += r.propensity
        if mark < running:
            break
    reactor.chosen = chosen
    reactor.next_time = reactor.time + wait


@computation(
    REACTIONS,
    "draw the number of events of each reaction in a tau leap",
    how={"poisson": "from a Poisson distribution", "normal": "from a rounded normal approximation"},
    enabled={True: "zero where it is switched off", False: ""},
)
def tau_leap(reaction: Any, seed: Any, step: Any, leap: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.new_events = 0
            return
    mean = reaction.propensity * leap
    state = wp.rand_init(seed, step * count(reaction) + reaction.index)
    if v.how == "poisson":
        reaction.new_events = int(wp.poisson(state, mean))
    else:
        drawn = mean + wp.sqrt(mean) * wp.randn(state)
        reaction.new_events = wp.max(int(wp.round(drawn)), 0)


@computation(
    REACTIONS,
    "add the events of each reaction, times its stoichiometric coefficients, to the changes of the copy numbers of its species",
    held={True: "except held ones", False: ""},
)
def apply_events(reaction: Any) -> None:
    events = reaction.events
    if events == 0:
        return
    for t in reaction.terms:
        species = t.species
        if v.held:
            if species.held != 0:
                continue
        species.change += t.coefficient * events


@computation(
    REACTIONS,
    "mark reactions",
    enabled={
        True: "that are switched on and whose events would make a copy number negative",
        False: "whose events would make a copy number negative",
    },
)
def blocked_reactions(reaction: Any) -> None:
    if v.enabled:
        if reaction.enabled == 0:
            reaction.blocked = 0
            return
    blocked = int(0)
    for t in reaction.terms:
        if t.species.copies + t.coefficient * reaction.events < 0:
            blocked = 1
            break
    reaction.blocked = blocked


@computation(
    REACTIONS,
    "count the neighbours of each lattice site",
    same={True: "that hold the same occupant, none where it is empty,", False: "that are occupied"},
    free={True: "and find a free one", False: ""},
)
def site_crowding(site: Any) -> None:
    crowd = int(0)
    if v.free:
        free = int(-1)
    for k in range(4):
        other = site.around[k]
        if other.occupant == EMPTY:
            if v.free:
                free = other.index
            continue
        if v.same:
            if other.occupant != site.occupant:
                continue
        crowd += 1
    site.crowd = crowd
    if v.free:
        site.free = free


@computation(
    REACTIONS,
    "adsorb onto empty lattice sites and desorb from occupied ones by chance",
    crowded={True: "desorption being slowed by occupied neighbours", False: ""},
    defects={True: "leaving defects alone", False: ""},
)
def surface_exchange(site: Any, seed: Any, step: Any, sticking: Any, leaving: Any) -> None:
    occupant = site.occupant
    if v.defects:
        if site.defect != 0:
            site.next_occupant = occupant
            return
    state = wp.rand_init(seed, step * count(site) + site.index)
    u = wp.randf(state)
    if occupant == EMPTY:
        if u < sticking:
            occupant = wp.randi(state, 0, KINDS)
    else:
        chance = leaving
        if v.crowded:
            held = int(0)
            for k in range(4):
                if site.around[k].occupant != EMPTY:
                    held += 1
            chance = leaving / float(1 + held)
        if u < chance:
            occupant = EMPTY
    site.next_occupant = occupant
