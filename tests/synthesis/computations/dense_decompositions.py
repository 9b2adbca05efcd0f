"""Decompositions of small matrices, stated by NumPy's linear algebra."""

from __future__ import annotations

import numpy as np


def dense_pivot_solve(t, v, n):
    x, ok = np.zeros_like(t.matrix.x), np.zeros(len(t.matrix.x), bool)
    for i, (m, b) in enumerate(zip(t.matrix.general.astype(float), t.matrix.rhs, strict=True)):
        pivot = np.abs(m[:, 0]).max()
        ok[i] = pivot > 1.0e-6 and abs(np.linalg.det(m)) > n.threshold
        if ok[i]:
            x[i] = np.linalg.solve(m, b)
    made = {"matrix.x": x}
    if v.status:
        made["matrix.status"] = np.where(ok, 0, 1)
    if v.singular == "count":
        made["batch.failed"] = t.batch.failed.copy()
        np.add.at(made["batch.failed"], t.matrix.batch, ~ok)
    return made


def dense_jacobi_sweeps(t, v, n):
    values, vectors = np.linalg.eigh(t.matrix.a.astype(float))
    made = {"matrix.values": values[:, ::-1]}
    if v.root:
        made["matrix.root"] = np.einsum("nik,nk,njk->nij", vectors, np.sqrt(values), vectors)
    if v.ends == "figure":
        made["matrix.spread"] = values[:, 2] - values[:, 0]
    return made


def _quaternion(r):
    """The quaternion (x, y, z, w) of a rotation, with w at least zero: the axis is what the rotation keeps."""
    k = np.array(
        [
            [r[0, 0] - r[1, 1] - r[2, 2], 0.0, 0.0, 0.0],
            [r[0, 1] + r[1, 0], r[1, 1] - r[0, 0] - r[2, 2], 0.0, 0.0],
            [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], r[2, 2] - r[0, 0] - r[1, 1], 0.0],
            [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], np.trace(r)],
        ]
    )
    q = np.linalg.eigh(k, UPLO="L")[1][:, -1]
    return -q if q[3] < 0.0 else q


def dense_split_affine(t, v, n):
    scales, status = t.matrix.scales.copy(), np.zeros_like(t.matrix.status)
    pose, turned, moved = t.matrix.pose.copy(), t.matrix.rotation.copy(), t.matrix.translation.copy()
    for i, m in enumerate(t.matrix.affine.astype(float)):
        q, r = np.linalg.qr(m[:3, :3])
        signs = np.sign(np.diag(r))
        # the first two axes follow their columns, the third makes a right-handed frame
        frame = q * signs
        scale = np.abs(np.diag(r))
        if np.linalg.det(frame) < 0.0:
            frame[:, 2] *= -1.0
            scale[2] *= -1.0
        if np.abs(scale).min() < n.threshold:
            status[i] = 1
            continue
        scales[i] = scale if v.mirrored else np.abs(scale)
        turned[i], moved[i] = frame, m[:3, 3]
        pose[i] = np.concatenate([m[:3, 3], _quaternion(frame)])
    made = {"matrix.scales": scales, "matrix.status": status}
    if v.result == "pose":
        return {**made, "matrix.pose": pose}
    return {**made, "matrix.rotation": turned, "matrix.translation": moved}


def _exponential(w):
    """The exponential of a cross product's matrix, by its eigenvalues."""
    k = np.array([[0.0, -w[2], w[1]], [w[2], 0.0, -w[0]], [-w[1], w[0], 0.0]])
    values, vectors = np.linalg.eig(k)
    return (vectors @ np.diag(np.exp(values)) @ np.linalg.inv(vectors)).real


def dense_rotation_vectors(t, v, n):
    r = np.array([_exponential(w.astype(float)) for w in t.matrix.spin])
    if v.way == "back":
        r = r.transpose(0, 2, 1)
    if v.result == "apply":
        return {"matrix.mapped": np.einsum("nij,nj->ni", r, t.matrix.point)}
    return {"matrix.product": r @ t.matrix.frame} if v.result == "compose" else {"matrix.rotation": r}


def dense_frame_vectors(t, v, n):
    q = np.array([_quaternion(r.astype(float)) for r in t.matrix.frame])
    half = np.arccos(np.clip(q[:, 3], -1.0, 1.0))
    axis = q[:, :3] / np.maximum(np.sin(half), 1.0e-12)[:, None]
    made = {"matrix.turn": 2.0 * half[:, None] * (-axis if v.sign == "back" else axis)}
    return {**made, "matrix.angle": 2.0 * half} if v.length else made


def dense_split_plane(t, v, n):
    turned, stretched = np.zeros_like(t.matrix.turned), np.zeros_like(t.matrix.stretched)
    for i, f in enumerate(t.matrix.plane.astype(float)):
        # of all rotations the nearest to the map, by its singular vectors
        u, _, w = np.linalg.svd(f)
        turned[i] = u @ np.diag([1.0, np.sign(np.linalg.det(u @ w))]) @ w
        stretched[i] = turned[i].T @ f
    made = {}
    if v.kept != "angle":
        made["matrix.turned"] = turned
    if v.kept != "rotation":
        made["matrix.stretched"] = stretched
    if v.kept == "angle":
        made["matrix.angle"] = np.arctan2(turned[:, 1, 0], turned[:, 0, 0])
    if v.mirrored:
        made["matrix.mirrors"] = (np.linalg.det(t.matrix.plane) < 0.0).astype(int)
    return made
