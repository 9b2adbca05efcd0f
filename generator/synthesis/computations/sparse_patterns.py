"""Patterns of sparse matrices: counting, finding, scaling and putting entries together."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sparse import SPARSE

SMALL = 1.0e-6
"""Size of a norm under which a row counts as empty."""

pattern: Any = None
"""The entity: a launch has its totals in record 0."""


@law
def is_strong(value: float, size: float, threshold: float) -> bool:
    """Whether an entry is larger in size than a share of what it is compared with."""
    return wp.abs(value) > threshold * size


@law
def inverse_norm(norm: float) -> float:
    """Factor that scales a row to norm one, 1 for a row of zeros."""
    if norm < SMALL:
        return 1.0
    return 1.0 / norm


@computation(
    SPARSE,
    "find the diagonal of each row of a CSR matrix",
    result={"place": "as the number of its entry, -1 for none", "inverse": "and store its inverse, zero for none"},
)
def sparse_find_diagonal(row: Any) -> None:
    if v.result == "place":
        row.diagonal_place = -1
        for e in row.entries:
            if e.column.index == row.index:
                row.diagonal_place = e.index
                break
    else:
        d = float(0.0)
        for e in row.entries:
            if e.column.index == row.index:
                d = e.value
                break
        row.inverse_diagonal = 0.0
        if d != 0.0:
            row.inverse_diagonal = 1.0 / d


@computation(
    SPARSE,
    "count the COO triplets of each row",
    checked={True: "off the diagonal", False: ""},
    total={True: "and their total", False: ""},
)
def sparse_count_triplets(triplet: Any) -> None:
    r = triplet.row
    if v.checked:
        c = triplet.column
        if r.index == c.index:
            return
    r.entry_total += 1
    if v.total:
        pattern[0].entry_total += 1


@computation(
    SPARSE,
    "give each COO triplet a place in its row by an atomic cursor",
    symmetric={True: "and reserve one for its mirror image", False: ""},
)
def sparse_triplet_slots(triplet: Any) -> None:
    r, c = triplet.row, triplet.column
    triplet.slot = wp.atomic_add(r.cursor, 1)
    if v.symmetric and r.index != c.index:
        wp.atomic_add(c.cursor, 1)


@computation(
    SPARSE,
    "mark and count the strong couplings of each row to others, larger in size than the threshold times",
    kind={"row": "its diagonal", "pair": "the geometric mean of both diagonals"},
    total={True: "and count those of the whole matrix", False: ""},
)
def sparse_strong_connections(row: Any, strength: Any) -> None:
    d = row.diagonal
    n = int(0)
    for e in row.entries:
        e.strong = 0
        col = e.column
        if col.index == row.index:
            continue
        if is_strong(e.value, wp.sqrt(d * col.diagonal) if v.kind == "pair" else d, strength):
            e.strong = 1
            n += 1
    row.strong_total = n
    if v.total:
        pattern[0].strong_total += n


@computation(
    SPARSE,
    "count the entries of each row larger in size than the threshold",
    columns={"any": "", "valid": "that have a column", "upper": "above the diagonal"},
)
def sparse_count_kept(row: Any, drop: Any) -> None:
    n = int(0)
    for e in row.entries:
        if v.columns == "valid":
            if not exists(e.column):
                continue
        elif v.columns == "upper" and e.column.index <= row.index:
            continue
        if wp.abs(e.value) > drop:
            n += 1
    row.entry_total = n


@computation(
    SPARSE,
    "expand CSR offsets to the row number of each entry",
    offset={True: "plus the number of the first row", False: ""},
)
def sparse_expand_rows(row: Any, row_offset: Any) -> None:
    for e in row.entries:
        e.row_number = row_offset + row.index if v.offset else row.index


@computation(
    SPARSE,
    "scale each row of a CSR matrix to norm one",
    norm={"two": "in the 2-norm", "one": "in the 1-norm"},
    kept={True: "and keep the norm", False: ""},
)
def sparse_normalize_rows(row: Any) -> None:
    total = float(0.0)
    for e in row.entries:
        a = e.value
        total += a * a if v.norm == "two" else wp.abs(a)
    norm = wp.sqrt(total) if v.norm == "two" else total
    s = inverse_norm(norm)
    for e in row.entries:
        e.scaled = s * e.value
    if v.kept:
        row.norm = norm


@computation(
    SPARSE,
    "scale each entry",
    form={
        "both": "by the scales of its row and its column",
        "left": "by the scale of its row",
        "divide": "dividing it by the scales of its row and its column",
    },
)
def sparse_scale_entries(entry: Any) -> None:
    if v.form == "left":
        entry.scaled = entry.row.scale * entry.value
    else:
        c = entry.column
        s = entry.row.scale * c.scale
        entry.scaled = entry.value / s if v.form == "divide" else s * entry.value


@computation(
    SPARSE,
    "compute for each row",
    kind={"max": "its largest absolute value", "offdiagonal": "the sum of the absolute values off its diagonal"},
)
def sparse_row_norm(row: Any) -> None:
    norm = float(0.0)
    for e in row.entries:
        if v.kind == "max":
            norm = wp.max(norm, wp.abs(e.value))
        else:
            if e.column.index != row.index:
                norm += wp.abs(e.value)
    row.norm = norm
