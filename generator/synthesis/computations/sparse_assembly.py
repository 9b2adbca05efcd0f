"""Entries of sparse matrices put together from triplets, elements, finer levels and boundary conditions."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sparse import SPARSE

pattern: Any = None
"""The entity: a launch has its totals in record 0."""

REGULAR = 1.0e-2
"""Determinant over which a block is inverted."""


@law
def stiffness_entry(a: wp.vec2, b: wp.vec2, scale: float) -> float:
    """Entry of an element's stiffness matrix from the gradients of two shape functions."""
    return scale * wp.dot(a, b)


@computation(
    SPARSE,
    "add each COO triplet to the CSR entry of its row and column, found by a linear search,",
    mirrored={True: "half of it there and half to the mirrored entry", False: ""},
    missing={True: "counting triplets without an entry", False: ""},
)
def sparse_assemble_search(triplet: Any) -> None:
    r, c = triplet.row, triplet.column
    value = triplet.value
    if v.mirrored:
        value = 0.5 * value
    if v.missing:
        found = int(0)
    for e in r.entries:
        if e.column.index == c.index:
            wp.atomic_add(e.assembled, value)
            if v.missing:
                found = 1
            break
    if v.mirrored:
        for m in c.entries:
            if m.column.index == r.index:
                wp.atomic_add(m.assembled, value)
                break
    if v.missing and found == 0:
        pattern[0].missing += 1


@computation(
    SPARSE,
    "scatter each COO triplet into the CSR entry that it is mapped to",
    sign={"plus": "", "minus": "subtracting it"},
    scaled={True: "scaled by a factor", False: ""},
)
def sparse_assemble_mapped(triplet: Any, value_factor: Any) -> None:
    e = triplet.destination
    value = value_factor * triplet.value if v.scaled else triplet.value
    if v.sign == "plus":
        e.assembled += value
    else:
        e.assembled -= value


@computation(
    SPARSE,
    "aggregate the entries of a matrix to the coarser level: diagonals of aggregates and couplings between them",
    dropped={True: "leaving out couplings below the threshold", False: ""},
    lumped={True: "with the couplings lumped onto the diagonal and their sizes summed", False: ""},
)
def sparse_coarse_matrix(entry: Any, drop: Any) -> None:
    if not exists(entry.column):
        return
    ci = entry.row.aggregate
    cj = entry.column.aggregate
    a = entry.value
    if v.dropped and ci.index != cj.index and wp.abs(a) < drop:
        return
    if v.lumped:
        ci.diagonal += a
        if ci.index != cj.index:
            ci.coupling += wp.abs(a)
    elif ci.index == cj.index:
        ci.diagonal += a
    else:
        ci.coupling += a


@computation(
    SPARSE,
    "flatten the 3x3 block of each entry into nine numbers",
    order={"rows": "row by row", "columns": "column by column"},
    sign={"plus": "", "minus": "and negate them"},
)
def sparse_flatten_blocks(entry: Any) -> None:
    b = entry.block
    for i in range(3):
        for j in range(3):
            place = 3 * i + j if v.order == "rows" else 3 * j + i
            entry.flat[place] = -b[i, j] if v.sign == "minus" else b[i, j]


@computation(
    SPARSE,
    "impose boundary conditions on a CSR matrix: identity in the rows of prescribed unknowns",
    columns={True: "and zeros in their columns", False: ""},
)
def sparse_identity_rows(row: Any) -> None:
    fixed = row.fixed
    for e in row.entries:
        j = e.column
        a = e.value
        if fixed:
            a = 0.0
            if j.index == row.index:
                a = 1.0
        elif v.columns and j.fixed:
            a = 0.0
        e.constrained = a


@computation(
    SPARSE,
    "scatter each 3x3 triplet into the block entry that it is mapped to",
    sign={"plus": "", "minus": "subtracting it"},
    mirrored={True: "transposed below the diagonal", False: ""},
)
def sparse_assemble_blocks(triplet: Any) -> None:
    e = triplet.destination
    b = triplet.block
    if v.mirrored:
        r, c = triplet.row, triplet.column
        if r.index > c.index:
            b = wp.transpose(b)
    if v.sign == "plus":
        e.block_sum += b
    else:
        e.block_sum -= b


@computation(
    SPARSE,
    "collect the diagonal 3x3 block of each row, its own block plus the entries of its own column,",
    result={
        "copy": "",
        "inverse": "and invert it where its determinant is over 0.01 in size, to the identity elsewhere",
    },
)
def sparse_diagonal_blocks(row: Any) -> None:
    block = row.block
    for e in row.entries:
        if e.column.index == row.index:
            block += e.block
    if v.result == "inverse":
        if wp.abs(wp.determinant(block)) > REGULAR:
            row.inverse_block = wp.inverse(block)
        else:
            row.inverse_block = wp.identity(n=3, dtype=float)
    else:
        row.whole_block = block


@computation(
    SPARSE,
    "compute the residual f - A u of a 3x3 block system row by row",
    fixed={True: "zero in prescribed rows", False: ""},
    measured={True: "and add up its square", False: ""},
)
def sparse_block_residual(row: Any) -> None:
    if v.fixed and row.fixed:
        row.residual_vector = wp.vec3(0.0, 0.0, 0.0)
        return
    r = row.f
    for e in row.entries:
        col = e.column
        r -= e.block * col.u
    row.residual_vector = r
    if v.measured:
        pattern[0].error += wp.dot(r, r)


@computation(
    SPARSE,
    "assemble the stiffness of each linear triangle, conductivity times area times the product of shape "
    "gradients, into a CSR matrix by atomics",
    fixed={True: "leaving out rows of prescribed nodes", False: ""},
    source={True: "and a third of its source into each node's right side", False: ""},
    active={True: "skipping inactive elements", False: ""},
)
def sparse_assemble_elements(element: Any) -> None:
    if v.active and not element.active:
        return
    area = element.area
    scale = element.conductivity * area
    for i in range(3):
        if v.fixed or v.source:
            node = element.nodes[i]
        if v.fixed and node.fixed:
            continue
        if v.source:
            node.b += element.source * area / 3.0
        gi = element.slope[i]
        for j in range(3):
            slot = element.slots[3 * i + j]
            if exists(slot):
                a = stiffness_entry(gi, element.slope[j], scale)
                wp.atomic_add(slot.assembled, a)
