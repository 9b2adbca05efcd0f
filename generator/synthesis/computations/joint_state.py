"""State of joints: resets, maps, limits that are reached, what their kinds ask for."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.joints import JOINTS

KINEMATIC = 1

DriveMode: Any = None
JointType: Any = None
"""Enumerations of the schema."""


@computation(
    JOINTS,
    "clamp the coordinates of each joint to their limits",
    kinds={"all": "", "hinge": "for hinges and slides"},
    speed={True: "zeroing the velocity of those clamped", False: ""},
)
def project_joint_limits(joint: Any) -> None:
    if v.kinds == "hinge":
        kind = joint.kind
        limited = kind == JointType.HINGE or kind == JointType.SLIDE
    for c in joint.coords:
        q = c.position
        q_new = wp.clamp(q, c.lower, c.upper)
        if v.kinds == "hinge" and not limited:
            q_new = q
        c.position = q_new
        if v.speed:
            c.velocity = c.velocity if q_new == q else 0.0


@computation(
    JOINTS,
    "copy the coordinates of each joint from the ones they are mapped to",
    part={"position": "", "both": "with velocities"},
    missing={"skip": "", "zero": "and zero where unmapped"},
)
def copy_mapped_coords(joint: Any) -> None:
    for c in joint.coords:
        source = c.source
        if v.missing == "zero" and not exists(source):
            c.copied = 0.0
            if v.part == "both":
                c.copied_velocity = 0.0
            continue
        c.copied = source.position
        if v.part == "both":
            c.copied_velocity = source.velocity


@computation(
    JOINTS,
    "accumulate subtree masses: each body adds its mass to itself and to all of its ancestors, walking up the tree",
    kinematic={True: "leaving out kinematic bodies", False: ""},
)
def sum_subtree_mass(body: Any) -> None:
    if v.kinematic and (body.flags & KINEMATIC) != 0:
        return
    m = body.mass
    wp.atomic_add(body.subtree_mass, m)
    i = int(body.index)
    while exists(body[i].parent):
        i = body[i].parent.index
        wp.atomic_add(body[i].subtree_mass, m)


@computation(
    JOINTS,
    "compute the tracking error of each joint over its coordinates",
    driven={"position": "that are driven by position,", "velocity": "that are driven by velocity,"},
    measure={
        "largest": "the largest absolute error,",
        "mean": "the mean absolute error,",
        "rms": "the root mean square error,",
    },
    counted={True: "and count these coordinates", False: ""},
)
def joint_tracking_error(joint: Any) -> None:
    error = float(0.0)
    if v.counted or v.measure != "largest":
        n = int(0)
    for c in joint.coords:
        if v.driven == "position":
            if c.mode != DriveMode.POSITION:
                continue
            err = c.target - c.position
        else:
            if c.mode != DriveMode.VELOCITY:
                continue
            err = c.target_velocity - c.velocity
        if v.measure == "largest":
            error = wp.max(error, wp.abs(err))
        elif v.measure == "mean":
            error += wp.abs(err)
        else:
            error += err * err
        if v.counted or v.measure != "largest":
            n += 1
    if v.measure == "mean":
        if n > 0:
            error = error / float(n)
    elif v.measure == "rms":
        if n > 0:
            error = wp.sqrt(error / float(n))
    if v.driven == "position":
        joint.tracking = error
    else:
        joint.velocity_tracking = error
    if v.counted:
        joint.driven_count = n


@computation(
    JOINTS,
    "count the coordinates of each joint that are beyond a limit",
    ball={True: "zero for ball joints", False: ""},
    enabled={True: "zero for disabled joints", False: ""},
)
def count_joint_limits(joint: Any) -> None:
    if v.ball and joint.kind == JointType.BALL:
        joint.limited_count = 0
        return
    if v.enabled and not joint.enabled:
        joint.limited_count = 0
        return
    n = int(0)
    for c in joint.coords:
        q = c.position
        if q < c.lower or q > c.upper:
            n += 1
    joint.limited_count = n


@computation(
    JOINTS,
    "reset the coordinates of the joints in one group to their initial positions",
    velocity={True: "with zero velocity", False: ""},
    target={True: "and their targets there too", False: ""},
)
def reset_joint_group(joint: Any, group: Any) -> None:
    if joint.group != group:
        return
    for c in joint.coords:
        c.position = c.initial
        if v.velocity:
            c.velocity = 0.0
        if v.target:
            c.target = c.initial


@computation(
    JOINTS,
    "clamp the efforts of each joint's coordinates to their limits",
    report={True: "storing the mechanical power effort times velocity", False: ""},
    skip={True: "for enabled joints", False: ""},
)
def clamp_joint_efforts(joint: Any) -> None:
    if v.skip and not joint.enabled:
        return
    if v.report:
        power = float(0.0)
    for c in joint.coords:
        limit = c.effort_limit
        tau = wp.clamp(c.effort, -limit, limit)
        c.effort = tau
        if v.report:
            power += tau * c.velocity
    if v.report:
        joint.power = power
