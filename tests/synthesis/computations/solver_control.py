"""What steers a solver, stated by the rule of each test."""

from __future__ import annotations

import numpy as np

RUNNING, CONVERGED, FAILED = range(3)


def solver_test_convergence(t, v, n):
    made = {name: getattr(t.world, name).copy() for name in ("iteration", "done", "status")}
    unfinished = t.launch.unfinished.copy()
    for w in np.flatnonzero(~t.world.done.astype(bool)):
        made["iteration"][w] += 1
        if np.sqrt(t.world.norm[w]) <= n.tolerance * np.sqrt(t.world.norm_start[w]):
            made["done"][w], made["status"][w] = True, CONVERGED
        elif v.limit and t.world.iteration[w] + 1 >= n.most_iterations:
            made["done"][w], made["status"][w] = True, FAILED
        else:
            made["status"][w] = RUNNING
            unfinished[0] += 1
    result = {f"world.{name}": value for name, value in made.items()}
    return {**result, "launch.unfinished": unfinished} if v.counted else result


def solver_reset(t, v, n):
    kept = ~t.world.accepted.astype(bool) if v.warm else np.zeros(len(t.world.accepted), bool)
    made = {
        "world.iteration": np.where(kept, t.world.iteration, 0),
        "world.done": np.where(kept, t.world.done, False),
    }
    if v.sums:
        made["world.status"] = np.where(kept, t.world.status, RUNNING)
        made["world.dot"] = np.where(kept, t.world.dot, 0.0)
        made["world.square"] = np.where(kept, t.world.square, 0.0)
    return made


def solver_list_worlds(t, v, n):
    done = t.world.done.astype(bool)
    first = t.launch.unfinished[0]
    slots = first + np.cumsum(~done) - 1
    unfinished = t.launch.unfinished.copy()
    unfinished[0] += (~done).sum()
    return {"world.slot": np.where(done, -1 if v.kept else t.world.slot, slots), "launch.unfinished": unfinished}


def solver_line_search(t, v, n):
    steps = 0.5 ** np.arange(n.trials)
    if v.test == "armijo":
        good = t.world.trial <= t.world.cost_old[:, None] + n.decrease * steps * t.world.slope[:, None]
    else:
        good = t.world.trial < t.world.cost_old[:, None]
    none = n.trials - 1 if v.fallback == "last" else -1
    return {"world.chosen": np.where(good.any(1), good.argmax(1), none)}


def solver_best_trial(t, v, n):
    chosen, cost = t.world.trial.argmin(1), t.world.trial.min(1)
    better = cost < t.world.cost_old if v.improved else np.ones(len(cost), bool)
    made = {"world.chosen": np.where(better, chosen, -1)}
    if v.cost:
        made["world.cost"] = np.where(better, cost, t.world.cost)
    return made


def solver_judge_step(t, v, n):
    gain = t.world.cost_old - t.world.cost
    good, poor = gain > 0.75 * t.world.predicted, gain < 0.25 * t.world.predicted
    made = {"world.accepted": gain > 0.0}
    if v.update == "damping":
        less = np.maximum(t.world.damping / 3.0, 0.1)
        made["world.damping"] = np.where(good, less, np.where(poor, 2.0 * t.world.damping, t.world.damping))
    else:
        more = np.minimum(2.0 * t.world.radius, n.radius_limit)
        made["world.radius"] = np.where(good, more, np.where(poor, t.world.radius / 4.0, t.world.radius))
    if v.kept:
        made["world.cost_old"] = np.where(gain > 0.0, t.world.cost, t.world.cost_old)
    return made


def solver_take_step(t, v, n):
    d = -t.unknown.step if v.sign == "minus" else t.unknown.step
    if v.limit == "each":
        d = np.clip(d, -n.step_limit, n.step_limit)
    x = t.unknown.x + d
    if v.limit == "bounds":
        x = np.clip(x, t.unknown.lower, t.unknown.upper)
    if v.accepted:
        x = np.where(t.world.accepted[t.unknown.world].astype(bool), x, t.unknown.x)
    return {"unknown.x": x}


def solver_keep_best(t, v, n):
    better = (t.world.cost < t.world.cost_best)[t.unknown.world]
    made = {"unknown.x_best": np.where(better, t.unknown.x, t.unknown.x_best)}
    if v.other == "restore":
        made["unknown.x"] = np.where(better, t.unknown.x, t.unknown.x_best)
    return made


def solver_count_rows(t, v, n):
    counted = np.ones(len(t.row.type), bool)
    if v.kinds == "contact":
        counted = t.row.type == 2
    elif v.kinds == "two":
        counted = (t.row.a >= 0) & (t.row.b >= 0)
    total = t.world.rows_counted.copy()
    np.add.at(total, t.row.world[counted], 1)
    made = {"world.rows_counted": total}
    if v.capacity:
        made["launch.overflow"] = t.launch.overflow.copy()
        without = np.maximum(total - n.row_capacity, 0) - np.maximum(t.world.rows_counted - n.row_capacity, 0)
        made["launch.overflow"][0] += without.sum()
    return made


def solver_shift_history(t, v, n):
    made = {"unknown.r_old": t.unknown.r}
    if v.product:
        made["world.dot"] = t.world.dot.copy()
        np.add.at(made["world.dot"], t.unknown.world, t.unknown.r * t.unknown.r_old)
    return {**made, "unknown.g_old": t.unknown.g} if v.fields == "both" else made
