"""Fleets of robots on a grid of tiles: what each does, which tasks wait, who may enter a tile."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, truth, whole, zero
from generator.synthesis.schemas.entities import (
    EARLIER,
    NEAR,
    ONE,
    RANGE,
    RESULT,
    STATE,
    Entity,
    attribute,
    number,
    relation,
)
from generator.synthesis.schemas.schema import Schema

ROVER = Entity(
    "rover",
    "rovers",
    (
        attribute("mode", "int", code(5), "", "mode", "rover_mode modes mode", STATE),
        attribute("timer", "int", whole(0, 16), "", "steps in this mode", "rover_timer timers timer", STATE),
        attribute("flags", "int", bits(4), "", "flags", "rover_flags flags flags", STATE),
        attribute("retries", "int", whole(0, 4), "", "number of failed tries", "rover_retries retries tries", STATE),
        attribute("column", "int", whole(0, 6), "", "column of its tile", "rover_x columns cx", STATE),
        attribute("line", "int", whole(0, 3), "", "row of its tile", "rover_y lines cy", STATE),
        attribute("goal_column", "int", whole(0, 6), "", "column of its goal", "rover_goal_x goal_columns gx", STATE),
        attribute("goal_line", "int", whole(0, 3), "", "row of its goal", "rover_goal_y goal_lines gy", STATE),
        attribute("heading", "int", code(4), "", "heading: east, north, west or south", "rover_dir headings dir", STATE),
        attribute("charge", "int", whole(0, 101), "%", "charge", "rover_battery charges charge", STATE),
        attribute("priority", "int", whole(0, 8), "", "priority", "rover_priority priorities prio"),
        attribute("load", "int", whole(0, 3), "", "number of things that it carries", "rover_load loads load", STATE),
        attribute("speed", "float", between(0.0, 1.0), "m/s", "speed", "rover_speed speeds v", STATE),
        attribute("distance", "int", zero(), "", "tiles to its goal", "rover_distance distances dist", RESULT),
        attribute("sight_steps", "int", zero(), "", "number of steps along the line to its goal", "rover_sight_steps sight_steps n_steps", RESULT),
        attribute("next_tile", "int", zero(), "", "tile that it wants to enter, or -1", "rover_next next_tiles nxt", RESULT),
        attribute("granted", "int", zero(2), "", "whether it may enter", "rover_granted granted ok", RESULT),
        attribute("visible", "int", zero(2), "", "whether it sees its goal", "rover_visible visible vis", RESULT),
        attribute("crowd", "int", zero(), "", "number of rovers within the span", "rover_crowd crowds n_near", RESULT),
        attribute("task_number", "int", whole(-1, 3), "", "its task, or -1", "rover_task task_numbers task", STATE),
    ),
    (
        relation("tile", "tile", ONE, "tile that it stands on", "rover_tile rover_tiles tile", optional=True, role=STATE),
        relation("task", "task", ONE, "task that it works on", "rover_task_id rover_tasks job", optional=True, role=STATE),
        relation("team", "team", ONE, "team", "rover_team rover_teams team"),
        relation("others", "rover", NEAR, "rovers nearby", "rover_neighbors neighbors nbr"),
    ),
    index=("tid", "i", "rid"),
)

TILE = Entity(
    "tile",
    "tiles",
    (
        attribute("blocked", "int", bits(1), "", "whether nobody may enter", "tile_blocked blocked wall"),
        attribute("winner", "int", whole(-1, 200), "", "greatest claim, or -1", "tile_top_claim top_claims top", RESULT),
        attribute("claims", "int", zero(), "", "number of claims", "tile_claims claims n_claim", RESULT),
        attribute("cost", "int", whole(1, 9), "", "cost of entering", "tile_cost costs cost"),
        attribute("reach", "int", whole(0, 50), "", "cost from the start", "tile_reach reaches g", STATE),
        attribute("lowest", "int", whole(60, 99), "", "relaxed cost from the start", "tile_lowest lowest_costs g_out", RESULT),
        attribute("visits", "int", whole(0, 3), "", "number of visits in this step", "tile_visits visits n_visit", RESULT),
        attribute("age", "int", whole(0, 20), "", "steps since the last visit", "tile_age ages age", STATE),
    ),
    (relation("next", "tile", NEAR, "tiles beside it", "tile_neighbors next_tiles beside", listed=True),),
    index=("t", "tid", "tile_id"),
)

TASK = Entity(
    "task",
    "tasks",
    (
        attribute("state", "int", code(4), "", "state", "task_state task_states tstate", STATE),
        attribute("owner", "int", whole(-1, 6), "", "rover that works on it, or -1", "task_owner owners owner", STATE),
        attribute("deadline", "int", whole(0, 20), "", "last step at which it is in time", "task_deadline deadlines due"),
        attribute("offers", "int", whole(0, 3), "", "number of offers", "task_offers offers n_off", RESULT),
        attribute("best", "int", whole(50, 99), "", "least offer", "task_best best_offers best", RESULT),
        attribute("late", "int", bits(1), "", "whether it is late", "task_late late late", RESULT),
        attribute("weight", "int", whole(1, 5), "", "weight", "task_weight weights wt"),
        attribute("work", "int", whole(0, 4), "", "steps of work that are left", "task_work work_left left", STATE),
    ),
    (relation("needs", "task", ONE, "task that comes before it", "task_needs prerequisites need", optional=True, leads=EARLIER),),
    index=("tid", "k", "task_id"),
)

TEAM = Entity(
    "team",
    "teams",
    (
        attribute("idle_count", "int", zero(), "", "number of rovers without a task", "team_idle idle_counts n_idle", RESULT),
        attribute("work_count", "int", zero(), "", "number of rovers at work", "team_busy work_counts n_work", RESULT),
        attribute("fault_count", "int", zero(), "", "number of rovers with a fault", "team_faults fault_counts n_fault", RESULT),
        attribute("backlog", "int", zero(), "", "weight of the tasks that it has not done", "team_backlog backlogs w_open", RESULT),
        attribute("open_count", "int", zero(), "", "number of tasks that it has not done", "team_open_tasks open_counts n_open", RESULT),
        attribute("stopped", "bool", truth(), "", "whether it is stopped", "team_stopped stopped stop", STATE),
        attribute("least_charge", "int", whole(60, 101), "%", "least charge", "team_min_charge least_charges c_min", RESULT),
    ),
    (relation("queue", "task", RANGE, "tasks in its queue", "team_queue_start queue_offsets qstart"),),
    index=("m", "team_id"),
)

SLOT = Entity(
    "slot",
    "slots",
    (
        attribute("rover_number", "int", zero(), "", "rover without a task", "idle_rovers idle_list idle", RESULT),
        attribute("charge", "int", zero(), "%", "its charge", "idle_charge idle_charges icharge", RESULT),
    ),
    index=("s",),
    records=(2, 3, 4),
)

COUNTER = Entity(
    "counter",
    "counters",
    (attribute("idle", "int", whole(0, 4), "", "number of rovers without a task", "idle_count idle_counter n_i", RESULT),),
    index=("tid",),
    records=(1,),
)

FLEETS = Schema(
    "fleets of robots",
    (ROVER, TILE, TASK, TEAM, SLOT, COUNTER),
    (
        number("width", "int", whole(6, 9), "", "number of columns", "grid_width width nx"),
        number("height", "int", whole(3, 5), "", "number of lines", "grid_height height ny"),
        number("low_charge", "int", whole(10, 30), "%", "charge below which it must go home", "low_battery low_charge"),
        number("patience", "int", whole(2, 12), "", "steps before it gives up", "timeout patience"),
        number("max_retries", "int", whole(1, 3), "", "number of tries", "max_retries tries_max"),
        number("step", "int", whole(0, 20), "", "number of the step", "step current_step"),
        number("span", "int", whole(1, 4), "", "distance in tiles", "span view_range"),
    ),
    {"RoverMode": ("IDLE", "SEARCH", "CARRY", "CHARGE", "FAULT"), "TaskState": ("WAITING", "OFFERED", "RUNNING", "DONE")},
)
