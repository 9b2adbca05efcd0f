"""What the computations of ``rover_modes`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

IDLE, SEARCH, CARRY, CHARGE, FAULT = range(5)
FAULTY, BLOCKED, ARRIVED, SEEN = 1, 2, 4, 8
WAITING, OFFERED, RUNNING, DONE = range(4)


def advance_rover_mode(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    mode, timer, retries = r.mode.copy(), r.timer.copy(), r.retries.copy()
    for i, now in enumerate(r.mode):
        if v.stop and t.team.stopped[r.team[i]]:
            continue
        on = {flag for flag in (FAULTY, ARRIVED, SEEN) if r.flags[i] & flag}
        tired = r.timer[i] > n.patience and not {ARRIVED, SEEN} <= on
        following = {
            IDLE: SEARCH if r.task_number[i] >= 0 else IDLE,
            SEARCH: CARRY if {ARRIVED, SEEN} <= on else IDLE if tired else SEARCH,
            CARRY: IDLE if ARRIVED in on else CARRY,
            CHARGE: IDLE if r.charge[i] >= 2 * n.low_charge else CHARGE,
            FAULT: FAULT if v.fault and r.retries[i] > n.max_retries else IDLE,
        }
        new = following[now]
        if FAULTY in on:
            new = FAULT
        elif r.charge[i] < n.low_charge:
            new = CHARGE
        elif now == SEARCH and tired and v.fault:
            retries[i] += 1
            new = FAULT if retries[i] > n.max_retries else IDLE
        mode[i] = new
        timer[i] = timer[i] + 1 if new == now else 0
    out = {"rover.mode": mode}
    return out | ({"rover.timer": timer} if v.timer else {}) | ({"rover.retries": retries} if v.fault else {})


def rover_speed_by_mode(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    loaded = 0.5 / (1 + r.load) if v.load else np.full(len(r.load), 0.5)
    speed = np.select([r.mode == SEARCH, r.mode == CARRY, r.mode == CHARGE], [1.0, loaded, loaded], 0.0)
    stands = t.team.stopped[r.team].astype(bool) | (bool(v.blocked) & (r.flags & BLOCKED > 0))
    return {"rover.speed": np.where(stands, 0.0, speed)}


def count_team_modes(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, e = t.rover, t.team

    def added(counts: Any, *modes: int) -> Any:
        return counts + np.bincount(r.team[np.isin(r.mode, modes)], minlength=len(counts))

    least = e.least_charge.copy()
    np.minimum.at(least, r.team, r.charge)
    out = {"team.idle_count": added(e.idle_count, IDLE), "team.work_count": added(e.work_count, SEARCH, CARRY)}
    if v.faults:
        out["team.fault_count"] = added(e.fault_count, FAULT)
    return out | ({"team.least_charge": least} if v.charge else {})


def list_idle_rovers(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, e = t.rover, t.slot
    free = (r.mode == IDLE) & (r.task_number < 0) & ((r.charge >= n.low_charge) | (not v.low))
    found = np.flatnonzero(free)
    start = t.counter.idle[0]
    kept = found[: max(len(e.charge) - start, 0)]
    places = start + np.arange(len(kept))
    numbers, charges, total = e.rover_number.copy(), e.charge.copy(), t.counter.idle.copy()
    numbers[places], charges[places] = kept, r.charge[kept]
    total[0] += len(found)
    out = {"slot.rover_number": numbers, "counter.idle": total}
    return out | ({"slot.charge": charges} if v.charge else {})


def offer_for_task(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r, e = t.rover, t.task
    best, offers = e.best.copy(), e.offers.copy()
    away = np.abs(r.goal_column - r.column) + np.abs(r.goal_line - r.line)
    for i, k in enumerate(r.task):
        if k >= 0 and (not v.state or e.state[k] == WAITING):
            best[k] = min(best[k], away[i])
            offers[k] += 1
    return {"task.best": best, **({"task.offers": offers} if v.counted else {})}


def release_rover_task(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    there = (r.mode == CARRY) & (r.flags & ARRIVED > 0)
    out = {"rover.task_number": np.where(there, -1, r.task_number), "rover.mode": np.where(there, IDLE, r.mode)}
    if v.flags:
        out["rover.flags"] = np.where(there, r.flags & ~(ARRIVED | SEEN), r.flags)
    return out | ({"rover.load": np.where(there, 0, r.load)} if v.load else {})


def advance_task_state(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, state = t.task, t.task.state.copy()
    late = (e.state != DONE) & (n.step > e.deadline)
    for k, now in enumerate(e.state):
        blocked = v.needs and e.needs[k] >= 0 and e.work[e.needs[k]] > 0
        if now == WAITING and e.offers[k] > 0 and not blocked:
            state[k] = OFFERED
        elif now == OFFERED:
            state[k] = RUNNING if e.owner[k] >= 0 else WAITING
        elif now == RUNNING and e.work[k] <= 0:
            state[k] = DONE
    return {"task.state": state, **({"task.late": np.where(late, 1, 0)} if v.late else {})}


def team_backlog(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.task
    counted = (e.state != DONE) & ((e.late != 0) | (not v.late))
    queues = [[k for k in queue if counted[k]] for queue in t.team.queue]
    return {
        "team.backlog": np.array([e.weight[queue].sum() for queue in queues]),
        "team.open_count": np.array([len(queue) for queue in queues]),
    }


def update_rover_charge(t: Any, v: Any, n: Any) -> dict[str, Any]:
    r = t.rover
    drain = 1 + (r.load if v.load else 0)
    return {"rover.charge": np.clip(np.where(r.mode == CHARGE, r.charge + 5, r.charge - drain), 0, 100)}
