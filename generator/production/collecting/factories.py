"""Functions that make kernels are called with arguments that their annotations allow."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import itertools
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

import warp as wp

from generator.production.collecting.stand_ins import StandIn

MOST_CALLS = 24
"""Calls of one factory at most, each with other arguments."""

MOST_NESTING = 2
"""Depth of dataclasses in dataclasses that are made up as arguments."""

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
"""Parts of an argument's name -> values to try where it has no annotation; the first line that fits counts."""


class NoArguments(Exception):
    """No value is known for an argument; ``args[0]`` names it."""


def call_factory(factory: Callable[..., Any], made: Callable[[], int]) -> str:
    """Call the function with plausible arguments until ``made()``, a count of kernels, has grown.

    Returns the arguments as text. ``NoArguments`` where none can be told or no call made a kernel, with the reason.
    """
    function = inspect.unwrap(factory)
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise NoArguments(f"it has no signature: {error}") from None
    choices = [(p.name, _values(p, _hints(function), 0)) for p in parameters if p.kind not in _VARIADIC]
    reason = "no call made a kernel"
    for values in itertools.islice(itertools.product(*(some for _, some in choices)), MOST_CALLS):
        before = made()
        try:
            factory(*values)
        except Exception as error:  # a stranger's function refuses a wrong guess with whatever it likes
            reason = f"{type(error).__name__}: {error}"
        if made() > before:
            return ", ".join(f"{name}={_shown(value)}" for (name, _), value in zip(choices, values, strict=True))
    raise NoArguments(reason.splitlines()[0][:200] if reason else reason)


_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _hints(function: Any) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except Exception:  # a hint may be any expression, of names that are not there
        return {}


def _values(parameter: inspect.Parameter, hints: dict[str, Any], depth: int) -> list[Any]:
    """Values for an argument: its default first, then what its annotation or its name allows."""
    found: list[Any] = []
    if parameter.default is not inspect.Parameter.empty and not isinstance(parameter.default, StandIn):
        found.append(parameter.default)
    annotation = hints.get(parameter.name, parameter.annotation)
    named = annotation is inspect.Parameter.empty or isinstance(annotation, str)
    found += _by_name(parameter.name) if named else _by_annotation(annotation, depth)
    different = list(_different(found))
    if not different:
        raise NoArguments(f"no value is known for its argument {parameter.name}")
    return different


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
    if dataclasses.is_dataclass(annotation) and isinstance(annotation, type) and depth < MOST_NESTING:
        return _made_up(annotation, depth + 1)
    return []


def _made_up(kind: type, depth: int) -> list[Any]:
    """An object of a dataclass whose fields are made up, in a list; an empty one where that does not work."""
    hints = _hints(kind)
    parameters = inspect.signature(kind).parameters.values()
    needed = [p for p in parameters if p.default is inspect.Parameter.empty and p.kind not in _VARIADIC]
    try:
        return [kind(**{p.name: _values(p, hints, depth)[0] for p in needed})]
    except Exception:  # whatever the class checks
        return []


def _different(values: Iterable[Any]) -> Iterable[Any]:
    seen: list[Any] = []
    for value in values:
        if not any(value is other or (type(value) is type(other) and value == other) for other in seen):
            seen.append(value)
            yield value


def _shown(value: Any) -> str:
    if isinstance(value, type):
        return value.__name__
    return str(value) if isinstance(value, enum.Enum) else repr(value)
