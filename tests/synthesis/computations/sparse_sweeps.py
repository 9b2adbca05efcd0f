"""Sweeps over sparse systems, stated by matrices made whole."""

from __future__ import annotations

import numpy as np


def _terms(t, i):
    return [(e, t.entry.column[e]) for e in t.row.entries[i] if t.entry.column[e] >= 0]


def sparse_jacobi_sweep(t, v, n):
    made = t.row.x.copy()
    for i in range(len(made)):
        if v.colored and t.row.color[i] != n.pass_color:
            continue
        terms = _terms(t, i)
        residual = t.row.b[i] - sum(t.entry.value[e] * t.row.x[c] for e, c in terms)
        d = sum(abs(t.entry.value[e]) for e, _ in terms) if v.kind == "l1" else t.row.diagonal[i]
        made[i] += 0.0 if abs(d) < 1.0e-6 else n.omega * residual / d
    return {"row.x_next": made}


def sparse_block_jacobi(t, v, n):
    shift = n.shift if v.shift else 0.0
    inverse = np.linalg.inv(t.row.block + shift * np.eye(3))
    made = {"row.v": np.einsum("nij,nj->ni", inverse, t.row.f)}
    if v.stored:
        made["row.inverse_block"] = inverse
    return made


def sparse_restrict(t, v, n):
    b, size = t.aggregate.b.copy(), t.aggregate.size.copy()
    for i, g in enumerate(t.row.aggregate):
        if g >= 0:
            b[g] += t.row.b[i] * (t.row.scale[i] if v.scaled else 1.0)
            size[g] += 1
    return {"aggregate.b": b, "aggregate.size": size} if v.counted else {"aggregate.b": b}


def sparse_prolong(t, v, n):
    made = t.row.x.copy()
    for i, g in enumerate(t.row.aggregate):
        if g >= 0 and not (v.fixed and t.row.fixed[i]):
            made[i] += t.aggregate.x[g] * (n.omega if v.damped else 1.0)
    return {"row.x_next": made}


def sparse_lift_boundary(t, v, n):
    made = t.row.b.copy()
    for i in range(len(made)):
        if t.row.fixed[i]:
            made[i] = t.row.target[i] * (t.row.diagonal[i] if v.scaled else 1.0)
        else:
            made[i] -= sum(t.entry.value[e] * t.row.target[c] for e, c in _terms(t, i) if t.row.fixed[c])
    return {"row.b_lifted": made}


def sparse_axpby(t, v, n):
    return {"row.y" if v.inplace else "row.z": np.stack([t.row.x, t.row.y], axis=1) @ [n.x_factor, n.y_factor]}


def sparse_impose_values(t, v, n):
    other = t.row.x if v.other == "keep" else np.zeros_like(t.row.x)
    return {"row.x_next": np.where(t.row.fixed.astype(bool), t.row.target, other)}
