"""NumPy statements of the small dense problems that are solved as tiles."""

from __future__ import annotations

import numpy as np


def _damped(p):
    return np.einsum("nri,nrj->nij", p.jacobian, p.jacobian) + p.damping[:, None, None] * np.eye(6)


def tile_product(t, v, n):
    made = np.stack([a @ b for a, b in zip(t.product.left, t.product.right, strict=True)])
    made = made + t.product.bias[:, None, :] if v.bias else made
    return {"product.result": np.where(made > 0, made, 0) if v.activation else made}


def tile_product_in_strips(t, v, n):
    return {"product.result": np.einsum("nik,nkj->nij", t.product.left, t.product.right)}


def tile_turn(t, v, n):
    return {"product.turned": np.swapaxes(t.product.left, 1, 2) * (n.scale if v.scaled else 1.0)}


def tile_normal_matrix(t, v, n):
    p = t.problem
    return {"problem.gradient": np.einsum("nri,nr->ni", p.jacobian, p.residual), "problem.normal": _damped(p)}


def tile_levenberg_marquardt_step(t, v, n):
    return {"problem.step": np.linalg.solve(_damped(t.problem), t.problem.right_side[..., None])[..., 0]}


def tile_triangular_solves(t, v, n):
    made = tile_levenberg_marquardt_step(t, v, n)
    return {**made, "problem.factor": np.linalg.cholesky(_damped(t.problem))} if v.kept else made


def tile_solve_in_place(t, v, n):
    return tile_levenberg_marquardt_step(t, v, n)


def tile_line_step(t, v, n):
    p = t.problem
    made = {"problem.position": p.position + p.rate[:, None] * p.direction}
    return {**made, "problem.slope": (p.gradient * p.direction).sum(axis=1)} if v.sloped else made


def tile_cost(t, v, n):
    return {"problem.cost": 0.5 * np.linalg.norm(t.problem.residual, axis=1) ** 2}
