"""Calls of built-ins for every concrete overload in Warp's registry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from generator.lowering.warp_backend import builtin_registry
from generator.verification.reference.builtins.table import BUILTINS
from generator.verification.reference.values.types import named_type
from tests.verification.reference.builtin_draws import (
    DOMAINS,
    POSITIVE,
    Draw,
    any_bits,
    between,
    nonzero,
    ordinary,
    rotation,
)

CORE_GROUPS = (
    "Scalar Math",
    "Vector Math",
    "Quaternion Math",
    "Transformations",
    "Spatial Math",
    "Operators",
    "Random",
)


@dataclass(frozen=True)
class Case:
    """One call: ``lines`` compute from ``a0, a1, ...`` the results ``r0, r1, ...``."""

    name: str
    types: tuple[str, ...]
    lines: tuple[str, ...] = ()
    results: int = 1
    draws: tuple[Draw | None, ...] = ()
    slack: float = 1.0
    """Factor on the tolerance: Warp's decompositions stop their iterations early."""


REFUSED = {("bool", ("float16",)), ("bool", ("bfloat16",))}
"""Overloads of the registry whose emitted C++ does not compile for the CPU in Warp 1.19."""

DECOMPOSITIONS: dict[str, tuple[str, ...]] = {
    "svd2": ("u, s, v = wp.svd2(a0)", "r0 = u * wp.diag(s) * wp.transpose(v)", "r1 = wp.abs(s)"),
    "svd3": ("u, s, v = wp.svd3(a0)", "r0 = u * wp.diag(s) * wp.transpose(v)", "r1 = wp.abs(s)"),
    "qr3": ("q, t = wp.qr3(a0)", "r0 = q * t", "r1 = wp.abs(wp.get_diag(t))"),
    "eig3": ("q, d = wp.eig3(a0)", "r0 = q * wp.diag(d) * wp.transpose(q)", "r1 = wp.min(d)"),
}
"""Factors are unique up to signs and order: what is compared is what they determine."""

FLOATS = (("h", "float16"), ("f", "float32"), ("d", "float64"))


