"""What deformations, internal forces and energies of finite elements must be."""

from __future__ import annotations

from typing import Any

import numpy as np

ONE = np.eye(3)


def hooke(strain: Any, mu: float, lam: float) -> Any:
    """Stress of a small or a Green strain."""
    return 2 * mu * strain + lam * np.trace(strain) * ONE


def green(F: Any) -> Any:
    """Green's strain."""
    return (F.T @ F - ONE) / 2


def symmetric(H: Any) -> Any:
    """The symmetric part."""
    return (H + H.T) / 2


def neo_hookean(F: Any, mu: float, lam: float) -> Any:
    """First Piola-Kirchhoff stress."""
    back = np.linalg.inv(F).T
    return mu * (F - back) + lam * np.log(max(np.linalg.det(F), 0.01)) * back


def of(t: Any, name: str, i: int) -> float:
    """A constant of the material of an element."""
    return getattr(t.material, name)[t.element.material[i]]


def moduli(t: Any, i: int) -> tuple[float, float]:
    """Both Lame parameters of an element."""
    return of(t, "mu", i), of(t, "lam", i)


def fem_linear_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    force = t.node.force.copy()
    for i, nodes in enumerate(e.nodes):
        if v.active and not e.active[i]:
            continue
        R = e.rotation[i] if v.rotated else ONE
        u = t.node.position[nodes] @ R - t.node.rest[nodes] if v.rotated else t.node.displacement[nodes]
        stress = R @ hooke(symmetric(u.T @ e.gradients[i]), *moduli(t, i)) * (1 - e.damage[i] if v.damaged else 1)
        np.add.at(force, nodes, -e.size[i] * e.gradients[i] @ stress.T)
    return {"node.force": force}


def fem_nonlinear_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    force, stress = t.node.force.copy(), e.stress.copy()
    for i, nodes in enumerate(e.nodes):
        if v.active and not e.active[i]:
            continue
        F = e.deformation[i]
        kind = e.kind[i] if v.law == "kind" else 2
        laws = (lambda F, *m: hooke(symmetric(F - ONE), *m), lambda F, *m: F @ hooke(green(F), *m), neo_hookean)
        first = laws[kind](F, *moduli(t, i))
        np.add.at(force, nodes, -e.size[i] * e.gradients[i] @ first.T)
        stress[i] = first if kind == 0 else first @ F.T / max(np.linalg.det(F), 0.01)
    return {"node.force": force, **({"element.stress": stress} if v.stored else {})}


def fem_deformation(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    x = t.node.position[np.asarray(e.nodes)]
    edges = (x[:, 1:] - x[:, :1]).transpose(0, 2, 1)
    # six volumes of the tetrahedron, against six at rest
    ratio = np.linalg.det(edges) * np.linalg.det(e.rest_inverse)
    found = {"element.deformation": edges @ e.rest_inverse}
    if v.volume:
        found["element.volume_ratio"] = ratio
    if v.check:
        found["element.status"] = np.where(e.status < 2, ratio < 0.01, e.status)
    return found


def fem_strain_energy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    energy = np.zeros(len(e.size))
    for i, F in enumerate(e.deformation):
        E = green(F) if v.measure == "green" else symmetric(F) - ONE
        energy[i] = e.size[i] * (hooke(E, *moduli(t, i)) * E).sum() / 2
    found = {"element.energy": energy}
    if v.total:
        found["body.energy"] = t.body.energy.copy()
        np.add.at(found["body.energy"], e.body[e.body >= 0], energy[e.body >= 0])
    return found
