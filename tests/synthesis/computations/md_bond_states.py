"""What states of bonds and constraints of length must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.md_pairs import nearest


def md_shake_multiplier(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, x = t.bond, t.atom
    found = b.multiplier.copy()
    for k, (i, j) in enumerate(zip(b.a, b.b, strict=True)):
        if v.intact and not b.intact[k]:
            found[k] = 0
            continue
        if i < 0 or j < 0:
            continue
        d, before = x.position[i] - x.position[j], x.reference[i] - x.reference[j]
        w = 1 / x.mass[i] + 1 / x.mass[j]
        if abs(d @ before) < 0.01:
            found[k] = 0
        elif v.form == "square":
            found[k] = (b.length[k] ** 2 - d @ d) / (2 * w * (d @ before))
        else:
            # |d + m w before| is the length, to first order in m
            slope = w * (d @ before) / np.linalg.norm(d)
            found[k] = (b.length[k] - np.linalg.norm(d)) / slope
    return {"bond.multiplier": found}


def md_rattle_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.atom
    kick, multiplier = x.kick.copy(), t.bond.velocity_multiplier.copy()
    for k, (i, j) in enumerate(zip(t.bond.a, t.bond.b, strict=True)):
        if i < 0 or j < 0 or i == j or (v.intact and not t.bond.intact[k]):
            continue
        d = nearest(x.position[i] - x.position[j], n.box)
        n_ = d / np.linalg.norm(d)
        speed = n_ @ (x.velocity[i] - x.velocity[j])
        share = x.mass[j] / (x.mass[i] + x.mass[j])
        multiplier[k] = share * x.mass[i] * speed / np.linalg.norm(d)
        kick[i] -= share * speed * n_
        kick[j] += (1 - share) * speed * n_
    return {"atom.kick": kick, **({"bond.velocity_multiplier": multiplier} if v.stored else {})}


def md_break_bond(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.bond
    intact = b.intact.copy()
    broken = t.group.broken_count.copy() if v.counted else None
    for k, (i, j) in enumerate(zip(b.a, b.b, strict=True)):
        if not b.intact[k] or (v.kind and b.kind[k] == 0):
            continue
        if i < 0 or j < 0:
            continue
        r = np.linalg.norm(nearest(t.atom.position[i] - t.atom.position[j], n.box))
        if r > n.strain_limit * b.length[k]:
            intact[k] = 0
            if broken is not None and b.group[k] >= 0:
                broken[b.group[k]] += 1
    return {"bond.intact": intact, **({"group.broken_count": broken} if broken is not None else {})}


def md_count_bonds(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.bond
    chosen = (b.a >= 0) & (b.b >= 0)
    if v.intact:
        chosen &= b.intact > 0
    if v.kind:
        chosen &= b.kind != 0
    counts = t.atom.bond_count.copy()
    np.add.at(counts, b.a[chosen], 1)
    np.add.at(counts, b.b[chosen], 1)
    return {"atom.bond_count": counts}
