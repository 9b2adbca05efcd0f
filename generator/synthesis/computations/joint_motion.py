"""Joints in motion by type: coordinates in time and at rest."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, JointKind


@law
def turn_by_rate(q: wp.quat, omega: wp.vec3, dt: float) -> wp.quat:
    """Orientation after a step at a rate in the outer frame, to first order and of unit length."""
    return wp.normalize(q + wp.quat(omega[0], omega[1], omega[2], 0.0) * q * (0.5 * dt))


@computation(
    SIMULATION,
    "integrate the generalised coordinates of every joint by its kind, quaternions by the angular velocity in the parent frame to first order, then normalised",
    rates={True: "after its velocities by its accelerations", False: ""},
    disabled={True: "for enabled joints", False: ""},
)
def advance_joint(joint: Any, dt: Any) -> None:
    kind = joint.kind
    if v.disabled:
        if not joint.enabled or kind == JointKind.FIXED:
            return
    else:
        if kind == JointKind.FIXED:
            return
    first = int(0)
    vel = wp.vec3(joint.rates[0], joint.rates[1], joint.rates[2])
    omega = wp.vec3(joint.rates[3], joint.rates[4], joint.rates[5])
    if v.rates:
        linear = wp.vec3(joint.accelerations[0], joint.accelerations[1], joint.accelerations[2])
        angular = wp.vec3(joint.accelerations[3], joint.accelerations[4], joint.accelerations[5])
        vel = vel + dt * linear
        omega = omega + dt * angular
        for k in range(3):
            joint.rates[k] = vel[k]
            joint.rates[3 + k] = omega[k]
    if kind == JointKind.HINGE or kind == JointKind.SLIDE:
        joint.values[0] = joint.values[0] + vel[0] * dt
        return
    if kind == JointKind.FREE:
        first = 3
        for k in range(3):
            joint.values[k] = joint.values[k] + vel[k] * dt
    else:
        omega = vel
    q = wp.quat(joint.values[first], joint.values[first + 1], joint.values[first + 2], joint.values[first + 3])
    q = turn_by_rate(q, omega, dt)
    for k in range(4):
        joint.values[first + k] = q[k]


@computation(
    SIMULATION,
    "set the coordinates of every joint to its rest configuration, identity quaternions for ball and free joints",
    rates={True: "at zero velocity", False: ""},
    given={"reference": "", "solver": "in the solver's layout too"},
)
def rest_joint(joint: Any) -> None:
    kind = joint.kind
    for k in range(7):
        joint.values[k] = 0.0
        if v.given == "solver":
            joint.solver_values[k] = 0.0
    if v.rates:
        for k in range(6):
            joint.rates[k] = 0.0
    if kind == JointKind.FREE:
        joint.values[6] = 1.0
        if v.given == "solver":
            joint.solver_values[3] = 1.0
    elif kind == JointKind.BALL:
        joint.values[3] = 1.0
        if v.given == "solver":
            joint.solver_values[0] = 1.0
    elif kind != JointKind.FIXED:
        joint.values[0] = joint.rest
        if v.given == "solver":
            joint.solver_values[0] = joint.rest
