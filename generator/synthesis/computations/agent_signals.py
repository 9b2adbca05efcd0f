"""What agents see, do and are paid: observations, actions, rewards, feet."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.episodes import EPISODES

LOAD = 1.0
CONTACT_MIN = 0.5
OBSERVED = 4
FEET = 4
HISTORY = 12


@computation(
    EPISODES,
    "turn the action of every joint into a target position",
    clip={True: "cut at the highest action", False: ""},
    limits={True: "within the limits of the joint", False: ""},
    smooth={"none": "", "mean": "averaged with the last action"},
)
def joint_action_target(joint: Any, action_limit: Any) -> None:
    a = joint.action
    if v.clip:
        a = wp.clamp(a, -action_limit, action_limit)
    if v.smooth == "mean":
        a = 0.5 * (a + joint.last_action)
    q = joint.nominal + joint.scale * a
    if v.limits:
        q = wp.clamp(q, joint.lower, joint.upper)
    joint.target = q


@computation(
    EPISODES,
    "compute the torque that drives every joint to its target",
    limit={True: "within the highest torque", False: ""},
    done={True: "and none in environments that are done", False: ""},
)
def joint_drive_torque(joint: Any) -> None:
    if v.done:
        if joint.environment.done:
            joint.torque = 0.0
            return
    tau = joint.stiffness * (joint.target - joint.position) - joint.damping * joint.velocity
    if v.limit:
        tau = wp.clamp(tau, -joint.effort_limit, joint.effort_limit)
    joint.torque = tau


@computation(
    EPISODES,
    "write into the observation of each environment, as far as it has room,",
    what={
        "position": "the positions of its joints",
        "offset": "the positions of its joints, measured from the nominal ones",
        "share": "where its joints stand in their ranges, -1 at the lower limit and 1 at the upper one",
        "velocity": "the velocities of its joints",
        "action": "the last actions of its joints",
    },
)
def observe_joint(environment: Any, features: Any) -> None:
    n = int(0)
    for j in environment.joints:
        if n == features:
            break
        if v.what == "position":
            value = j.position
        elif v.what == "offset":
            value = j.position - j.nominal
        elif v.what == "share":
            value = 2.0 * (j.position - j.lower) / (j.upper - j.lower) - 1.0
        elif v.what == "velocity":
            value = j.velocity
        else:
            value = j.last_action
        environment.observation[n] = value
        n += 1


@computation(
    EPISODES,
    "write the height of the root of every environment into its observation, followed by",
    what={
        "down": "the direction of gravity in the axes of the root",
        "root": "its velocity in its own axes",
        "world": "its velocity in the world",
    },
)
def observe_root(environment: Any) -> None:
    X = environment.root_pose
    environment.observation[0] = wp.transform_get_translation(X)[2]
    if v.what == "down":
        seen = wp.quat_rotate_inv(wp.transform_get_rotation(X), wp.vec3(0.0, 0.0, -1.0))
    elif v.what == "root":
        seen = wp.quat_rotate_inv(wp.transform_get_rotation(X), wp.spatial_top(environment.root_twist))
    else:
        seen = wp.spatial_top(environment.root_twist)
    for k in range(3):
        environment.observation[1 + k] = seen[k]


@computation(
    EPISODES,
    "shift the history of the first four observed values and put the newest in front",
    reset={True: "or fill it with those where an episode starts", False: ""},
)
def push_history(environment: Any, features: Any) -> None:
    if v.reset:
        if environment.reset:
            for k in range(HISTORY):
                environment.next_history[k] = environment.observation[k % OBSERVED]
            return
    for k in range(OBSERVED):
        environment.next_history[k] = environment.observation[k]
    for k in range(OBSERVED, HISTORY):
        environment.next_history[k] = environment.history[k - OBSERVED]


@computation(
    EPISODES,
    "store the newest action of every joint and play the one that is due",
    late={True: "with none until enough were stored", False: ""},
)
def delay_action(joint: Any, step: Any) -> None:
    head = step % 4
    due = (step + 4 - joint.delay) % 4
    played = joint.buffer[due]
    if due == head:
        played = joint.action
    if v.late:
        if step < joint.delay:
            played = 0.0
    joint.last_action = played
    joint.target = joint.nominal + joint.scale * played
    joint.buffer[head] = joint.action


@computation(
    EPISODES,
    "reward every environment for its speed towards the target",
    effort={True: "less the effort of its joints", False: ""},
    alive={True: "with a bonus while it is up", False: ""},
    done={"zero": "and nothing once it is done", "pay": ""},
)
def progress_reward(
    environment: Any, progress_weight: Any, effort_weight: Any, alive_bonus: Any, fall_height: Any
) -> None:
    if v.done == "zero":
        if environment.done:
            environment.reward = 0.0
            return
    p = wp.transform_get_translation(environment.root_pose)
    d = environment.target - p
    dist = wp.length(d)
    rate = float(0.0)
    if dist > 0.0:
        rate = wp.dot(wp.spatial_top(environment.root_twist), d) / dist
    r = progress_weight * rate
    if v.effort:
        for j in environment.joints:
            r -= effort_weight * j.torque * j.torque
    if v.alive:
        if p[2] >= fall_height:
            r += alive_bonus
    environment.reward = r


@computation(
    EPISODES,
    "reward every environment for following the commanded velocity",
    turn={True: "and turning rate", False: ""},
    smooth={True: "less the changes of its actions", False: ""},
    shape={"square": "", "bound": "with a reward that falls to zero at an error of one"},
)
def command_tracking_reward(environment: Any, tracking_weight: Any, smooth_weight: Any) -> None:
    q = wp.transform_get_rotation(environment.root_pose)
    vel = wp.quat_rotate_inv(q, wp.spatial_top(environment.root_twist))
    cmd = environment.command
    ex = cmd[0] - vel[0]
    ey = cmd[1] - vel[1]
    e = ex * ex + ey * ey
    if v.turn:
        omega = wp.quat_rotate_inv(q, wp.spatial_bottom(environment.root_twist))
        et = cmd[2] - omega[2]
        e += et * et
    if v.shape == "bound":
        r = tracking_weight * wp.max(1.0 - e, 0.0)
    else:
        r = -tracking_weight * e
    if v.smooth:
        for j in environment.joints:
            change = j.action - j.last_action
            r -= smooth_weight * change * change
    environment.reward = r


@computation(
    EPISODES,
    "follow how long every foot is in the air,",
    test={"length": "with no force above 1 N on it", "normal": "with no upward force above 0.5 N on it"},
    landed={True: "and keep that time when it lands", False: ""},
)
def foot_air_time(foot: Any, dt: Any) -> None:
    f = foot.force
    if v.test == "length":
        on = wp.length(f) > LOAD
    else:
        on = f[2] > CONTACT_MIN
    t = foot.air_time + dt
    if on:
        if v.landed:
            if not foot.touching:
                foot.landed = t
        t = 0.0
    foot.touching = on
    foot.air_time = t


@computation(
    EPISODES,
    "take from the reward of every environment for feet that slip",
    count={True: "and add for feet in the air", False: ""},
)
def foot_slip_penalty(environment: Any, slip_weight: Any, air_weight: Any) -> None:
    slip = float(0.0)
    n = int(0)
    for k in range(FEET):
        foot = environment.feet[k]
        if foot.touching:
            vel = foot.velocity
            slip += vel[0] * vel[0] + vel[1] * vel[1]
        else:
            n += 1
    reward = environment.reward - slip_weight * slip
    if v.count:
        reward += air_weight * float(n)
    environment.reward = reward
