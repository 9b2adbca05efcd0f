"""NumPy statements of claims on cells, in the order of the threads."""

from __future__ import annotations

import numpy as np


def _with_cell(t):
    return [i for i, cell in enumerate(t.claim.cell) if cell >= 0]


def claim_free_cell(t, v, n):
    owner, won = t.cell.owner.copy(), t.claim.won.copy()
    for i in _with_cell(t):
        if not v.active or t.claim.active[i]:
            won[i] = int(owner[t.claim.cell[i]] == -1)
            if won[i]:
                owner[t.claim.cell[i]] = i
    return {"cell.owner": owner, "claim.won": won}


def push_on_list(t, v, n):
    head, following = t.cell.head.copy(), t.claim.next.copy()
    for i in _with_cell(t):
        following[i], head[t.claim.cell[i]] = head[t.claim.cell[i]], i
    return {"cell.head": head, "claim.next": following}


def common_flags(t, v, n):
    allowed = t.cell.allowed.copy()
    flags = t.claim.flags | n.kept_flags if v.kept else t.claim.flags
    for i in _with_cell(t):
        allowed[t.claim.cell[i]] &= flags[i]
    return {"cell.allowed": allowed}


def folded_flags(t, v, n):
    name, fold = ("parity", np.bitwise_xor) if v.fold == "parity" else ("seen", np.bitwise_or)
    made = getattr(t.cell, name).copy()
    there = _with_cell(t)
    fold.at(made, t.claim.cell[there], t.claim.flags[there])
    return {f"cell.{name}": made}
