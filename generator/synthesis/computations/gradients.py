"""Around an optimiser: gradients that are checked, scaled and clipped, schedules, pruning."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.training import TRAINING

Schedule: Any = None
STEP_LENGTH = 10
STEP_FACTOR = 0.5
SMALLEST_SCALE = 1.0
TINY = 1.0e-6


@law
def clip_factor(square: float, limit: float) -> float:
    """Factor that brings the norm of a gradient down to a limit, 1 where it is not above it."""
    norm = wp.sqrt(square)
    if norm <= limit:
        return 1.0
    return limit / (norm + TINY)


@law
def scheduled_rate(schedule: int, rate: float, warmup: int, step: int, total: int) -> float:
    """Learning rate: a linear warm-up, then a decay by the schedule or none."""
    if step < warmup:
        return rate * float(step) / float(warmup)
    share = float(step - warmup) / float(total - warmup)
    if schedule == Schedule.LINEAR:
        return rate * (1.0 - share)
    elif schedule == Schedule.COSINE:
        return 0.5 * rate * (1.0 + wp.cos(wp.pi * share))
    elif schedule == Schedule.STEPS:
        return rate * wp.pow(STEP_FACTOR, float(step // STEP_LENGTH))
    return rate


@computation(
    TRAINING,
    "set the learning rate of each parameter group by its schedule",
    hold={True: "and keep the former one where a gradient overflowed", False: ""},
)
def learning_rate_schedule(group: Any, step: Any, total_steps: Any) -> None:
    if v.hold:
        if group.overflow != 0:
            group.next_rate = group.former_rate
            return
    group.next_rate = scheduled_rate(group.schedule, group.rate, group.warmup, step, total_steps)


@computation(
    TRAINING,
    "add up the squared gradients of the trained parameters of each group",
    counted={True: "and count them", False: ""},
)
def grad_square_sum(parameter: Any) -> None:
    if parameter.frozen != 0:
        return
    g = parameter.grad
    group = parameter.group
    group.grad_square += g * g
    if v.counted:
        group.trained += 1


@computation(
    TRAINING,
    "clip gradients",
    by={
        "value": "by value",
        "norm": "by the norm of their group",
        "layer": "adaptively, to a share of the norm of their layer's values or of a least norm, "
        "leaving those without a layer as they are,",
    },
    frozen={True: "and clear those of frozen parameters", False: ""},
)
def clip_gradients(parameter: Any, clip: Any, largest_grad: Any, clip_ratio: Any, least_norm: Any) -> None:
    if v.frozen:
        if parameter.frozen != 0:
            parameter.clipped = 0.0
            return
    g = parameter.grad
    if v.by == "value":
        parameter.clipped = wp.clamp(g, -largest_grad, largest_grad)
    elif v.by == "norm":
        parameter.clipped = g * clip_factor(parameter.group.grad_square, clip)
    else:
        layer = parameter.layer
        if exists(layer):
            limit = clip_ratio * wp.max(layer.norm, least_norm)
            if layer.grad_norm > limit:
                g = g * (limit / layer.grad_norm)
        parameter.clipped = g


@computation(
    TRAINING,
    "mark parameter groups in which a gradient overflowed,",
    limit={
        "scaled": "not finite or too large",
        "unscaled": "not finite or too large once the loss scale is taken out",
    },
)
def find_overflow(parameter: Any, largest_grad: Any, scale: Any) -> None:
    g = parameter.grad
    if v.limit == "unscaled":
        g = g / scale
    if not wp.isfinite(g) or wp.abs(g) > largest_grad:
        wp.atomic_max(parameter.group.overflow, 1)


@computation(
    TRAINING,
    "divide gradients by the loss scale",
    mode={"inverse": "", "guarded": "where the group has no overflow, and clear them where it has,"},
    frozen={True: "and clear those of frozen parameters", False: ""},
)
def unscale_gradients(parameter: Any, scale: Any) -> None:
    inverse = 1.0 / scale
    g = parameter.grad
    if v.mode == "guarded":
        # zero times what overflowed would be no number
        if parameter.group.overflow != 0:
            parameter.unscaled = 0.0
            return
    if v.frozen:
        if parameter.frozen != 0:
            g = 0.0
    parameter.unscaled = g * inverse


@computation(
    TRAINING,
    "halve the loss scale after a step that overflowed and double it after enough good steps in a row",
    why={
        "": "a large scale keeps small gradients of half precision from vanishing, and one too large makes others overflow",
    },
    floor={True: "with a floor of one", False: ""},
)
def loss_scale_update(scaler: Any, growth_interval: Any) -> None:
    scale = scaler.scale
    streak = int(0)
    if scaler.overflow != 0:
        scale = 0.5 * scale
        if v.floor:
            scale = wp.max(scale, SMALLEST_SCALE)
    else:
        streak = scaler.streak + 1
        if streak >= growth_interval:
            scale = 2.0 * scale
            streak = 0
    scaler.next_scale = scale
    scaler.next_streak = streak


@computation(
    TRAINING,
    "prune parameters smaller than the threshold of their layer: mark with 0 those that go and with 1 those that stay",
    young={True: "as all new ones do", False: ""},
    counted={True: "and count the former by layer", False: ""},
)
def prune_small(parameter: Any, grace: Any) -> None:
    if v.young:
        if parameter.age < grace:
            parameter.kept = 1
            return
    layer = parameter.layer
    # no layer, no threshold
    if not exists(layer):
        parameter.kept = 1
        return
    if wp.abs(parameter.value) >= layer.threshold:
        parameter.kept = 1
    else:
        parameter.kept = 0
        if v.counted:
            layer.pruned += 1


@computation(
    TRAINING,
    "find the largest size of",
    of={"value": "the values of each layer", "grad": "the gradients of each layer"},
)
def layer_maximum(parameter: Any) -> None:
    layer = parameter.layer
    if v.of == "grad":
        wp.atomic_max(layer.largest_grad, wp.abs(parameter.grad))
    else:
        wp.atomic_max(layer.largest, wp.abs(parameter.value))
