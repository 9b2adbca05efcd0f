"""Sweeps over sparse systems, and what goes between levels and boundaries."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sparse import SPARSE

SMALL = 1.0e-6
"""Size of a pivot under which a matrix has no inverse."""


@law
def safe_reciprocal(d: float) -> float:
    """Reciprocal of a divisor, zero where it is too small."""
    if wp.abs(d) < SMALL:
        return 0.0
    return 1.0 / d


@law
def invert_block(block: wp.mat33, shift: float) -> wp.mat33:
    """Inverse of a 3x3 block with a shift added to its diagonal."""
    return wp.inverse(block + wp.identity(n=3, dtype=float) * shift)


@computation(
    SPARSE,
    "make a damped Jacobi sweep over a CSR system",
    kind={"diagonal": "", "l1": "scaled by the 1-norm of each row"},
    colored={True: "over rows of one colour", False: ""},
)
def sparse_jacobi_sweep(row: Any, omega: Any, pass_color: Any) -> None:
    x = row.x
    if v.colored and row.color != pass_color:
        row.x_next = x
        return
    r = row.b
    d = float(0.0) if v.kind == "l1" else row.diagonal
    for e in row.entries:
        col = e.column
        a = e.value
        r -= a * col.x
        if v.kind == "l1":
            d += wp.abs(a)
    row.x_next = x + omega * r * safe_reciprocal(d) if v.kind == "l1" else x + omega * r / d


@computation(
    SPARSE,
    "apply the inverses of the diagonal 3x3 blocks to a vector",
    shift={True: "after adding a shift to the diagonals of the blocks", False: ""},
    stored={True: "storing the inverses", False: ""},
)
def sparse_block_jacobi(row: Any, shift: Any) -> None:
    inverse = invert_block(row.block, shift) if v.shift else wp.inverse(row.block)
    row.v = inverse * row.f
    if v.stored:
        row.inverse_block = inverse


@computation(
    SPARSE,
    "add the right side of each row to that of its aggregate,",
    scaled={True: "times the scale of the row", False: ""},
    counted={True: "and count the rows of each aggregate", False: ""},
)
def sparse_restrict(row: Any) -> None:
    agg = row.aggregate
    agg.b += row.scale * row.b if v.scaled else row.b
    if v.counted:
        agg.size += 1


@computation(
    SPARSE,
    "add to each unknown the coarse correction of its aggregate",
    damped={True: "times omega", False: ""},
    fixed={True: "except prescribed ones", False: ""},
)
def sparse_prolong(row: Any, omega: Any) -> None:
    x = row.x
    if v.fixed and row.fixed:
        row.x_next = x
        return
    agg = row.aggregate
    row.x_next = x + omega * agg.x if v.damped else x + agg.x


@computation(
    SPARSE,
    "eliminate prescribed unknowns: subtract their columns times their values from the right side of the other rows, "
    "and set that of their own rows",
    scaled={True: "to the value times the diagonal, which stays", False: "to the value"},
)
def sparse_lift_boundary(row: Any) -> None:
    if row.fixed:
        row.b_lifted = row.diagonal * row.target if v.scaled else row.target
        return
    b = row.b
    for e in row.entries:
        col = e.column
        if not col.fixed:
            continue
        b -= e.value * col.target
    row.b_lifted = b


@computation(
    SPARSE,
    "combine two vectors x and y",
    inplace={True: "into y = a x + b y", False: "into z = a x + b y"},
)
def sparse_axpby(row: Any, x_factor: Any, y_factor: Any) -> None:
    value = x_factor * row.x + y_factor * row.y
    if v.inplace:
        row.y = value
    else:
        row.z = value


@computation(
    SPARSE,
    "set prescribed unknowns to their values",
    other={"keep": "and copy the others", "zero": "and clear the others"},
)
def sparse_impose_values(row: Any) -> None:
    if row.fixed:
        row.x_next = row.target
    else:
        row.x_next = row.x if v.other == "keep" else 0.0
