"""What bonds, angles, dihedrals and constraints must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.md_pairs import nearest


def potential(kind: str, b: Any, k: int, r: float) -> float:
    """Energy of a bond of that length."""
    if kind == "harmonic":
        return b.stiffness[k] / 2 * (r - b.length[k]) ** 2
    if kind == "morse":
        return b.depth[k] * (1 - np.exp(-b.steepness[k] * (r - b.length[k]))) ** 2
    return b.stiffness[k] / 8 * (r**2 / b.length[k] - b.length[k]) ** 2


def slope(energy: Any, x: Any, h: float = 1e-3) -> Any:
    """Derivative by central differences of sixth order."""
    steps = ((1, 45), (2, -9), (3, 1))
    return sum(c * (energy(x + k * h) - energy(x - k * h)) for k, c in steps) / (60 * h)


def gradient(energy: Any, x: Any) -> Any:
    """Gradient of an energy of several points."""
    found = np.zeros_like(x)
    for place in np.ndindex(x.shape):
        unit = np.zeros_like(x)
        unit[place] = 1

        def along(s: float, unit: Any = unit) -> float:
            return energy(x + s * unit)

        found[place] = slope(along, 0.0)
    return found


def md_bond_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.bond
    force = t.atom.force.copy()
    energy = b.energy.copy() if v.energy else np.zeros(len(b.a))
    for k, (i, j) in enumerate(zip(b.a, b.b, strict=True)):
        if i < 0 or j < 0 or (v.intact and not b.intact[k]):
            continue
        d = nearest(t.atom.position[i] - t.atom.position[j], n.box)
        r = np.linalg.norm(d)
        kind = ("harmonic", "morse", "quartic")[b.kind[k]] if v.law == "kind" else v.law

        def bound(r: float, k: int = k, kind: str = kind) -> float:
            return potential(kind, b, k, r)

        energy[k] = bound(r)
        if r >= 1e-6:
            f = -slope(bound, r) * d / r
            force[i] += f
            force[j] -= f
    return {"atom.force": force, **({"bond.energy": energy} if v.energy else {})}


def md_angle_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.angle
    force = t.atom.force.copy()
    stored = g.energy.copy() if v.energy else np.zeros(len(g.a))
    for k, ids in enumerate(np.stack([g.a, g.b, g.c], -1)):
        bent = g.b[k] not in (g.a[k], g.c[k])

        def gap(x: Any, k: int = k) -> float:
            u, w = x[0] - x[1], x[2] - x[1]
            size = np.linalg.norm(u) * np.linalg.norm(w)
            cosine = np.clip(u @ w / size, -1.0, 1.0)
            return cosine - np.cos(g.rest[k]) if v.law == "cosine" else np.arccos(cosine) - g.rest[k]

        def energy(x: Any, k: int = k, gap: Any = gap) -> float:
            return g.stiffness[k] / 2 * gap(x) ** 2

        def outer(x: Any, k: int = k) -> float:
            return g.outer_stiffness[k] / 2 * (np.linalg.norm(x[2] - x[0]) - g.outer_length[k]) ** 2

        def springs(x: Any, energy: Any = energy, outer: Any = outer, bent: bool = bent) -> float:
            return (energy(x) if bent else 0) + (outer(x) if v.third else 0)

        np.add.at(force, ids, -gradient(springs, t.atom.position[ids]))
        stored[k] = springs(t.atom.position[ids])
    return {"atom.force": force, **({"angle.energy": stored} if v.energy else {})}


def torsion(x: Any) -> float:
    """The angle between the planes of the first and the last three points."""
    b = np.diff(x, axis=0)
    n1, n2 = np.cross(b[0], b[1]), np.cross(b[1], b[2])
    return float(np.arctan2(np.cross(n1, n2) @ b[1] / np.linalg.norm(b[1]), n1 @ n2))


def md_torsion_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.dihedral
    found = {"atom.force": t.atom.force.copy()}
    found |= {"dihedral.energy": g.energy.copy()} if v.energy else {}
    found |= {"dihedral.angle": g.angle.copy()} if v.angle else {}
    for k, ids in enumerate(g.atoms):
        x = t.atom.position[ids]
        b = np.diff(x, axis=0)
        size = np.linalg.norm(b, axis=1)
        area = np.linalg.norm(np.cross(b[:2], b[1:]), axis=1)
        if (area <= 0.01 * size[:2] * size[1:]).any():
            continue

        def energy(x: Any, k: int = k) -> float:
            return g.half_barrier[k] * (1 + np.cos(g.fold[k] * torsion(x) - g.phase[k]))

        np.add.at(found["atom.force"], ids, -gradient(energy, x))
        if v.energy:
            found["dihedral.energy"][k] = energy(x)
        if v.angle:
            found["dihedral.angle"][k] = torsion(x)
    return found
