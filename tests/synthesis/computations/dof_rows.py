"""Rows over degrees of freedom, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.row_tables import BASE, SOFT, Rows, gains, impedance


def equality_dof_row(t, v, n):
    e, f = t.equality, t.freedom
    words = [*BASE, "margin", *(SOFT if v.soft == "full" else [])]
    rows = Rows(t, n, words, ["equality_count"] if v.count else [])
    first_rows = e.first_row.copy()
    for i, (a, b, w) in enumerate(zip(e.first, e.second, e.island, strict=True)):
        if not e.active[i] or (b < 0 and not v.single):
            continue
        place, full = rows.reserve(w)
        if full:
            first_rows[i] = -1
        if place is None:
            continue
        first_rows[i] = place
        if v.count:
            rows.counters["equality_count"][w] += 1
        pos, vel, weight = f.position[a] - f.rest[a], f.velocity[a], f.inverse_weight[a]
        if b >= 0:
            curve = np.polynomial.Polynomial([0.0, *e.curve[i]])
            x = f.position[b] - f.rest[b]
            pos, vel = pos - curve(x), vel - curve.deriv()(x) * f.velocity[b]
            weight = weight + f.inverse_weight[b]
            rows.columns["jacobian"][place, f.column[b]] -= curve.deriv()(x)
        rows.columns["jacobian"][place, f.column[a]] += 1.0
        rows.write(place, kind=RowKind.EQUALITY, source=i, position=pos, velocity=vel, margin=0.0)
        if v.soft == "full":
            (k, b_), imp = gains(e, i, n.dt), impedance(pos, e, i)
            rows.write(place, reference=-b_ * vel - k * imp * pos, weight=imp / ((1 - imp) * weight))
    return {**rows.found, "equality.first_row": first_rows}


def limit_row(t, v, n):
    f = t.freedom
    soft = v.margin == "soft"
    words = [*BASE, "friction", *(["impedance", *SOFT] if soft else [])]
    rows = Rows(t, n, words, ["dropped", *(["limit_count"] if v.count else [])])
    for i, w in enumerate(f.island):
        below, above = f.position[i] - f.lower[i], f.upper[i] - f.position[i]
        pos, sign = (below, 1.0) if below < above else (above, -1.0)
        if not f.limited[i] or pos >= 0.0:
            continue
        place, full = rows.reserve(w, [("dropped", False)])
        if v.count and not full:
            rows.counters["limit_count"][w] += 1
        if place is None:
            continue
        vel = sign * f.velocity[i]
        rows.columns["jacobian"][place, f.column[i]] = sign
        rows.write(place, kind=RowKind.LIMIT, source=i, position=pos, velocity=vel, friction=0.0)
        if soft:
            (k, b), imp = gains(f, i, n.dt), impedance(pos, f, i)
            weight = imp / ((1 - imp) * f.inverse_weight[i])
            rows.write(place, impedance=imp, reference=-b * vel - k * imp * pos, weight=weight)
    return rows.found


def friction_row(t, v, n):
    f = t.freedom
    words = ["jacobian", "kind", "source", "position", "margin", "friction", "weight"]
    words += ["velocity", "reference"] if v.reference else []
    rows = Rows(t, n, words, ["friction_count"] if v.count else [])
    for i, w in enumerate(f.island):
        if f.friction[i] <= 0.0:
            continue
        place, full = rows.reserve(w)
        if v.count and not full:
            rows.counters["friction_count"][w] += 1
        if place is None:
            continue
        low = f.impedance_low[i]
        rows.columns["jacobian"][place, f.column[i]] = 1.0
        rows.write(place, kind=RowKind.FRICTION, source=i, position=0.0, margin=0.0, friction=f.friction[i])
        rows.write(place, weight=low / ((1 - low) * f.inverse_weight[i]))
        if v.reference:
            rows.write(place, velocity=f.velocity[i], reference=-gains(f, i, n.dt)[1] * f.velocity[i])
    return rows.found
