"""Measures of vectors and small tensors: robust norms, principal values, orthogonal solves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.small_tensors import TENSORS


@computation(
    TENSORS,
    "measure how far the vector of each sample is from its target",
    norm={
        "huber": "by the Huber norm",
        "pseudo": "by the pseudo-Huber norm",
        "sum": "by the sum of its components' sizes",
        "length": "by its Euclidean length",
    },
    scaled={True: "in the scale of each component", False: ""},
)
def residual_norm(sample: Any, delta: Any) -> None:
    r = sample.vector - sample.target
    if v.scaled:
        r = wp.cw_div(r, sample.scale)
    if v.norm == "huber":
        sample.norm = wp.norm_huber(r, delta)
    if v.norm == "pseudo":
        sample.norm = wp.norm_pseudo_huber(r, delta)
    if v.norm == "sum":
        sample.norm = wp.norm_l1(r)
    if v.norm == "length":
        sample.norm = wp.norm_l2(r)


@computation(
    TENSORS, "bring the difference of the vector of each sample from its target to the scale of its components"
)
def whiten_residual(sample: Any) -> None:
    sample.whitened = wp.cw_div(sample.vector - sample.target, sample.scale)


@computation(
    TENSORS,
    "compute a direction of each vector u that fades out smoothly towards zero, u / sqrt(|u|^2 + delta^2) with the fade length delta",
)
def smooth_direction(sample: Any, fade_length: Any) -> None:
    sample.direction = wp.smooth_normalize(sample.vector, fade_length)


@computation(
    TENSORS,
    "find the component of each vector that is largest in size",
    smallest={True: "and the smallest", False: ""},
)
def main_axis(sample: Any) -> None:
    size = wp.abs(sample.vector)
    sample.largest = int(wp.argmax(size))
    if v.smallest:
        sample.smallest = int(wp.argmin(size))


@computation(
    TENSORS,
    "tell from its principal values which stress yields",
    of={"von mises": "by the criterion of von Mises", "tresca": "by the criterion of Tresca"},
)
def principal_yield(sample: Any, strength: Any) -> None:
    _, values = wp.eig3(sample.stress)
    if v.of == "von mises":
        a = values[0] - values[1]
        b = values[1] - values[2]
        c = values[2] - values[0]
        stress = wp.sqrt(0.5 * (a * a + b * b + c * c))
    else:
        stress = wp.max(values) - wp.min(values)
    sample.yields = wp.where(stress > strength, 1, 0)


@computation(
    TENSORS, "compute the Hencky energy of each deformation, without its change of volume, from its principal stretches"
)
def hencky_energy(sample: Any, modulus: Any) -> None:
    _left, s, _right = wp.svd3(sample.stretch)
    logs = wp.vec3(wp.log(s[0]), wp.log(s[1]), wp.log(s[2]))
    mean = (logs[0] + logs[1] + logs[2]) / 3.0
    logs = logs - wp.vec3(mean, mean, mean)
    sample.strain_energy = modulus * wp.dot(logs, logs)


@computation(TENSORS, "solve for the displacement under each load by an orthogonal factorisation")
def orthogonal_solve(sample: Any) -> None:
    q, r = wp.qr3(sample.stiffness)
    y = wp.transpose(q) * sample.load
    x2 = y[2] / r[2, 2]
    x1 = (y[1] - r[1, 2] * x2) / r[1, 1]
    x0 = (y[0] - r[0, 1] * x1 - r[0, 2] * x2) / r[0, 0]
    sample.solution = wp.vec3(x0, x1, x2)


@computation(TENSORS, "solve for the displacement under each load by an approximate inverse")
def approximate_solve(sample: Any) -> None:
    sample.solution = wp.inverse_approx(sample.stiffness) * sample.load


@computation(TENSORS, "find the largest stretch in the plane of each sample")
def plane_stretch(sample: Any) -> None:
    _left, s, _right = wp.svd2(sample.plane)
    sample.most = wp.max(s[0], s[1])
