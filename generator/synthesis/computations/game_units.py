"""Units in space: how they drive and fly, what they ride on, what they do next."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.games import GAMES

UnitType: Any = None
UnitMode: Any = None
WAIT_STEPS = 5
LOW_FUEL = 0.2
RESERVE = 0.1
"""Fuel that does not drive a unit any more."""


@law
def step_pose(xf: wp.transform, twist: wp.spatial_vector, dt: float) -> wp.transform:
    """Pose after one explicit step of a twist in the world's frame, the quaternion normalized again."""
    q = wp.transform_get_rotation(xf)
    w = wp.spatial_bottom(twist)
    dq = wp.quat(w[0], w[1], w[2], 0.0) * q
    return wp.transform(
        wp.transform_get_translation(xf) + wp.spatial_top(twist) * dt, wp.normalize(q + dq * (0.5 * dt))
    )


@law
def in_reach(a: wp.vec3, b: wp.vec3, reach: float) -> bool:
    """Whether two points are nearer than a reach."""
    d = a - b
    return wp.dot(d, d) < reach * reach


@computation(
    GAMES,
    "turn the controls of each unit into an acceleration in the world by its kind, no greater in any direction than the highest,",
    fuel={True: "while it has more fuel than its reserve", False: ""},
    drag={True: "less drag", False: ""},
)
def drive_unit(unit: Any, drag: Any, max_acceleration: Any, turn_acceleration: Any) -> None:
    xf = unit.pose
    u = unit.controls
    if v.fuel and unit.fuel <= RESERVE:
        # nothing drives it any more
        u = wp.vec3()
    kind = unit.kind
    local = wp.vec3(u[0], 0.0, 0.0)
    turn = u[1]
    if kind == UnitType.WALKER:
        local = wp.vec3(u[0], u[1], 0.0)
        turn = 0.0
    elif kind == UnitType.AIRCRAFT:
        local = wp.vec3(u[0], 0.0, u[2])
    elif not unit.grounded:
        # wheels in the air do nothing
        local = wp.vec3(0.0, 0.0, 0.0)
        turn = 0.0
    # no more in two directions than in one
    local = local / wp.max(wp.length(local), 1.0)
    linear = max_acceleration * wp.transform_vector(xf, local)
    # it turns about its own vertical
    angular = wp.transform_vector(xf, wp.vec3(0.0, 0.0, turn_acceleration * turn))
    if v.drag:
        linear -= drag * wp.spatial_top(unit.twist)
        angular -= drag * wp.spatial_bottom(unit.twist)
    unit.acceleration = wp.spatial_vector(linear, angular)


@computation(
    GAMES,
    "move units by their velocities",
    force={True: "as their acceleration has changed them", False: ""},
    ground={True: "and stop them at the ground", False: ""},
    fuel={True: "and use up fuel by their throttle, down to the reserve", False: ""},
)
def move_unit(unit: Any, dt: Any) -> None:
    twist = unit.twist
    if v.force:
        twist = twist + unit.acceleration * dt
    xf = step_pose(unit.pose, twist, dt)
    if v.ground:
        p = wp.transform_get_translation(xf)
        on_ground = p[2] <= 0.0
        if on_ground:
            vel = wp.spatial_top(twist)
            twist = wp.spatial_vector(wp.vec3(vel[0], vel[1], wp.max(vel[2], 0.0)), wp.spatial_bottom(twist))
            xf = wp.transform(wp.vec3(p[0], p[1], 0.0), wp.transform_get_rotation(xf))
        unit.grounded = on_ground
    if v.force or v.ground:
        unit.twist = twist
    unit.pose = xf
    if v.fuel:
        # the reserve drives nothing
        if unit.fuel > RESERVE:
            unit.fuel = wp.max(unit.fuel - wp.abs(unit.controls[0]) * dt, RESERVE)


@computation(
    GAMES,
    "find the velocity that each unit gets from the one that it rides on",
    add={True: "added to its own", False: ""},
)
def carry_unit(unit: Any) -> None:
    leader = unit.leader
    r = wp.transform_get_translation(unit.pose) - wp.transform_get_translation(leader.pose)
    w = wp.spatial_bottom(leader.twist)
    vel = wp.spatial_top(leader.twist) + wp.cross(w, r)
    if v.add:
        unit.carried_twist = wp.spatial_vector(vel, w) + unit.twist
    else:
        unit.carried_twist = wp.spatial_vector(vel, w)


@computation(
    GAMES,
    "choose what each unit that hauls goods does next, taking and leaving one a step,",
    patience={True: "and wait where there are none", False: ""},
)
def haul_goods(unit: Any, reach: Any) -> None:
    mode = unit.mode
    home = unit.home
    mine = unit.mine
    next_mode = int(mode)
    p = wp.transform_get_translation(unit.pose)
    load = unit.load
    if mode == UnitMode.WAIT:
        if unit.wait <= 0:
            next_mode = UnitMode.GO_OUT
        unit.wait = wp.max(unit.wait - 1, 0)
    elif mode == UnitMode.GO_OUT:
        if in_reach(p, mine.place, reach):
            next_mode = UnitMode.LOAD
    elif mode == UnitMode.LOAD:
        if load >= unit.room:
            next_mode = UnitMode.GO_HOME
        else:
            # those that ask before it may have taken all that there is
            turn = wp.atomic_add(mine.asked, 1)
            if turn < mine.goods:
                unit.load = load + 1
                mine.goods_change -= 1
            elif v.patience:
                unit.wait = WAIT_STEPS
                next_mode = UnitMode.WAIT
            else:
                next_mode = UnitMode.GO_HOME
    elif mode == UnitMode.GO_HOME:
        if in_reach(p, home.place, reach):
            next_mode = UnitMode.UNLOAD
    else:
        if load > 0:
            unit.load = load - 1
            home.goods_change += 1
        else:
            next_mode = UnitMode.WAIT
    unit.next_mode = next_mode


@computation(GAMES, "stop units that are low on fuel", keep={True: "but keep their vertical velocity", False: ""})
def stop_empty_units(unit: Any) -> None:
    if unit.fuel > LOW_FUEL:
        return
    if v.keep:
        unit.twist = wp.spatial_vector(0.0, 0.0, unit.twist[2], 0.0, 0.0, 0.0)
    else:
        unit.twist = wp.spatial_vector()
