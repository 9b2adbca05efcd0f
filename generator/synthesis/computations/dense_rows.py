"""Dense matrices a row at a time: products, copies, elimination, what is told of a row."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v
from generator.synthesis.schemas.dense import DENSE


@computation(
    DENSE,
    "multiply each row of a matrix by the vector of its batch",
    scaled={"none": "", "alpha": "scaled by a factor", "both": "as alpha A x + beta y"},
    masked={True: "where the batch is active", False: ""},
)
def dense_row_product(line: Any, columns: Any, alpha: Any, beta: Any) -> None:
    batch = line.batch
    if v.masked and not batch.active:
        return
    total = float(0.0)
    for k in range(columns):
        total += line.a[k] * batch.weights[k]
    if v.scaled == "both":
        line.y = alpha * total + beta * line.y
    elif v.scaled == "alpha":
        line.y = alpha * total
    else:
        line.y = total


@computation(
    DENSE,
    "add up the columns of each batch of rows,",
    weighted={True: "each row weighted by its factor", False: ""},
    counted={True: "and count the rows", False: ""},
)
def dense_column_sums(line: Any, columns: Any) -> None:
    batch = line.batch
    for k in range(columns):
        if v.weighted:
            batch.sums[k] += line.x * line.a[k]
        else:
            batch.sums[k] += line.a[k]
    if v.counted:
        batch.total += 1


@computation(
    DENSE,
    "update the rows of a matrix",
    sign={
        "plus": "by adding the outer product of their factors and the vector of their batch",
        "minus": "by subtracting the outer product of their factors and the vector of their batch",
    },
    scaled={True: "scaled by a factor", False: ""},
)
def dense_rank_one(line: Any, columns: Any, weight: Any) -> None:
    batch = line.batch
    x = weight * line.x if v.scaled else line.x
    for k in range(columns):
        if v.sign == "plus":
            line.out[k] = line.a[k] + x * batch.weights[k]
        else:
            line.out[k] = line.a[k] - x * batch.weights[k]


@computation(
    DENSE,
    "gather the rows of a matrix by a map",
    missing={"zero": "with zeros where there is none", "keep": ""},
    scaled={True: "scaled by a factor of the target", False: ""},
)
def dense_gather_rows(line: Any, columns: Any) -> None:
    src = line.source
    if v.missing == "zero" and not exists(src):
        for k in range(columns):
            line.out[k] = 0.0
        return
    for k in range(columns):
        line.out[k] = line.x * src.a[k] if v.scaled else src.a[k]


@computation(
    DENSE,
    "copy",
    side={
        "lower": "the lower triangle of the matrix of each batch",
        "upper": "the upper triangle of the matrix of each batch",
        "strict": "the strictly lower triangle of the matrix of each batch",
    },
    diagonal={"keep": "with zeros beside it", "unit": "with ones on the diagonal and zeros beside it"},
)
def dense_copy_triangle(line: Any, columns: Any) -> None:
    i = line.place
    for k in range(columns):
        value = line.a[k]
        if v.side == "upper":
            if k < i:
                value = 0.0
        elif v.side == "lower":
            if k > i:
                value = 0.0
        else:
            if k >= i:
                value = 0.0
        if v.diagonal == "unit" and k == i:
            value = 1.0
        line.out[k] = value


@computation(
    DENSE,
    "copy the columns of each row that are in use and pad the rest",
    pad={"zero": "with zeros", "identity": "with the row of the identity that has its place in the batch"},
    tail={"row": "", "batch": "where the batch is active"},
)
def dense_pad_rows(line: Any, columns: Any) -> None:
    if v.tail == "batch" and not line.batch.active:
        return
    used = line.used
    for k in range(columns):
        if k < used:
            line.out[k] = line.a[k]
        elif v.pad == "identity":
            line.out[k] = 1.0 if k == line.place else 0.0
        else:
            line.out[k] = 0.0


@computation(
    DENSE,
    "copy the matrix of each batch and shift its diagonal",
    scaled={True: "by a share of itself", False: "by a constant"},
)
def dense_shift_diagonal(line: Any, columns: Any, shift: Any) -> None:
    for k in range(columns):
        line.out[k] = line.a[k]
    i = line.place
    # rows below the last column have no part of the diagonal
    if i < columns:
        line.out[i] = line.a[i] * (1.0 + shift) if v.scaled else line.a[i] + shift
