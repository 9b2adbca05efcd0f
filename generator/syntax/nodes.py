"""Decorators for classes of the tree: dataclasses with equality and hash by fields, and cached properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def node(made: type[T]) -> type[T]:
    """A dataclass that is immutable to type checkers only.

    A frozen dataclass takes three times as long to make, which is a twentieth of a row's time.
    """
    return dataclass(slots=True, unsafe_hash="__hash__" not in vars(made))(made)


def with_fields(statement: T, changes: Mapping[str, Any]) -> T:
    """A copy of a node with some fields changed, in a third of the time of `dataclasses.replace`."""
    kind = type(statement)
    fields: tuple[str, ...] = kind.__match_args__  # type: ignore[attr-defined]
    return kind(*[changes[word] if word in changes else getattr(statement, word) for word in fields])


def remembered(compute: Callable[[Any], T]) -> T:
    """A property that is computed at the first access, then kept in the slot ``_name``."""
    slot = f"_{compute.__name__}"

    def get(node: object) -> T:
        found: T | None = getattr(node, slot, None)
        if found is None:
            setattr(node, slot, found := compute(node))
        return found

    return cast(T, property(get, doc=compute.__doc__))
