"""What the computations of ``contact_equations`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.contact_solver import contact_row


def allocate_contact_rows(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, r = t.contact, t.row
    first, rows, lost = np.full_like(c.first_row, -1), t.counter.rows.copy(), t.counter.lost.copy()
    columns = {name: getattr(r, name).copy() for name in ("owner", "kind", "position", "margin", "friction")}
    for k in np.flatnonzero(c.distance <= n.margin):
        wanted = 1 if v.cone == "normal" or c.dimension[k] == 0 else 2 * c.dimension[k]
        start = rows[0]
        rows[0] += wanted
        if start + wanted > len(r.owner):
            lost[0] += 1
            continue
        first[k] = start
        taken = slice(start, start + wanted)
        columns["owner"][taken] = k
        columns["position"][taken] = c.distance[k]
        columns["margin"][taken] = n.margin
        columns["kind"][taken] = 5 if v.cone == "normal" or c.dimension[k] == 0 else 6
        columns["friction"][taken] = c.frictions[k, 0] if c.dimension[k] > 0 else 0.0
        if c.dimension[k] == 3:
            columns["friction"][start + wanted - 2 : start + wanted] = c.frictions[k, 1]
    names = ["owner", "kind", "position"]
    names += ["margin"] if v.margin else []
    names += ["friction"] if v.cone == "pyramid" else []
    out = {f"row.{name}": columns[name] for name in names}
    return out | {"contact.first_row": first, "counter.rows": rows, "counter.lost": lost}


def write_contact_row(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    on = (c.distance <= n.margin) | (not v.inactive)
    first, second = np.zeros_like(c.jacobian_a), np.zeros_like(c.jacobian_b)
    for k in np.flatnonzero(on):
        if c.a[k] >= 0:
            first[k] = -contact_row(t, k, c.a[k])
        if c.b[k] >= 0:
            second[k] = contact_row(t, k, c.b[k])
    bias = np.where(on, np.where(c.distance > 0.0, 1.0, n.erp) * c.distance / n.dt, 0.0)
    out = {"contact.jacobian_a": first, "contact.jacobian_b": second, "contact.bias": bias}
    if v.bounds:
        out |= {"contact.lower": np.zeros_like(bias), "contact.upper": np.where(on, 1e10, 0.0)}
    return out
