"""Stored inputs and results of a build's rows, by which any code for the same kernel can be judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from generator.dataset.identity import STREAM, KernelKey, stream_of
from generator.launch import Launch
from generator.lowering.warp_backend import lower, program
from generator.verification.stored_results.record_io import Recipe, record
from generator.verification.stored_results.stored_io import StoredIO, judge
from generator.verification.tiers.tiers import RUN_TOGETHER

Row = dict[str, Any]

SPLIT = "test"
"""The split whose rows get stored results: code is judged on kernels that nobody trained on."""


def has_results(row: Row) -> bool:
    """Whether a row gets the column ``io``: it is of the split ``test``, and its results are known to be right."""
    return KernelKey.from_id(row["id"], stream_of(row["id"]) or STREAM).split == SPLIT and "execute" in row["tiers"]


def store_results(rows: Iterable[Row]) -> None:
    """Write the column ``io`` of those verified rows that get one."""
    wanted = [row for row in rows if has_results(row)]
    for batch in _batches(wanted):
        for row, stored in zip(batch, record([_recipe(row) for row in batch]), strict=True):
            row["io"] = stored.to_json()


def wrong_outputs(row: Row) -> Iterator[str]:
    """What is wrong with a row's stored inputs and outputs, or that it has none where it should.

    Raises what ``StoredIO.from_json`` raises.
    """
    if not row.get("io"):
        if has_results(row):
            yield "io is missing"
        return
    stored = StoredIO.from_json(row["io"])
    if stored.seed != row["execute_seed"]:
        yield f"io is of seed {stored.seed}, the row of {row['execute_seed']}"
        return
    (fresh,) = record([Recipe(row["python_source"], Launch.from_json(row["launch"]), stored.seed, "")])
    if stored.dim != fresh.dim:
        yield f"io is of a launch over {stored.dim}, the row of {fresh.dim}"
    if len(stored.variants) != len(fresh.variants):
        yield f"io has {len(stored.variants)} variants of the launch, the row {len(fresh.variants)}"
    for kept, made in zip(stored.cases, fresh.cases, strict=False):
        yield from _apart(kept, made)


def _apart(stored: StoredIO, fresh: StoredIO) -> Iterator[str]:
    if stored.inputs.keys() != fresh.inputs.keys():
        yield "io has other inputs than the launch"
    for name in stored.inputs.keys() & fresh.inputs.keys():
        if not np.array_equal(stored.inputs[name], fresh.inputs[name], equal_nan=True):
            yield f"io: input {name} is not what the seed gives"
    yield from (f"io: {reason}" for reason in judge(fresh, stored.outputs).reasons)


def wrong_gradients(rows: Iterable[Row]) -> Iterator[tuple[Row, tuple[str, ...]]]:
    """Rows with stored gradients, each with what is wrong with them; adjoints are compiled together."""
    wanted = (row for row in rows if row.get("io") and "gradient" in row["tiers"])
    for batch in _batches(wanted):
        for row, fresh in zip(batch, record([_recipe(row) for row in batch]), strict=True):
            cases = zip(StoredIO.from_json(row["io"]).cases, fresh.cases, strict=False)
            judged = [judge(made, kept.outputs, kept.gradients) for kept, made in cases]
            yield row, tuple(reason for judgement in judged for reason in judgement.reasons)


def _recipe(row: Row) -> Recipe:
    """What to record: gradients only where the adjoint was found to be the derivative."""
    launch = Launch.from_json(row["launch"])
    if "gradient" not in row["tiers"]:
        return Recipe(row["python_source"], launch, row["execute_seed"], "")
    forward, backward = row.get("cuda_forward"), row.get("cuda_backward")
    if not forward or not backward:
        with program(row["python_source"]) as opened:
            fresh = lower(opened.kernel)
        forward, backward = fresh.cuda_forward, fresh.cuda_backward
    return Recipe(row["python_source"], launch, row["execute_seed"], forward, backward)


def _batches(rows: Iterable[Row]) -> Iterator[Sequence[Row]]:
    remaining = iter(rows)
    while batch := list(islice(remaining, RUN_TOGETHER)):
        yield batch
