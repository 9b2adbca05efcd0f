"""Losses of examples and of embeddings, and counts of right answers."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.training import TRAINING

LossKind: Any = None
IGNORED = -1

category: Any = None
"""Records of the schema by their number."""


@law
def regression_loss(kind: int, r: float, delta: float) -> tuple[float, float]:
    """Loss of a residual by its kind, squared, absolute or Huber's, and its derivative."""
    size = wp.abs(r)
    if kind == LossKind.SQUARED:
        return 0.5 * r * r, r
    sign = wp.where(r < 0.0, -1.0, 1.0)
    if kind == LossKind.ABSOLUTE:
        return size, sign
    # quadratic near zero
    if size <= delta:
        return 0.5 * r * r, r
    return delta * (size - 0.5 * delta), delta * sign


@law
def softplus(x: float) -> float:
    """Softplus, a smooth ramp, in a form that does not overflow."""
    return wp.max(x, 0.0) + wp.log(1.0 + wp.exp(-wp.abs(x)))


@computation(
    TRAINING,
    "compute the regression loss of each prediction by its kind (squared, absolute or Huber)",
    slope={True: "with its derivative", False: ""},
    summed={
        "none": "",
        "batch": "summed by batch",
        "mean": "summed by batch with weights, beside the sum of the weights",
    },
)
def prediction_loss(example: Any, loss_kind: Any, delta: Any) -> None:
    r = example.prediction - example.target
    if v.slope:
        loss, slope = regression_loss(loss_kind, r, delta)
    else:
        loss, _slope = regression_loss(loss_kind, r, delta)
    example.loss = loss
    if v.slope:
        example.slope = slope
    if v.summed == "batch":
        example.batch.loss += loss
    elif v.summed == "mean":
        batch = example.batch
        batch.loss += example.weight * loss
        batch.weight += example.weight


@computation(
    TRAINING,
    "accumulate the sum of squared errors by batch",
    weighted={True: "with weights", False: ""},
    counted={True: "counting examples", False: ""},
)
def squared_error_sum(example: Any) -> None:
    r = example.prediction - example.target
    error = r * r
    if v.weighted:
        error *= example.weight
    example.batch.loss += error
    if v.counted:
        example.batch.seen += 1


@computation(
    TRAINING,
    "compute the quantile (pinball) loss of each prediction",
    slope={True: "with its derivative", False: ""},
)
def pinball_loss(example: Any, quantile: Any) -> None:
    r = example.target - example.prediction
    if r >= 0.0:
        example.loss = quantile * r
        if v.slope:
            example.slope = -quantile
    else:
        example.loss = (quantile - 1.0) * r
        if v.slope:
            example.slope = 1.0 - quantile


@computation(
    TRAINING,
    "compute the loss of binary predictions",
    why={"logistic": "in this form no exponential is taken of a positive number, so that none overflows"},
    form={
        "logistic": "as the cross entropy of logits in its stable softplus form",
        "hinge": "as the hinge loss",
        "squared": "as the squared hinge loss",
    },
    summed={True: "summed by batch", False: ""},
)
def binary_loss(example: Any, margin: Any) -> None:
    z = example.prediction
    if v.form == "logistic":
        loss = softplus(z) - float(example.truth) * z
    else:
        sign = 1.0 if example.truth != 0 else -1.0
        loss = wp.max(margin - sign * z, 0.0)
        if v.form == "squared":
            loss = loss * loss
    example.loss = loss
    if v.summed:
        example.batch.loss += loss


@computation(
    TRAINING,
    "compute the Gaussian negative log-likelihood of each prediction with a predicted log-variance",
    slope={True: "with its derivative by the mean", False: ""},
)
def gaussian_likelihood_loss(example: Any) -> None:
    r = example.prediction - example.target
    precision = wp.exp(-example.log_variance)
    example.loss = 0.5 * (example.log_variance + r * r * precision)
    if v.slope:
        example.slope = r * precision


@computation(
    TRAINING,
    "compute the softmax cross entropy of each example by a stable log-sum-exp (zero for the label -1),",
    why={
        "": "the largest logit is subtracted from all, so that no exponential overflows",
        "smooth": "labels that are never quite certain keep logits from growing without end",
    },
    smooth={True: "with label smoothing", False: ""},
    weighted={True: "weighted by class", False: ""},
    summed={True: "summed by batch", False: ""},
)
def cross_entropy(example: Any, categories: Any, smoothing: Any) -> None:
    label = example.label
    if label == IGNORED:
        example.loss = 0.0
        return
    top = float(example.logits[0])
    for c in range(1, categories):
        top = wp.max(top, example.logits[c])
    total = float(0.0)
    if v.smooth:
        mean = float(0.0)
    for c in range(categories):
        total += wp.exp(example.logits[c] - top)
        if v.smooth:
            mean += example.logits[c] / float(categories)
    score = example.logits[label]
    if v.smooth:
        score = (1.0 - smoothing) * score + smoothing * mean
    loss = wp.log(total) + top - score
    if v.weighted:
        loss *= category[label].weight
    example.loss = loss
    if v.summed:
        example.batch.loss += loss
        example.batch.seen += 1


@computation(
    TRAINING,
    "compute the gradient of the softmax cross entropy by the logits, softmax minus one-hot, zero for the label -1",
)
def cross_entropy_slopes(example: Any, categories: Any) -> None:
    label = example.label
    if label == IGNORED:
        for c in range(categories):
            example.slopes[c] = 0.0
        return
    top = float(example.logits[0])
    for c in range(1, categories):
        top = wp.max(top, example.logits[c])
    total = float(0.0)
    for c in range(categories):
        total += wp.exp(example.logits[c] - top)
    for c in range(categories):
        p = wp.exp(example.logits[c] - top) / total
        if c == label:
            p -= 1.0
        example.slopes[c] = p
