"""What is told of small matrices, stated by NumPy's linear algebra."""

from __future__ import annotations

import numpy as np


def dense_eigenvalues_pair(t, v, n):
    values = np.linalg.eigvalsh(t.matrix.small)[:, ::-1]
    made = {"matrix.values_pair": values}
    if v.figure == "condition":
        made["matrix.figure"] = values[:, 0] / values[:, 1]
    elif v.figure == "gap":
        made["matrix.figure"] = values[:, 0] - values[:, 1]
    return made


def dense_eigenvalues_three(t, v, n):
    values = np.linalg.eigvalsh(t.matrix.a)[:, ::-1].copy()
    made = {"matrix.values": values}
    if v.figure == "largest":
        made["matrix.figure"] = values[:, 0]
    elif v.figure == "spread":
        made["matrix.figure"] = values[:, 0] - values[:, 2]
    return made


def dense_power_iteration(t, v, n):
    x = t.matrix.point if v.start == "point" else np.ones_like(t.matrix.point)
    # four times A, brought to length one once
    x = np.einsum("nij,nj->ni", np.linalg.matrix_power(t.matrix.a.astype(float), 4), x)
    x = x / np.linalg.norm(x, axis=1, keepdims=True)
    made = {"matrix.vector": x}
    if v.value:
        made["matrix.figure"] = np.einsum("ni,nij,nj->n", x, t.matrix.a, x)
    return made


def dense_mahalanobis(t, v, n):
    d = t.matrix.point - t.matrix.mean
    q = np.einsum("ni,nij,nj->n", d, t.matrix.a, d)
    return {"matrix.figure": {"squared": q, "root": np.sqrt(q), "weight": 1.0 / (1.0 + q)}[v.form]}


VOIGT = ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1))
ROWS = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def dense_pack_symmetric(t, v, n):
    made = np.zeros_like(t.matrix.components)
    for k, (i, j) in enumerate(VOIGT if v.order == "voigt" else ROWS):
        made[:, k] = t.matrix.a[:, i, j] * (2.0 if v.doubled and i != j else 1.0)
    return {"matrix.components": made}


def dense_unpack_symmetric(t, v, n):
    m = np.zeros((len(t.matrix.packed), 3, 3))
    for k, (i, j) in enumerate(VOIGT if v.order == "voigt" else ROWS):
        m[:, i, j] = m[:, j, i] = t.matrix.packed[:, k]
    if v.use == "apply":
        return {"matrix.mapped": np.einsum("nij,nj->ni", m, t.matrix.point)}
    return {"matrix.product": m}


def dense_moments(t, v, n):
    moment, center, total = t.batch.moment.copy(), t.batch.center.copy(), t.batch.total.copy()
    for i, b in enumerate(t.matrix.batch):
        d = t.matrix.point[i] - (t.batch.mean[b] if v.centered else 0.0)
        moment[b] += np.outer(d, d)
        center[b] += t.matrix.point[i]
        total[b] += 1
    made = {"batch.moment": moment}
    return {**made, "batch.center": center, "batch.total": total} if v.sums else made
