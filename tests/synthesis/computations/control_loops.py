"""What the computations of ``control_loops`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import quaternion_inverse, quaternion_product, rotate, unit_of


def state_feedback(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    away = r.state - (r.reference if v.reference else 0.0)
    u = -(r.gain * away).sum(axis=1) + (r.input if v.add else 0.0)
    return {"robot.input": np.clip(u, -r.input_limit, r.input_limit) if v.limit else u}


def pid_input(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    error = r.reference[:, 0] - r.state[:, 0]
    total = r.integral + n.dt * error
    u = n.kp * error + n.ki * total + (n.kd / n.dt * (error - r.last_error) if v.order == "pid" else 0.0)
    cut = np.clip(u, -r.input_limit, r.input_limit)
    if v.windup == "back":
        # the integral is drawn back within the time kp / ki
        total = total + n.dt / (n.kp / n.ki) * (cut - u) / n.ki
    made = {"robot.input": cut, "robot.integral": total}
    return {**made, "robot.last_error": error} if v.order == "pid" else made


def shift_robot_history(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.robot
    first = r.input if v.kept == "input" else r.reference[:, 0] - r.state[:, 0]
    name = "input_history" if v.kept == "input" else "history"
    return {f"robot.{name}": np.concatenate([first[:, None], getattr(r, name)[:, :-1]], axis=1)}


def history_measure(t: Any, v: Any, n: Any) -> dict[str, Any]:
    h = t.robot.history
    if v.measure == "count":
        return {"robot.sign_changes": (np.sign(h[:, 1:]) * np.sign(h[:, :-1]) < 0).sum(axis=1)}
    return {"robot.measure": np.sqrt((h**2).mean(axis=1)) if v.measure == "rms" else np.abs(h).max(axis=1)}


def mix_rotors(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, r = t.motor, t.robot
    moment = r.moment[m.robot]
    # four rotors at the corners of a square have each a quarter of the sum of squared arms
    spread = np.maximum(2.0 * (m.arm[:, :2] ** 2).sum(axis=1), 1e-4)
    tilt = moment[:, 0] * m.arm[:, 1] - moment[:, 1] * m.arm[:, 0]
    demand = r.thrust[m.robot] / 4 + tilt / spread + moment[:, 2] * m.sense / (4 * m.drag_gain)
    full = m.thrust_gain * 1.0**2
    given = np.clip(demand, 0.0, full)
    out = {"motor.command": (given / m.thrust_gain) ** 0.5}
    return out | ({"motor.saturated": np.where((demand < 0.0) | (demand > full), 1, 0)} if v.mark else {})


def follow_rotor_command(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, energy = t.motor, t.robot.energy.copy()
    part = 1.0 - np.exp(-n.dt / m.lag) if v.exact else np.minimum(n.dt / m.lag, 1.0)
    speed = (1.0 - part) * m.speed + part * m.command
    torque = m.drag_gain * (m.thrust_gain * speed**2)
    np.add.at(energy, m.robot, n.dt * torque * speed)
    return {"motor.speed": speed, **({"robot.energy": energy} if v.energy else {})}


def rotor_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, wrench = t.motor, t.robot.wrench.copy()
    for k, owner in enumerate(m.robot):
        speed = max(m.speed[k] if v.law == "speed" else m.command[k], 0.0)
        thrust = m.thrust_gain[k] * speed**2
        force = np.array([0.0, 0.0, thrust])
        torque = np.cross(m.arm[k], force) + (m.sense[k] * m.drag_gain[k] * force if v.torque else 0.0)
        wrench[owner] += np.concatenate([rotate(t.robot.attitude[owner], x) for x in (force, torque)])
    return {"robot.wrench": wrench}


def total_rotor_thrust(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, r = t.motor, t.robot
    push = m.thrust_gain * m.speed**2
    x, y, _z = m.arm.T
    moments = push[:, None] * np.stack([y, -x, m.sense * m.drag_gain], axis=1)
    out = {"robot.thrust": push[r.motors].sum(axis=1)}
    return out | ({"robot.moment": moments[r.motors].sum(axis=1)} if v.moment else {})


def attitude_moment(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, moment = t.robot, np.zeros_like(t.robot.moment)
    for i in range(len(moment)):
        turn = quaternion_product(quaternion_inverse(r.attitude[i]), r.wanted_attitude[i])
        error = 2.0 * turn[:3] * (-1.0 if turn[3] < 0.0 else 1.0)
        wanted = r.wanted_spin[i] if v.rate == "wanted" else 0.0
        moment[i] = n.stiffness * error + n.spin_damping * (wanted - r.spin[i])
        if v.limit:
            moment[i] = np.clip(moment[i], -r.moment_limit[i], r.moment_limit[i])
    return {"robot.moment": moment}


def complementary_filter(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, up = t.robot, np.zeros_like(t.robot.up)
    for i in range(len(up)):
        size = np.linalg.norm(r.accelerometer[i])
        weight = 1.0 if v.trust == "gravity" and abs(size - 9.81) > n.trust else n.blend
        turned = r.up[i] + n.dt * np.cross(r.up[i], r.gyro[i])
        up[i] = unit_of(weight * turned + (1.0 - weight) * unit_of(r.accelerometer[i]))
    return {"robot.up": up}
