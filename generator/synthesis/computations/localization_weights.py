"""Monte Carlo localisation: what hypotheses should see, what beams measure, who survives."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.computations.localization import wrap_angle
from generator.synthesis.schemas.localization import LOCALIZATION

HIT_SIGMA = 0.05
LOG_SQRT_2PI = 0.9189385


@law
def log_normal_density(error: float, sigma: float) -> float:
    """Logarithm of the normal density of an error with a standard deviation."""
    z = error / sigma
    return -0.5 * z * z - wp.log(sigma) - LOG_SQRT_2PI


@computation(
    LOCALIZATION,
    "compute the logarithm of the likelihood of each hypothesis by the range of its landmark",
    bearing={True: "and its bearing", False: ""},
    prior={True: "plus that of its own weight", False: ""},
    expected={True: "storing the expected range", False: ""},
)
def landmark_likelihood(hypothesis: Any, bearing_sigma: Any) -> None:
    if not exists(hypothesis.landmark):
        hypothesis.likelihood = wp.log(hypothesis.weight) if v.prior else 0.0
        return
    robot = hypothesis.robot
    mark = hypothesis.landmark
    d = mark.position - hypothesis.position
    r = wp.length(d)
    ll = log_normal_density(robot.range - r, mark.sigma)
    if v.bearing:
        phi = wrap_angle(robot.bearing - wp.atan2(d[1], d[0]) + hypothesis.heading)
        ll += log_normal_density(phi, bearing_sigma)
    if v.prior:
        ll += wp.log(hypothesis.weight)
    hypothesis.likelihood = ll
    if v.expected:
        hypothesis.expected = r


@computation(
    LOCALIZATION,
    "resample each hypothesis without a sum of weights",
    rule={
        "metropolis": "by a few Metropolis comparisons with random others",
        "rejection": "by a few tries to accept itself, then random others, by the weight",
    },
    copied={True: "and copy position and heading of its ancestor", False: ""},
)
def resample_by_comparison(hypothesis: Any, seed: Any, step: Any, trials: Any) -> None:
    n = count(hypothesis)
    state = wp.rand_init(seed, step * n + hypothesis.index)
    k = int(hypothesis.index)
    if v.rule == "metropolis":
        for _trial in range(trials):
            u = wp.randf(state)
            j = wp.randi(state, 0, n)
            if u * hypothesis[k].weight <= hypothesis[j].weight:
                k = j
    else:
        tries = int(0)
        # weights are at most one
        while tries < trials and wp.randf(state) > hypothesis[k].weight:
            k = wp.randi(state, 0, n)
            tries += 1
    hypothesis.ancestor = k
    if v.copied:
        hypothesis.moved = hypothesis[k].position
        hypothesis.turned = hypothesis[k].heading


@computation(
    LOCALIZATION,
    "measure the range of each beam",
    noise={
        "constant": "with normal noise of 0.05 m",
        "range": "with normal noise of 0.05 m that grows with range and incidence",
    },
    short={True: "cut short by unexpected obstacles", False: ""},
    lost={
        "longest": "and the longest range where nothing comes back",
        "invalid": "and mark it where nothing comes back",
    },
)
def measure_beam(beam: Any, seed: Any, step: Any, max_range: Any, dropout: Any, short_rate: Any) -> None:
    r = beam.truth
    state = wp.rand_init(seed, step * count(beam) + beam.index)
    if r > max_range or wp.randf(state) < dropout:
        beam.measured = max_range
        if v.lost == "invalid":
            beam.valid = 0
        return
    if v.short:
        obstacle = -wp.log(1.0 - wp.randf(state)) / short_rate
        r = wp.min(r, obstacle)
    sigma = HIT_SIGMA
    if v.noise == "range":
        sigma = HIT_SIGMA * (1.0 + r / (max_range * beam.incidence))
    r += sigma * wp.randn(state)
    beam.measured = wp.clamp(r, 0.0, max_range)
    if v.lost == "invalid":
        beam.valid = 1


@computation(
    LOCALIZATION,
    "weigh each moved hypothesis by the range of its landmark",
    bearing={True: "and its bearing", False: ""},
    border={"none": "", "map": "with a weight of zero off the map"},
)
def weigh_moved_hypothesis(hypothesis: Any, bearing_sigma: Any, extent: Any) -> None:
    x = hypothesis.moved
    if v.border == "map":
        if wp.max(wp.abs(x[0]), wp.abs(x[1])) > extent:
            hypothesis.new_weight = 0.0
            return
    robot = hypothesis.robot
    mark = hypothesis.landmark
    d = mark.position - x
    z = (robot.range - wp.length(d)) / mark.sigma
    square = z * z
    if v.bearing:
        phi = wrap_angle(robot.bearing - wp.atan2(d[1], d[0]) + hypothesis.turned)
        square += phi * phi / (bearing_sigma * bearing_sigma)
    hypothesis.new_weight = hypothesis.weight * wp.exp(-0.5 * square) / mark.sigma
