"""Plausible arguments of a function: its defaults, what its annotations and names allow, else a stand-in."""

from __future__ import annotations

import enum
import inspect
import itertools
import sys
import types
import typing
from collections.abc import Iterable, Sequence
from typing import Any

import warp as wp

from generator.production.collecting.stand_ins import StandIn

FUNCTION_WORDS = ("func", "function", "fn")
"""Last word of the name of an argument that is a Warp function."""

STEM = 4
"""Letters at the start that the names of an argument and of a function must share."""

MOST_OBJECTS = 3
"""Most made-up objects of one class."""

LONGEST_TEXT = 200
"""Longest text of an argument that is shown, in letters."""

MOST_NESTING = 2
"""Greatest depth of made-up objects as arguments of made-up objects."""

BY_TYPE: dict[Any, tuple[Any, ...]] = {
    int: (4, 1, 16, 32),
    wp.int32: (4, 1, 16, 32),
    bool: (True, False),
    float: (0.5,),
    str: ("",),
    type: (wp.float32, wp.vec3, wp.float64),
    Any: (wp.float32, wp.vec3, wp.float64),
}
"""Annotation -> values to try, the likeliest first."""

BY_NAME: tuple[tuple[tuple[str, ...], tuple[Any, ...]], ...] = (
    (("vec", "pos"), (wp.vec3, wp.vec3d)),
    (("mat",), (wp.mat33, wp.mat33d)),
    (("dtype", "type"), (wp.float32, wp.float64)),
    (("size", "dim", "order", "lmax", "num", "count", "block"), BY_TYPE[int]),
)
"""Parts of an argument's name -> values to try where it has no annotation; the first line that fits is used."""


def annotations_of(function: Any) -> dict[str, Any]:
    """Parameter -> annotation of a function, or of a class's ``__init__``; empty where they cannot be read."""
    function = inspect.getattr_static(function, "__init__") if isinstance(function, type) else inspect.unwrap(function)
    try:
        return typing.get_type_hints(function)
    except Exception:  # a hint may be any expression, of names that are not there
        return {}


def plausible_values(
    parameter: inspect.Parameter, hints: dict[str, Any], depth: int, literals: Sequence[Any] = ()
) -> list[Any]:
    """Values for an argument, at least one: its default, ``literals``, then what its annotation or its name allows."""
    found: list[Any] = []
    if parameter.default is not inspect.Parameter.empty and not isinstance(parameter.default, StandIn):
        found.append(parameter.default)
    found += literals
    annotation = hints.get(parameter.name, parameter.annotation)
    if annotation is Any and parameter.name.rpartition("_")[2] in FUNCTION_WORDS:
        return list(_different(found)) or [StandIn(parameter.name)]
    named = annotation is inspect.Parameter.empty or isinstance(annotation, str)
    found += _by_name(parameter.name) if named else _by_annotation(annotation, depth)
    if all(value is None for value in found):
        found.append(StandIn(parameter.name))
    return list(_different(found))


def functions_named(name: str, function: Any) -> list[wp.Function]:
    """For ``writer_func`` the Warp functions ``writ...`` in the factory's module, at most two."""
    words = name.split("_")
    if words[-1] not in FUNCTION_WORDS or not inspect.isfunction(function):
        return []
    beside = function.__globals__.items()
    alike = [value for key, value in beside if isinstance(value, wp.Function) and key.startswith(words[0][:STEM])]
    return alike[:2]


def _by_name(name: str) -> Iterable[Any]:
    lowered = name.lower()
    return next((values for parts, values in BY_NAME if any(part in lowered for part in parts)), ())


def _by_annotation(annotation: Any, depth: int) -> list[Any]:
    if isinstance(annotation, typing.Hashable) and annotation in BY_TYPE:
        return list(BY_TYPE[annotation])
    if isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        return list(annotation)[:4]
    origin = typing.get_origin(annotation)
    if origin is typing.Literal:
        return list(typing.get_args(annotation))
    if origin in (typing.Union, types.UnionType):
        parts = typing.get_args(annotation)
        return [value for part in parts for value in ([None] if part is type(None) else _by_annotation(part, depth))]
    if origin is tuple and (inner := [part for part in typing.get_args(annotation) if part is not ...]):
        members = [_by_annotation(part, depth) for part in inner]
        return [tuple(some[0] for some in members)] if all(members) else []
    if origin is typing.Annotated:
        return _by_annotation(typing.get_args(annotation)[0], depth)
    if origin is type:
        return list(BY_TYPE[type])
    kind = origin or annotation
    if isinstance(kind, type) and kind.__module__.partition(".")[0] not in _FOREIGN and depth < MOST_NESTING:
        return _made_up(kind, depth + 1)
    return []


def _made_up(kind: type, depth: int) -> list[Any]:
    """Objects of a class, made from made-up arguments; none where the class refuses them."""
    hints = annotations_of(kind)
    found = []
    try:
        parameters = [p for p in inspect.signature(kind).parameters.values() if p.kind not in _VARIADIC]
        choices = itertools.product(*(plausible_values(p, hints, depth) for p in parameters))
        for values in itertools.islice(choices, MOST_OBJECTS):
            by_name = {p.name: value for p, value in zip(parameters, values, strict=True)}
            found.append(kind(**by_name))
    except Exception:  # whatever the class checks
        return found
    return found


def _different(values: Iterable[Any]) -> Iterable[Any]:
    seen: list[Any] = []
    for value in values:
        if not any(value is other or (type(value) is type(other) and value == other) for other in seen):
            seen.append(value)
            yield value


_FOREIGN = sys.stdlib_module_names | {"warp", "numpy"}
"""Packages of whose classes no objects are made up."""

_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def shown(value: Any) -> str:
    """A value as text that is the same in every process; "..." for a stand-in and for a value without such a text."""
    if isinstance(value, StandIn):
        return "..."
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, wp.Function):
        return str(value.key)
    if callable(value) and hasattr(value, "__name__"):
        return str(value.__name__)
    text = str(value) if isinstance(value, enum.Enum) else repr(value)
    return "..." if " at 0x" in text or len(text) > LONGEST_TEXT else text
