"""Optimisers: one step of each parameter down its gradient."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.training import TRAINING

EPSILON = 1.0e-8


@law
def ema(average: float, sample: float, decay: float) -> float:
    """Exponential moving average after one more sample."""
    return decay * average + (1.0 - decay) * sample


@law
def bias_correction(decay: float, step: int) -> float:
    """Sum of the weights in a running average that began at zero, by which it is divided."""
    return 1.0 - wp.pow(decay, float(step))


@law
def adam_update(m: float, s: float, beta1: float, beta2: float, step: int) -> float:
    """Step of Adam for a unit learning rate, from its moments less their bias towards zero."""
    m_hat = m / bias_correction(beta1, step)
    v_hat = s / bias_correction(beta2, step)
    return m_hat / (wp.sqrt(v_hat) + EPSILON)


@computation(
    TRAINING,
    "take an SGD step",
    why={
        "nesterov": "Nesterov's step looks ahead along the momentum",
        "heavy": "momentum averages gradients: what alternates cancels, what lasts adds up",
    },
    momentum={"none": "", "heavy": "with heavy-ball momentum", "nesterov": "with Nesterov momentum"},
    decay={True: "with L2 weight decay", False: ""},
    frozen={True: "except frozen parameters", False: ""},
)
def sgd_step(parameter: Any) -> None:
    x = parameter.value
    if v.frozen:
        if parameter.frozen != 0:
            parameter.next_value = x
            return
    group = parameter.group
    g = parameter.grad
    if v.decay:
        g += group.decay * x
    if v.momentum != "none":
        buf = group.momentum * parameter.buffer + g
        parameter.next_buffer = buf
        if v.momentum == "nesterov":
            g += group.momentum * buf
    parameter.next_value = x - group.rate * (buf if v.momentum == "heavy" else g)


@computation(
    TRAINING,
    "take an Adam step",
    why={
        "moments": "both means start at zero and are too small at first, which the correction makes up for",
        "rate": "both means start at zero and are too small at first, which the factor of the rate makes up for",
        "decoupled": "decay beside the update is not divided by the size of the gradients",
    },
    corrected={
        "moments": "with both moments corrected for their bias",
        "rate": "with a rate that corrects for the bias of both moments",
    },
    decay={"none": "", "coupled": "with L2 weight decay", "decoupled": "with decoupled weight decay (AdamW)"},
    skip={True: "skipped if gradients overflowed", False: ""},
)
def adam_step(parameter: Any, beta1: Any, beta2: Any, step: Any) -> None:
    group = parameter.group
    x = parameter.value
    m = parameter.first
    s = parameter.second
    if v.skip:
        # leave everything as it was
        if group.overflow != 0:
            parameter.next_value = x
            parameter.next_first = m
            parameter.next_second = s
            return
    g = parameter.grad
    if v.decay == "coupled":
        g += group.decay * x
    m = ema(m, g, beta1)
    s = ema(s, g * g, beta2)
    if v.corrected == "moments":
        update = adam_update(m, s, beta1, beta2, step)
    else:
        ratio = wp.sqrt(bias_correction(beta2, step)) / bias_correction(beta1, step)
        update = ratio * m / (wp.sqrt(s) + EPSILON)
    if v.decay == "decoupled":
        update += group.decay * x
    parameter.next_value = x - group.rate * update
    parameter.next_first = m
    parameter.next_second = s


@computation(
    TRAINING,
    "take an Adam step with an AMSGrad switch",
    layer={True: "with LAMB's trust ratio, the norm of its layer's values over that of the layer's steps", False: ""},
    age={"shared": "", "own": "bias-corrected by each parameter's age, which goes up by one"},
)
def amsgrad_step(parameter: Any, beta1: Any, beta2: Any, step: Any, amsgrad: Any) -> None:
    g = parameter.grad
    m = ema(parameter.first, g, beta1)
    s = ema(parameter.second, g * g, beta2)
    peak = wp.max(parameter.peak, s)
    parameter.next_peak = peak
    second = s
    if amsgrad:
        second = peak
    t = parameter.age + 1 if v.age == "own" else step
    update = adam_update(m, second, beta1, beta2, t)
    rate = parameter.group.rate
    if v.layer and exists(parameter.layer):
        layer = parameter.layer
        rate = rate * layer.norm / layer.step_norm
    if v.age == "own":
        parameter.age = t
    parameter.next_first = m
    parameter.next_second = s
    parameter.next_value = parameter.value - rate * update


@computation(
    TRAINING,
    "take a step divided by 1e-8 plus the root of",
    past={"sum": "summed squared gradients (AdaGrad)", "mean": "averaged squared gradients (RMSProp)"},
)
def adaptive_rate_step(parameter: Any, beta2: Any) -> None:
    g = parameter.grad
    if v.past == "sum":
        s = parameter.squares + g * g
        parameter.next_squares = s
    else:
        s = ema(parameter.second, g * g, beta2)
        parameter.next_second = s
    parameter.next_value = parameter.value - parameter.group.rate * g / (wp.sqrt(s) + EPSILON)


@computation(
    TRAINING,
    "take a noisy gradient step",
    noise={
        "fixed": "with Gaussian noise of given deviation",
        "langevin": "with the noise of stochastic gradient Langevin dynamics, sqrt(2 rate)",
    },
    frozen={True: "except frozen parameters", False: ""},
)
def noisy_step(parameter: Any, seed: Any, step: Any, sigma: Any) -> None:
    rate = parameter.group.rate
    if v.frozen:
        if parameter.frozen != 0:
            return
    state = wp.rand_init(seed, step * count(parameter) + parameter.index)
    xi = wp.randn(state)
    if v.noise == "langevin":
        xi *= wp.sqrt(2.0 * rate)
    else:
        xi *= sigma
    parameter.next_value = parameter.value - rate * parameter.grad + xi


@computation(
    TRAINING,
    "update averaged weights",
    why={"warm": "a small decay at first lets the average follow weights that are still far off"},
    decay={
        "fixed": "by an EMA",
        "warm": "by an EMA whose decay warms up by step / (step + 1)",
        "mean": "by the running (Polyak) mean",
    },
    late={True: "equal to the weights until averages start", False: ""},
)
def weight_average(parameter: Any, ema_decay: Any, step: Any, average_start: Any) -> None:
    x = parameter.value
    if v.late:
        if step <= average_start:
            parameter.next_average = x
            return
    if v.decay == "mean":
        averaged = step - average_start + 1 if v.late else step
        parameter.next_average = parameter.average + (x - parameter.average) / float(averaged)
    else:
        decay = ema_decay
        if v.decay == "warm":
            decay = ema_decay * float(step) / float(step + 1)
        parameter.next_average = ema(parameter.average, x, decay)
