"""Statements for the family ``game_weapons``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, inverse, rotate, unit


def aim_weapon(t, v, n):
    u = t.unit
    aim, ready = u.aim.copy(), u.ready.copy()
    for i, k in enumerate(u.foe):
        offset = u.pose[k, :3] - u.pose[i, :3]
        ready[i] = k >= 0 and np.linalg.norm(offset) >= 1e-4
        if not ready[i] and (k >= 0 or v.rest == "hold"):
            continue
        wanted = rotate(inverse(u.pose[i, 3:]), unit(offset)) if k >= 0 else np.array([1.0, 0.0, 0.0])
        turn = np.cross(aim[i], wanted)
        share = n.turn_limit / max(np.linalg.norm(turn), 1e-9)
        # where it looks away, the sine falls again
        turn *= share if aim[i] @ wanted < 0 else min(1.0, share)
        aim[i] = unit(aim[i] + np.cross(turn, aim[i]))
        ready[i] &= np.linalg.norm(offset) < u.range[i] and aim[i] @ wanted > 0.9
    return {"unit.aim": aim} | ({"unit.ready": ready} if v.ready else {})


def place_weapon(t, v, n):
    u = t.unit
    carriers = [compose(u.pose[k], p) if v.riding and k >= 0 else p for p, k in zip(u.pose, u.leader, strict=True)]
    return {"unit.muzzle": np.array([compose(p, mount) for p, mount in zip(carriers, u.mount, strict=True)])}


def count_targets(t, v, n):
    u = t.unit
    counts = np.zeros(len(u.range), dtype=int)
    for i, near in enumerate(u.nearby):
        forward = rotate(u.pose[i, 3:], np.array([1.0, 0.0, 0.0]))
        offsets = u.pose[near[near != i], :3] - u.pose[i, :3]
        seen = np.linalg.norm(offsets, axis=1) < u.range[i]
        counts[i] = (seen & ((offsets @ forward >= 0.0) | (not v.ahead))).sum()
    return {"unit.targets": counts} | ({"unit.ready": counts > 0} if v.ready else {})
