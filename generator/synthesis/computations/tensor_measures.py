"""Measures of vectors and small tensors: robust norms, principal values, orthogonal solves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.small_tensors import TENSORS


@computation(
    TENSORS,
    "measure how far the vector of each tensor is from its target",
    norm={
        "huber": "by the Huber norm",
        "pseudo": "by the pseudo-Huber norm",
        "sum": "by the sum of its components' sizes",
        "length": "by its Euclidean length",
    },
    scaled={True: "in the scale of each component", False: ""},
)
def residual_norm(tensor: Any, delta: Any) -> None:
    r = tensor.vector - tensor.target
    if v.scaled:
        r = wp.cw_div(r, tensor.scale)
    if v.norm == "huber":
        tensor.norm = wp.norm_huber(r, delta)
    if v.norm == "pseudo":
        tensor.norm = wp.norm_pseudo_huber(r, delta)
    if v.norm == "sum":
        tensor.norm = wp.norm_l1(r)
    if v.norm == "length":
        tensor.norm = wp.norm_l2(r)


@computation(
    TENSORS, "bring the difference of the vector of each tensor from its target to the scale of its components"
)
def whiten_residual(tensor: Any) -> None:
    tensor.whitened = wp.cw_div(tensor.vector - tensor.target, tensor.scale)


@computation(TENSORS, "compute a direction of each vector that fades out smoothly towards zero")
def smooth_direction(tensor: Any, fade_length: Any) -> None:
    tensor.direction = wp.smooth_normalize(tensor.vector, fade_length)


@computation(
    TENSORS,
    "find the component of each vector that is largest in size",
    smallest={True: "and the smallest", False: ""},
)
def main_axis(tensor: Any) -> None:
    size = wp.abs(tensor.vector)
    tensor.largest = int(wp.argmax(size))
    if v.smallest:
        tensor.smallest = int(wp.argmin(size))


@computation(
    TENSORS,
    "tell from its principal values which stress yields",
    of={"von mises": "by the criterion of von Mises", "tresca": "by the criterion of Tresca"},
)
def principal_yield(tensor: Any, strength: Any) -> None:
    _, values = wp.eig3(tensor.stress)
    if v.of == "von mises":
        a = values[0] - values[1]
        b = values[1] - values[2]
        c = values[2] - values[0]
        stress = wp.sqrt(0.5 * (a * a + b * b + c * c))
    else:
        stress = wp.max(values) - wp.min(values)
    tensor.yields = wp.where(stress > strength, 1, 0)


@computation(
    TENSORS, "compute the Hencky energy of each deformation, without its change of volume, from its principal stretches"
)
def hencky_energy(tensor: Any, modulus: Any) -> None:
    _left, s, _right = wp.svd3(tensor.stretch)
    logs = wp.vec3(wp.log(s[0]), wp.log(s[1]), wp.log(s[2]))
    mean = (logs[0] + logs[1] + logs[2]) / 3.0
    logs = logs - wp.vec3(mean, mean, mean)
    tensor.strain_energy = modulus * wp.dot(logs, logs)


@computation(TENSORS, "solve for the displacement under each load by an orthogonal factorisation")
def orthogonal_solve(tensor: Any) -> None:
    q, r = wp.qr3(tensor.stiffness)
    y = wp.transpose(q) * tensor.load
    x2 = y[2] / r[2, 2]
    x1 = (y[1] - r[1, 2] * x2) / r[1, 1]
    x0 = (y[0] - r[0, 1] * x1 - r[0, 2] * x2) / r[0, 0]
    tensor.solution = wp.vec3(x0, x1, x2)


@computation(TENSORS, "solve for the displacement under each load by an approximate inverse")
def approximate_solve(tensor: Any) -> None:
    tensor.solution = wp.inverse_approx(tensor.stiffness) * tensor.load


@computation(TENSORS, "find the largest stretch in the plane of each tensor")
def plane_stretch(tensor: Any) -> None:
    _left, s, _right = wp.svd2(tensor.plane)
    tensor.most = wp.max(s[0], s[1])
