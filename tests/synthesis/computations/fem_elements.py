"""What the geometry, masses and matrices of finite elements must be."""

from __future__ import annotations

from typing import Any

import numpy as np


def at_material(t: Any, name: str) -> Any:
    """A constant of the material of each element."""
    return getattr(t.material, name)[t.element.material]


def fem_shape_gradients(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node.rest[t.element.nodes]
    edges = x[:, 1:] - x[:, :1]
    six = np.linalg.det(edges)
    grads = np.zeros_like(x)
    sound = np.abs(six) > 1e-3 * np.linalg.norm(edges, axis=2).prod(1)
    for i in np.flatnonzero(sound):
        grads[i, 1:] = np.linalg.inv(edges[i]).T
    grads[:, 0] = -grads[:, 1:].sum(1)
    volume = np.where(sound, six / 6, 0)
    found = {"element.gradients": grads, "element.size": np.abs(volume)}
    status = np.where(t.element.status < 2, volume <= 0, t.element.status)
    return {**found, **({"element.status": status} if v.check else {})}


def fem_lumped_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    m = at_material(t, "density") * e.size * (e.active if v.active else 1)
    found = {"node.mass": t.node.mass.copy()}
    np.add.at(found["node.mass"], e.nodes, m[:, None] / 4)
    if v.total:
        found["body.mass"] = t.body.mass.copy()
        np.add.at(found["body.mass"], e.body[e.body >= 0], m[e.body >= 0])
    return found


def fem_diffusion_matrix(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    block = (at_material(t, "conductivity") * e.size)[:, None, None] * (e.gradients @ e.gradients.transpose(0, 2, 1))
    if v.mass:
        mass = at_material(t, "density") * at_material(t, "heat") * e.size / 20 / n.dt
        block = block + mass[:, None, None] * (np.ones((4, 4)) + np.eye(4))
    found = {"element.block": block.reshape(-1, 16)}
    if v.numbered:
        found |= {"element.rows": np.repeat(e.nodes, 4, axis=1), "element.columns": np.tile(e.nodes, (1, 4))}
    return found


def _shapes(bary: Any) -> Any:
    return np.column_stack([bary, 1.0 - bary.sum(1)])


def fem_heat_residual(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    heat = t.node.heat.copy()
    for i, nodes in enumerate(e.nodes):
        if v.active and not e.active[i]:
            continue
        stiffness = at_material(t, "conductivity")[i] * e.size[i] * e.gradients[i] @ e.gradients[i].T
        q, at = t.quadrature, e.points[i]
        given = (q.weight * q.source)[at] @ _shapes(q.weights[at]) if v.source else 0
        np.add.at(heat, nodes, given - stiffness @ t.node.temperature[nodes])
    return {"node.heat": heat}


def fem_quadrature_temperature(t: Any, v: Any, n: Any) -> dict[str, Any]:
    q = t.quadrature
    T = (_shapes(q.weights) * t.node.temperature[t.element.nodes[q.element]]).sum(1)
    return {"quadrature.temperature": np.where(t.element.active[q.element], T, 0) if v.active else T}


def fem_probe(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.probe
    nodes = t.element.nodes[p.element]
    known = p.element >= 0
    weights = _shapes(p.weights)
    done = known & (weights >= 0).all(1) if v.inside else known
    found = {}
    if v.field != "displacement":
        T = (weights * t.node.temperature[nodes]).sum(1)
        found["probe.temperature"] = np.where(done, T, np.where(known, p.temperature, 0))
    if v.field in ("displacement", "both"):
        u = np.einsum("pk,pkx->px", weights, t.node.displacement[nodes])
        found["probe.displacement"] = np.where(done[:, None], u, p.displacement)
    if v.field == "gradient":
        grad = np.einsum("pk,pkx->px", t.node.temperature[nodes], t.element.gradients[p.element])
        found["probe.gradient"] = np.where(done[:, None], grad, p.gradient)
    return found


def fem_triangle_strain(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node.position[t.triangle.corners]
    F = np.stack([x[:, 1] - x[:, 0], x[:, 2] - x[:, 0]], -1) @ t.triangle.rest_inverse
    if v.measure == "green":
        strain = (F.transpose(0, 2, 1) @ F - np.eye(2)) / 2
    else:
        strain = (F[:, :2] + F[:, :2].transpose(0, 2, 1)) / 2 - np.eye(2)
    found = {"triangle.strain": strain}
    if v.stress:
        E, nu = t.material.young[t.triangle.material], t.material.poisson[t.triangle.material]
        trace = np.trace(strain, axis1=1, axis2=2)
        stress = strain / (1 + nu)[:, None, None] + (nu / (1 - nu**2) * trace)[:, None, None] * np.eye(2)
        stress = stress * E[:, None, None]
        found["triangle.stress"] = np.stack([stress[:, 0, 0], stress[:, 1, 1], stress[:, 0, 1]], -1)
    return found


def fem_fail_elements(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    status = np.where(e.damage > n.limit, 2, 0)
    if v.inverted:
        status = np.where(e.volume_ratio <= 0, 1, status)
    status = np.where(e.active, status, 3)
    found = {"element.status": status}
    if v.counted:
        failed = e.body[(status == 2) & (e.body >= 0)]
        found["body.failed_count"] = t.body.failed_count + np.bincount(failed, minlength=len(t.body.failed_count))
    return found
