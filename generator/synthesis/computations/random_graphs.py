"""Samples and infections on graphs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.random_graphs import RANDOM_GRAPHS

SUSCEPTIBLE = 0
INFECTED = 1
IMMUNE = 2


@law
def chance_within(rate: float, dt: float) -> float:
    """Chance that an event of a constant rate happens within a time."""
    return 1.0 - wp.exp(-rate * dt)


@law
def hash_priority(seed: int, stream: int) -> float:
    """Random number in [0, 1) that all who ask for a stream get alike."""
    state = wp.rand_init(seed, stream)
    return wp.randf(state)


@computation(
    RANDOM_GRAPHS,
    "draw for each arc a vertex that it does not lead to,",
    avoid={"head": "", "ends": "nor starts from,"},
    law={
        "even": "each as likely,",
        "degree": "by binary search in the cumulative shares of their degrees,",
    },
    among={
        "susceptible": "trying a few times for a susceptible one, else -1",
        "active": "trying a few times for an active one, else -1",
    },
)
def negative_head(arc: Any, seed: Any, step: Any, trials: Any) -> None:
    if v.avoid == "ends":
        tail, head = arc.tail, arc.head
    else:
        head = arc.head
    n = count(vertex)
    state = wp.rand_init(seed, step * count(arc) + arc.index)
    negative = int(-1)
    for _trial in range(trials):
        if v.law == "even":
            pick = wp.randi(state, 0, n)
        else:
            u = wp.randf(state)
            pick = int(0)
            last = int(n - 1)
            while pick < last:
                mid = (pick + last) // 2
                if vertex[mid].cumulative <= u:
                    pick = mid + 1
                else:
                    last = mid
        if v.avoid == "ends":
            taken = pick == head.index or pick == tail.index
        else:
            taken = pick == head.index
        if v.among == "susceptible":
            taken = taken or vertex[pick].state != SUSCEPTIBLE
        else:
            taken = taken or vertex[pick].active == 0
        if not taken:
            negative = pick
            break
    arc.negative = negative


@computation(
    RANDOM_GRAPHS,
    "sample one of the neighbours of each vertex",
    by={
        "even": "each as likely, in a single pass",
        "weight": "by a race of exponential numbers over the weights of the arcs",
    },
)
def sample_neighbor(vertex: Any, seed: Any, step: Any) -> None:
    state = wp.rand_init(seed, step * count(vertex) + vertex.index)
    pick = int(-1)
    if v.by == "weight":
        least = float(1.0e10)
        for arc in vertex.arcs:
            e = -wp.log(1.0 - wp.randf(state)) / arc.weight
            if e < least:
                least = e
                pick = arc.head.index
    else:
        seen = int(0)
        for arc in vertex.arcs:
            seen += 1
            if wp.randf(state) * float(seen) < 1.0:
                pick = arc.head.index
    vertex.sampled = pick


@computation(
    RANDOM_GRAPHS,
    "let infected vertices of a graph whose arcs go both ways recover, and infect susceptible ones by their neighbours,",
    law={"together": "at the sum of their rates,", "each": "by a coin for each infected one,"},
    immune={"stay": "", "wane": "and let the immune lose their immunity", "none": "with no immunity after"},
    counted={True: "counting the infected neighbours of susceptible ones", False: ""},
)
def contact_infection(vertex: Any, seed: Any, step: Any, dt: Any, recovery: Any, loss: Any) -> None:
    s = vertex.state
    state = wp.rand_init(seed, step * count(vertex) + vertex.index)
    if s == INFECTED:
        if wp.randf(state) < chance_within(recovery, dt):
            s = SUSCEPTIBLE if v.immune == "none" else IMMUNE
    elif s == SUSCEPTIBLE:
        rate = float(0.0)
        sick = int(0)
        for arc in vertex.arcs:
            if arc.head.state != INFECTED:
                continue
            sick += 1
            if v.law == "together":
                rate += arc.rate
            elif wp.randf(state) < chance_within(arc.rate, dt):
                s = INFECTED
        if v.law == "together":
            if wp.randf(state) < chance_within(rate, dt):
                s = INFECTED
        if v.counted:
            vertex.infected = sick
    elif v.immune == "wane":
        if wp.randf(state) < chance_within(loss, dt):
            s = SUSCEPTIBLE
    vertex.next_state = s


@computation(
    RANDOM_GRAPHS,
    "open each arc by chance",
    coin={
        "own": "",
        "pair": "alike in both directions, by the numbers of its ends",
        "weight": "the likelier the heavier it is",
    },
    delay={"none": "", "exponential": "and draw the time that transmission takes, exponential with its rate"},
)
def open_arc(arc: Any, seed: Any, bond: Any) -> None:
    if v.coin == "pair":
        tail, head = arc.tail.index, arc.head.index
        low = wp.min(tail, head)
        state = wp.rand_init(seed, low * count(vertex) + wp.max(tail, head))
    else:
        state = wp.rand_init(seed, arc.index)
    chance = bond
    if v.coin == "weight":
        chance = 1.0 - wp.pow(1.0 - bond, arc.weight)
    arc.is_open = 1 if wp.randf(state) < chance else 0
    if v.delay == "exponential":
        arc.delay = -wp.log(1.0 - wp.randf(state)) / arc.rate


@computation(
    RANDOM_GRAPHS,
    "mark each active vertex of a graph whose arcs go both ways if its random priority is above that of its active neighbours, for an independent set (Luby),",
    degree={"plain": "", "divided": "each priority divided by one more than the degree"},
    stored={True: "and store the priority", False: ""},
)
def luby_select(vertex: Any, seed: Any, step: Any) -> None:
    if vertex.active == 0:
        vertex.chosen = 0
        return
    n = count(vertex)
    own = hash_priority(seed, step * n + vertex.index)
    if v.degree == "divided":
        own /= float(vertex.degree + 1)
    wins = bool(True)
    for arc in vertex.arcs:
        other = arc.head
        if other.index == vertex.index or other.active == 0:
            continue
        priority = hash_priority(seed, step * n + other.index)
        if v.degree == "divided":
            priority /= float(other.degree + 1)
        # of equal priorities the higher vertex wins
        if priority > own or (priority == own and other.index > vertex.index):
            wins = False
            break
    vertex.chosen = 1 if wins else 0
    if v.stored:
        vertex.drawn = own


@computation(
    RANDOM_GRAPHS,
    "count the vertices of each district",
    states={
        "sick": "that are infected in their next state",
        "all": "that are susceptible, infected and immune in their next state",
    },
    fresh={True: "and those that are newly infected", False: ""},
)
def count_states(vertex: Any) -> None:
    district = vertex.district
    s = vertex.next_state
    if s == INFECTED:
        district.sick += 1
        if v.fresh:
            if vertex.state == SUSCEPTIBLE:
                district.fresh += 1
    elif v.states == "all":
        if s == SUSCEPTIBLE:
            district.susceptible += 1
        else:
            district.immune += 1
