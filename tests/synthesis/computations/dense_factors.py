"""Factors and solutions of small systems, stated by NumPy's linear algebra."""

from __future__ import annotations

import numpy as np

EYE = np.eye(3)


def _solve(a, b):
    return np.linalg.solve(a, b[..., None])[..., 0]


def dense_cholesky(t, v, n):
    a = t.matrix.a + (n.shift * EYE if v.shift else 0.0)
    made = {}
    if v.result != "solve":
        made["matrix.lower"] = np.linalg.cholesky(a)
    if v.result != "factor":
        made["matrix.x"] = _solve(a, t.matrix.rhs)
    return made


def dense_ldl(t, v, n):
    root = np.linalg.cholesky(t.matrix.a)
    diagonal = np.einsum("nii->ni", root)
    d = diagonal**2
    made = {"matrix.lower": root / diagonal[:, None, :], "matrix.diagonal": d}
    weak = d.min(1) < n.level
    if v.weak in ("told", "both"):
        made["matrix.status"] = np.where(weak, 2, 0)
    if v.weak in ("counted", "both"):
        made["batch.failed"] = t.batch.failed.copy()
        np.add.at(made["batch.failed"], t.matrix.batch, weak)
    return made


def dense_solve_pair(t, v, n):
    m = t.matrix.plane + (n.shift * np.eye(2) if v.shift else 0.0)
    weak = np.abs(np.linalg.det(m)) < n.threshold
    made = {"matrix.x_pair": np.where(weak[:, None], 0.0, _solve(m, t.matrix.rhs_pair))}
    if v.singular == "status":
        made["matrix.status"] = weak.astype(int)
    return made


def dense_solve_three(t, v, n):
    if v.method != "normal":
        return {"matrix.x": _solve(t.matrix.a, t.matrix.rhs)}
    m = t.matrix.general
    transposed = m.transpose(0, 2, 1)
    return {"matrix.x": _solve(transposed @ m + n.shift * EYE, np.einsum("nij,nj->ni", transposed, t.matrix.rhs))}


def dense_solve_four(t, v, n):
    return {"matrix.x_wide": _solve(t.matrix.wide, t.matrix.rhs_wide)}


def dense_orthonormalize(t, v, n):
    q, r = np.linalg.qr(t.matrix.a)
    signs = np.sign(np.einsum("nii->ni", r))
    # the last column completes a right-handed frame, which a positive determinant has anyway
    made = {"matrix.product": q * signs[:, None, :]}
    if v.kept:
        made["matrix.upper"] = r * signs[:, :, None]
    return made


def dense_log_determinant(t, v, n):
    return {"matrix.figure": np.linalg.slogdet(t.matrix.a)[1] * (0.5 if v.halved else 1.0)}


def dense_sherman_morrison(t, v, n):
    u = t.matrix.left
    w = u if v.kind == "symmetric" else t.matrix.right
    made = t.matrix.inverse.copy()
    for i, inverse in enumerate(t.matrix.inverse):
        scale = 1.0 + w[i] @ inverse @ u[i]
        if v.kind == "symmetric" or abs(scale) >= n.threshold:
            made[i] = np.linalg.inv(np.linalg.inv(inverse) + np.outer(u[i], w[i]))
    return {"matrix.product": made}


def dense_eliminate_axis(t, v, n):
    image = np.einsum("nij,nj->ni", t.matrix.spatial, t.matrix.axis)
    d = (t.matrix.axis * image).sum(1) + (n.shift if v.damped else 0.0)
    share = np.einsum("ni,nj,n->nij", image, image, 1.0 / d)
    made = {"matrix.reduced": t.matrix.spatial - share}
    return {**made, "matrix.image": image} if v.image else made
