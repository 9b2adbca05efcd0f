"""What the computations of ``rigid_inertia`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import cross_matrix, point_of, rotation_matrix

SPHERE, BOX, CAPSULE, CYLINDER = range(4)


def _volume(kind: int, scale: Any) -> float:
    ball, disc = 4 / 3 * np.pi * scale[0] ** 3, np.pi * scale[0] ** 2
    tube = disc * 2 * scale[1]
    return float({SPHERE: ball, BOX: np.prod(2 * scale), CAPSULE: ball + tube, CYLINDER: tube}[kind])


def _moments(kind: int, mass: float, scale: Any) -> Any:
    """Second moments of the three axes, of which the moments of inertia are sums of two."""
    if kind == SPHERE:
        second = np.full(3, scale[0] ** 2 / 5)
    elif kind == BOX:
        second = scale**2 / 3
    elif kind == CAPSULE:
        # slices along the axis, each a disc
        z, weight = np.polynomial.legendre.leggauss(64)
        caps = scale[1] + (z + 1) / 2 * scale[0]
        discs = scale[0] ** 2 - (caps - scale[1]) ** 2
        tube, cap = scale[0] ** 2 * 2 * scale[1], scale[0] * (weight * discs).sum()
        across = scale[0] ** 2 / 4 * tube + scale[0] * (weight * discs * discs / 4).sum()
        along = scale[1] ** 2 / 3 * tube + scale[0] * (weight * discs * caps**2).sum()
        second = np.array([across, across, along]) / (tube + cap)
    else:
        second = np.array([scale[0] ** 2 / 4, scale[0] ** 2 / 4, scale[1] ** 2 / 3])
    return mass * (second.sum() - second)


def _principal(b: Any, i: int) -> Any:
    """Inertia in the frame of a body, a sum over its principal axes."""
    axes = rotation_matrix(b.principal_axes[i]).T
    return sum(moment * np.outer(axis, axis) for moment, axis in zip(b.principal[i], axes, strict=True))


def world_frame_inertia(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out = t.body, np.zeros_like(t.body.world_inertia)
    for i in range(len(out)):
        r = rotation_matrix(b.pose[i, 3:]) if v.source == "pose" else b.rotation[i]
        own = _principal(b, i) if v.source == "principal" else b.inertia[i]
        out[i] = r @ own @ r.T + (n.armature if v.armature else 0.0) * np.eye(3)
    return {"body.world_inertia": out}


def _spin(b: Any, i: int) -> Any:
    """Angular momentum about the centre of mass: the velocity is turned into the body's frame, the result back."""
    r = rotation_matrix(b.pose[i, 3:])
    return r @ (b.inertia[i] @ (r.T @ b.twist[i, 3:]))


def body_momentum(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, out = t.body, np.zeros_like(t.body.momentum)
    for i in range(len(out)):
        p = b.mass[i] * b.twist[i, :3]
        lever = point_of(b.pose[i], b.center[i]) if v.about == "origin" else np.zeros(3)
        out[i] = np.concatenate([p, _spin(b, i) + np.cross(lever, p)])
    return {"body.momentum": out}


def sum_world_momentum(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, w = t.body, t.world
    momentum, spin, energy = w.momentum.copy(), w.spin.copy(), w.energy.copy()
    for i, k in enumerate(b.world):
        u, omega = b.twist[i, :3], b.twist[i, 3:]
        momentum[k] += b.mass[i] * u
        spin[k] += b.mass[i] * np.cross(point_of(b.pose[i], b.center[i]), u) + _spin(b, i)
        energy[k] += (b.mass[i] * u @ u + omega @ _spin(b, i)) / 2
    out = {"world.momentum": momentum}
    return out | ({"world.spin": spin} if v.angular else {}) | ({"world.energy": energy} if v.energy else {})


def shape_mass_properties(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, mass, inertia = t.shape, np.zeros_like(t.shape.mass), np.zeros_like(t.shape.inertia)
    for k, kind in enumerate(s.kind):
        sizes = [(1, s.scale[k])]
        if v.hollow:
            # a parallel surface: the axis of a capsule stays as long as it is
            sizes.append((-1, s.scale[k] - s.margin[k] * np.array([1, kind != 2, 1])))
        for sign, size in sizes:
            solid = s.density[k] * _volume(kind, size)
            mass[k] += sign * solid
            inertia[k] += sign * np.asarray(_moments(kind, solid, size))
    return {"shape.mass": mass, **({"shape.inertia": inertia} if v.inertia else {})}


def body_mass_from_shapes(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, s = t.body, t.shape
    mass, center = np.zeros_like(b.new_mass), np.zeros_like(b.new_center)
    for i, shapes in enumerate(b.shapes):
        parts = np.array([s.density[k] * _volume(s.kind[k], s.scale[k]) for k in shapes])
        if len(parts):
            mass[i], center[i] = parts.sum(), np.average(s.frame[shapes, :3], axis=0, weights=parts)
        elif v.empty == "keep":
            mass[i], center[i] = b.mass[i], b.center[i]
    return {"body.new_mass": mass, "body.new_center": center}


def body_inertia_from_shapes(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, s, out = t.body, t.shape, np.zeros_like(t.body.new_inertia)
    for i, shapes in enumerate(b.shapes):
        for k in shapes:
            r = rotation_matrix(s.frame[k, 3:])
            away = cross_matrix(s.frame[k, :3] - (b.center[i] if v.about == "center" else 0.0))
            out[i] += r @ np.diag(s.inertia[k]) @ r.T - s.mass[k] * away @ away
    return {"body.new_inertia": out}


def invert_body_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    own = np.array([_principal(b, i) for i in range(len(b.mass))]) if v.diagonal else b.inertia
    moves = b.flags & 1 == 0
    return {
        "body.inverse_mass": np.where(moves, 1.0 / b.mass, 0.0),
        "body.inverse_inertia": np.where(moves[:, None, None], np.linalg.inv(own), 0.0),
    }


def sum_hanging_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    world, below = t.world.mass.copy(), b.new_mass.copy()
    np.add.at(world, b.world, b.mass)
    np.add.at(below, b.parent[b.parent >= 0], b.mass[b.parent >= 0])
    return {"world.mass": world, **({"body.new_mass": below} if v.hung else {})}
