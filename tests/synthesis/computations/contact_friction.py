"""What the computations of ``contact_friction`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of


class _Ends:
    """The bodies of a contact: how a push at the point changes their twists, and how fast the point moves.

    A side without a body is fixed."""

    def __init__(self, t: Any, k: int) -> None:
        ends, b = ((t.contact.a[k], -1.0), (t.contact.b[k], 1.0)), t.body
        self.bodies, self.signs = [i for i, _ in ends if i >= 0], [sign for i, sign in ends if i >= 0]
        self.levers = [t.contact.point[k] - point_of(b.pose[i], b.center[i]) for i in self.bodies]
        self.responses = [(b.inverse_mass[i], b.inverse_inertia[i]) for i in self.bodies]
        self.twists = [b.twist[i] for i in self.bodies]

    def speed(self) -> Any:
        moves = (x[:3] + np.cross(x[3:], r) for x, r in zip(self.twists, self.levers, strict=True))
        return sum((sign * move for sign, move in zip(self.signs, moves, strict=True)), np.zeros(3))

    def stiffness(self, n: Any) -> float:
        sides = zip(self.levers, self.responses, strict=True)
        return float(sum(w + np.cross(r, n) @ inertia @ np.cross(r, n) for r, (w, inertia) in sides))

    def push(self, delta: Any, j: Any) -> None:
        for body, r, (w, inertia), sign in zip(self.bodies, self.levers, self.responses, self.signs, strict=True):
            delta[body] += sign * np.concatenate([w * j, inertia @ np.cross(r, j)])


def solve_contact_position(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, delta, impulse = t.contact, t.body.delta.copy(), t.contact.impulse.copy()
    counts, state = t.body.contact_count.copy(), np.where(c.distance < 0.0, 1, 0)
    for k in np.flatnonzero((c.distance < 0.0) & ((c.a >= 0) | (c.b >= 0))):
        ends, up = _Ends(t, k), c.normal[k]
        push = -c.distance[k] / ends.stiffness(up)
        move = push * up
        slide = n.dt * ends.speed()
        slide = slide - (slide @ up) * up
        size = np.linalg.norm(slide)
        if v.friction != "none" and size > 1e-6:
            side = slide / size
            whole, limit = size / ends.stiffness(side), c.friction[k] * push
            move = move - min(whole, limit) * side
            state[k] = 2 if whole > limit else 1
        ends.push(delta, n.relaxation * move / n.dt)
        counts[ends.bodies] += 1
        impulse[k] += n.relaxation * push / n.dt
    out = {"body.delta": delta} | ({"contact.state": state} if v.friction == "state" else {})
    if v.counted:
        out["body.contact_count"] = counts
    return out | ({"contact.impulse": impulse} if v.impulse else {})


def solve_contact_tangents(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, delta, impulse = t.contact, t.body.delta.copy(), t.contact.tangent_impulse.copy()
    for k in range(len(impulse)):
        if v.done and t.world.done[c.world[k]]:
            continue
        ends, up = _Ends(t, k), c.normal[k]
        first = np.cross(up, np.eye(3)[0 if abs(up[0]) < 0.5 else 1])
        first = first / np.linalg.norm(first)
        basis = np.stack([first, np.cross(up, first)])
        wanted = np.array([impulse[k] @ x - ends.speed() @ x / (ends.stiffness(x) or 1.0) for x in basis])
        limit = c.friction[k] * max(c.impulse[k], 0.0)
        size = np.linalg.norm(wanted)
        wanted = np.clip(wanted, -limit, limit) if v.bound == "box" else wanted * min(1.0, limit / size)
        ends.push(delta, wanted @ basis - impulse[k])
        impulse[k] = wanted @ basis
    return {"contact.tangent_impulse": impulse, "body.delta": delta}
