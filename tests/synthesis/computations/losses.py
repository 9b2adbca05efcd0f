"""What the computations of the family ``losses`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def softmax(scores):
    """Shares of each row."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def prediction_loss(t, v, n):
    e = t.example
    r = e.prediction - e.target
    if n.loss_kind == 0:
        loss, slope = r**2 / 2, r
    elif n.loss_kind == 1:
        loss, slope = np.abs(r), np.sign(r)
    else:
        near = np.clip(r, -n.delta, n.delta)
        loss, slope = near * (r - near / 2), near
    made = {"example.loss": loss}
    if v.slope:
        made["example.slope"] = slope
    if v.summed == "batch":
        made["batch.loss"] = summed(t.batch.loss, e.batch, loss)
    if v.summed == "mean":
        made["batch.loss"] = summed(t.batch.loss, e.batch, loss * e.weight)
        made["batch.weight"] = summed(t.batch.weight, e.batch, e.weight)
    return made


def squared_error_sum(t, v, n):
    e = t.example
    error = (e.prediction - e.target) ** 2
    made = {"batch.loss": summed(t.batch.loss, e.batch, error * e.weight if v.weighted else error)}
    if v.counted:
        made["batch.seen"] = summed(t.batch.seen, e.batch, np.ones(len(error), int))
    return made


def pinball_loss(t, v, n):
    e = t.example
    r = e.target - e.prediction
    made = {"example.loss": np.maximum(n.quantile * r, (n.quantile - 1) * r)}
    if v.slope:
        made["example.slope"] = (r < 0) - n.quantile
    return made


def binary_loss(t, v, n):
    e = t.example
    z = e.prediction
    if v.form == "logistic":
        p = 1 / (1 + np.exp(-z))
        loss = -np.log(np.where(e.truth == 1, p, 1 - p))
    else:
        loss = np.maximum(0, n.margin - np.where(e.truth == 1, z, -z)) ** (2 if v.form == "squared" else 1)
    made = {"example.loss": loss}
    if v.summed:
        made["batch.loss"] = summed(t.batch.loss, e.batch, loss)
    return made


def gaussian_likelihood_loss(t, v, n):
    e = t.example
    r = e.prediction - e.target
    variance = np.exp(e.log_variance)
    made = {"example.loss": (np.log(variance) + r**2 / variance) / 2}
    if v.slope:
        made["example.slope"] = r / variance
    return made


def cross_entropy(t, v, n):
    e = t.example
    log_share = np.log(softmax(e.logits))
    labelled = e.label >= 0
    loss = -np.take_along_axis(log_share, np.maximum(e.label, 0)[:, None], axis=1)[:, 0]
    if v.smooth:
        loss = (1 - n.smoothing) * loss - n.smoothing * log_share.mean(axis=1)
    if v.weighted:
        loss = loss * t.category.weight[np.maximum(e.label, 0)]
    loss = np.where(labelled, loss, 0)
    made = {"example.loss": loss}
    if v.summed:
        made["batch.loss"] = summed(t.batch.loss, e.batch, loss)
        made["batch.seen"] = summed(t.batch.seen, e.batch, labelled.astype(int))
    return made


def cross_entropy_slopes(t, v, n):
    e = t.example
    truth = e.label[:, None] == np.arange(e.logits.shape[1])
    slopes = softmax(e.logits) - truth
    return {"example.slopes": np.where(e.label[:, None] < 0, 0, slopes)}
