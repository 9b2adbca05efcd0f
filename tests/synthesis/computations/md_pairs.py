"""What forces between pairs, lists and histograms must be."""

from __future__ import annotations

from math import erfc
from typing import Any

import numpy as np


def nearest(d: Any, box: Any) -> Any:
    """The nearest periodic image of a difference."""
    return d - box * np.round(d / box)


def lennard_jones(d: Any, depth: float, sigma: float) -> tuple[float, Any]:
    """Energy and force; within 0.9 sigma the pair is a spring that pushes."""
    r = np.sqrt(d @ d)
    at = max(r, 0.9 * sigma)
    s6 = (sigma / at) ** 6
    spring = 24 * depth * s6 * (2 * s6 - 1) / at**2
    return 4 * depth * s6 * (s6 - 1) + spring * (at**2 - r**2) / 2, spring * d


def mixed(t: Any, i: int, j: int) -> tuple[float, float]:
    """Lorentz-Berthelot parameters of two atoms."""
    s = t.species
    a, b = t.atom.species[i], t.atom.species[j]
    return np.sqrt(s.depth[a] * s.depth[b]), (s.diameter[a] + s.diameter[b]) / 2


def md_lennard_jones(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    force, energy = np.zeros_like(p.position), np.zeros(len(p.position))
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = nearest(p.position[i] - p.position[j], n.box)
            depth, sigma = mixed(t, i, j)
            e, f = lennard_jones(d, depth, sigma)
            if v.cut == "repulsive":
                reach, at_cutoff = 2 ** (1 / 6) * sigma, -depth
            else:
                reach, at_cutoff = n.cutoff, lennard_jones(np.array([n.cutoff, 0, 0]), depth, sigma)[0]
            if j != i and d @ d < reach**2:
                force[i] += f
                energy[i] += (e - at_cutoff) / 2
    return {"atom.force": force, **({"atom.energy": energy} if v.energy else {})}


def md_pair_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.pair
    found = {"atom.force": t.atom.force.copy()}
    found |= {"pair.energy": p.energy.copy()} if v.energy else {}
    found |= {"atom.virial": t.atom.virial.copy()} if v.virial else {}
    for k, (a, b) in enumerate(zip(p.a, p.b, strict=True)):
        if a < 0 or b < 0 or p.excluded[k]:
            continue
        d = nearest(t.atom.position[a] - t.atom.position[b], n.box)
        if d @ d > n.cutoff**2:
            continue
        e, f = (x * (p.scale[k] if v.scaled else 1) for x in lennard_jones(d, *mixed(t, a, b)))
        found["atom.force"][a] += f
        found["atom.force"][b] -= f
        if v.energy:
            found["pair.energy"][k] = e
        if v.virial:
            found["atom.virial"][a] += np.outer(d, f)
    return found


def md_coulomb(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.atom
    force, energy = np.zeros_like(p.position), np.zeros(len(p.position))
    for i, near in enumerate(p.neighbours):
        for j in near:
            d = nearest(p.position[i] - p.position[j], n.box)
            r, qq = max(np.linalg.norm(d), 0.1), 138.935458 * p.charge[i] * p.charge[j]
            if j == i or r >= n.cutoff:
                continue
            if v.method == "field":
                energy[i] += qq / 2 * (1 / r + r**2 / (2 * n.cutoff**3) - 1.5 / n.cutoff)
                force[i] += qq * (1 / r**3 - 1 / n.cutoff**3) * d
            else:
                a = n.alpha
                energy[i] += qq / 2 * erfc(a * r) / r
                force[i] += qq * (erfc(a * r) / r**3 + 2 * a / np.sqrt(np.pi) * np.exp(-((a * r) ** 2)) / r**2) * d
    return {"atom.force": force, **({"atom.energy": energy} if v.energy else {})}


def md_structure_factor(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w = t.wave
    total = np.zeros(len(w.vector), complex)
    for i, k in enumerate(w.vector):
        total[i] = (t.atom.charge * np.exp(1j * t.atom.position @ k)).sum()
    found = {"wave.parts": np.stack([total.real, total.imag], -1)}
    if v.energy:
        k2 = np.maximum((w.vector**2).sum(1), 0.01)
        four_pi = 4 * np.pi * 138.935458 / np.prod(n.box)
        found["wave.energy"] = four_pi / 2 * np.exp(-k2 / (4 * n.alpha**2)) / k2 * np.abs(total) ** 2
    return found
