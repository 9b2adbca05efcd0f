"""Actuators: controls, activations, forces, and what they do to coordinates."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

DynType: Any = None
"""The enumeration of the schema."""


@law
def affine_force(gain: wp.vec3, bias: wp.vec3, ctrl: float, length: float, rate: float) -> float:
    """Force of an actuator whose gain and bias are affine in length and rate."""
    g = gain[0] + gain[1] * length + gain[2] * rate
    return g * ctrl + bias[0] + bias[1] * length + bias[2] * rate


@law
def activation_time(ctrl: float, act: float, rise: float, fall: float) -> float:
    """Time constant of a muscle's activation (Millard et al. 2013), by whether it rises or falls."""
    x = wp.clamp(act, 0.0, 1.0)
    if ctrl > act:
        return rise * (0.5 + 1.5 * x)
    return fall / (0.5 + 1.5 * x)


@law
def clip_control(ctrl: float, lower: float, upper: float, limited: bool) -> float:
    """Control within its bounds where it has any."""
    if limited:
        return wp.clamp(ctrl, lower, upper)
    return ctrl


@computation(
    JOINTS,
    "find the force of an actuator from its affine gain and bias",
    input={
        "control": "driven by its control within its range",
        "kind": "driven by its activation where its kind has one, else by its control within its range",
    },
    held={True: "within its force range, and mark it where that cuts", False: ""},
)
def actuator_affine_force(actuator: Any) -> None:
    if v.input == "kind":
        if actuator.kind == DynType.NONE:
            u = clip_control(actuator.control, actuator.control_lower, actuator.control_upper, actuator.limited)
        else:
            u = actuator.activation
    else:
        u = clip_control(actuator.control, actuator.control_lower, actuator.control_upper, actuator.limited)
    f = affine_force(actuator.gain, actuator.bias, u, actuator.length, actuator.rate)
    if v.held:
        actuator.force = wp.clamp(f, actuator.force_lower, actuator.force_upper)
        if f < actuator.force_lower or f > actuator.force_upper:
            actuator.clipped = 1
        else:
            actuator.clipped = 0
    else:
        actuator.force = f


@computation(
    JOINTS,
    "add the force of an actuator, through its gear, to the coordinate that it moves",
    # in a step, what was held within its range is not cut again
    held={True: "", False: "within the force range of the actuator"},
)
def transmit_actuator_force(actuator: Any) -> None:
    coord = actuator.coord
    tau = actuator.force
    if not v.held:
        tau = wp.clamp(tau, actuator.force_lower, actuator.force_upper)
    coord.effort += actuator.gear * tau


@computation(
    JOINTS,
    "read the length of an actuator from its coordinate",
    rate={True: "and its rate", False: ""},
    missing={"return": "", "zero": "or zero where it moves none"},
)
def actuator_length(actuator: Any) -> None:
    if v.missing == "zero" and not exists(actuator.coord):
        actuator.length = 0.0
        if v.rate:
            actuator.rate = 0.0
        return
    gear = actuator.gear
    actuator.length = gear * actuator.coord.position
    if v.rate:
        actuator.rate = gear * actuator.coord.velocity


@computation(
    JOINTS,
    "find the rate of the activation of an actuator, a first-order filter of its control",
    law={
        "filter": "",
        "muscle": "with the rise and fall times of a muscle",
        "kind": "or an integrator, as its kind says",
    },
    clip={True: "with its control limited", False: ""},
)
def actuator_activation_rate(actuator: Any) -> None:
    u = actuator.control
    if v.clip:
        u = clip_control(u, actuator.control_lower, actuator.control_upper, actuator.limited)
    act = actuator.activation
    if v.law == "filter":
        actuator.activation_rate = (u - act) / actuator.tau_act
    elif v.law == "muscle":
        u = wp.clamp(u, 0.0, 1.0)
        actuator.activation_rate = (u - act) / activation_time(u, act, actuator.tau_act, actuator.tau_deact)
    else:
        kind = actuator.kind
        if kind == DynType.INTEGRATOR:
            actuator.activation_rate = u
        elif kind == DynType.FILTER:
            actuator.activation_rate = (u - act) / actuator.tau_act
        else:
            actuator.activation_rate = 0.0


@computation(
    JOINTS,
    "advance the activation of an actuator as its kind says, its control within its range, the integral or a first-order filter of it,",
    exact={True: "exactly for a constant control", False: ""},
    clamp={True: "between zero and one", False: ""},
)
def advance_activation(actuator: Any, dt: Any) -> None:
    u = clip_control(actuator.control, actuator.control_lower, actuator.control_upper, actuator.limited)
    act = actuator.activation
    kind = actuator.kind
    if kind == DynType.INTEGRATOR:
        act = act + dt * u
    elif kind == DynType.FILTER:
        if v.exact:
            act = act + (u - act) * (1.0 - wp.exp(-dt / actuator.tau_act))
        else:
            act = act + dt * (u - act) / actuator.tau_act
    else:
        act = u
    if v.clamp:
        act = wp.clamp(act, 0.0, 1.0)
    actuator.activation = act


@computation(
    JOINTS,
    "limit the controls of actuators",
    rate={True: "and how fast they change", False: ""},
    switch={True: "where they are limited", False: ""},
)
def limit_controls(actuator: Any, control_step: Any) -> None:
    if v.switch and not actuator.limited:
        if v.rate:
            actuator.delayed = actuator.control
        return
    u = actuator.control
    if v.rate:
        old = actuator.delayed
        u = old + wp.clamp(u - old, -control_step, control_step)
    u = wp.clamp(u, actuator.control_lower, actuator.control_upper)
    if v.rate:
        actuator.delayed = u
    actuator.control = u


@computation(
    JOINTS,
    "set the control of an actuator so that its coordinate reaches its target",
    law={"position": "", "pd": "with damping", "tracking": "with damping towards its target velocity"},
)
def servo_control(actuator: Any, stiffness: Any, damping: Any) -> None:
    coord = actuator.coord
    u = stiffness * (coord.target - coord.position)
    if v.law == "pd":
        u -= damping * coord.velocity
    elif v.law == "tracking":
        u += damping * (coord.target_velocity - coord.velocity)
    actuator.control = u / actuator.gear
