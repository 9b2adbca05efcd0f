"""Rows of sparse matrices against each other, checked and compressed."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.sparse import SPARSE

entry: Any = None
"""The entity, which rows number where they begin."""

pattern: Any = None
"""The entity: a launch has its totals in record 0."""

BEYOND = 0x40000000
"""More than every column."""

DUPLICATE = 1
"""Bit of a report: a column that a row has twice."""

NO_DIAGONAL = 2
"""Bit of a report: a row without an entry on the diagonal."""

EMPTY_COLUMN = 4
"""Bit of a report: an entry without a column."""


@law
def disc_ends(center: float, radius: float) -> tuple[float, float]:
    """Both ends of a Gershgorin disc on the real axis."""
    return center - radius, center + radius


@computation(
    SPARSE,
    "walk the sorted columns of each row and of its partner row side by side, repeats as one,",
    result={
        "union": "and count their union",
        "shared": "and count their intersection",
        "dot": "and sum the products over their intersection",
    },
)
def sparse_merge_rows(row: Any) -> None:
    other = row.partner
    i = row.begin
    j = other.begin
    i_end = i + row.length
    j_end = j + other.length
    if v.result == "dot":
        total = float(0.0)
    else:
        n = int(0)
    while i < i_end or j < j_end:
        # the next column of either
        column = int(BEYOND)
        if i < i_end:
            column = entry[i].sorted_column
        if j < j_end:
            column = wp.min(column, entry[j].sorted_column)
        if v.result == "dot":
            a = float(0.0)
            b = float(0.0)
        elif v.result == "shared":
            first_i = i
            first_j = j
        while i < i_end:
            if entry[i].sorted_column != column:
                break
            if v.result == "dot":
                a += entry[i].value
            i += 1
        while j < j_end:
            if entry[j].sorted_column != column:
                break
            if v.result == "dot":
                b += entry[j].value
            j += 1
        if v.result == "dot":
            total += a * b
        elif v.result == "union":
            n += 1
        elif i > first_i and j > first_j:
            n += 1
    if v.result == "dot":
        row.shared = total
    else:
        row.fill = n


@computation(
    SPARSE,
    "multiply a sparse matrix by a dense one of a few columns",
    mean={True: "dividing by the number of entries that are added", False: ""},
    skip={True: "leaving out entries smaller in size than the threshold", False: ""},
    tail={"none": "", "add": "scaled by a factor and added to the row's own values", "relu": "and rectify the product"},
)
def sparse_dense_product(row: Any, panel_width: Any, drop: Any, alpha: Any) -> None:
    for k in range(panel_width):
        total = float(0.0)
        if v.mean:
            n = int(0)
        for e in row.entries:
            a = e.value
            if v.skip and wp.abs(a) < drop:
                continue
            col = e.column
            total += a * col.panel[k]
            if v.mean:
                n += 1
        if v.mean:
            if n > 0:
                total = total / float(n)
        if v.tail == "add":
            total = row.panel[k] + alpha * total
        elif v.tail == "relu":
            total = wp.max(total, 0.0)
        row.panel_product[k] = total


@computation(
    SPARSE,
    "check each CSR row and set bits for a missing diagonal and for entries without column",
    twice={True: "and for duplicate columns", False: ""},
    counted={True: "counting rows with errors", False: ""},
)
def sparse_check_rows(row: Any) -> None:
    report = int(0)
    has_diagonal = int(0)
    for e in row.entries:
        column = e.column
        if not exists(column):
            report = report | EMPTY_COLUMN
            continue
        col = column.index
        if col == row.index:
            has_diagonal = 1
        if v.twice:
            for f in row.entries:
                if f.index >= e.index:
                    break
                other = f.column
                if other.index == col:
                    report = report | DUPLICATE
    if has_diagonal == 0:
        report = report | NO_DIAGONAL
    row.report = report
    if v.counted and report != 0:
        pattern[0].faulty += 1


@computation(
    SPARSE,
    "compute the compacted place of each entry of a row when entries below the threshold are dropped (-1 for those),",
    diagonal={True: "keeping the diagonal", False: ""},
    merged={True: "dropping duplicates of earlier columns that are kept", False: ""},
)
def sparse_compress_rows(row: Any, drop: Any) -> None:
    n = int(0)
    for e in row.entries:
        e.place = -1
        if v.diagonal or v.merged:
            col = e.column
        if v.diagonal:
            if wp.abs(e.value) < drop and col.index != row.index:
                continue
        else:
            if wp.abs(e.value) < drop:
                continue
        if v.merged:
            repeated = bool(False)
            for f in row.entries:
                if f.index >= e.index:
                    break
                kept = wp.abs(f.value) >= drop or (v.diagonal and col.index == row.index)
                if kept and f.column.index == col.index:
                    repeated = True
                    break
            if repeated:
                continue
        e.place = n
        n += 1
    row.entry_total = n


@computation(
    SPARSE,
    "bound the eigenvalues of a matrix by the Gershgorin discs of its rows: the diagonal, and the sum of the sizes of "
    "the other entries as radius",
    kind={"rows": "", "scaled": "(of the matrix whose rows are divided by their diagonals)"},
    guarded={True: "and mark rows whose disc reaches zero", False: ""},
)
def sparse_row_discs(row: Any) -> None:
    radius = float(0.0)
    for e in row.entries:
        if e.column.index != row.index:
            radius += wp.abs(e.value)
    if v.kind == "scaled":
        low, high = disc_ends(1.0, radius / row.diagonal)
    else:
        low, high = disc_ends(row.diagonal, radius)
    row.lower = low
    row.upper = high
    if v.guarded:
        row.report = 1 if low <= 0.0 else 0


@computation(
    SPARSE,
    "count the entries of each row",
    side={"lower": "below the diagonal", "upper": "above the diagonal", "both": "below and above the diagonal"},
)
def sparse_split_triangle(row: Any) -> None:
    below = int(0)
    above = int(0)
    for e in row.entries:
        column = e.column
        if not exists(column):
            continue
        col = column.index
        if v.side != "upper":
            if col < row.index:
                below += 1
        if v.side != "lower":
            if col > row.index:
                above += 1
    if v.side != "upper":
        row.below = below
    if v.side != "lower":
        row.above = above
