"""NumPy statements of measures of vectors and small tensors."""

from __future__ import annotations

import numpy as np


def residual_norm(t, v, n):
    r = (t.sample.vector - t.sample.target) / (t.sample.scale if v.scaled else 1.0)
    size = np.linalg.norm(r, ord=1 if v.norm == "sum" else 2, axis=1)
    made = {
        "huber": np.where(size <= n.delta, 0.5 * size**2, n.delta * (size - 0.5 * n.delta)),
        "pseudo": n.delta * np.hypot(1.0, size / n.delta),
    }
    return {"sample.norm": made.get(v.norm, size)}


def whiten_residual(t, v, n):
    return {"sample.whitened": (t.sample.vector - t.sample.target) / t.sample.scale}


def smooth_direction(t, v, n):
    r = t.sample.vector
    return {"sample.direction": r / (n.fade_length * np.hypot(1.0, np.linalg.norm(r, axis=1) / n.fade_length))[:, None]}


def main_axis(t, v, n):
    size = np.abs(t.sample.vector)
    made = {"sample.largest": size.argmax(axis=1)}
    return {**made, "sample.smallest": size.argmin(axis=1)} if v.smallest else made


def principal_yield(t, v, n):
    s = t.sample.stress
    if v.of == "tresca":
        stress = np.ptp(np.linalg.eigvalsh(s), axis=1)
    else:
        deviator = s - np.trace(s, axis1=1, axis2=2)[:, None, None] / 3 * np.eye(3)
        stress = np.sqrt(1.5 * (deviator**2).sum(axis=(1, 2)))
    return {"sample.yields": (stress > n.strength).astype(int)}


def hencky_energy(t, v, n):
    logs = np.log(np.linalg.eigvalsh(t.sample.stretch))
    return {"sample.strain_energy": n.modulus * 3 * logs.var(axis=1)}


def orthogonal_solve(t, v, n):
    return {"sample.solution": np.linalg.solve(t.sample.stiffness, t.sample.load[..., None])[..., 0]}


approximate_solve = orthogonal_solve


def plane_stretch(t, v, n):
    return {"sample.most": np.linalg.norm(t.sample.plane, ord=2, axis=(1, 2))}
