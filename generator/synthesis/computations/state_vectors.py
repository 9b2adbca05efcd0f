"""States of worlds as flat vectors: which parts are in them is told by bits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION

TIME = 1
COORDS = 2
RATES = 4
FORCES = 8
WARMSTART = 16
STATE_MAX = 32


@law
def has_part(signature: int, part: int) -> bool:
    return (signature & part) != 0


@computation(
    SIMULATION,
    "pack the parts of the state of every world that a signature asks for",
    masked={True: "where the world is marked", False: ""},
    warmstart={True: "with the start of the solver among them", False: ""},
    size={True: "and tell how long it is", False: ""},
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
    if v.size:
        world.state_size = n


@computation(
    SIMULATION,
    "measure how many numbers the state of every world has",
    forces={True: "with the forces on it", False: ""},
    clamp={True: "with no more than fit", False: ""},
)
def world_state_size(world: Any, signature: Any) -> None:
    nq = int(0)
    for c in world.coords:
        nq += 1
    nv = int(0)
    for d in world.dofs:
        nv += 1
    n = int(0)
    if has_part(signature, TIME):
        n += 1
    if has_part(signature, COORDS):
        n += nq
    if has_part(signature, RATES):
        n += nv
    if v.forces:
        if has_part(signature, FORCES):
            n += nv
    if v.clamp:
        n = wp.min(n, STATE_MAX)
    world.state_size = n


@computation(
    SIMULATION,
    "set the clock of every world from its state",
    reset={True: "starting at zero where the world starts anew", False: ""},
    missing={"keep": "keeping the time where it is not among them", "zero": "with zero where it is not among them"},
)
def unpack_world_time(world: Any, signature: Any) -> None:
    time = world.time
    if has_part(signature, TIME):
        time = world.state[0]
    elif v.missing == "zero":
        time = 0.0
    if v.reset:
        if world.reset:
            time = 0.0
    world.time = time


@computation(
    SIMULATION,
    "measure how far the state of every world is from that of the first",
    form={
        "sum": "by the sum of the differences",
        "largest": "by the largest difference",
        "square": "by the root of the squares",
    },
    flag={True: "and flag the worlds that differ", False: ""},
)
def compare_world_state(world: Any, tolerance: Any) -> None:
    total = float(0.0)
    for k in range(STATE_MAX):
        e = wp.abs(world.state[k] - world[0].state[k])
        if v.form == "sum":
            total += e
        elif v.form == "largest":
            total = wp.max(total, e)
        else:
            total += e * e
    if v.form == "square":
        total = wp.sqrt(total)
    world.difference = total
    if v.flag:
        if total > tolerance:
            world.status = 1
        else:
            world.status = 0


@computation(
    SIMULATION,
    "copy the state of a chosen world to every marked one",
    source={"first": "where the first is the chosen one", "episode": "chosen by the number of its episode"},
    clock={True: "with its clock", False: ""},
)
def clone_world_state(world: Any) -> None:
    if not world.reset:
        return
    if v.source == "first":
        j = int(0)
    else:
        j = world.episode % count(world)
    for k in range(STATE_MAX):
        world.cloned[k] = world[j].state[k]
    if v.clock:
        world.cloned_steps = world[j].step_count
