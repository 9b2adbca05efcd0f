"""Rigid transforms and spatial vectors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.rotation import IDENTITY, conjugate, from_matrix, precision_of, to_matrix
from generator.verification.reference.builtins.vector import cross, dot
from generator.verification.reference.values.component_arithmetic import rotate
from generator.verification.reference.values.types import as_type, scalar_type, transformation, vector
from generator.verification.reference.values.values import Mat, Quat, Transform, Vec


def make_transformation(*components: Any, dtype: Any = None, **named: Any) -> Any:
    return transformation(precision_of((*components, *named.values()), dtype))(*components, **named)


def identity_transform(dtype: Any = float) -> Transform:
    return Transform(np.array((0.0, 0.0, 0.0, *IDENTITY), dtype=scalar_type(as_type(dtype))))


def inverse_transform(t: Any) -> Transform:
    back = conjugate(t.a[3:])
    return Transform(np.concatenate([-rotate(back, t.a[:3]), back]))


def transform_point(t: Any, point: Any) -> Vec:
    """A point moved by a transform, or by a 4x4 matrix in homogeneous coordinates."""
    if isinstance(t, Mat):
        return Vec((t * Vec(np.append(point.a, point.a.dtype.type(1)))).a[:3])
    return Vec(t.a[:3] + rotate(t.a[3:], point.a))


def transform_vector(t: Any, v: Any) -> Vec:
    if isinstance(t, Mat):
        return Vec((t * Vec(np.append(v.a, v.a.dtype.type(0)))).a[:3])
    return Vec(rotate(t.a[3:], v.a))


def transform_from_matrix(m: Any) -> Transform:
    return Transform(np.concatenate([m.a[:3, 3], from_matrix(m).a]))


def homogeneous(linear: np.ndarray, position: np.ndarray) -> Mat:
    m = np.eye(4, dtype=position.dtype)
    m[:3, :3], m[:3, 3] = linear, position
    return Mat(m)


def transform_compose(position: Any, rotation: Any, scale: Any) -> Mat:
    return homogeneous(to_matrix(rotation).a * scale.a[None, :], position.a)


def transform_decompose(m: Any) -> tuple[Vec, Quat, Vec]:
    scale = np.sqrt((m.a[:3, :3] ** 2).sum(axis=0))
    linear = m.a[:3, :3] / np.where(scale != 0, scale, m.a.dtype.type(1))
    return Vec(m.a[:3, 3]), from_matrix(Mat(linear)), Vec(scale)


def top(v: Any) -> Vec:
    return Vec(v.a[:3])


def bottom(v: Any) -> Vec:
    return Vec(v.a[3:])


def joined(w: Any, v: Any) -> Vec:
    return Vec(np.concatenate([w.a, v.a]))


def spatial_adjoint(r: Any, s: Any) -> Mat:
    return Mat(np.block([[r.a, np.zeros_like(r.a)], [s.a, r.a]]))


def moved_twist(t: Any, x: Any) -> Vec:
    w, v = transform_vector(t, top(x)), transform_vector(t, bottom(x))
    return joined(w, v + cross(t.p, w))


def moved_wrench(t: Any, x: Any) -> Vec:
    torque, force = transform_vector(t, top(x)), transform_vector(t, bottom(x))
    return joined(torque + cross(t.p, force), force)


TABLE: dict[str, Callable[..., Any]] = {
    "transformation": make_transformation,
    "transform_identity": identity_transform,
    "transform_get_translation": lambda t: t.p,
    "transform_get_rotation": lambda t: t.q,
    "transform_set_translation": lambda t, p: (None, t.with_attr("p", p)),
    "transform_set_rotation": lambda t, q: (None, t.with_attr("q", q)),
    "transform_set_translation_copy": lambda t, p: t.with_attr("p", p),
    "transform_set_rotation_copy": lambda t, q: t.with_attr("q", q),
    "transform_multiply": lambda a, b: a * b,
    "transform_point": transform_point,
    "transform_vector": transform_vector,
    "transform_inverse": inverse_transform,
    "transform_from_matrix": transform_from_matrix,
    "transform_to_matrix": lambda t: homogeneous(to_matrix(t.q).a, t.p.a),
    "transform_compose": transform_compose,
    "transform_decompose": transform_decompose,
    "spatial_vector": vector(6),
    "spatial_adjoint": spatial_adjoint,
    "spatial_dot": dot,
    "spatial_cross": lambda a, b: joined(cross(top(a), top(b)), cross(bottom(a), top(b)) + cross(top(a), bottom(b))),
    "spatial_cross_dual": lambda a, b: joined(
        cross(top(a), top(b)) + cross(bottom(a), bottom(b)), cross(top(a), bottom(b))
    ),
    "spatial_top": top,
    "spatial_bottom": bottom,
    "velocity_at_point": lambda qd, r: bottom(qd) + cross(top(qd), r),
    "transform_twist": moved_twist,
    "transform_wrench": moved_wrench,
}
