"""Calls of built-ins for every concrete overload in Warp's registry, and inputs on which they are defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.lowering.warp_backend import builtin_registry
from generator.verification.reference import compile_reference
from generator.verification.reference.table import BUILTINS, CORE_GROUPS
from generator.verification.reference.types import CompositeType, ScalarType, Type, named_type
from generator.verification.reference.values import Mat, Quat, Transform

COUNT = 24
Draw = Callable[[np.random.Generator, Type], np.ndarray]


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


def between(low: float, high: float) -> Draw:
    def draw(rng: np.random.Generator, kind: Type) -> np.ndarray:
        values = low + (high - low) * rng.random((COUNT, *kind.numpy_shape))
        return (np.floor(values) if np.dtype(kind.scalar).kind in "iu" else values).astype(kind.scalar)

    return draw


def ordinary(rng: np.random.Generator, kind: Type) -> np.ndarray:
    """Small numbers of both signs; unit quaternions; well-conditioned matrices."""
    shape = (COUNT, *kind.numpy_shape)
    code = np.dtype(kind.scalar).kind
    if code == "b":
        return rng.random(shape) < 0.5
    if code == "u":
        return rng.integers(0, 12, shape).astype(kind.scalar)
    if code == "i":
        return rng.integers(-9, 10, shape).astype(kind.scalar)
    values = rng.uniform(-2.0, 2.0, shape)
    if isinstance(kind, CompositeType) and kind.cls is Quat:
        values /= np.linalg.norm(values, axis=-1, keepdims=True)
    if isinstance(kind, CompositeType) and kind.cls is Transform:
        values[:, 3:] /= np.linalg.norm(values[:, 3:], axis=-1, keepdims=True)
    if isinstance(kind, CompositeType) and kind.cls is Mat and shape[1] == shape[2]:
        values = 0.4 * values + 2.0 * np.eye(shape[1])
    return values.astype(kind.scalar)


def nonzero(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = ordinary(rng, kind)
    return np.where(values == 0, np.array(3, kind.scalar), values)


def with_specials(rng: np.random.Generator, kind: Type) -> np.ndarray:
    """Infinities, not-a-numbers and signed zeros among ordinary numbers."""
    values = ordinary(rng, kind)
    if np.dtype(kind.scalar).kind == "f":
        flat = values.reshape(-1)
        flat[rng.permutation(flat.size)[:4]] = [np.inf, -np.inf, np.nan, -0.0]
    return values


def any_bits(rng: np.random.Generator, kind: Type) -> np.ndarray:
    info = np.iinfo(kind.scalar)
    return rng.integers(info.min, info.max, (COUNT, *kind.numpy_shape), dtype=kind.scalar, endpoint=True)


def symmetric(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = rng.uniform(-1.0, 1.0, (COUNT, *kind.numpy_shape))
    return (values + np.swapaxes(values, 1, 2) + np.diag([0.0, 3.0, 7.0])).astype(kind.scalar)


def rotation(rng: np.random.Generator, kind: Type) -> np.ndarray:
    made = np.zeros((COUNT, *kind.numpy_shape))
    frames, _ = np.linalg.qr(rng.standard_normal((COUNT, 3, 3)))
    frames *= np.sign(np.linalg.det(frames))[:, None, None]
    made[:, :3, :3] = frames
    made[:, 3:, 3:] = 1.0
    return made.astype(kind.scalar)


def unit(rng: np.random.Generator, kind: Type) -> np.ndarray:
    values = rng.standard_normal((COUNT, *kind.numpy_shape))
    return (values / np.linalg.norm(values, axis=-1, keepdims=True)).astype(kind.scalar)


POSITIVE = between(0.2, 2.0)
DOMAINS: dict[str, tuple[Draw | None, ...]] = {
    "min": (with_specials, with_specials),
    "max": (with_specials, with_specials),
    "clamp": (with_specials, ordinary, ordinary),
    "argmin": (with_specials,),
    "argmax": (with_specials,),
    "isfinite": (with_specials,),
    "isnan": (with_specials,),
    "isinf": (with_specials,),
    "copysign": (ordinary, with_specials),
    "div": (ordinary, nonzero),
    "mod": (ordinary, nonzero),
    "floordiv": (ordinary, nonzero),
    "div_approx": (ordinary, nonzero),
    "cw_div": (ordinary, nonzero),
    "lshift": (ordinary, between(0, 6)),
    "rshift": (any_bits, between(0, 6)),
    "bit_count": (any_bits,),
    "pow": (POSITIVE, ordinary),
    "erfinv": (between(-0.95, 0.95),),
    "erfcinv": (between(0.05, 1.95),),
    "poisson": (any_bits, between(0.5, 30.0)),
    "randi": (any_bits, between(-5, 5), between(10, 30)),
    "randu": (any_bits, between(0, 5), between(10, 30)),
    "noise": (any_bits, between(-3.0, 3.0)),
    "pnoise": (any_bits, between(-3.0, 3.0), *(between(2, 6),) * 4),
    "curlnoise": (any_bits, between(-3.0, 3.0), between(1, 4), between(1.5, 2.5), between(0.3, 0.7)),
    "eig3": (symmetric,),
    "quat_from_matrix": (rotation,),
    "quat_from_axis_angle": (unit, ordinary),
    **{name: (between(0, 100),) for name in ("uint8", "uint16", "uint32", "uint64", "int8")},
}
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
        return Case(name, types, DECOMPOSITIONS[name], 2, draws, slack=50.0)
    if name == "quat_to_axis_angle":
        return Case(name, types, ("r0, r1 = wp.quat_to_axis_angle(a0)",), 2, draws)
    if name.startswith("transform_set_") and not name.endswith("_copy"):
        return Case(name, types, ("r0 = a0", f"wp.{name}(r0, a1)"), 1, draws)
    return Case(name, types, (), 1, draws)


@dataclass(frozen=True)
class Batch:
    """Several cases in one kernel, with its launch and inputs."""

    source: str
    launch: Launch
    inputs: dict[str, np.ndarray]
    cases: tuple[Case, ...]


def batch(number: int, cases: tuple[Case, ...], rng: np.random.Generator) -> Batch:
    """A kernel ``check_<number>`` of all cases: arguments ``a<case>_<k>``, outputs ``o<case>_<k>``."""
    arguments: list[Argument] = []
    inputs: dict[str, np.ndarray] = {}
    signature: list[str] = []
    body: list[str] = []
    outputs: list[str] = []
    written: list[Argument] = []
    for c, case in enumerate(cases):
        lines = case.lines or (f"r0 = wp.{case.name}({', '.join(f'a{k}' for k in range(len(case.types)))})",)
        values = []
        for k, type_name in enumerate(case.types):
            kind = named_type(type_name)
            draw = (case.draws[k] if k < len(case.draws) else None) or ordinary
            name = f"a{c}_{k}"
            inputs[name] = draw(rng, kind)
            values.append(inputs[name])
            arguments.append(Argument(name, "array", type_name, 1, INPUT, (COUNT,)))
            signature.append(f"{name}: wp.array(dtype=wp.{_spelled(type_name)})")
            body.append(f"    a{c}_{k}_ = {name}[i]")
        body += ["    " + _renamed(line, c, case) for line in lines]
        for k, result in enumerate(_result_types(case, lines, values)):
            name = f"o{c}_{k}"
            inputs[name] = np.zeros((COUNT, *result.numpy_shape), result.scalar)
            written.append(Argument(name, "array", _name_of(result), 1, OUTPUT, (COUNT,), "zeros"))
            outputs.append(f"{name}: wp.array(dtype={_constructor(result)})")
            body.append(f"    {name}[i] = r{c}_{k}")
    text = (
        f"@wp.kernel\ndef check_{number}({', '.join(signature + outputs)}):\n    i = wp.tid()\n"
        + "\n".join(body)
        + "\n"
    )
    return Batch(text, Launch(tuple(arguments + written), (COUNT,)), inputs, cases)


def _renamed(line: str, c: int, case: Case) -> str:
    line = re.sub(r"\ba(\d)\b", rf"a{c}_\1_", line)
    return re.sub(r"\b([rusvqtd])(\d?)\b(?!\w*=)", lambda m: f"r{c}_{m[2]}" if m[1] == "r" else f"{m[1]}{c}", line)


def _result_types(case: Case, lines: tuple[str, ...], values: list[np.ndarray]) -> list[Type]:
    """What the reference returns for the first inputs: Warp has to agree, or the kernel does not compile."""
    parameters = ", ".join(f"a{k}" for k in range(len(case.types)))
    body = "\n".join(f"    {line}" for line in lines)
    results = ", ".join(f"r{k}" for k in range(case.results))
    source = (
        f"import warp as wp\n\n\n@wp.func\ndef case({parameters}):\n{body}\n    return {results}\n\n\n"
        "@wp.kernel\ndef probe():\n    case()\n"
    )
    kernel = compile_reference(source)
    function = kernel.function.__globals__["case"]
    with np.errstate(all="ignore"):
        found = function(*(named_type(t).wrap(v[0]) for t, v in zip(case.types, values, strict=True)))
    return [_type_of(value) for value in (found if case.results > 1 else (found,))]


def _type_of(value: Any) -> Type:
    if isinstance(value, np.generic):
        return ScalarType(type(value))
    return CompositeType(type(value), value.a.shape, value.a.dtype.type)


def _name_of(kind: Type) -> str:
    suffix = {"float16": "h", "float32": "f", "float64": "d", "int8": "b", "uint8": "ub", "int16": "s", "uint16": "us"}
    suffix |= {"int32": "i", "uint32": "ui", "int64": "l", "uint64": "ul", "bool": "bool"}
    scalar = np.dtype(kind.scalar).name
    if isinstance(kind, ScalarType):
        return scalar
    assert isinstance(kind, CompositeType)
    family = {"Vec": f"vec{kind.numpy_shape[0]}", "Quat": "quat", "Transform": "transform"}.get(kind.cls.__name__)
    return (family or f"mat{kind.numpy_shape[0]}{kind.numpy_shape[1]}") + suffix[scalar]


def _constructor(kind: Type) -> str:
    scalar = f"wp.{np.dtype(kind.scalar).name}"
    if isinstance(kind, ScalarType):
        return scalar
    assert isinstance(kind, CompositeType)
    shape = kind.numpy_shape
    return {
        "Vec": f"wp.types.vector(length={shape[0]}, dtype={scalar})",
        "Mat": f"wp.types.matrix(shape={shape}, dtype={scalar})",
        "Quat": f"wp.types.quaternion(dtype={scalar})",
        "Transform": f"wp.types.transformation(dtype={scalar})",
    }[kind.cls.__name__]


def _spelled(type_name: str) -> str:
    return {"int": "int32", "float": "float32"}.get(type_name, type_name)
