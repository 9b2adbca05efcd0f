"""What is assembled into the entries of a sparse matrix."""

from __future__ import annotations

import numpy as np


def _entry_at(t, r, c):
    """The first entry of a row in a column, or -1."""
    return next((e for e in t.row.entries[r] if t.entry.column[e] == c), -1)


def sparse_assemble_search(t, v, n):
    made, missing = t.entry.assembled.copy(), 0
    for value, r, c in zip(t.triplet.value, t.triplet.row, t.triplet.column, strict=True):
        if r < 0 or c < 0:
            continue
        places = [(r, c), (c, r)] if v.mirrored else [(r, c)]
        for place in places:
            if (e := _entry_at(t, *place)) >= 0:
                made[e] += value / len(places)
        missing += _entry_at(t, r, c) < 0
    result = {"entry.assembled": made}
    if v.missing:
        result["pattern.missing"] = t.pattern.missing.copy()
        result["pattern.missing"][0] += missing
    return result


def sparse_assemble_mapped(t, v, n):
    made = t.entry.assembled.copy()
    factor = (n.value_factor if v.scaled else 1.0) * (1.0 if v.sign == "plus" else -1.0)
    for value, e in zip(t.triplet.value, t.triplet.destination, strict=True):
        if e >= 0:
            made[e] += factor * value
    return {"entry.assembled": made}


def sparse_coarse_matrix(t, v, n):
    diagonal, coupling = t.aggregate.diagonal.copy(), t.aggregate.coupling.copy()
    for a, r, c in zip(t.entry.value, t.entry.row, t.entry.column, strict=True):
        if c < 0:
            continue
        p, q = t.row.aggregate[r], t.row.aggregate[c]
        if p < 0 or q < 0 or (v.dropped and p != q and abs(a) < n.drop):
            continue
        if v.lumped:
            diagonal[p] += a
            coupling[p] += abs(a) if p != q else 0.0
        elif p == q:
            diagonal[p] += a
        else:
            coupling[p] += a
    return {"aggregate.diagonal": diagonal, "aggregate.coupling": coupling}


def sparse_flatten_blocks(t, v, n):
    blocks = t.entry.block if v.order == "rows" else t.entry.block.transpose(0, 2, 1)
    flat = blocks.reshape(len(blocks), 9)
    return {"entry.flat": -flat if v.sign == "minus" else flat}


def sparse_identity_rows(t, v, n):
    made = t.entry.constrained.copy()
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            c = t.entry.column[e]
            if c < 0:
                continue
            made[e] = t.entry.value[e]
            if t.row.fixed[i]:
                made[e] = float(c == i)
            elif v.columns and t.row.fixed[c]:
                made[e] = 0.0
    return {"entry.constrained": made}


def sparse_assemble_blocks(t, v, n):
    made = t.entry.block_sum.copy()
    for i, e in enumerate(t.triplet.destination):
        r, c = t.triplet.row[i], t.triplet.column[i]
        if e < 0 or (v.mirrored and min(r, c) < 0):
            continue
        block = t.triplet.block[i].T if v.mirrored and r > c else t.triplet.block[i]
        made[e] += block if v.sign == "plus" else -block
    return {"entry.block_sum": made}


def sparse_diagonal_blocks(t, v, n):
    made = t.row.block.copy()
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            made[i] += t.entry.block[e] * (t.entry.column[e] == i)
    if v.result == "inverse":
        regular = np.abs(np.linalg.det(made)) > 1.0e-2
        made[regular], made[~regular] = np.linalg.inv(made[regular]), np.eye(3)
        return {"row.inverse_block": made}
    return {"row.whole_block": made}


def sparse_block_residual(t, v, n):
    made = t.row.f.copy()
    for i, entries in enumerate(t.row.entries):
        for e in entries:
            if t.entry.column[e] >= 0:
                made[i] -= t.entry.block[e] @ t.row.u[t.entry.column[e]]
        if v.fixed and t.row.fixed[i]:
            made[i] = 0.0
    if not v.measured:
        return {"row.residual_vector": made}
    error = t.pattern.error.copy()
    error[0] += (made**2).sum()
    return {"row.residual_vector": made, "pattern.error": error}


def sparse_assemble_elements(t, v, n):
    assembled, b = t.entry.assembled.copy(), t.row.b.copy()
    for i, nodes in enumerate(t.element.nodes):
        if v.active and not t.element.active[i]:
            continue
        slope, area = t.element.slope[i], t.element.area[i]
        stiffness = t.element.conductivity[i] * area * slope @ slope.T
        for p, node in enumerate(nodes):
            if v.fixed and t.row.fixed[node]:
                continue
            b[node] += t.element.source[i] * area / 3.0
            for q in range(3):
                if (slot := t.element.slots[i][3 * p + q]) >= 0:
                    assembled[slot] += stiffness[p, q]
    return {"entry.assembled": assembled, "row.b": b} if v.source else {"entry.assembled": assembled}
