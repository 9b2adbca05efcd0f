"""Answers of a classifier counted: best categories, ranks, confusion, recall."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v
from generator.synthesis.schemas.training import TRAINING

IGNORED = -1

category: Any = None
"""Records of the schema by their number."""


@computation(
    TRAINING,
    "find the category of the largest logit of each example",
    correct={"none": "", "mark": "and mark right answers", "count": "and count right answers by batch"},
)
def best_category(example: Any, categories: Any) -> None:
    best = int(0)
    top = float(example.logits[0])
    for c in range(1, categories):
        if example.logits[c] > top:
            top = example.logits[c]
            best = c
    example.best = best
    if v.correct == "mark":
        example.correct = 1 if best == example.label else 0
    elif v.correct == "count":
        if best == example.label:
            example.batch.hits += 1


@computation(
    TRAINING,
    "rank the labelled category of each example by counting larger logits, -1 where it has no label,",
    near={"rank": "", "top": "and mark it where it is within the top two"},
    counted={True: "and count labelled examples by batch", False: ""},
)
def label_rank(example: Any, categories: Any) -> None:
    label = example.label
    if label == IGNORED:
        example.rank = -1
        return
    score = example.logits[label]
    rank = int(0)
    for c in range(categories):
        if example.logits[c] > score:
            rank += 1
    example.rank = rank
    if v.near == "top":
        example.in_top = 1 if rank < 2 else 0
    if v.counted:
        example.batch.seen += 1


@computation(
    TRAINING,
    "add each example that has a label to the confusion matrix, a row for its label and a column for its answer,",
    seen={True: "and count it by label", False: ""},
)
def confusion_counts(example: Any) -> None:
    label = example.label
    if label == IGNORED:
        return
    category[label].confusion[example.best] += 1
    if v.seen:
        category[label].seen += 1


@computation(
    TRAINING,
    "compute the recall of each category",
    of={"hits": "as its right answers over its examples", "confusion": "from its row of the confusion matrix"},
    empty={"zero": "zero for those without examples", "one": "one for those without examples"},
)
def category_recall(category: Any, categories: Any) -> None:
    if v.of == "hits":
        total = category.seen
        right = category.hits
    else:
        total = int(0)
        for c in range(categories):
            total += category.confusion[c]
        right = category.confusion[category.index]
    if total == 0:
        category.recall = 1.0 if v.empty == "one" else 0.0
        return
    category.recall = float(right) / float(total)


@computation(
    TRAINING,
    "average the losses of each batch",
    over={"all": "over its examples, zero without any", "labelled": "over its labelled examples, zero without any"},
)
def batch_mean_loss(batch: Any) -> None:
    total = float(0.0)
    seen = int(0)
    for e in batch.examples:
        if v.over == "labelled":
            if e.label == IGNORED:
                continue
        total += e.loss
        seen += 1
    batch.seen = seen
    if seen > 0:
        batch.mean = total / float(seen)
    else:
        batch.mean = 0.0
