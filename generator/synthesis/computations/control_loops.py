"""Control loops: feedback, filters, limits, mixing of rotors, attitudes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.robots import ROBOTS

LEAST_REACH = 1.0e-4
"""Squared length under which the arms of rotors count as none, in m^2: arms of 7 mm."""

TOP_SPEED = 1.0
"""Of a rotor, in krad/s."""

GRAVITY = 9.81
HISTORY = 5


@law
def saturate(x: float, limit: float) -> float:
    """Command held within a limit on either side of zero."""
    return wp.clamp(x, -limit, limit)


@law
def rotor_demand(thrust: float, moment: wp.vec3, arm: wp.vec3, spin_drag: float) -> float:
    """Thrust of one rotor of a quadrotor: a quarter of the whole, and what it adds to each moment."""
    reach = wp.max(2.0 * (arm[0] * arm[0] + arm[1] * arm[1]), LEAST_REACH)
    tilt = (moment[0] * arm[1] - moment[1] * arm[0]) / reach
    return 0.25 * (thrust + moment[2] * spin_drag) + tilt


@law
def turn_to_attitude(q: wp.quat, goal: wp.quat) -> wp.vec3:
    """Turn to an attitude the shorter way as a rotation vector, to first order, in the present frame."""
    e = wp.quat_inverse(q) * goal
    if e[3] < 0.0:
        return -2.0 * wp.vec3(e[0], e[1], e[2])
    return 2.0 * wp.vec3(e[0], e[1], e[2])


@computation(
    ROBOTS,
    "feed the state of a robot back to its input",
    reference={True: "around a reference", False: ""},
    add={True: "added to what that was before", False: ""},
    limit={True: "and keep the input within its limits", False: ""},
)
def state_feedback(robot: Any) -> None:
    x = robot.state
    if v.reference:
        x = x - robot.reference
    u = -wp.dot(robot.gain, x)
    if v.add:
        u += robot.input
    if v.limit:
        u = saturate(u, robot.input_limit)
    robot.input = u


@computation(
    ROBOTS,
    "control the first state of a robot, its input kept within limits, by",
    order={"pi": "a PI law", "pid": "a PID law"},
    windup={"none": "", "back": "with anti-windup by back-calculation"},
)
def pid_input(robot: Any, dt: Any, kp: Any, ki: Any, kd: Any) -> None:
    err = robot.reference[0] - robot.state[0]
    total = robot.integral + err * dt
    u = kp * err + ki * total
    if v.order == "pid":
        u += kd * (err - robot.last_error) / dt
        robot.last_error = err
    cut = saturate(u, robot.input_limit)
    if v.windup == "back":
        # with kp / ki for the tracking time
        total += dt * (cut - u) / kp
    robot.integral = total
    robot.input = cut


@computation(
    ROBOTS,
    "shift the history of",
    kept={
        "error": "errors of a robot and put its new error first",
        "input": "inputs of a robot and put its input first",
    },
)
def shift_robot_history(robot: Any) -> None:
    for k in range(HISTORY - 1):
        i = HISTORY - 1 - k
        if v.kept == "error":
            robot.history[i] = robot.history[i - 1]
        else:
            robot.input_history[i] = robot.input_history[i - 1]
    if v.kept == "error":
        robot.history[0] = robot.reference[0] - robot.state[0]
    else:
        robot.input_history[0] = robot.input


@computation(
    ROBOTS,
    "measure the history of errors of a robot",
    measure={
        "rms": "by its root mean square",
        "largest": "by its largest size",
        "count": "by its number of changes of sign",
    },
)
def history_measure(robot: Any) -> None:
    if v.measure == "rms":
        total = float(0.0)
        for k in range(HISTORY):
            total += robot.history[k] * robot.history[k]
        robot.measure = wp.sqrt(total / float(HISTORY))
    elif v.measure == "largest":
        worst = wp.abs(robot.history[0])
        for k in range(1, HISTORY):
            worst = wp.max(worst, wp.abs(robot.history[k]))
        robot.measure = worst
    else:
        changes = int(0)
        for k in range(1, HISTORY):
            if robot.history[k] * robot.history[k - 1] < 0.0:
                changes += 1
        robot.sign_changes = changes


@computation(
    ROBOTS,
    "spread the thrust and moment of a quadrotor in a symmetric X over its rotors, up to their top speed,",
    mark={True: "and mark those that are saturated", False: ""},
)
def mix_rotors(motor: Any) -> None:
    robot = motor.robot
    f = rotor_demand(robot.thrust, robot.moment, motor.arm, motor.sense / motor.drag_gain)
    # thrust grows with the square of the speed; a rotor cannot pull
    u = float(0.0)
    if f > 0.0:
        u = wp.sqrt(f / motor.thrust_gain)
    if v.mark:
        if f < 0.0 or u > TOP_SPEED:
            motor.saturated = 1
        else:
            motor.saturated = 0
    motor.command = wp.min(u, TOP_SPEED)


@computation(
    ROBOTS,
    "let the speed of a rotor follow its command with a first-order lag,",
    exact={True: "exactly for a constant command", False: "by an Euler step that never passes it"},
    energy={True: "and add the energy to its robot", False: ""},
)
def follow_rotor_command(motor: Any, dt: Any) -> None:
    w = motor.speed
    if v.exact:
        w = w + (motor.command - w) * (1.0 - wp.exp(-dt / motor.lag))
    else:
        w = w + (motor.command - w) * wp.min(dt / motor.lag, 1.0)
    motor.speed = w
    if v.energy:
        motor.robot.energy += dt * motor.drag_gain * motor.thrust_gain * w * w * w


@computation(
    ROBOTS,
    "add the thrust of a rotor to its robot",
    torque={True: "and its reaction", False: ""},
    law={"speed": "", "command": "straight from its command"},
)
def rotor_wrench(motor: Any) -> None:
    robot = motor.robot
    if v.law == "speed":
        w = motor.speed
    else:
        w = motor.command
    f = motor.thrust_gain * w * w
    thrust = wp.quat_rotate(robot.attitude, wp.vec3(0.0, 0.0, f))
    r = wp.quat_rotate(robot.attitude, motor.arm)
    tau = wp.cross(r, thrust)
    if v.torque:
        tau += motor.sense * motor.drag_gain * thrust
    robot.wrench += wp.spatial_vector(thrust, tau)


@computation(
    ROBOTS,
    "sum the thrust of the four rotors of a robot",
    moment={True: "and their moment with the reaction of their drag", False: ""},
)
def total_rotor_thrust(robot: Any) -> None:
    total = float(0.0)
    moment = wp.vec3()
    for k in range(4):
        m = robot.motors[k]
        f = m.thrust_gain * m.speed * m.speed
        total += f
        if v.moment:
            moment += wp.cross(m.arm, wp.vec3(0.0, 0.0, f)) + wp.vec3(0.0, 0.0, m.sense * m.drag_gain * f)
    robot.thrust = total
    if v.moment:
        robot.moment = moment


@computation(
    ROBOTS,
    "find the moment that turns a robot to the commanded attitude",
    rate={"zero": "with damping of its spin", "wanted": "and to the commanded spin"},
    limit={True: "within its limit", False: ""},
)
def attitude_moment(robot: Any, stiffness: Any, spin_damping: Any) -> None:
    e = turn_to_attitude(robot.attitude, robot.wanted_attitude)
    if v.rate == "zero":
        m = stiffness * e - spin_damping * robot.spin
    else:
        m = stiffness * e + spin_damping * (robot.wanted_spin - robot.spin)
    if v.limit:
        limit = robot.moment_limit
        m = wp.vec3(saturate(m[0], limit), saturate(m[1], limit), saturate(m[2], limit))
    robot.moment = m


@computation(
    ROBOTS,
    "estimate which way is up from gyroscope and accelerometer by a complementary filter",
    why={
        "": "a gyroscope drifts slowly and an accelerometer shakes: one is right over short times, the other over long ones",
    },
    trust={"always": "", "gravity": "trusting the accelerometer only where it measures little but gravity"},
)
def complementary_filter(robot: Any, dt: Any, blend: Any, trust: Any) -> None:
    up = robot.up
    turned = up - dt * wp.cross(robot.gyro, up)
    acc = robot.accelerometer
    if v.trust == "gravity" and wp.abs(wp.length(acc) - GRAVITY) > trust:
        robot.up = wp.normalize(turned)
        return
    mixed = blend * turned + (1.0 - blend) * wp.normalize(acc)
    robot.up = wp.normalize(mixed)
