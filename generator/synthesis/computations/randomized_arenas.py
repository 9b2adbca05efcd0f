"""Randomised arenas: commands, levels, terrain, noisy readings."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.randomization import RANDOMIZATION

STANDING = 0.2


@computation(
    RANDOMIZATION,
    "draw a new commanded velocity,",
    shape={"box": "uniform along each axis,", "disk": "of uniform direction and speed, with a turn rate,"},
    small={"keep": "", "zero": "zero in place of a small one,", "stand": "zero in a fifth of the draws,"},
    when={
        "reset": "for each arena that resets",
        "timer": "for each arena whose timer runs out, and the time to the next, while other timers run down",
    },
)
def draw_command(arena: Any, seed: Any, step: Any, speed: Any, dead_band: Any, period: Any, dt: Any) -> None:
    command = arena.command
    if v.when == "reset":
        if not arena.reset:
            arena.next_command = command
            return
    else:
        left = arena.timer - dt
        if left > 0.0:
            arena.next_command = command
            arena.next_timer = left
            return
    state = wp.rand_init(seed, step * count(arena) + arena.index)
    if v.shape == "box":
        command = wp.vec3(
            speed * wp.randf(state, -1.0, 1.0), speed * wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0)
        )
    else:
        heading = wp.randf(state, -wp.pi, wp.pi)
        size = speed * wp.randf(state)
        command = wp.vec3(size * wp.cos(heading), size * wp.sin(heading), wp.randf(state, -1.0, 1.0))
    if v.small == "zero":
        if wp.sqrt(command[0] * command[0] + command[1] * command[1]) < dead_band:
            command = wp.vec3(0.0)
    elif v.small == "stand":
        if wp.randf(state) < STANDING:
            command = wp.vec3(0.0)
    arena.next_command = command
    if v.when == "timer":
        arena.next_timer = period * wp.randf(state, 0.5, 1.0)


@computation(
    RANDOMIZATION,
    "corrupt each reading by",
    law={"normal": "normal noise", "uniform": "uniform noise", "scaled": "normal noise in proportion to its size"},
    bias={"none": "", "constant": "and its bias", "walk": "and a bias that walks at random"},
    lost={
        "never": "",
        "hold": "and give the one before where it is lost, counting the steps since one came",
        "zero": "and give zero where it is lost, counting the steps since one came",
    },
)
def corrupt_reading(channel: Any, seed: Any, step: Any, dt: Any) -> None:
    state = wp.rand_init(seed, step * count(channel) + channel.index)
    z = channel.reading
    noise = channel.noise
    if v.law == "normal":
        z += noise * wp.randn(state)
    elif v.law == "uniform":
        z += noise * wp.randf(state, -1.0, 1.0)
    else:
        z *= 1.0 + noise * wp.randn(state)
    if v.bias == "constant":
        z += channel.bias
    elif v.bias == "walk":
        b = channel.bias + channel.wander * wp.sqrt(dt) * wp.randn(state)
        channel.next_bias = b
        z += b
    if v.lost != "never":
        if wp.randf(state) < channel.loss:
            z = channel.held if v.lost == "hold" else 0.0
            channel.age += 1
        else:
            channel.age = 0
    channel.noisy = z


@computation(
    RANDOMIZATION,
    "move each arena that resets a terrain level up where it came farther than the goal, and down where it came less",
    command={True: "than half of the way that it was told to go", False: "than half as far"},
    solved={"random": "and to a random level where all are solved", "top": ""},
)
def terrain_curriculum(arena: Any, seed: Any, step: Any, levels: Any, goal: Any, dt: Any) -> None:
    level = arena.level
    if not arena.reset:
        arena.next_level = level
        return
    least = 0.5 * goal
    if v.command:
        told = wp.sqrt(arena.command[0] * arena.command[0] + arena.command[1] * arena.command[1])
        least = 0.5 * told * float(arena.steps) * dt
    if arena.travelled > goal:
        level += 1
    elif arena.travelled < least:
        level -= 1
    if v.solved == "random":
        if level >= levels:
            state = wp.rand_init(seed, step * count(arena) + arena.index)
            level = wp.randi(state, 0, levels)
        arena.next_level = wp.max(level, 0)
    else:
        arena.next_level = wp.clamp(level, 0, levels - 1)


@computation(
    RANDOMIZATION,
    "draw the height of each tile of terrain",
    shape={
        "uniform": "up to its roughness",
        "steps": "in whole steps of a fifth of its roughness",
        "stones": "up to its roughness where a stone lies, with the chance of its arena's level,",
    },
    level={True: "scaled by the terrain level", False: ""},
)
def rough_tile(tile: Any, seed: Any, levels: Any) -> None:
    state = wp.rand_init(seed, tile.index)
    share = float(tile.arena.level + 1) / float(levels)
    if v.shape == "steps":
        h = tile.roughness * 0.2 * float(wp.randi(state, 0, 6))
    elif v.shape == "stones":
        h = 0.0
        if wp.randf(state) < share:
            h = tile.roughness * wp.randf(state)
    else:
        h = tile.roughness * wp.randf(state)
    if v.level:
        h *= share
    tile.height = h


@computation(
    RANDOMIZATION,
    "normalise each noisy reading by mean and deviation for the policy",
    clip={True: "within five deviations", False: ""},
    code={"none": "", "coarse": "in steps of a tenth"},
)
def normalize_reading(channel: Any) -> None:
    z = (channel.noisy - channel.mean) / channel.deviation
    if v.clip:
        z = wp.clamp(z, -5.0, 5.0)
    if v.code == "coarse":
        z = wp.floor(z * 10.0 + 0.5) * 0.1
    channel.feature = z


@computation(
    RANDOMIZATION,
    "reward each arena for following its next command, exp(-squared error / tolerance)",
    axes={
        "flat": "along x and y",
        "turn": "along x, y and about z",
        "apart": "along x and y and, half of that, about z",
    },
    still={True: "and nothing where it is told to stand", False: ""},
)
def reward_next_command(arena: Any, tolerance: Any, dead_band: Any) -> None:
    command = arena.next_command
    if v.still:
        if wp.length(wp.vec2(command[0], command[1])) < dead_band:
            arena.reward = 0.0
            return
    e = command - arena.velocity
    square = e[0] * e[0] + e[1] * e[1]
    if v.axes == "turn":
        square += e[2] * e[2]
    reward = wp.exp(-square / tolerance)
    if v.axes == "apart":
        reward += 0.5 * wp.exp(-e[2] * e[2] / tolerance)
    arena.reward = reward
