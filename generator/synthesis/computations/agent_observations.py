"""Whole observations of agents, commands that change, commands and gaits that are judged."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.episodes import EPISODES

CLIP = 1.0
MAX_FORCE = 2.0
LEAST_SIZE = 1.0e-6
MIN_SPEED = 0.3
HELD_STEPS = 10
"""Steps that a command lasts."""
LEVELS = 6
LENGTH = 12
"""Values of a full observation: a position and an action of six joints."""
STAND = 1
WALK = 2
FLY = 3


@law
def clip_observation(x: float) -> float:
    """Observation held within the same bound on either side of zero."""
    return wp.clamp(x, -CLIP, CLIP)


@law
def heading_frame(q: wp.quat) -> tuple[float, float]:
    """Cosine and sine of the heading, that of the world's x axis where a body points straight up or down."""
    # the forward axis, laid flat
    f = wp.quat_rotate(q, wp.vec3(1.0, 0.0, 0.0))
    size = wp.sqrt(f[0] * f[0] + f[1] * f[1])
    if size < LEAST_SIZE:
        return 1.0, 0.0
    return f[0] / size, f[1] / size


@law
def into_heading(x: wp.vec3, c: float, s: float) -> wp.vec3:
    """Vector seen in a frame that is turned about the vertical by a heading, given as cosine and sine."""
    return wp.vec3(c * x[0] + s * x[1], c * x[1] - s * x[0], x[2])


@computation(
    EPISODES,
    "write height, velocities, command and heading of the root of every environment, along its heading, into its full observation",
    target={True: "with the target as seen from there instead of the command", False: ""},
    clip={True: "with velocities cut at one", False: ""},
)
def observe_heading(environment: Any) -> None:
    X = environment.root_pose
    p = wp.transform_get_translation(X)
    q = wp.transform_get_rotation(X)
    c, s = heading_frame(q)
    vel = into_heading(wp.spatial_top(environment.root_twist), c, s)
    spin = into_heading(wp.spatial_bottom(environment.root_twist), c, s)
    environment.full_observation[0] = p[2]
    for k in range(3):
        if v.clip:
            environment.full_observation[1 + k] = clip_observation(vel[k])
            environment.full_observation[4 + k] = clip_observation(spin[k])
        else:
            environment.full_observation[1 + k] = vel[k]
            environment.full_observation[4 + k] = spin[k]
    if v.target:
        d = into_heading(environment.target - p, c, s)
        for k in range(3):
            environment.full_observation[7 + k] = d[k]
    else:
        for k in range(3):
            environment.full_observation[7 + k] = environment.command[k]
    environment.full_observation[10] = c
    environment.full_observation[11] = s


@computation(
    EPISODES,
    "write position and last action of the joints of every environment, six at most, into its full observation in turn",
    scale={True: "with positions as shares of their ranges, from -1 to 1", False: ""},
    rest={"zero": "with zeros after the last", "keep": ""},
)
def observe_joints_in_turn(environment: Any) -> None:
    n = int(0)
    for j in environment.joints:
        if n >= LENGTH:
            break
        x = j.position
        if v.scale:
            x = 2.0 * (x - j.lower) / (j.upper - j.lower) - 1.0
        environment.full_observation[n] = x
        environment.full_observation[n + 1] = j.last_action
        n += 2
    if v.rest == "zero":
        for k in range(LENGTH):
            if k >= n:
                environment.full_observation[k] = 0.0


@computation(
    EPISODES,
    "classify the gait of every environment by how many of its four feet touch, standing on all, walking on some, "
    "flying with none,",
    fast={True: "with walking below 0.3 m/s taken as standing", False: ""},
    reward={
        True: "and add the bonus for being alive to its reward while a foot is down, else take off the time in the air",
        False: "",
    },
)
def gait_state(environment: Any, alive_bonus: Any) -> None:
    n = int(0)
    air = float(0.0)
    for k in range(4):
        f = environment.feet[k]
        if f.touching:
            n += 1
        else:
            air += f.air_time
    if n == 4:
        state = STAND
    elif n == 0:
        state = FLY
    else:
        state = WALK
    if v.fast:
        vel = wp.spatial_top(environment.root_twist)
        if state == WALK:
            if vel[0] * vel[0] + vel[1] * vel[1] < MIN_SPEED * MIN_SPEED:
                state = STAND
    environment.gait = state
    if v.reward:
        if state == FLY:
            environment.reward -= air
        else:
            environment.reward += alive_bonus


@computation(
    EPISODES,
    "subtract from the reward of every environment a weighted sum of the squared torques of its joints",
    limits={True: "plus how far joints are beyond the middle half of their range", False: ""},
    rate={True: "plus squared joint velocities", False: ""},
    feet={True: "plus what contact forces have above two newtons", False: ""},
)
def regularise_reward(
    environment: Any, effort_weight: Any, velocity_weight: Any, limit_weight: Any, force_weight: Any
) -> None:
    cost = float(0.0)
    for j in environment.joints:
        tau = j.torque
        cost += effort_weight * tau * tau
        if v.rate:
            cost += velocity_weight * j.velocity * j.velocity
        if v.limits:
            q = j.position
            mid = 0.5 * (j.lower + j.upper)
            half = 0.25 * (j.upper - j.lower)
            beyond = wp.abs(q - mid) - half
            if beyond > 0.0:
                cost += limit_weight * beyond
    if v.feet:
        for k in range(4):
            f = wp.length(environment.feet[k].force)
            if f > MAX_FORCE:
                cost += force_weight * (f - MAX_FORCE)
    environment.reward -= cost


@computation(
    EPISODES,
    "give every environment the command of the next template",
    hold={"steps": "every ten steps", "done": "when its episode ended"},
    level={True: "scaled by its level", False: ""},
    small={True: "with horizontal velocities below 0.3 m/s set to zero", False: ""},
)
def next_command(environment: Any, step: Any) -> None:
    cmd = environment.command
    if v.hold == "steps":
        due = environment.steps % HELD_STEPS == 0
    else:
        due = environment.done
    if due:
        turn = environment.steps // HELD_STEPS if v.hold == "steps" else step
        choice = (turn + environment.index) % count(template)
        cmd = template[choice].command
        if v.level:
            cmd = cmd * (float(1 + environment.level) / float(LEVELS))
        if v.small:
            if wp.length(wp.vec2(cmd[0], cmd[1])) < MIN_SPEED:
                cmd = wp.vec3(0.0, 0.0, cmd[2])
    environment.command = cmd


@computation(
    EPISODES,
    "raise or lower the level of every environment whose episode ended",
    by={"distance": "by how near it came to its target", "length": "by how long it lasted"},
    top={True: "spreading those above the highest over all levels by their number", False: ""},
)
def update_level(environment: Any, max_steps: Any, reach: Any) -> None:
    level = environment.level
    if environment.done:
        if v.by == "distance":
            d = wp.length(environment.target - wp.transform_get_translation(environment.root_pose))
            if d < reach:
                level += 1
            elif d > 2.0 * reach:
                level -= 1
        else:
            if environment.steps > max_steps // 2:
                level += 1
            elif environment.steps < max_steps // 4:
                level -= 1
        level = wp.max(level, 0)
        if v.top:
            if level >= LEVELS:
                level = environment.index % LEVELS
        else:
            level = wp.min(level, LEVELS - 1)
    environment.level = level
