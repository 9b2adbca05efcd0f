"""Ends and beginnings of episodes, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import matrix


def find_episode_end(t, v, n):
    e = t.environment
    p, up = e.root_pose[:, :3], matrix(e.root_pose[:, 3:])[:, 2, 2]
    causes = (p[:, 2] < n.fall_height) * 2
    if v.tilt:
        causes = causes + (up < 0.5) * 8
    if v.target:
        causes = causes + (np.linalg.norm(e.target - p, axis=1) < n.reach) * 4
    late = e.steps >= n.max_steps
    found = {"environment.done": late | (causes > 0), "environment.causes": causes + late * 1}
    return {**found, "environment.truncated": late & (causes == 0)} if v.truncate else found


def flag_environment_resets(t, v, n):
    e = t.environment
    over = e.done.astype(bool) | (e.steps + 1 >= n.max_steps)
    found = {"environment.reset": over}
    return {**found, "environment.steps": (e.steps + 1) * ~over} if v.counted else found


def tally_episode(t, v, n):
    e, g = t.environment, t.tally
    done = np.flatnonzero(e.done)
    groups = e.tally[done]
    found = {"episodes": (g.episodes.copy(), 1), "total_return": (g.total_return.copy(), e.discounted[done])}
    if v.length:
        found["total_steps"] = (g.total_steps.copy(), e.steps[done])
    if v.causes:
        late, fell = e.causes[done] % 2, e.causes[done] // 2 % 2
        found |= {"timeouts": (g.timeouts.copy(), late), "falls": (g.falls.copy(), fell)}
    for total, values in found.values():
        np.add.at(total, groups, values)
    result = {f"tally.{word}": total for word, (total, _) in found.items()}
    if v.best:
        result["tally.best_return"] = g.best_return.copy()
        np.maximum.at(result["tally.best_return"], groups, e.discounted[done])
    return result


def close_episode(t, v, n):
    e, done = t.environment, t.environment.done.astype(bool)
    found = {
        "environment.last_steps": np.where(done, e.steps, e.last_steps),
        "environment.last_return": np.where(done, e.discounted, e.last_return),
    }
    if v.success:
        found["environment.successes"] = e.successes + (done & (e.causes & 4 > 0))
    if v.clear:
        found |= {"environment.steps": e.steps * ~done, "environment.discounted": e.discounted * ~done}
    return found


def reset_from_template(t, v, n):
    e, k = t.environment, t.template
    marked, placed = e.reset.astype(bool), e.template >= 0
    pose, twist = k.pose[e.template], k.twist[e.template]
    if v.missing == "origin":
        pose[~placed], twist[~placed] = [0, 0, 0, 0, 0, 0, 1], 0.0
        pose[~placed, 2] = e.start_height[~placed]
    taken = (marked & (placed | (v.missing == "origin")))[:, None]
    found = {
        "environment.root_pose": np.where(taken, pose, e.root_pose),
        "environment.root_twist": np.where(taken, twist, e.root_twist),
        "environment.steps": e.steps * ~taken[:, 0],
    }
    if v.target:
        goal = np.where(placed[:, None], k.target[e.template], 0.0)
        found["environment.target"] = np.where(taken, goal, e.target)
    if v.count:
        found["template.uses"] = k.uses + np.bincount(e.template[marked & placed], minlength=len(k.uses))
    return found


def choose_template(t, v, n):
    levels = t.template.level
    hardest = [levels[levels <= level].max(initial=-1) for level in t.environment.level]
    fitting = [np.flatnonzero(levels == level) for level in hardest]
    place = 0 if v.order == "first" else -1
    return {"environment.chosen": np.array([k[place] if len(k) else -1 for k in fitting])}


def reset_environment_joint(t, v, n):
    j = t.joint
    marked = t.environment.reset.astype(bool)[j.environment]
    q = j.nominal
    if v.start == "action":
        q = np.clip(q + j.scale * j.last_action, j.lower, j.upper)
    values = {"position": q, "velocity": 0 * q, "target": q, **({"torque": 0 * q} if v.torque else {})}
    found = {f"joint.{word}": np.where(marked, value, getattr(j, word)) for word, value in values.items()}
    return {**found, "joint.buffer": j.buffer * ~marked[:, None]} if v.buffer else found


def accumulate_return(t, v, n):
    e = t.environment
    reward = np.clip(e.reward, -1, 1) if v.bound else e.reward
    kept = e.discounted * ~e.reset.astype(bool) if v.reset else e.discounted
    return {"environment.discounted": reward + n.gamma * kept}


def count_done_environments(t, v, n):
    e, many = t.environment, len(t.tally.episodes)
    over = e.done.astype(bool)
    found = {"tally.episodes": t.tally.episodes + np.bincount(e.tally[over], minlength=many)}
    if v.open:
        steps = np.bincount(e.tally[~over], e.steps[~over], minlength=many)
        found["tally.total_steps"] = t.tally.total_steps + steps.astype(int)
    return found
