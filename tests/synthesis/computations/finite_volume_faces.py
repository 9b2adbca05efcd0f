"""What faces of finite volumes must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def sides(t: Any, values: Any, outside: Any) -> tuple[Any, Any]:
    """A value of the owner of each face, and that of the neighbour or else what stands outside."""
    f = t.face
    shaped = (f.neighbour >= 0).reshape(-1, *[1] * (values.ndim - 1))
    return values[f.owner], np.where(shaped, values[f.neighbour], outside)


def scatter(start: Any, to: Any, amount: Any) -> Any:
    """``start`` with the amounts added where ``to`` leads anywhere."""
    found = start.copy()
    np.add.at(found, to[to >= 0], np.broadcast_to(amount, to.shape)[to >= 0])
    return found


def fv_face_flux(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    inner, outer = sides(t, t.mesh_cell.value, f.prescribed)
    if v.scheme == "upwind":
        flux = np.maximum(f.rate, 0) * inner + np.minimum(f.rate, 0) * outer
    else:
        weight = np.where(f.neighbour >= 0, f.weight, 0)
        flux = f.rate * (weight * inner + (1 - weight) * outer)
    if v.diffusion:
        flux = flux + n.diffusivity * f.area / f.gap * (inner - outer)
    residual = scatter(scatter(t.mesh_cell.residual, f.owner, -flux), f.neighbour, flux)
    return {"mesh_cell.residual": residual, **({"face.flux": flux} if v.stored else {})}


def fv_face_value(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    q = t.mesh_cell.value
    outer = f.prescribed
    if v.border == "kinds":
        sloped = q[f.owner] + f.prescribed_slope * f.owner_gap
        outer = np.select([f.kind == 0, f.kind == 1], [outer, sloped], q[f.owner])
    w = f.weight if v.weighted else 0.5
    between = w * q[f.owner] + (1 - w) * q[f.neighbour]
    return {"face.value": np.where(f.neighbour >= 0, between, outer)}


def fv_assemble_face(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    a = n.diffusivity * f.area / f.gap
    inside = f.neighbour >= 0
    fixed = ~inside & (f.kind == 0) & (v.border != "none")
    sloped = ~inside & (f.kind == 1) & (v.border == "kinds")
    diagonal = scatter(t.mesh_cell.diagonal, f.owner, np.where(inside | fixed, a, 0))
    found = {"mesh_cell.diagonal": scatter(diagonal, f.neighbour, a), "face.coefficient": np.where(inside, -a, 0)}
    if v.border != "none":
        given = np.select([fixed, sloped], [a * f.prescribed, a * f.gap * f.prescribed_slope], 0)
        found["mesh_cell.rhs"] = scatter(t.mesh_cell.rhs, f.owner, given)
    return found


def fv_face_area(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.point.position[t.face.points]
    vector = np.cross(p[:, 2] - p[:, 0], p[:, 3] - p[:, 1]) / 2
    made = {"face.area_vector": vector}
    if v.center == "mean":
        made["face.center"] = p.mean(1)
    elif v.center == "weighted":
        mid, after = p.mean(1, keepdims=True), np.roll(p, -1, axis=1)
        areas = np.linalg.norm(np.cross(p - mid, after - mid), axis=2)[..., None] / 2
        total = areas.sum(1)
        centers = (areas * (p + after + mid) / 3).sum(1) / np.maximum(total, 1e-6)
        made["face.center"] = np.where(total > 1e-6, centers, mid[:, 0])
    return made


def fv_face_rate(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    inner, outer = sides(t, t.mesh_cell.velocity, t.mesh_cell.velocity[f.owner])
    w = f.weight[:, None]
    rate = f.area * ((w * inner + (1 - w) * outer) * f.normal).sum(1)
    return {"face.rate": np.where((f.neighbour < 0) & (f.kind == 2), 0, rate) if v.wall else rate}


def fv_count_faces(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    found = {"mesh_cell.face_count": scatter(scatter(t.mesh_cell.face_count, f.owner, 1), f.neighbour, 1)}
    if v.border:
        found["mesh_cell.at_border"] = t.mesh_cell.at_border.copy()
        found["mesh_cell.at_border"][f.owner[f.neighbour < 0]] = 1
    return found
