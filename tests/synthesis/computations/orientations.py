"""What the computations of ``orientations`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import (
    quaternion_inverse,
    quaternion_product,
    rotate_back,
    unit_of,
)


def spin_orientation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out = t.body, t.body.orientation.copy()
    for i, q in enumerate(out.copy()):
        if v.sleeping and b.flags[i] & 2:
            continue
        w = np.append(b.spin[i], 0.0)
        rate = quaternion_product(w, q) if v.frame == "world" else quaternion_product(q, w)
        out[i] = unit_of(q + n.dt / 2 * rate)
    return {"body.orientation": out}


def spin_from_orientations(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, spin = t.body, np.zeros_like(t.body.spin)
    for i in range(len(spin)):
        turn = quaternion_product(b.orientation[i], quaternion_inverse(b.earlier[i]))
        spin[i] = 2.0 / n.dt * turn[:3] * (-1.0 if turn[3] < 0.0 else 1.0)
    return {"body.spin": spin, **({"body.earlier": b.orientation} if v.shift else {})}


def approach_orientation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out, left = t.body, t.body.orientation.copy(), np.zeros_like(t.body.angle)
    for i, (q, goal) in enumerate(zip(b.orientation, b.wanted, strict=True)):
        goal = -goal if q @ goal < 0.0 else goal
        angle = 2.0 * np.arccos(min(q @ goal, 1.0))
        part = n.share if v.step == "part" else min(1.0, n.turn_limit / angle)
        across = unit_of(goal - (q @ goal) * q)
        out[i] = np.cos(part * angle / 2) * q + np.sin(part * angle / 2) * across
        left[i] = (1.0 - part) * angle
    return {"body.orientation": out, **({"body.angle": left} if v.angle else {})}


def quaternion_to_row(t: Any, v: Any, n: Any) -> dict[str, Any]:
    q = t.body.orientation if v.source == "orientation" else t.body.pose[:, 3:]
    flip = np.where((q[:, 3:] < 0.0) & (v.sign == "positive"), -1.0, 1.0)
    return {"body.quat_row": np.roll(flip * q, 1, axis=1)}


def relative_orientation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out, left = t.body, t.body.relative.copy(), t.body.missing.copy()
    for i, parent in enumerate(b.parent):
        frame = b.orientation[parent] if parent >= 0 else np.array([0.0, 0.0, 0.0, 1.0])
        out[i] = quaternion_product(quaternion_inverse(frame), b.orientation[i])
        left[i] = quaternion_product(b.wanted[i], quaternion_inverse(out[i]))
    return {"body.relative": out, **({"body.missing": left} if v.rest else {})}


def _vertical(q: Any) -> Any:
    return unit_of(q * [0.0, 0.0, 1.0, 1.0])


def project_direction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, tilt = t.body, np.zeros_like(t.body.tilt)
    for i, q in enumerate(b.orientation):
        d = unit_of(t.world.gravity[b.world[i]]) if v.what == "gravity" else b.twist[i, :3]
        tilt[i] = rotate_back(_vertical(q) if v.what == "level" else q, d)
    return {"body.tilt" if v.what == "gravity" else "body.local_velocity": tilt}


def split_vertical_turn(t: Any, v: Any, n: Any) -> dict[str, Any]:
    turns = [(_vertical(q), q) for q in t.body.orientation]
    rest = [quaternion_product(quaternion_inverse(turn), q) for turn, q in turns]
    made = {} if v.part == "rest" else {"body.heading": np.array([turn for turn, _ in turns])}
    return made if v.part == "turn" else made | {"body.lean": np.array(rest)}
