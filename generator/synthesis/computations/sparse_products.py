"""Sparse matrices times vectors, and the sweeps that are made of them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.sparse import SPARSE

pattern: Any = None
"""The entity: a launch has its totals in record 0."""


@computation(
    SPARSE,
    "multiply a CSR matrix by a vector, row by row",
    scaled={"none": "", "alpha": "scaled by alpha", "both": "as alpha A x + beta y"},
    skip={True: "leaving out entries smaller in size than the threshold", False: ""},
)
def sparse_product(row: Any, alpha: Any, beta: Any, drop: Any) -> None:
    total = float(0.0)
    for e in row.entries:
        col = e.column
        if v.skip:
            a = e.value
            if wp.abs(a) < drop:
                continue
            total += a * col.x
        else:
            total += e.value * col.x
    if v.scaled == "both":
        row.y = alpha * total + beta * row.y
    elif v.scaled == "alpha":
        row.y = alpha * total
    else:
        row.y = total


@computation(
    SPARSE,
    "compute the residual b - A x of a CSR system row by row",
    measured={True: "and add up its square", False: ""},
    fixed={True: "zero in prescribed rows", False: ""},
)
def sparse_residual(row: Any) -> None:
    if v.fixed and row.fixed:
        row.residual = 0.0
        return
    r = row.b
    for e in row.entries:
        col = e.column
        r -= e.value * col.x
    row.residual = r
    if v.measured:
        pattern[0].error += r * r


@computation(
    SPARSE,
    "multiply the transpose of a CSR matrix by a vector, scattering each row by atomics,",
    guarded={True: "leaving out prescribed rows", False: ""},
    scaled={True: "scaled by a factor", False: ""},
)
def sparse_transpose_product(row: Any, alpha: Any) -> None:
    if v.guarded and row.fixed:
        return
    x = alpha * row.x if v.scaled else row.x
    for e in row.entries:
        col = e.column
        col.y += e.value * x


@computation(
    SPARSE,
    "multiply a BSR matrix of 3x3 blocks by a vector",
    half={
        "full": "",
        "symmetric": "stored as its upper half, adding the mirrored blocks by atomics",
        "transposed": "stored with each block transposed",
    },
)
def sparse_block_product(row: Any) -> None:
    total = wp.vec3(0.0)
    if v.half == "symmetric":
        own = row.u
    for e in row.entries:
        col = e.column
        if v.half == "transposed":
            total += wp.transpose(e.block) * col.u
        else:
            total += e.block * col.u
        if v.half == "symmetric":
            # the lower half is the transpose of what is stored
            if col.index != row.index:
                wp.atomic_add(col.v, wp.transpose(e.block) * own)
    if v.half == "symmetric":
        wp.atomic_add(row.v, total)
    else:
        row.v = total


@computation(
    SPARSE,
    "multiply an ELLPACK matrix of four columns a row by a vector,",
    others={True: "without what lies on the diagonal", False: ""},
    tail={"none": "", "diagonal": "plus a separate diagonal", "alpha": "scaled by alpha"},
)
def sparse_ell_product(row: Any, alpha: Any) -> None:
    total = row.diagonal * row.x if v.tail == "diagonal" else float(0.0)
    for k in range(4):
        col = row.lanes[k]
        if v.others and col.index == row.index:
            continue
        total += row.band[k] * col.x
    row.y = alpha * total if v.tail == "alpha" else total


@computation(
    SPARSE,
    "apply the Laplacian of a weighted graph to vertex values",
    form={
        "plain": "",
        "normalized": "in symmetric normalisation by the degrees",
        "power": "as the p-Laplacian with p = 3",
    },
)
def sparse_graph_laplacian(row: Any) -> None:
    xi = row.x
    if v.form == "normalized":
        si = 1.0 / wp.sqrt(row.degree)
    total = float(0.0)
    for e in row.entries:
        col = e.column
        if v.form == "normalized":
            total += e.edge_weight * (xi * si - col.x / wp.sqrt(col.degree))
        else:
            d = xi - col.x
            total += e.edge_weight * wp.abs(d) * d if v.form == "power" else e.edge_weight * d
    row.y = total * si if v.form == "normalized" else total
