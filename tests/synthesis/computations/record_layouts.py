"""Layouts of records, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import conjugate, matrix, turn_back


def split_columns(t, v, n):
    r = t.record
    position = turn_back(r.rotation, r.position) if v.frame == "body" else r.position
    return {f"record.{word}": position[:, k] for k, word in enumerate("xyz")}


def reorder_quaternion(t, v, n):
    q = conjugate(t.record.rotation) if v.inverse else t.record.rotation
    if v.sign == "positive":
        q = np.where(q[:, 3:] < 0, -q, q)
    return {"record.quaternion": np.roll(q, 1, axis=1)}


def pack_state_row(t, v, n):
    r, values = t.record, t.record.values.copy()
    values[:, :7] = r.pose
    values[:, 7:] = r.twist if v.order == "linear" else np.roll(r.twist, 3, axis=1)
    return {"record.values": values}


def unpack_state_row(t, v, n):
    values = t.record.values
    q = values[:, 3:7] if v.first == "xyzw" else np.roll(values[:, 3:7], -1, axis=1)
    if v.rotation == "unit":
        q = q / np.linalg.norm(q, axis=1, keepdims=True)
    return {"record.pose": np.hstack([values[:, :3], q]), "record.twist": values[:, 7:]}


def pose_matrix(t, v, n):
    r = t.record
    whole = np.zeros((len(r.mass), 4, 4))
    whole[:, :3, :3] = matrix(r.pose[:, 3:])
    whole[:, :3, 3], whole[:, 3, 3] = r.pose[:, :3], 1.0
    return {"record.matrix": whole.transpose(0, 2, 1) if v.order == "columns" else whole}


def pack_symmetric(t, v, n):
    r = t.record
    rows, columns = ([0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]) if v.order == "diagonal" else np.triu_indices(3)
    six = r.inertia[:, rows, columns]
    return {"record.six": six / r.mass[:, None] if v.scaled else six}


def packed_symmetric_product(t, v, n):
    r = t.record
    whole = r.six[:, [[0, 3, 4], [3, 1, 5], [4, 5, 2]]]
    found = {"record.product": (whole @ r.position[:, :, None])[:, :, 0]}
    if v.form == "quadratic":
        found["record.quadratic"] = np.einsum("ni,nij,nj->n", r.position, whole, r.position)
    return found


def permute_records(t, v, n):
    r = t.record
    source = r.source if v.by == "source" else np.argsort(r.order)
    return {"record.moved": r.position[source], **({"record.moved_kind": r.kind[source]} if v.kind else {})}
