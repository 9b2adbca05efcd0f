"""Stacks that the threads of a block share, for blocks of one thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generator.verification.reference.values.types import Type, as_type

NONE = np.int32(-1)


@dataclass
class Stack:
    """Values in the order of pushing, at most ``capacity``."""

    capacity: int
    dtype: Type
    values: list[Any] = field(default_factory=list)


def make(capacity: Any, dtype: Any) -> Stack:
    return Stack(int(capacity), as_type(dtype))


def push(stack: Stack, value: Any, has_value: Any) -> Any:
    """The slot of the pushed value; -1 where there is no value or the stack is full."""
    if not has_value or len(stack.values) >= stack.capacity:
        return NONE
    stack.values.append(value)
    return np.int32(len(stack.values) - 1)


def pop(stack: Stack) -> tuple[Any, Any]:
    """(value, its slot), or (zero, -1) where the stack is empty."""
    if not stack.values:
        return stack.dtype.zero(), NONE
    return stack.values.pop(), np.int32(len(stack.values))


def count(stack: Stack) -> Any:
    return np.int32(len(stack.values))


def clear(stack: Stack) -> None:
    stack.values.clear()


TABLE: dict[str, Callable[..., Any]] = {
    "tile_stack": make,
    "tile_stack_push": push,
    "tile_stack_pop": pop,
    "tile_stack_count": count,
    "tile_stack_clear": clear,
}
