"""What a policy sees and does: actions, observations, rewards, ends, sampled plans."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

ACTIONS = 6

EndReason: Any = None
"""The enumeration of the schema."""


@law
def tracking_reward(err: float, scale: float) -> float:
    """Reward for a small error, 1 where there is none and falling exponentially."""
    return wp.exp(-err / scale)


@law
def end_reason(height: float, up: float, steps: int, min_height: float, max_steps: int) -> int:
    """Reason for which an episode ends, a fall before a tilt before the time limit, if any."""
    if height < min_height:
        return int(EndReason.FALLEN)
    if up < 0.0:
        return int(EndReason.TILTED)
    if steps >= max_steps:
        return int(EndReason.TIMEOUT)
    return int(EndReason.NONE)


@computation(
    ROBOTS,
    "map policy actions to joint targets, default plus scaled action",
    clip={True: "clipped to limits", False: ""},
    blend={"none": "", "half": "averaging the last two actions"},
    done={True: "default on reset", False: ""},
)
def action_to_target(joint: Any, action_scale: Any) -> None:
    robot = joint.robot
    rest = joint.default
    if v.done and robot.done:
        joint.target = rest
        return
    k = joint.slot
    a = robot.action[k]
    if v.blend == "half":
        last = robot.last_action[k]
        a = 0.5 * (a + last)
    goal = rest + action_scale * a
    if v.clip:
        goal = wp.clamp(goal, joint.lower, joint.upper)
    joint.target = goal


@computation(
    ROBOTS,
    "compute joint torques",
    damped={True: "of a PD controller", False: "of a proportional controller"},
    target={"stored": "towards stored targets", "action": "towards the target of an action"},
)
def action_torque(joint: Any, stiffness: Any, spin_damping: Any, action_scale: Any) -> None:
    if v.target == "stored":
        goal = joint.target
    else:
        goal = joint.default + action_scale * joint.robot.action[joint.slot]
    tau = stiffness * (goal - joint.position)
    if v.damped:
        tau -= spin_damping * joint.velocity
    joint.torque = tau


@computation(
    ROBOTS,
    "keep as the last actions those of the policy, clipped to [-1, 1],",
    change={"free": "", "slow": "at a limited rate"},
)
def clip_actions(robot: Any, step_limit: Any) -> None:
    for k in range(ACTIONS):
        a = wp.clamp(robot.action[k], -1.0, 1.0)
        if v.change == "slow":
            last = robot.last_action[k]
            a = last + wp.clamp(a - last, -step_limit, step_limit)
        robot.last_action[k] = a


@computation(
    ROBOTS,
    "pack a 12-value observation of up vector and velocity",
    second={"command": "with the command", "goal": "with the goal in the robot's frame and its distance"},
    last={"spin": "and the angular velocity", "action": "and the first three actions of the step before"},
)
def pack_observation(robot: Any) -> None:
    up = robot.up
    vel = robot.velocity
    for k in range(3):
        robot.observation[k] = up[k]
        robot.observation[3 + k] = vel[k]
    if v.second == "command":
        cmd = robot.command
        for k in range(3):
            robot.observation[6 + k] = cmd[k]
    else:
        d = robot.goal - robot.position
        c = wp.cos(robot.heading)
        s = wp.sin(robot.heading)
        robot.observation[6] = c * d[0] + s * d[1]
        robot.observation[7] = c * d[1] - s * d[0]
        robot.observation[8] = wp.length(d)
    if v.last == "spin":
        spin = robot.spin
        for k in range(3):
            robot.observation[9 + k] = spin[k]
    else:
        for k in range(3):
            robot.observation[9 + k] = robot.last_action[k]


@computation(
    ROBOTS,
    "compute a velocity tracking reward, exp(-squared error / scale) of linear velocity along x and y and half that of turn rate",
    smooth={True: "less an action-rate penalty", False: ""},
    alive={True: "zero after the end", False: ""},
)
def command_reward(robot: Any, tracking_scale: Any, smooth_weight: Any) -> None:
    if v.alive and robot.done:
        robot.reward = 0.0
        return
    dx = robot.command[0] - robot.velocity[0]
    dy = robot.command[1] - robot.velocity[1]
    turn = robot.command[2] - robot.spin[2]
    rew = tracking_reward(dx * dx + dy * dy, tracking_scale)
    rew += 0.5 * tracking_reward(turn * turn, tracking_scale)
    if v.smooth:
        for k in range(ACTIONS):
            change = robot.action[k] - robot.last_action[k]
            rew -= smooth_weight * change * change
    robot.reward = rew


@computation(
    ROBOTS,
    "detect episode ends by fall, tilt or timeout,",
    flag={"both": "storing the reason and the done flag", "reason": "storing the reason"},
    count={True: "counting steps", False: ""},
)
def end_episode(robot: Any, fall_height: Any, max_steps: Any) -> None:
    steps = robot.steps
    if v.count:
        steps += 1
        robot.steps = steps
    why = end_reason(robot.height, robot.up[2], steps, fall_height, max_steps)
    robot.reason = why
    if v.flag == "both":
        robot.done = why != EndReason.NONE


@computation(
    ROBOTS,
    "reset robots that are done",
    history={True: "clearing their histories of errors", False: ""},
    command={True: "zeroing speeds", False: ""},
)
def restart_robot(robot: Any) -> None:
    if not robot.done:
        return
    robot.steps = 0
    robot.waypoint = 0
    for k in range(ACTIONS):
        robot.last_action[k] = 0.0
    if v.history:
        for k in range(5):
            robot.history[k] = 0.0
    if v.command:
        robot.speed = 0.0
        robot.turn_rate = 0.0