def generic_cases() -> Iterator[Case]:
    """Built-ins that the registry knows as templates only."""
    for s, scalar in FLOATS:
        w = f"wp.{scalar}"
        yield Case("inverse_approx", (f"mat33{s}",))
        yield Case("div_approx", (f"vec3{s}", scalar), draws=(ordinary, nonzero))
        yield Case("div_approx", (scalar, scalar), draws=(ordinary, nonzero))
        yield Case("vector", (scalar,) * 3, ("r0 = wp.vector(a0, a1, a2)",))
        yield Case("vector", (scalar,), (f"r0 = wp.vector(a0, length=5, dtype={w})",))
        yield Case("matrix", (scalar,) * 4, ("r0 = wp.matrix(a0, a1, a2, a3, shape=(2, 2))",))
        yield Case("matrix", (scalar,), (f"r0 = wp.matrix(a0, shape=(2, 3), dtype={w})",))
        yield Case("matrix_from_cols", (f"vec3{s}",) * 2)
        yield Case("matrix_from_rows", (f"vec3{s}",) * 2)
        yield Case("identity", (f"mat33{s}",), (f"r0 = a0 + wp.identity(n=3, dtype={w})",))
        yield Case("quaternion", (scalar,) * 4, (f"r0 = wp.quaternion(a0, a1, a2, a3, dtype={w})",))
        yield Case("quaternion", (f"vec3{s}", scalar), (f"r0 = wp.quaternion(a0, a1, dtype={w})",))
        yield Case("quat_identity", (f"quat{s}",), (f"r0 = a0 + wp.quat_identity(dtype={w})",))
        yield Case("transformation", (f"vec3{s}", f"quat{s}"), (f"r0 = wp.transformation(a0, a1, dtype={w})",))
        yield Case("transform_identity", (f"transform{s}",), (f"r0 = a0 * wp.transform_identity(dtype={w})",))
        yield Case("spatial_vector", (scalar,) * 6, (f"r0 = wp.spatial_vector{s}(a0, a1, a2, a3, a4, a5)",))
        yield Case("spatial_adjoint", (f"mat33{s}", f"mat33{s}"))
        yield Case("transform_from_matrix", (f"mat44{s}",), draws=(rotation,))
        yield Case("transform_to_matrix", (f"transform{s}",))
        yield Case("transform_compose", (f"vec3{s}", f"quat{s}", f"vec3{s}"))
        yield Case("transform_decompose", (f"mat44{s}",), ("r0, r1, r2 = wp.transform_decompose(a0)",), 3)
    for name in ("norm_l1", "norm_l2"):
        yield Case(name, ("vec3",))
    for name in ("norm_huber", "norm_pseudo_huber", "smooth_normalize"):
        yield Case(name, ("vec3",))
        yield Case(name, ("vec3", "float32"), draws=(ordinary, POSITIVE))
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        i, j, k = order
        yield Case("quat_from_euler", ("vec3",), (f"r0 = wp.quat_from_euler(a0, {i}, {j}, {k})",))
        yield Case("quat_to_euler", ("quat",), (f"r0 = wp.quat_to_euler(a0, {i}, {j}, {k})",))
    yield Case("quat_to_euler", ("quat",), ("r0 = wp.quat_to_euler(a0, 0, 1, 0)",))
    yield Case("where", ("bool", "vec3", "vec3"))
    yield Case("spatial_vector", ("vec3", "vec3"), ("r0 = wp.spatial_vector(a0, a1)",))
    yield Case("transform_set_translation", ("transform", "vec3"), ("r0 = a0", "r0.p = a1"))
    yield Case("cast", ("float32",), ("r0 = wp.cast(a0, wp.uint32)",))
    yield Case("len", ("vec4",), ("r0 = wp.len(a0)",))
    for kind in ("float16", "float32", "float64", "vec3", "vec2d", "mat22", "quat", "transform"):
        weight = {"float16": "float16", "float64": "float64", "vec2d": "float64"}.get(kind, "float32")
        yield Case("lerp", (kind, kind, weight))
    for _, scalar in FLOATS:
        yield Case("smoothstep", (scalar,) * 3, draws=(between(-1.0, 0.0), between(0.5, 1.0), ordinary))


def registry_cases() -> Iterator[Case]:
    """Every overload whose argument types are concrete."""
    special = {"sample_cdf", "quat_from_euler", "quat_to_euler"}
    for name, function in sorted(builtin_registry().items()):
        if function.group not in CORE_GROUPS or name not in BUILTINS or name in special:
            continue
        seen = set()
        for overload in getattr(function, "overloads", [function]):
            types = tuple(_type_name(t) for t in overload.input_types.values())
            if None in types or types in seen:
                continue
            seen.add(types)
            if (name, types) in REFUSED:
                continue
            yield case_of(name, types)  # type: ignore[arg-type]


def _type_name(kind: Any) -> str | None:
    name = getattr(kind, "__name__", "")
    try:
        named_type(name)
    except ValueError:
        return None
    return name


def case_of(name: str, types: tuple[str, ...]) -> Case:
    draws = DOMAINS.get(name, ())
    if types[:1] == ("uint32",) and builtin_registry()[name].group == "Random":
        draws = (any_bits, *draws[1:])
    if name in DECOMPOSITIONS:
        # Warp takes singular values from the normal matrix: half of the digits of the small ones are lost.
        return Case(name, types, DECOMPOSITIONS[name], 2, draws, slack=1000.0 if name.startswith("svd") else 50.0)
    if name == "quat_to_axis_angle":
        return Case(name, types, ("r0, r1 = wp.quat_to_axis_angle(a0)",), 2, draws)
    if name.startswith("transform_set_") and not name.endswith("_copy"):
        return Case(name, types, ("r0 = a0", f"wp.{name}(r0, a1)"), 1, draws)
    return Case(name, types, (), 1, draws)
