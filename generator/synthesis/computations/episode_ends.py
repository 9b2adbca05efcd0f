"""Ends and beginnings of episodes: what ends them, what is kept of them, how the next one starts."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.episodes import EPISODES

TIMEOUT = 1
FALLEN = 2
REACHED = 4
TIPPED = 8
LEAST_UPRIGHT = 0.5


@law
def up_component(q: wp.quat) -> float:
    """Cosine of the tilt of a body: one upright, zero lying down, negative upside down."""
    up = wp.quat_rotate(q, wp.vec3(0.0, 0.0, 1.0))
    return up[2]


@computation(
    EPISODES,
    "find out whether an episode ends and why",
    tilt={True: "also when the root tips over", False: ""},
    target={True: "also when it reaches its target", False: ""},
    truncate={True: "with timeouts told apart as truncation", False: ""},
)
def find_episode_end(environment: Any, max_steps: Any, fall_height: Any, reach: Any) -> None:
    X = environment.root_pose
    p = wp.transform_get_translation(X)
    causes = int(0)
    if p[2] < fall_height:
        causes = causes | FALLEN
    if v.tilt:
        if up_component(wp.transform_get_rotation(X)) < LEAST_UPRIGHT:
            causes = causes | TIPPED
    if v.target:
        if wp.length(environment.target - p) < reach:
            causes = causes | REACHED
    late = environment.steps >= max_steps
    if v.truncate:
        environment.truncated = late and causes == 0
    if late:
        causes = causes | TIMEOUT
    environment.done = causes != 0
    environment.causes = causes


@computation(
    EPISODES,
    "flag the environments that start anew",
    counted={True: "and count their steps", False: ""},
)
def flag_environment_resets(environment: Any, max_steps: Any) -> None:
    n = environment.steps + 1
    over = environment.done or n >= max_steps
    environment.reset = over
    if v.counted:
        environment.steps = wp.where(over, 0, n)


@computation(
    EPISODES,
    "add finished episodes to the figures of their group",
    best={True: "with the best return", False: ""},
    causes={True: "with the numbers of timeouts and falls", False: ""},
    length={True: "and their length", False: ""},
)
def tally_episode(environment: Any) -> None:
    if not environment.done:
        return
    tally = environment.tally
    wp.atomic_add(tally.episodes, 1)
    wp.atomic_add(tally.total_return, environment.discounted)
    if v.length:
        wp.atomic_add(tally.total_steps, environment.steps)
    if v.best:
        wp.atomic_max(tally.best_return, environment.discounted)
    if v.causes:
        causes = environment.causes
        if (causes & TIMEOUT) != 0:
            wp.atomic_add(tally.timeouts, 1)
        # one that falls in its last step did both
        if (causes & FALLEN) != 0:
            wp.atomic_add(tally.falls, 1)


@computation(
    EPISODES,
    "keep the return and the length of every episode that ended",
    success={True: "and count those that reached the target", False: ""},
    clear={True: "then start both at zero", False: ""},
)
def close_episode(environment: Any) -> None:
    steps = environment.steps
    total = environment.discounted
    if environment.done:
        environment.last_steps = steps
        environment.last_return = total
        if v.success:
            if (environment.causes & REACHED) != 0:
                environment.successes += 1
        steps = 0
        total = 0.0
    if v.clear:
        environment.steps = steps
        environment.discounted = total


@computation(
    EPISODES,
    "start the marked environments from their templates",
    missing={"keep": "", "origin": "or from the origin where they have none"},
    target={True: "with its target", False: ""},
    count={True: "and count the uses of each template", False: ""},
)
def reset_from_template(environment: Any) -> None:
    if not environment.reset:
        return
    template = environment.template
    if v.missing == "origin":
        if not exists(template):
            environment.root_pose = wp.transform(wp.vec3(0.0, 0.0, environment.start_height), wp.quat_identity())
            environment.root_twist = wp.spatial_vector()
            environment.steps = 0
            if v.target:
                environment.target = wp.vec3()
            return
    environment.root_pose = template.pose
    environment.root_twist = template.twist
    environment.steps = 0
    if v.target:
        environment.target = template.target
    if v.count:
        wp.atomic_add(template.uses, 1)


@computation(
    EPISODES,
    "choose the template that every environment starts from: the hardest of those up to its level,",
    order={"first": "the first of several", "last": "the last of several"},
)
def choose_template(environment: Any) -> None:
    found = int(-1)
    hardest = int(-1)
    for k in range(count(template)):
        difficulty = template[k].level
        if difficulty > environment.level:
            continue
        if difficulty > hardest if v.order == "first" else difficulty >= hardest:
            hardest = difficulty
            found = k
    environment.chosen = found


@computation(
    EPISODES,
    "reset the joints of the marked environments",
    start={"nominal": "to their nominal positions", "action": "to where their last action leads within their limits"},
    buffer={True: "and forget the actions that wait", False: ""},
    torque={True: "and leave them without torque", False: ""},
)
def reset_environment_joint(joint: Any) -> None:
    if not joint.environment.reset:
        return
    q = joint.nominal
    if v.start == "action":
        q = wp.clamp(joint.nominal + joint.scale * joint.last_action, joint.lower, joint.upper)
    joint.position = q
    joint.velocity = 0.0
    joint.target = q
    if v.buffer:
        for k in range(4):
            joint.buffer[k] = 0.0
    if v.torque:
        joint.torque = 0.0


@computation(
    EPISODES,
    "discount the return of every environment and add its reward",
    reset={True: "starting at the reward alone where it was reset before", False: ""},
    bound={True: "with the reward clamped to [-1, 1]", False: ""},
)
def accumulate_return(environment: Any, gamma: Any) -> None:
    r = environment.reward
    if v.bound:
        r = wp.clamp(r, -1.0, 1.0)
    kept = gamma * environment.discounted
    if v.reset:
        if environment.reset:
            kept = 0.0
    environment.discounted = kept + r


@computation(
    EPISODES,
    "count how many environments of each group are done",
    open={True: "and how many steps the others have taken", False: ""},
)
def count_done_environments(environment: Any) -> None:
    tally = environment.tally
    if environment.done:
        tally.episodes += 1
    elif v.open:
        tally.total_steps += environment.steps
