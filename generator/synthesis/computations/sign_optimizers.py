"""Optimisers that step by a sign alone, of a gradient or of its running average."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.computations.optimizers import ema
from generator.synthesis.schemas.training import TRAINING

GROWTH = 1.2
SHRINK = 0.5
SMALLEST_STEP = 0.01
LARGEST_STEP = 0.1


@computation(
    TRAINING,
    "take a sign-of-momentum step",
    mean={"first": "as signSGD with momentum", "mixed": "on momentum mixed with the gradient (Lion)"},
    decay={True: "with decoupled weight decay", False: ""},
)
def sign_step(parameter: Any, beta1: Any, mixing: Any, memory: Any) -> None:
    g = parameter.grad
    m = parameter.first
    group = parameter.group
    if v.mean == "mixed":
        direction = ema(m, g, mixing)
        m = ema(m, g, memory)
    else:
        m = ema(m, g, beta1)
        direction = m
    update = float(0.0)
    if direction > 0.0:
        update = 1.0
    elif direction < 0.0:
        update = -1.0
    if v.decay:
        update += group.decay * parameter.value
    parameter.next_value = parameter.value - group.rate * update
    parameter.next_first = m


@computation(
    TRAINING,
    "take an Rprop step and keep the gradient for the next one: the step size of each parameter grows by a factor of 1.2, to at most 0.1, while its gradient keeps its sign, and halves, to at least 0.01, where it turns",
    back={"none": "", "skip": "after a sign change skipping the step and keeping a gradient of zero"},
)
def rprop_step(parameter: Any) -> None:
    g = parameter.grad
    eta = parameter.rate
    turn = g * parameter.former_grad
    if turn > 0.0:
        eta = wp.min(eta * GROWTH, LARGEST_STEP)
    elif turn < 0.0:
        eta = wp.max(eta * SHRINK, SMALLEST_STEP)
        if v.back == "skip":
            # neither this step nor a turn in the next
            g = 0.0
    x = parameter.value
    if g > 0.0:
        x -= eta
    elif g < 0.0:
        x += eta
    parameter.next_rate = eta
    parameter.next_value = x
    parameter.former_grad = g
