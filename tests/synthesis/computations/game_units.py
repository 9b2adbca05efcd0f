"""Statements for the family ``game_units``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, rotate, unit

WAIT, GO_OUT, LOAD, GO_HOME, UNLOAD = range(5)


def _stepped(pose, twist, dt):
    """A pose after a step: moved, and turned by a quaternion that is short of a unit one."""
    turn = compose(np.array([0.0, 0.0, 0.0, *(dt / 2 * twist[3:]), 1.0]), np.array([0.0, 0.0, 0.0, *pose[3:]]))[3:]
    return np.array([*pose[:3] + dt * twist[:3], *unit(turn)])


def drive_unit(t, v, n):
    u = t.unit
    wrench = np.zeros_like(u.acceleration)
    for i, (throttle, turn, lift) in enumerate(u.controls):
        if v.fuel and u.fuel[i] <= 0.1:
            throttle = turn = lift = 0.0
        moves = [[throttle, turn, 0.0], [throttle * u.grounded[i], 0.0, 0.0], [throttle, 0.0, lift]][u.kind[i]]
        moves = np.array(moves) / max(np.linalg.norm(moves), 1.0)
        wrench[i, :3] = n.max_acceleration * rotate(u.pose[i, 3:], moves)
        spin = n.turn_acceleration * [0.0, turn * u.grounded[i], turn][u.kind[i]]
        wrench[i, 3:] = spin * rotate(u.pose[i, 3:], np.array([0.0, 0.0, 1.0]))
        wrench[i] -= n.drag * u.twist[i] if v.drag else 0.0
    return {"unit.acceleration": wrench}


def move_unit(t, v, n):
    u = t.unit
    twist = u.twist + n.dt * u.acceleration if v.force else u.twist.copy()
    pose = np.array([_stepped(*each, n.dt) for each in zip(u.pose, twist, strict=True)])
    low = pose[:, 2] <= 0.0
    if v.ground:
        pose[low, 2] = 0.0
        twist[low, 2] = np.maximum(twist[low, 2], 0.0)
    out = {"unit.pose": pose} | ({"unit.twist": twist} if v.force or v.ground else {})
    out |= {"unit.grounded": low} if v.ground else {}
    left = np.where(u.fuel > 0.1, np.maximum(u.fuel - n.dt * np.abs(u.controls[:, 0]), 0.1), u.fuel)
    return out | ({"unit.fuel": left} if v.fuel else {})


def carry_unit(t, v, n):
    u = t.unit
    twist = u.carried_twist.copy()
    for i, k in enumerate(u.leader):
        if k >= 0:
            arm = u.pose[i, :3] - u.pose[k, :3]
            twist[i] = u.twist[k] + np.append(np.cross(u.twist[k, 3:], arm), np.zeros(3))
            twist[i] += u.twist[i] if v.add else 0.0
    return {"unit.carried_twist": twist}


def haul_goods(t, v, n):
    u, zone = t.unit, t.zone
    mode, wait, load = u.mode.copy(), u.wait.copy(), u.load.copy()
    change, asked = zone.goods_change.copy(), zone.asked.copy()
    for i, (home, mine) in enumerate(zip(u.home, u.mine, strict=True)):
        at_home, at_mine = (np.linalg.norm(u.pose[i, :3] - zone.place[z]) < n.reach for z in (home, mine))
        full = u.load[i] >= u.room[i]
        asked[mine] += u.mode[i] == LOAD and not full
        empty = asked[mine] > zone.goods[mine]
        if u.mode[i] == WAIT:
            mode[i] = GO_OUT if wait[i] <= 0 else WAIT
            wait[i] = max(wait[i] - 1, 0)
        elif u.mode[i] == GO_OUT and at_mine:
            mode[i] = LOAD
        elif u.mode[i] == LOAD and full:
            mode[i] = GO_HOME
        elif u.mode[i] == LOAD and empty:
            mode[i], wait[i] = (WAIT, 5) if v.patience else (GO_HOME, wait[i])
        elif u.mode[i] == LOAD:
            load[i] += 1
            change[mine] -= 1
        elif u.mode[i] == GO_HOME and at_home:
            mode[i] = UNLOAD
        elif u.mode[i] == UNLOAD:
            mode[i] = WAIT if load[i] <= 0 else UNLOAD
            change[home] += load[i] > 0
            load[i] = max(load[i] - 1, 0)
    zones = {"zone.goods_change": change, "zone.asked": asked}
    return {"unit.next_mode": mode, "unit.wait": wait, "unit.load": load, **zones}


def stop_empty_units(t, v, n):
    u = t.unit
    left = u.twist * ([0, 0, 1, 0, 0, 0] if v.keep else 0.0)
    return {"unit.twist": np.where((u.fuel > 0.2)[:, None], u.twist, left)}
