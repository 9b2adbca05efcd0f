"""What the computations of ``rods`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import quaternion_inverse, quaternion_product, rotate, unit_of

Z = np.array([0.0, 0.0, 1.0])


def _curvature(s: Any, k: int) -> Any:
    q = quaternion_product(quaternion_inverse(s.frame[s.previous[k]]), s.frame[k])
    return 2.0 * (-1.0 if q[3] < 0.0 else 1.0) * q[:3] / s.length[k]


def segment_bend_torque(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.segment
    torque, darboux = s.torque.copy(), s.darboux.copy()
    for k, before in enumerate(s.previous):
        if before < 0:
            continue
        darboux[k] = _curvature(s, k)
        round_section = np.array([s.bending[k], s.bending[k], s.twisting[k]])
        stiffness = round_section if v.section == "round" else s.bend_stiffness[k]
        moment = rotate(s.frame[before], stiffness * (darboux[k] - s.rest_darboux[k]))
        torque[before] += moment
        torque[k] -= moment
    return {"segment.torque": torque, **({"segment.darboux": darboux} if v.stored else {})}


def store_darboux_vector(t: Any, v: Any, n: Any) -> dict[str, Any]:
    darboux = t.segment.darboux.copy()
    for k, before in enumerate(t.segment.previous):
        if before >= 0:
            darboux[k] = _curvature(t.segment, k)
        elif v.root == "zero":
            darboux[k] = 0.0
    return {"segment.darboux": darboux}


def turn_segment_frame(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s = t.segment
    turned, spins = s.frame.copy(), s.spin.copy()
    for k, q in enumerate(s.frame):
        if s.previous[k] >= 0 or v.at_root == "turn":
            spins[k] *= 1.0 - n.loss if v.damped else 1.0
            turned[k] = unit_of(q + n.dt / 2 * quaternion_product(np.append(spins[k], 0.0), q))
    return {"segment.turned": turned} | ({"segment.spin": spins} if v.damped else {})


def _least_turn(a: Any, b: Any) -> Any:
    half = unit_of(a + b)
    return np.append(np.cross(a, half), a @ half)


def align_segment_frame(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, turned = t.segment, t.segment.frame.copy()
    if v.transport != "turn":
        turned[:] = [0.0, 0.0, 0.0, 1.0]
    for k, (a, b) in enumerate(s.ends):
        direction = unit_of(t.vertex.position[b] - t.vertex.position[a])
        if not direction.any():
            continue
        if v.transport == "turn":
            turned[k] = quaternion_product(_least_turn(rotate(s.frame[k], Z), direction), s.frame[k])
        else:
            turned[k] = _least_turn(Z, direction)
    return {"segment.turned": turned}


def segment_capsule_pose(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.vertex.position[t.segment.ends]
    place = x.mean(axis=1) if v.origin == "middle" else x[:, 0]
    return {"segment.pose": np.concatenate([place, t.segment.frame], axis=1)}


def segment_stretch_shear(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, s = t.vertex, t.segment
    delta, counts = p.delta.copy(), p.delta_count.copy()
    for k, (a, b) in enumerate(s.ends):
        d = p.position[b] - p.position[a]
        error = d - s.length[k] * (rotate(s.frame[k], Z) if v.shear else unit_of(d))
        weight = p.inverse_mass[[a, b]].sum()
        if weight == 0.0:
            continue
        delta[a] += n.relaxation * p.inverse_mass[a] / weight * error
        delta[b] -= n.relaxation * p.inverse_mass[b] / weight * error
        np.add.at(counts, [a, b], 1)
    return {"vertex.delta": delta, **({"vertex.delta_count": counts} if v.counted else {})}


def follow_strand_root(t: Any, v: Any, n: Any) -> dict[str, Any]:
    position, total = t.vertex.position.copy(), np.zeros_like(t.strand.total)
    for k, points in enumerate(t.strand.points):
        at, direction = t.strand.root[k], np.array([0.0, -1.0, 0.0])
        way = np.vstack([at, position[points]])
        total[k] = np.linalg.norm(np.diff(way, axis=0), axis=1).sum()
        for i in points:
            if v.pinned and t.vertex.flags[i] & 1:
                at = position[i]
                continue
            if np.linalg.norm(position[i] - at) > 1e-6:
                direction = unit_of(position[i] - at)
            at = at + t.strand.link[k] * direction
            position[i] = at
    return {"vertex.position": position, **({"strand.total": total} if v.total else {})}


def lay_out_strand(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    position, previous, velocity = p.position.copy(), p.previous.copy(), p.velocity.copy()
    for k, points in enumerate(t.strand.points):
        steps = np.arange(1, len(points) + 1)[:, None]
        position[points] = t.strand.root[k] + steps * t.strand.link[k] * t.strand.frame[k][:, 2]
        previous[points] = position[points]
        velocity[points] = 0.0
    out = {"vertex.position": position}
    if v.back:
        out["vertex.previous"] = previous
    if v.velocity:
        out["vertex.velocity"] = velocity
    return out
