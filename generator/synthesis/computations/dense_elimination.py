"""Rows of dense matrices against each other: pivots, elimination, reflectors, comparison."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.dense import DENSE

SMALL = 1.0e-4
"""Size of a pivot or a norm under which nothing is divided by it."""


@law
def householder_head(head: float, norm: float) -> float:
    """First entry of a Householder vector, of the sign by which nothing cancels."""
    if head >= 0.0:
        return head + norm
    return head - norm


@law
def larger_pivot(value: float, column: int, best: float, pivot: int) -> tuple[float, int]:
    """Largest size of an entry so far and its column, the earlier of equals."""
    if wp.abs(value) > best:
        return wp.abs(value), column
    return best, pivot


@computation(
    DENSE,
    "equilibrate the rows of a matrix",
    norm={"max": "by their largest value", "sum": "by the sum of their absolute values"},
    kept={True: "and keep the scale", False: ""},
)
def dense_equilibrate(line: Any, columns: Any) -> None:
    size = float(0.0)
    for k in range(columns):
        if v.norm == "max":
            size = wp.max(size, wp.abs(line.a[k]))
        else:
            size += wp.abs(line.a[k])
    s = float(1.0)
    if size > SMALL:
        s = 1.0 / size
    for k in range(columns):
        line.out[k] = s * line.a[k]
    if v.kept:
        line.scale = s


@computation(
    DENSE,
    "find the pivot of each row",
    span={"all": "", "diagonal": "from the diagonal of the matrix of its batch on,"},
    small={True: "or -1 where none is large enough", False: ""},
)
def dense_find_pivot(line: Any, columns: Any, threshold: Any) -> None:
    best = float(0.0)
    pivot = int(-1)
    if v.span == "diagonal":
        for k in range(line.place, columns):
            best, pivot = larger_pivot(line.a[k], k, best, pivot)
    else:
        for k in range(columns):
            best, pivot = larger_pivot(line.a[k], k, best, pivot)
    if v.small and best < threshold:
        pivot = -1
    line.pivot = pivot


@computation(
    DENSE,
    "eliminate the first column of each row by its pivot row, unless it is that row or the pivot is too small,",
    kept={"factor": "keeping the factor in its place", "zero": "leaving zero in its place"},
    rhs={True: "together with the right side", False: ""},
)
def dense_eliminate(line: Any, columns: Any) -> None:
    p = line.lead
    head = p.a[0]
    if p.index == line.index or wp.abs(head) <= SMALL:
        for k in range(columns):
            line.out[k] = line.a[k]
        if v.rhs:
            line.rhs_out = line.rhs
        return
    factor = line.a[0] / head
    line.out[0] = factor if v.kept == "factor" else 0.0
    for k in range(1, columns):
        line.out[k] = line.a[k] - factor * p.a[k]
    if v.rhs:
        line.rhs_out = line.rhs - factor * p.rhs


@computation(
    DENSE,
    "make the Householder reflector 1 - s v v^T of each row, its scale s and its vector v",
    unit={True: "with first component one", False: ""},
)
def dense_householder(line: Any, columns: Any) -> None:
    total = float(0.0)
    for k in range(columns):
        total += line.a[k] * line.a[k]
    norm = wp.sqrt(total)
    if norm < SMALL:
        line.scale = 0.0
        return
    head = householder_head(line.a[0], norm)
    if v.unit:
        line.out[0] = 1.0
        for k in range(1, columns):
            line.out[k] = line.a[k] / head
        line.scale = wp.abs(head) / norm
    else:
        line.out[0] = head
        for k in range(1, columns):
            line.out[k] = line.a[k]
        line.scale = 1.0 / (norm * wp.abs(head))


@computation(
    DENSE,
    "compare two rows of a matrix",
    kind={
        "dot": "by their inner product",
        "distance": "by their squared distance",
        "kernel": "by a Gaussian of their distance",
        "l1": "by the sum of absolute differences",
    },
)
def dense_compare_rows(pair: Any, columns: Any, sharpness: Any) -> None:
    a, b = pair.a, pair.b
    total = float(0.0)
    for k in range(columns):
        if v.kind == "dot":
            total += a.a[k] * b.a[k]
        else:
            d = a.a[k] - b.a[k]
            total += wp.abs(d) if v.kind == "l1" else d * d
    pair.value = wp.exp(-sharpness * total) if v.kind == "kernel" else total


@computation(
    DENSE,
    "take mean and variance of each row",
    form={"population": "", "sample": "with one degree of freedom less"},
    centered={True: "and subtract the mean", False: ""},
)
def dense_row_moments(line: Any, columns: Any) -> None:
    total = float(0.0)
    for k in range(columns):
        total += line.a[k]
    mean = total / float(columns)
    var = float(0.0)
    for k in range(columns):
        d = line.a[k] - mean
        var += d * d
        if v.centered:
            line.out[k] = d
    line.mean = mean
    line.spread = var / float(columns - 1) if v.form == "sample" else var / float(columns)


@computation(
    DENSE,
    "count the values that are not small",
    limit={"all": "in each row", "used": "in the columns in use of each row"},
    total={True: "and in its batch", False: ""},
)
def dense_count_filled(line: Any, columns: Any, threshold: Any) -> None:
    n = int(0)
    width = line.used if v.limit == "used" else columns
    for k in range(width):
        if wp.abs(line.a[k]) > threshold:
            n += 1
    line.filled = n
    if v.total and n > 0:
        batch = line.batch
        batch.filled_total += n
