"""Rows of friction pyramids, as NumPy states them."""

from __future__ import annotations

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import point
from tests.synthesis.computations.joint_rows import copies, jacobians, named, side


def pyramid_rows(t, v, n):
    c, b, counts, firsts = t.touch, t.body, t.island.row_count.copy(), t.touch.first_row.copy()
    words = ["kind", "source", "position", "jac_a", "jac_b", "velocity", *(["coefficient"] if v.friction else [])]
    found = copies(t, words)
    for i, (p, q, w) in enumerate(zip(c.a, c.b, c.island, strict=True)):
        firsts[i] = -1
        if (v.margin and c.distance[i] > n.margin) or max(p, q) < 0:
            continue
        normal, mu, tangents = c.frame[i, 0], c.friction[i], c.frame[i, 1 : c.dimension[i]]
        edges = [normal + sign * mu * x for x in tangents for sign in (1, -1)] or [normal]
        counts[w] += len(edges)
        if counts[w] > n.row_max:
            continue
        firsts[i] = w * n.row_max + counts[w] - len(edges)
        arms = [c.point[i] - point(pose, com) for pose, com, _ in (side(b, p), side(b, q))]
        for k, edge in enumerate(edges):
            if firsts[i] + k < len(t.row.kind):
                ja, jb = (j * (end >= 0) for j, end in zip(jacobians(edge, arms), (p, q), strict=True))
                rate = ja @ b.twist[p] + jb @ b.twist[q]
                for word, one in zip(found, [RowKind.CONTACT, i, c.distance[i], ja, jb, rate, mu], strict=False):
                    found[word][firsts[i] + k] = one
    return {**named(found), "touch.first_row": firsts, "island.row_count": counts}
