"""States of worlds as flat vectors: which parts are in them is told by bits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION

TIME = 1
COORDS = 2
RATES = 4
FORCES = 8
WARMSTART = 16
STATE_MAX = 12


@law
def has_part(signature: int, part: int) -> bool:
    """Whether the bits of a signature select a part of the state."""
    return (signature & part) != 0


@computation(
    SIMULATION,
    "pack what the bits of a signature select into a flat state vector of 12 for each world, with zeros after it:",
    warmstart={
        True: "time, coordinates, velocities and the solver's warm start",
        False: "time, coordinates and velocities",
    },
    masked={True: "in worlds marked for a reset", False: ""},
    size={True: "and store its length", False: ""},
)
def pack_world_state(world: Any, signature: Any) -> None:
    if v.masked:
        if not world.reset:
            return
    n = int(0)
    if has_part(signature, TIME):
        world.state[n] = world.time
        n += 1
    if has_part(signature, COORDS):
        for c in world.coords:
            if n >= STATE_MAX:
                break
            world.state[n] = c.value
            n += 1
    if has_part(signature, RATES):
        for d in world.dofs:
            if n >= STATE_MAX:
                break
            world.state[n] = d.velocity
            n += 1
    if v.warmstart:
        if has_part(signature, WARMSTART):
            for d in world.dofs:
                if n >= STATE_MAX:
                    break
                world.state[n] = d.warmstart
                n += 1
    for k in range(n, STATE_MAX):
        world.state[k] = 0.0
    if v.size:
        world.state_size = n


@computation(
    SIMULATION,
    "restore the time of each world from its state vector where the signature has it",
    missing={"keep": "", "steps": "and from its step count times dt otherwise"},
    reset={True: "and zero in worlds marked for a reset", False: ""},
)
def unpack_world_time(world: Any, signature: Any, dt: Any) -> None:
    if v.missing == "keep":
        time = world.time
    else:
        time = float(world.step_count) * dt
    if has_part(signature, TIME):
        time = world.state[0]
    if v.reset:
        if world.reset:
            time = 0.0
    world.time = time


@computation(
    SIMULATION,
    "measure how far the state vector of each world is from that of the first",
    form={"mean": "by the mean absolute difference", "square": "by the mean square difference"},
    flag={True: "and flag worlds that are further than the largest difference", False: ""},
)
def compare_world_state(world: Any, difference_max: Any) -> None:
    total = float(0.0)
    for k in range(STATE_MAX):
        e = world.state[k] - world[0].state[k]
        total += wp.abs(e) if v.form == "mean" else e * e
    total = total / float(STATE_MAX)
    world.difference = total
    if v.flag:
        world.status = 1 if total > difference_max else 0


@computation(
    SIMULATION,
    "clone the state vector of",
    source={
        "first": "the first world into each world marked for a reset",
        "chosen": "a chosen world into each world marked for a reset",
    },
    clock={True: "with its step count", False: ""},
)
def clone_world_state(world: Any, source_world: Any) -> None:
    if not world.reset:
        return
    source = world[0 if v.source == "first" else source_world]
    for k in range(STATE_MAX):
        world.cloned[k] = source.state[k]
    if v.clock:
        world.cloned_steps = source.step_count
