"""Kernels of many built-in calls each, with their launches and inputs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.reference import compile_reference
from generator.verification.reference.values.types import CompositeType, ScalarType, Type, named_type
from tests.verification.reference.builtin_cases import Case
from tests.verification.reference.builtin_draws import COUNT, ordinary


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
