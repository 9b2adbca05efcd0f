"""What sums over groups, drift and restraints must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.md_pairs import nearest


def grouped(start: Any, group: Any, amount: Any) -> Any:
    """``start`` with the amounts of atoms added to their groups."""
    found = start.copy()
    np.add.at(found, group[group >= 0], np.broadcast_to(amount, (len(group), *start.shape[1:]))[group >= 0])
    return found


def md_remove_drift(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, g = t.atom, t.group
    moves = (p.group >= 0) & ((p.flags & 1 > 0) if v.mobile else True)
    drift = (g.momentum / g.total_mass[:, None])[p.group]
    new = (p.velocity - drift) * (g.scaling[p.group][:, None] if v.scaled else 1)
    return {"atom.velocity": np.where(moves[:, None], new, p.velocity)}


def md_group_totals(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, g = t.atom, t.group
    found = {"group.momentum": grouped(g.momentum, p.group, p.mass[:, None] * p.velocity)}
    if v.mass:
        found["group.total_mass"] = grouped(g.total_mass, p.group, p.mass)
    if v.kinetic:
        found["group.kinetic"] = grouped(g.kinetic, p.group, p.mass / 2 * (p.velocity**2).sum(1))
    if v.counted:
        found["group.atom_count"] = grouped(g.atom_count, p.group, 1)
    return found


def md_group_virial(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    w = np.einsum("ai,aj->aij", p.position, p.force) if v.own else p.virial
    if v.kinetic:
        w = w + np.einsum("a,ai,aj->aij", p.mass, p.velocity, p.velocity)
    return {"group.stress": grouped(t.group.stress, p.group, w)}


def md_restrain(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    held = p.flags & 2 > 0
    d = p.reference - p.position
    d = nearest(d, n.box) if v.box else d
    found = {"atom.force": p.force + held[:, None] * n.restraint * d}
    if v.energy:
        found["atom.energy"] = np.where(held, n.restraint / 2 * (d**2).sum(1), p.energy)
    return found
