"""Products and parts of small matrices."""

from __future__ import annotations

import numpy as np


def _transposed(m):
    return m.transpose(0, 2, 1)


def dense_rotate_tensor(t, v, n):
    r = t.matrix.frame if v.way == "out" else _transposed(t.matrix.frame)
    m = np.einsum("nij,njk,nlk->nil", r, t.matrix.a, r)
    return {"matrix.diagonal": np.einsum("nii->ni", m)} if v.half == "diagonal" else {"matrix.product": m}


def dense_split_deviator(t, v, n):
    m = t.matrix.general
    if v.symmetric:
        m = (m + _transposed(m)) / 2.0
    mean = np.trace(m, axis1=1, axis2=2) / 3.0
    rest = m - mean[:, None, None] * np.eye(3)
    made = {"matrix.deviator": rest, "matrix.diagonal_mean": mean}
    if v.figures == "both":
        made["matrix.deviator_square"] = (rest**2).sum((1, 2))
    return made


def dense_cross_matrix(t, v, n):
    p = t.matrix.point
    # column k is the product with axis k
    made = np.stack([np.cross(p, np.broadcast_to(axis, p.shape)) for axis in np.eye(3)], axis=2)
    if v.squared:
        made = made @ made
    return {"matrix.product": -made if v.sign == "minus" else made}


def dense_multiply(t, v, n):
    a, b = t.matrix.general, t.matrix.a
    forms = {
        "plain": a @ b,
        "left": _transposed(a) @ b,
        "sandwich": a @ b @ _transposed(a),
        "commutator": a @ b - b @ a,
    }
    return {"matrix.product": forms[v.form] * (n.alpha if v.scaled else 1.0)}


def dense_check_symmetry(t, v, n):
    bad = (np.abs(t.matrix.general - _transposed(t.matrix.general)) > n.threshold).any((1, 2)).astype(int)
    made = {"matrix.asymmetric": bad}
    if v.counted:
        made["batch.failed"] = t.batch.failed.copy()
        np.add.at(made["batch.failed"], t.matrix.batch, bad)
    return made


def dense_spatial_product(t, v, n):
    h = np.einsum("nij,nj->ni", t.matrix.spatial, t.matrix.axis)
    made = {"matrix.image": h}
    if v.split:
        power = t.matrix.axis * h
        made["matrix.figure"], made["matrix.figure2"] = power[:, :3].sum(1), power[:, 3:].sum(1)
    return made
