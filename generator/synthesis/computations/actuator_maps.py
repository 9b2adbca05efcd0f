"""Actuators and sites: forces from controls, gains from joints, poses from bodies."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, DriveKind


@computation(
    SIMULATION,
    "compute the force of each actuator by its kind, force, position or velocity, from its control",
    geared={True: "through its gear", False: ""},
    clamp={True: "within the limit of its joint", False: ""},
)
def actuator_force(actuator: Any) -> None:
    dof = actuator.dof
    ctrl = actuator.control
    q = dof.position
    rate = dof.velocity
    if v.geared:
        q = actuator.gear * q
        rate = actuator.gear * rate
    if actuator.kind == DriveKind.FORCE:
        force = ctrl
    elif actuator.kind == DriveKind.POSITION:
        force = dof.stiffness * (ctrl - q) - dof.damping * rate
    else:
        force = dof.damping * (ctrl - rate)
    if v.geared:
        force = actuator.gear * force
    if v.clamp:
        limit = dof.effort_limit
        force = wp.clamp(force, -limit, limit)
    actuator.force = force


@computation(
    SIMULATION,
    "set gain and bias of each actuator from stiffness and damping of its degree of freedom, zero for those that drive nothing,",
    bias={"full": "", "position": "leaving damping out of those that hold a position"},
)
def update_actuator_gains(actuator: Any) -> None:
    dof = actuator.dof
    if not exists(dof):
        actuator.gain = 0.0
        actuator.bias = wp.vec3(0.0)
        return
    kind = actuator.kind
    kp = dof.stiffness
    kd = dof.damping
    if kind == DriveKind.POSITION:
        actuator.gain = kp
        if v.bias == "full":
            actuator.bias = wp.vec3(0.0, -kp, -kd)
        else:
            actuator.bias = wp.vec3(0.0, -kp, 0.0)
    elif kind == DriveKind.VELOCITY:
        actuator.gain = kd
        actuator.bias = wp.vec3(0.0, 0.0, -kd)
    else:
        actuator.gain = 1.0
        actuator.bias = wp.vec3(0.0)


@computation(
    SIMULATION,
    "place each site in the world by the pose of its body, or by its own where it has none",
    velocity={True: "with the velocity of that point", False: ""},
)
def update_site_pose(site: Any) -> None:
    body = site.body
    if not exists(body):
        site.pose = site.local_pose
        if v.velocity:
            site.velocity = wp.vec3(0.0)
        return
    X = wp.transform_multiply(body.pose, site.local_pose)
    site.pose = X
    if v.velocity:
        qd = body.twist
        # the twist is that of the centre of mass
        r = wp.transform_get_translation(X) - wp.transform_point(body.pose, body.com)
        site.velocity = wp.spatial_top(qd) + wp.cross(wp.spatial_bottom(qd), r)


@computation(
    SIMULATION,
    "gather the position of the degree of freedom that each actuator drives",
    gear={True: "multiplied by the gear", False: ""},
    default={True: "with zero where it drives nothing", False: ""},
)
def gather_actuator_length(actuator: Any) -> None:
    dof = actuator.dof
    if v.default:
        value = float(0.0)
        if exists(dof):
            value = dof.position
    else:
        value = dof.position
    if v.gear:
        value = value * actuator.gear
    actuator.length = value


@computation(
    SIMULATION,
    "add the controls of the actuators, as forces, to the degrees of freedom that they drive",
    gear={True: "through their gears", False: ""},
    done={True: "unless the world is done", False: ""},
)
def scatter_actuator_force(actuator: Any) -> None:
    dof = actuator.dof
    if v.done:
        if dof.world.done:
            return
    if v.gear:
        dof.applied += actuator.gear * actuator.control
    else:
        dof.applied += actuator.control
