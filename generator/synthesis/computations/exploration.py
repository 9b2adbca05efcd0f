"""Exploration: noisy policies, weights with noise."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.exploration import EXPLORATION

LOG_SQRT_2PI = 0.9189385
LEAST_LOG_SIGMA = -1.5
SOFT_SHARE = 0.9


@law
def signed_root(x: float) -> float:
    """Signed square root, which shapes the factored noise of noisy networks."""
    return wp.sign(x) * wp.sqrt(wp.abs(x))


@law
def squash_correction(raw: float) -> float:
    """Log of the slope of tanh, which a squashed Gaussian's density loses, without cancellation."""
    return 2.0 * (wp.log(2.0) - raw - wp.log(1.0 + wp.exp(-2.0 * raw)))


@law
def normal_log_density(z: float, log_sigma: float) -> float:
    """Log-density of a Gaussian sample that lies so many deviations from its mean."""
    return -0.5 * z * z - log_sigma - LOG_SQRT_2PI


@computation(
    EXPLORATION,
    "sample each action of a Gaussian policy",
    floor={True: "with a least deviation", False: ""},
    squash={"none": "", "tanh": "squashed by tanh and scaled to its limits", "clip": "clipped to its limits"},
    density={
        "none": "",
        "own": "with the logarithm of its density",
        "sum": "and add the logarithm of its density to its actor",
    },
)
def gaussian_action(dof: Any, seed: Any, step: Any) -> None:
    log_sigma = dof.log_sigma
    if v.floor:
        log_sigma = wp.max(log_sigma, LEAST_LOG_SIGMA)
    state = wp.rand_init(seed, step * count(dof) + dof.index)
    z = wp.randn(state)
    sigma = wp.exp(log_sigma)
    raw = dof.mean + sigma * z
    if v.squash == "none":
        dof.action = raw
    elif v.squash == "clip":
        action = wp.clamp(raw, dof.low, dof.high)
        dof.action = action
        if v.density != "none":
            # the density is that of the action that is taken
            z = (action - dof.mean) / sigma
    else:
        half = 0.5 * (dof.high - dof.low)
        dof.action = dof.low + half * (wp.tanh(raw) + 1.0)
    if v.density != "none":
        logp = normal_log_density(z, log_sigma)
        if v.squash == "tanh":
            logp -= squash_correction(raw) + wp.log(half)
        if v.density == "own":
            dof.log_probability = logp
        else:
            actor = dof.actor
            actor.log_probability += logp


@computation(
    EXPLORATION,
    "explore around the mean of each action, within its limits, with noise",
    why={"kept": "noise that stays from step to step leads farther than fresh noise, which averages out"},
    law={
        "clipped": "that is normal and clipped (target smoothing)",
        "kept": "of which a share stays from step to step, the rest fresh, its variance kept,",
        "uniform": "that is uniform up to the largest noise",
    },
    evaluation={True: "but without noise for actors that are evaluated", False: ""},
    warm={True: "and draw the action anywhere between its limits while the actor warms up", False: ""},
)
def explore_action(dof: Any, seed: Any, step: Any, spread: Any, clip: Any, persistence: Any) -> None:
    mean = dof.mean
    if v.evaluation:
        if dof.actor.deterministic:
            dof.action = wp.clamp(mean, dof.low, dof.high)
            return
    state = wp.rand_init(seed, step * count(dof) + dof.index)
    if v.warm:
        if dof.actor.step < dof.actor.warm_up:
            dof.action = wp.lerp(dof.low, dof.high, wp.randf(state))
            return
    if v.law == "clipped":
        noise = wp.clamp(spread * wp.randn(state), -clip, clip)
    elif v.law == "kept":
        fresh = wp.sqrt(1.0 - persistence * persistence)
        noise = persistence * dof.noise + fresh * spread * wp.randn(state)
        dof.next_noise = noise
    else:
        noise = clip * wp.randf(state, -1.0, 1.0)
    dof.action = wp.clamp(mean + noise, dof.low, dof.high)


@computation(
    EXPLORATION,
    "draw each weight of a noisy layer",
    why={"factored": "factored noise takes a number for each input and each output, not one for each weight"},
    noise={
        "own": "with noise of its own",
        "factored": "with factored noise, that of its input times that of its output, each shaped by a signed root,",
    },
    cut={"none": "", "prune": "and zero where it is cut", "drop": "and zero where a draw drops it"},
)
def noisy_weight(synapse: Any, seed: Any, step: Any, inputs: Any, outputs: Any, drop: Any) -> None:
    if v.cut == "prune":
        if synapse.dead != 0:
            synapse.noisy = 0.0
            return
    n = count(synapse)
    if v.noise == "factored":
        streams = n + inputs + outputs
        # one number for all weights of an input, and one for those of an output
        of_input = wp.rand_init(seed, step * streams + n + synapse.column)
        of_output = wp.rand_init(seed, step * streams + n + inputs + synapse.row)
        noise = signed_root(wp.randn(of_input)) * signed_root(wp.randn(of_output))
        if v.cut == "drop":
            state = wp.rand_init(seed, step * streams + synapse.index)
    else:
        state = wp.rand_init(seed, step * n + synapse.index)
        noise = wp.randn(state)
    w = synapse.mean + synapse.sigma * noise
    if v.cut == "drop":
        if wp.randf(state) < drop:
            w = 0.0
    synapse.noisy = w


@computation(
    EXPLORATION,
    "draw the first value of each weight",
    law={
        "kaiming": "uniformly within gain times sqrt(3 / fan)",
        "normal": "from a normal distribution of variance gain^2 / fan",
        "truncated": "from a normal distribution of variance gain^2 / fan, cut at two deviations by up to eight draws more,",
    },
    fan={
        "in": "with the number of inputs as fan",
        "mean": "with the mean of the numbers of inputs and outputs as fan (Xavier)",
    },
    cut={True: "and zero where it is cut", False: ""},
)
def initial_weight(synapse: Any, seed: Any, fan_in: Any, fan_out: Any, gain: Any) -> None:
    if v.cut:
        if synapse.dead != 0:
            synapse.start = 0.0
            return
    fan = float(fan_in)
    if v.fan == "mean":
        fan = 0.5 * float(fan_in + fan_out)
    state = wp.rand_init(seed, synapse.index)
    if v.law == "kaiming":
        bound = gain * wp.sqrt(3.0 / fan)
        synapse.start = bound * wp.randf(state, -1.0, 1.0)
    else:
        z = wp.randn(state)
        if v.law == "truncated":
            for _retry in range(8):
                if wp.abs(z) <= 2.0:
                    break
                z = wp.randn(state)
        synapse.start = gain * z / wp.sqrt(fan)


@computation(
    EXPLORATION,
    "add a penalty for each action to its actor,",
    why={"change": "a penalty on changes makes actions smooth"},
    of={
        "size": "the square of the action",
        "change": "the weighted square of its change",
        "both": "the square of the action and the weighted square of its change",
    },
    limit={True: "and one more for each action beyond nine tenths of its range", False: ""},
)
def action_penalty(dof: Any, smoothness: Any) -> None:
    a = dof.action
    if v.of == "size":
        cost = a * a
    else:
        change = a - dof.last
        cost = smoothness * change * change
        if v.of == "both":
            cost += a * a
    if v.limit:
        middle = 0.5 * (dof.low + dof.high)
        reach = 0.5 * SOFT_SHARE * (dof.high - dof.low)
        if wp.abs(a - middle) > reach:
            cost += 1.0
    actor = dof.actor
    actor.penalty += cost
