"""Domain randomisation: masses, frictions, pushes, commands, starts, noise of actions and readings, by world."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.randomization import RANDOMIZATION

STANDING = 0.2
STRIDE = 7919


@law
def log_uniform(low: float, high: float, u: float) -> float:
    """Between two positive bounds, as often in each doubling."""
    return low * wp.exp(u * wp.log(high / low))


@law
def triangular(low: float, high: float, u: float) -> float:
    """Between two bounds, most often half way."""
    span = high - low
    if u < 0.5:
        return low + span * wp.sqrt(0.5 * u)
    return high - span * wp.sqrt(0.5 * (1.0 - u))


@computation(
    RANDOMIZATION,
    "scale the mass of each part by a random factor",
    law={"uniform": "", "log": "that is log-uniform", "triangular": "of a triangular distribution"},
    inertia={True: "and its inertia with it", False: ""},
    center={True: "and shift its centre of mass", False: ""},
    when={"all": "", "reset": "in arenas that reset"},
)
def randomize_mass(part: Any, seed: Any, step: Any, least: Any, most: Any, spread: Any) -> None:
    if v.when == "reset":
        if not part.arena.reset:
            return
    state = wp.rand_init(seed + step, part.index)
    if v.law == "uniform":
        factor = wp.randf(state, least, most)
    elif v.law == "log":
        factor = log_uniform(least, most, wp.randf(state))
    else:
        factor = triangular(least, most, wp.randf(state))
    m = part.nominal_mass * factor
    part.mass = m
    part.inverse_mass = 1.0 / m
    if v.inertia:
        part.inertia = part.nominal_inertia * factor
    if v.center:
        shift = wp.vec3(
            wp.randf(state, -spread, spread), wp.randf(state, -spread, spread), wp.randf(state, -spread, spread)
        )
        part.center = part.nominal_center + shift


@computation(
    RANDOMIZATION,
    "draw the friction of each part",
    source={
        "range": "as a factor of the nominal one",
        "bucket": "from a few materials that all arenas share",
        "arena": "alike for all parts of an arena",
    },
    sliding={True: "with a sliding friction that is never above the static one", False: ""},
    restitution={True: "and its restitution", False: ""},
)
def randomize_friction(part: Any, seed: Any, least: Any, most: Any, buckets: Any) -> None:
    if v.source == "bucket":
        pick = wp.rand_init(seed, part.index)
        state = wp.rand_init(seed + STRIDE, wp.randi(pick, 0, buckets))
    elif v.source == "arena":
        state = wp.rand_init(seed, part.arena.index)
    else:
        state = wp.rand_init(seed, part.index)
    mu = part.friction * wp.randf(state, least, most)
    part.static_friction = mu
    if v.sliding:
        part.sliding_friction = wp.min(mu, part.friction * wp.randf(state, least, most))
    if v.restitution:
        part.restitution = 0.5 * wp.randf(state)


@computation(
    RANDOMIZATION,
    "push each part",
    when={"interval": "every few steps, each arena at a step of its own,", "chance": "with a small chance at each step"},
    how={
        "velocity": "by a random velocity",
        "flat": "by a random horizontal velocity",
        "impulse": "by a random impulse over the time step",
    },
)
def push_part(part: Any, seed: Any, step: Any, interval: Any, push: Any, dt: Any) -> None:
    vel = part.velocity
    state = wp.rand_init(seed + step, part.index)
    if v.when == "interval":
        rests = (step + part.arena.index) % interval != 0
    else:
        rests = wp.randi(state, 0, interval) != 0
    if rests:
        part.next_velocity = vel
        return
    if v.how == "flat":
        kick = wp.vec3(wp.randf(state, -push, push), wp.randf(state, -push, push), 0.0)
    else:
        kick = wp.sample_unit_sphere_surface(state) * wp.randf(state, 0.0, push)
    if v.how == "impulse":
        part.force += kick * part.nominal_mass / dt
        part.next_velocity = vel
    else:
        part.next_velocity = vel + kick


@computation(
    RANDOMIZATION,
    "draw a new commanded velocity for each arena",
    when={"reset": "that resets", "timer": "whose timer has run out, and the time to the next"},
    shape={"box": "in a box", "disk": "of uniform direction and speed, with a turn rate,"},
    small={"keep": "", "zero": "and zero where it is small", "stand": "and zero for a fifth of them"},
)
def draw_command(arena: Any, seed: Any, step: Any, speed: Any, dead_band: Any, period: Any, dt: Any) -> None:
    command = arena.command
    if v.when == "timer":
        left = arena.timer - dt
        arena.next_timer = left
    done = arena.reset if v.when == "reset" else left <= 0.0
    if not done:
        arena.next_command = command
        return
    state = wp.rand_init(seed + step, arena.index)
    if v.shape == "box":
        command = wp.vec3(
            wp.randf(state, -speed, speed), wp.randf(state, -speed, speed), wp.randf(state, -1.0, 1.0)
        )
    else:
        heading = wp.randf(state, -wp.pi, wp.pi)
        size = wp.randf(state, 0.0, speed)
        command = wp.vec3(size * wp.cos(heading), size * wp.sin(heading), wp.randf(state, -1.0, 1.0))
    if v.small == "zero":
        if wp.length(command) < dead_band:
            command = wp.vec3(0.0)
    elif v.small == "stand":
        if wp.randf(state) < STANDING:
            command = wp.vec3(0.0)
    arena.next_command = command
    if v.when == "timer":
        arena.next_timer = wp.randf(state, 0.5 * period, period)


@computation(
    RANDOMIZATION,
    "start each hinge of an arena that resets",
    law={
        "offset": "near its nominal angle",
        "scale": "at a random factor of its nominal angle",
        "range": "anywhere between its limits",
    },
    rate={"zero": "at rest", "random": "with a random rate"},
    margin={"none": "", "soft": "within nine tenths of its range"},
)
def start_hinge(hinge: Any, seed: Any, step: Any, least: Any, most: Any, spread: Any) -> None:
    if not hinge.arena.reset:
        hinge.start_angle = hinge.angle
        hinge.start_rate = hinge.rate
        return
    lower = hinge.lower
    upper = hinge.upper
    if v.margin == "soft":
        middle = 0.5 * (lower + upper)
        half = 0.45 * (upper - lower)
        lower = middle - half
        upper = middle + half
    state = wp.rand_init(seed + step, hinge.index)
    if v.law == "offset":
        q = hinge.nominal + wp.randf(state, -spread, spread)
    elif v.law == "scale":
        q = hinge.nominal * wp.randf(state, least, most)
    else:
        q = wp.randf(state, lower, upper)
    hinge.start_angle = wp.clamp(q, lower, upper)
    hinge.start_rate = wp.randf(state, -spread, spread) if v.rate == "random" else 0.0


@computation(
    RANDOMIZATION,
    "draw the gains of each hinge by random factors",
    law={"uniform": "", "log": "that are log-uniform"},
    damping={"same": "", "own": "with a damping of its own", "critical": "with the damping ratio kept"},
    shared={True: "alike in all hinges of an arena", False: ""},
)
def randomize_gains(hinge: Any, seed: Any, least: Any, most: Any) -> None:
    owner = hinge.arena.index if v.shared else hinge.index
    state = wp.rand_init(seed, owner)
    if v.law == "log":
        factor = log_uniform(least, most, wp.randf(state))
    else:
        factor = wp.randf(state, least, most)
    hinge.used_stiffness = hinge.stiffness * factor
    if v.damping == "same":
        hinge.used_damping = hinge.damping * factor
    elif v.damping == "critical":
        hinge.used_damping = hinge.damping * wp.sqrt(factor)
    elif v.law == "log":
        hinge.used_damping = hinge.damping * log_uniform(least, most, wp.randf(state))
    else:
        hinge.used_damping = hinge.damping * wp.randf(state, least, most)


@computation(
    RANDOMIZATION,
    "apply the action of each hinge with noise",
    noise={
        "white": "that is normal",
        "reverting": "of an Ornstein-Uhlenbeck process, an Euler step of it,",
        "exact": "of an Ornstein-Uhlenbeck process, an exact step of it,",
    },
    late={True: "or the last action where it is delayed by chance", False: ""},
    clamp={True: "within -1 and 1", False: ""},
)
def noisy_action(
    hinge: Any, seed: Any, step: Any, reversion: Any, volatility: Any, dt: Any, spread: Any
) -> None:
    state = wp.rand_init(seed + step, hinge.index)
    if v.noise == "white":
        n = volatility * wp.randn(state)
    elif v.noise == "reverting":
        n = hinge.noise - reversion * hinge.noise * dt + volatility * wp.sqrt(dt) * wp.randn(state)
        hinge.next_noise = n
    else:
        fall = wp.exp(-reversion * dt)
        n = hinge.noise * fall + volatility * wp.sqrt(0.5 * (1.0 - fall * fall) / reversion) * wp.randn(state)
        hinge.next_noise = n
    a = hinge.action
    if v.late:
        if wp.randf(state) < spread:
            a = hinge.last_action
    a += n
    if v.clamp:
        a = wp.clamp(a, -1.0, 1.0)
    hinge.applied = a


@computation(
    RANDOMIZATION,
    "add noise to each reading",
    law={"normal": "that is normal", "uniform": "that is uniform", "scaled": "in proportion to its size"},
    bias={"none": "", "constant": "and its bias", "walk": "and a bias that walks at random"},
    lost={"never": "", "hold": "and hold the one before where it is lost", "zero": "and zero where it is lost"},
)
def corrupt_reading(channel: Any, seed: Any, step: Any, dt: Any) -> None:
    state = wp.rand_init(seed + step, channel.index)
    z = channel.reading
    sigma = channel.noise
    if v.law == "normal":
        z += sigma * wp.randn(state)
    elif v.law == "uniform":
        z += wp.randf(state, -sigma, sigma)
    else:
        z *= 1.0 + sigma * wp.randn(state)
    if v.bias == "constant":
        z += channel.bias
    elif v.bias == "walk":
        b = channel.bias + sigma * wp.sqrt(dt) * wp.randn(state)
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
    "move each arena that resets to another terrain level by how far it came",
    solved={"random": "and to a random one where all are solved", "top": ""},
    command={True: "measured by the way that it was told to go", False: ""},
)
def terrain_curriculum(arena: Any, seed: Any, step: Any, levels: Any, goal: Any, dt: Any) -> None:
    level = arena.level
    if not arena.reset:
        arena.next_level = level
        return
    far = goal
    if v.command:
        told = wp.sqrt(arena.command[0] * arena.command[0] + arena.command[1] * arena.command[1])
        far = wp.min(told * float(arena.steps) * dt, goal)
    if arena.travelled > far:
        level += 1
    elif arena.travelled < 0.5 * far:
        level -= 1
    if v.solved == "random":
        if level >= levels:
            state = wp.rand_init(seed + step, arena.index)
            level = wp.randi(state, 0, levels)
    arena.next_level = wp.clamp(level, 0, levels - 1)


@computation(
    RANDOMIZATION,
    "draw where each part of an arena that resets starts",
    place={
        "disk": "in a disc about the origin of its arena",
        "box": "in a box about the origin of its arena",
        "ring": "on a ring about the origin of its arena",
    },
    turn={
        "yaw": "with a random heading",
        "uniform": "in a uniform random orientation (Shoemake)",
        "none": "",
    },
)
def start_part(part: Any, seed: Any, step: Any, spread: Any) -> None:
    if not part.arena.reset:
        part.start = part.position
        return
    state = wp.rand_init(seed + step, part.index)
    if v.place == "disk":
        p = wp.sample_unit_disk(state)
        offset = wp.vec3(p[0], p[1], 0.0) * spread
    elif v.place == "box":
        offset = wp.sample_unit_cube(state) * (2.0 * spread)
    else:
        p = wp.sample_unit_ring(state)
        offset = wp.vec3(p[0], p[1], 0.0) * spread
    part.start = part.arena.origin + offset
    if v.turn == "yaw":
        half = 0.5 * wp.randf(state, -wp.pi, wp.pi)
        part.turn = wp.quat(0.0, 0.0, wp.sin(half), wp.cos(half))
    elif v.turn == "uniform":
        u = wp.randf(state)
        a = wp.randf(state, 0.0, 2.0 * wp.pi)
        b = wp.randf(state, 0.0, 2.0 * wp.pi)
        r = wp.sqrt(1.0 - u)
        s = wp.sqrt(u)
        part.turn = wp.quat(r * wp.sin(a), r * wp.cos(a), s * wp.sin(b), s * wp.cos(b))


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
    share = float(tile.arena.level + 1) / float(levels + 1)
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
