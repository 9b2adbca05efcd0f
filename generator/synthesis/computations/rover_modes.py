"""What rovers of a fleet do: modes, tasks, faults, counts of teams."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.fleets import FLEETS

FAULTY = 1
BLOCKED = 2
ARRIVED = 4
SEEN = 8
FULL = 100
CHARGE_RATE = 5

counter: Any = None
slot: Any = None
"""Records of the schema by their number."""

RoverMode: Any = None
TaskState: Any = None
"""Enumerations of the schema."""


@law
def rover_has_flag(flags: int, flag: int) -> bool:
    """Whether a flag is set among the bits of a rover."""
    return (flags & flag) != 0


@law
def without_flag(flags: int, flag: int) -> int:
    """Bits with one flag cleared and the others as they were."""
    return flags & ~flag


@computation(
    FLEETS,
    "advance the mode of each rover, a state machine over its faults, charge, task, flags and timer,",
    timer={True: "keeping the time in its mode", False: ""},
    fault={True: "with a fault after too many searches", False: ""},
    stop={True: "unless its team is stopped", False: ""},
)
def advance_rover_mode(rover: Any, low_charge: Any, patience: Any, max_retries: Any) -> None:
    if v.stop and rover.team.stopped:
        return
    mode = rover.mode
    flags = rover.flags
    next_mode = mode
    if (flags & FAULTY) != 0:
        next_mode = RoverMode.FAULT
    elif rover.charge < low_charge:
        next_mode = RoverMode.CHARGE
    elif mode == RoverMode.IDLE:
        if rover.task_number >= 0:
            next_mode = RoverMode.SEARCH
    elif mode == RoverMode.SEARCH:
        if (flags & SEEN) != 0 and (flags & ARRIVED) != 0:
            next_mode = RoverMode.CARRY
        elif rover.timer > patience:
            next_mode = RoverMode.IDLE
            if v.fault:
                tries = rover.retries + 1
                rover.retries = tries
                if tries > max_retries:
                    next_mode = RoverMode.FAULT
    elif mode == RoverMode.CARRY:
        if (flags & ARRIVED) != 0:
            next_mode = RoverMode.IDLE
    elif mode == RoverMode.CHARGE:
        if rover.charge >= 2 * low_charge:
            next_mode = RoverMode.IDLE
    elif v.fault:
        # who tried too often stays until its tries are forgotten
        if rover.retries <= max_retries:
            next_mode = RoverMode.IDLE
    else:
        next_mode = RoverMode.IDLE
    rover.mode = next_mode
    if v.timer:
        if next_mode == mode:
            rover.timer = rover.timer + 1
        else:
            rover.timer = 0


@computation(
    FLEETS,
    "set the speed of each rover by its mode, 1 when it searches, 0.5 when it carries or drives to charge, else 0,",
    load={True: "divided by one more than its load when it does either,", False: ""},
    blocked={True: "and 0 where its way is blocked or its team is stopped", False: "and 0 where its team is stopped"},
)
def rover_speed_by_mode(rover: Any) -> None:
    if rover.team.stopped or (v.blocked and rover_has_flag(rover.flags, BLOCKED)):
        rover.speed = 0.0
        return
    mode = rover.mode
    speed = float(0.0)
    if mode == RoverMode.SEARCH:
        speed = 1.0
    elif mode == RoverMode.CARRY or mode == RoverMode.CHARGE:
        speed = 0.5
        if v.load:
            speed = 0.5 / float(1 + rover.load)
    rover.speed = speed


@computation(
    FLEETS,
    "count the idle and the working rovers of each team",
    faults={True: "and those with a fault", False: ""},
    charge={True: "and find the least charge of the team", False: ""},
)
def count_team_modes(rover: Any) -> None:
    team = rover.team
    mode = rover.mode
    if mode == RoverMode.IDLE:
        team.idle_count += 1
    elif mode == RoverMode.SEARCH or mode == RoverMode.CARRY:
        team.work_count += 1
    elif v.faults:
        if mode == RoverMode.FAULT:
            team.fault_count += 1
    if v.charge:
        wp.atomic_min(team.least_charge, rover.charge)


@computation(
    FLEETS,
    "list the idle rovers without a task by atomically taken slots",
    charge={True: "with their charge", False: ""},
    low={True: "leaving out those of low charge", False: ""},
)
def list_idle_rovers(rover: Any, low_charge: Any) -> None:
    if rover.mode != RoverMode.IDLE or rover.task_number >= 0:
        return
    if v.low and rover.charge < low_charge:
        return
    place = wp.atomic_add(counter[0].idle, 1)
    if place >= count(slot):
        return
    slot[place].rover_number = rover.index
    if v.charge:
        slot[place].charge = rover.charge


@computation(
    FLEETS,
    "lower the best offer for the task of each rover to the Manhattan distance of its goal by atomic minimum",
    counted={True: "and count the offers", False: ""},
    state={True: "while the task waits", False: ""},
)
def offer_for_task(rover: Any) -> None:
    task = rover.task
    if v.state and task.state != TaskState.WAITING:
        return
    dx = rover.goal_column - rover.column
    dy = rover.goal_line - rover.line
    wp.atomic_min(task.best, wp.abs(dx) + wp.abs(dy))
    if v.counted:
        task.offers += 1


@computation(
    FLEETS,
    "release the task of each carrying rover that has arrived and make it idle,",
    flags={True: "clearing its flags of arrival and of having seen its goal", False: ""},
    load={True: "with nothing left to carry", False: ""},
)
def release_rover_task(rover: Any) -> None:
    flags = rover.flags
    if rover.mode != RoverMode.CARRY or not rover_has_flag(flags, ARRIVED):
        return
    rover.task_number = -1
    rover.mode = RoverMode.IDLE
    if v.flags:
        rover.flags = without_flag(without_flag(flags, ARRIVED), SEEN)
    if v.load:
        rover.load = 0


@computation(
    FLEETS,
    "advance the state of each task, waiting to offered by an offer, offered to running by an owner or else back to waiting, running to done at the end of its work,",
    late={True: "marking those past their deadline", False: ""},
    needs={True: "with no offer taken before the task that it needs is worked off", False: ""},
)
def advance_task_state(task: Any, step: Any) -> None:
    state = task.state
    if v.late:
        if state != TaskState.DONE and step > task.deadline:
            task.late = 1
        else:
            task.late = 0
    if state == TaskState.WAITING:
        ready = task.offers > 0
        if v.needs:
            if exists(task.needs):
                ready = ready and task.needs.work <= 0
        if ready:
            state = int(TaskState.OFFERED)
    elif state == TaskState.OFFERED:
        if task.owner >= 0:
            state = int(TaskState.RUNNING)
        else:
            state = int(TaskState.WAITING)
    elif state == TaskState.RUNNING:
        if task.work <= 0:
            state = int(TaskState.DONE)
    task.state = state


@computation(
    FLEETS,
    "add up weight and number of the tasks in the queue of each team that are not done",
    late={True: "counting late ones alone", False: ""},
)
def team_backlog(team: Any) -> None:
    total = int(0)
    n = int(0)
    for task in team.queue:
        if task.state == TaskState.DONE:
            continue
        if v.late and task.late == 0:
            continue
        total += task.weight
        n += 1
    team.backlog = total
    team.open_count = n


@computation(
    FLEETS,
    "charge each rover that charges by 5 % up to full and drain the others",
    load={True: "by 1 % and 1 % more for each thing that they carry", False: "by 1 %"},
)
def update_rover_charge(rover: Any) -> None:
    c = rover.charge
    if rover.mode == RoverMode.CHARGE:
        rover.charge = wp.min(c + CHARGE_RATE, FULL)
    elif v.load:
        rover.charge = wp.max(c - 1 - rover.load, 0)
    else:
        rover.charge = wp.max(c - 1, 0)
