"""Drives of actuators: the force of a Hill muscle, the torque of a DC motor."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

FIBER_WIDTH = 0.45
HILL_SHAPE = 0.25
FASTEST = 10.0
"""Optimal lengths by which a muscle without a load shortens in a second."""


@law
def muscle_active_curve(length: float) -> float:
    """Share of its peak force that a muscle gives at a length in optimal lengths, one at the optimum."""
    d = (length - 1.0) / FIBER_WIDTH
    return wp.max(0.0, 1.0 - d * d)


@law
def muscle_passive_curve(length: float) -> float:
    """Pull of a stretched muscle in peak forces, none up to its optimal length."""
    d = wp.max(length - 1.0, 0.0) / FIBER_WIDTH
    return d * d


@law
def muscle_velocity_curve(rate: float) -> float:
    """Hill's force-velocity factor: below one where a muscle shortens, above one where it stretches."""
    if rate <= 0.0:
        return wp.max(1.0 + rate, 0.0) / (1.0 - rate / HILL_SHAPE)
    return 1.0 + 0.5 * rate / (rate + HILL_SHAPE)


@computation(
    JOINTS,
    "find the force of a Hill muscle from its activation, clamped to [0, 1], and its force-length curve",
    rate={True: "and its force-velocity curve", False: ""},
    passive={True: "with its passive force", False: ""},
)
def muscle_force(actuator: Any) -> None:
    norm = actuator.length / actuator.optimal_length
    f = wp.clamp(actuator.activation, 0.0, 1.0) * muscle_active_curve(norm)
    if v.rate:
        f = f * muscle_velocity_curve(actuator.rate / (FASTEST * actuator.optimal_length))
    if v.passive:
        f += muscle_passive_curve(norm)
    # muscles pull
    actuator.force = -actuator.max_force * f


@computation(
    JOINTS,
    "find the torque of a DC motor",
    supply={
        "control": "whose voltage follows its control",
        "signed": "that its control switches forward, backward or, within a dead band, short",
    },
    current={True: "and store its current", False: ""},
)
def dc_motor_torque(actuator: Any, voltage: Any, dead_band: Any) -> None:
    coord = actuator.coord
    if v.supply == "control":
        applied = wp.clamp(actuator.control, -1.0, 1.0) * voltage
    else:
        applied = float(0.0)
        if actuator.control > dead_band:
            applied = voltage
        elif actuator.control < -dead_band:
            applied = -voltage
    # the motor turns gear times as fast as the coordinate
    back = actuator.torque_constant * actuator.gear * coord.velocity
    i = (applied - back) / actuator.resistance
    actuator.force = actuator.torque_constant * i
    if v.current:
        actuator.current = i
