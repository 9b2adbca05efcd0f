"""What the computations of the family ``scores`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def best_category(t, v, n):
    e = t.example
    best = e.logits.argmax(axis=1)
    made = {"example.best": best}
    if v.correct == "mark":
        made["example.correct"] = best == e.label
    if v.correct == "count":
        made["batch.hits"] = summed(t.batch.hits, e.batch, (best == e.label).astype(int))
    return made


def label_rank(t, v, n):
    e = t.example
    labelled = e.label >= 0
    score = np.take_along_axis(e.logits, np.maximum(e.label, 0)[:, None], axis=1)
    rank = np.where(labelled, (e.logits > score).sum(axis=1), -1)
    made = {"example.rank": rank}
    if v.near == "top":
        made["example.in_top"] = np.where(labelled, rank < 2, e.in_top)
    if v.counted:
        made["batch.seen"] = summed(t.batch.seen, e.batch, labelled.astype(int))
    return made


def confusion_counts(t, v, n):
    e = t.example
    rows, columns = e.label[e.label >= 0], e.best[e.label >= 0]
    confusion = t.category.confusion.copy()
    np.add.at(confusion, (rows, columns), 1)
    made = {"category.confusion": confusion}
    if v.seen:
        made["category.seen"] = t.category.seen + np.bincount(rows, minlength=len(confusion))
    return made


def category_recall(t, v, n):
    c = t.category
    if v.of == "hits":
        total, right = c.seen, c.hits
    else:
        total, right = c.confusion.sum(axis=1), np.zeros(len(c.confusion))
        diagonal = np.diagonal(c.confusion)
        right[: len(diagonal)] = diagonal
    nothing = 1.0 if v.empty == "one" else 0.0
    return {"category.recall": np.where(total == 0, nothing, right / np.maximum(total, 1))}


def batch_mean_loss(t, v, n):
    b, e = t.batch, t.example
    chosen_ = b.examples
    if v.over == "labelled":
        chosen_ = [some[e.label[some] >= 0] for some in chosen_]
    return {
        "batch.seen": np.array([len(some) for some in chosen_]),
        "batch.mean": np.array([e.loss[some].mean() if len(some) else 0 for some in chosen_]),
    }
