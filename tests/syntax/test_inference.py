"""Types of locals follow from what they are set to, and are not known where they do not."""

from __future__ import annotations

import pytest

from generator.syntax.reading import read
from generator.syntax.types import BOOL, FLOAT, INT, Array, Matrix, Quaternion, Transform, Type, Vector
from generator.syntax.walks.inference import types_of_locals

VEC3 = Vector(3, FLOAT)
KNOWN: dict[str, Type | None] = {
    **{"p": Array(VEC3, 1), "pose": Array(Transform(FLOAT), 1), "m": Matrix(3, 3, FLOAT), "i": INT, "f": FLOAT},
    "grid": Array(FLOAT, 2),
    "counts": Array(INT, 1),
}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("p[i]", VEC3),
        ("p[i][0] * 2.0", FLOAT),
        ("p[i] * f - p[i] / f", VEC3),
        ("m @ p[i]", VEC3),
        ("m[0, 1]", FLOAT),
        ("m[0]", VEC3),
        ("grid[i]", None),
        ("grid[i, i + 1]", FLOAT),
        ("p.shape[0] - 1", INT),
        ("wp.dot(p[i], p[i])", FLOAT),
        ("wp.normalize(wp.cross(p[i], p[i]))", VEC3),
        ("wp.transform_get_rotation(pose[i])", Quaternion(FLOAT)),
        ("wp.transform_point(pose[i], p[i])", VEC3),
        ("float(i)", FLOAT),
        ("i / 2", None),
        ("i // 2", INT),
        ("i > 2 and f < 1.0", BOOL),
        ("1.0 if i > 2 else f", FLOAT),
        ("1 if i > 2 else f", None),
        ("helper(f)", INT),
        ("unheard_of(f)", None),
        ("wp.vec3(0.0)", VEC3),
        ("wp.quat_identity()[0]", FLOAT),
        ("wp.quat_identity().w", FLOAT),
        ("wp.vec3().x", FLOAT),
        ("wp.mat33().x", None),
        ("wp.vec3().dtype", None),
        ("wp.vec3() * wp.vec3()", None),
        ("wp.vec3() + wp.vec3()", VEC3),
        ("wp.quat_identity() * wp.quat_identity()", Quaternion(FLOAT)),
        ("2.0 * wp.vec3()", VEC3),
        ("2.0 / wp.vec3()", None),
        ("wp.vec3() / 2.0", VEC3),
        ("wp.mat33() @ wp.vec2()", None),
        ("wp.atomic_add(counts, 0, 1.0)", FLOAT),
        ("wp.where(i, 1, 2.0)", None),
        ("-wp.vec3()", VEC3),
        ("1 < i < 3", BOOL),
    ],
)
def test_a_local_has_the_type_of_its_value(value: str, kind: Type | None) -> None:
    (function,) = read(f"def f():\n    y = {value}\n").functions
    assert types_of_locals(function.body, KNOWN, {"helper": INT})["y"] == kind


def test_two_types_are_none() -> None:
    (function,) = read(
        "def f():\n    y = 1.0\n    if i > 2:\n        y = 1\n    for k in range(3):\n        z = k\n"
    ).functions
    found = types_of_locals(function.body, KNOWN, {})
    assert (found["y"], found["k"], found["z"]) == (None, INT, INT)
