"""Helper functions that rewritten trees call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.interpretation.namespace import fits
from generator.verification.reference.values.types import CompositeType, ScalarType, convert
from generator.verification.reference.values.values import Composite


def typed(value: Any) -> Any:
    """A Python number as the scalar that Warp makes of it; anything else as it is."""
    if isinstance(value, float):
        return np.float32(value) if not isinstance(value, np.generic) else value
    if isinstance(value, bool):
        return np.bool_(value)
    return convert(int(value), np.int32) if isinstance(value, int) else value


def fetch(root: Any, steps: tuple[Any, ...]) -> Any:
    """The component of ``root`` at the end of ``steps``: a string is a field, anything else an index."""
    for step in steps:
        root = getattr(root, step) if step.__class__ is str else root[step]
    return root


def store(root: Any, steps: tuple[Any, ...], value: Any) -> Any:
    """``root`` with the component at the end of ``steps`` replaced; arrays on the way change in place."""
    if not steps:
        return value
    first, rest = steps[0], steps[1:]
    if rest:
        value = store(fetch(root, (first,)), rest, value)
    if first.__class__ is str:
        return root.with_attr(first, value)
    if rest and hasattr(value, "load"):
        return root  # ``value`` is a view, whose storage has changed already
    return root.with_item(first, value)


def type_of(value: Any) -> Any:
    """``type(x)`` in a generic function: the type that constructs such a value."""
    if isinstance(value, Composite):
        return CompositeType(type(value), value.a.shape, value.a.dtype.type)
    return ScalarType(type(value)) if isinstance(value, np.generic) else type(value)


def dtype_of(value: Any) -> Any:
    """``x.dtype``: the type of an array's or a tile's elements, of a value's components, of a number."""
    if isinstance(value, Composite):
        return ScalarType(value.a.dtype.type)
    return ScalarType(type(value)) if isinstance(value, np.generic) else value.dtype


def overridden(own: Callable[..., Any], builtin: Callable[..., Any], left: Any, right: Any) -> Any:
    """An operator that the module overloads by a function of its name: Warp calls that where its types fit."""
    return own(left, right) if fits(own, (left, right)) else builtin(left, right)


HELPERS: dict[str, Any] = {
    "_typed": typed,
    "_type": type_of,
    "_store": store,
    "_fetch": fetch,
    "_dtype": dtype_of,
    "_truth": np.bool_,
    "_not": lambda value: np.bool_(not value),
    "_overridden": overridden,
}
