"""Tendons: their lengths, the rows that their limits ask for, and what they pull at, as NumPy states them."""

from __future__ import annotations

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.row_tables import BASE, SOFT, Rows, gains, impedance


def tendon_limit_row(t, v, n):
    f, c = t.freedom, t.wrap.coefficient
    rows = Rows(t, n, [*BASE, *(SOFT if v.soft else [])], ["dropped"] if v.drop == "count" else [])
    for i, wraps in enumerate(t.tendon.wraps):
        dofs = t.wrap.freedom[wraps]
        length, rate = c[wraps] @ f.position[dofs], c[wraps] @ f.velocity[dofs]
        below, above = length - t.tendon.lower[i], t.tendon.upper[i] - length
        pos, sign = (below, 1.0) if below < above else (above, -1.0)
        if pos >= 0.0:
            continue
        place, _ = rows.reserve(t.tendon.island[i], [("dropped", True)] if v.drop == "count" else [])
        if place is None:
            continue
        for k, j in zip(wraps, dofs, strict=True):
            rows.columns["jacobian"][place, f.column[j]] += sign * c[k]
        rows.write(place, kind=RowKind.LIMIT, source=i, position=pos, velocity=sign * rate)
        if v.soft:
            (k, b), imp = gains(t.tendon, i, n.dt), impedance(pos, t.tendon, i)
            weight = imp / ((1 - imp) * t.tendon.inverse_weight[i])
            rows.write(place, reference=-b * sign * rate - k * imp * pos, weight=weight)
    return rows.found
