"""The language that computations are written in: Warp's own, over records instead of arrays.

A computation is a Python function that is read and never run, as Warp does with kernels. Its first parameter is the
record that a thread handles, named as its entity; the others are numbers of the schema. `docs/computations.md` has the
rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.synthesis.schemas.schema import Schema

wp: Any = None
"""Warp's built-ins. Only their names are read."""

v: Any = None
"""The variant that is drawn: ``v.damped`` is settled before a kernel is printed, so an ``if`` over it leaves no trace."""

exists: Any = None
"""``exists(record)``: whether an optional relation leads anywhere; memory says -1 where it does not."""

count: Any = None
"""``count(particle)``: how many records an entity has."""

lane: Any = None
"""``lane()``: a thread's number in its block, whose threads share the record; ``wp.block_dim()`` is how many there are."""

Choices = Mapping[Any, str]
"""Values of a variant -> the words that tell it in a sentence, empty where the value goes without saying."""


@dataclass(frozen=True, eq=False, slots=True)
class Computation:
    """A named computation: what it does in words (an imperative), over which schema, in which variants."""

    name: str
    schema: Schema
    intent: str
    variants: dict[str, Choices]
    function: Callable[..., Any]
    """The function that is read."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Value of a variant, or the name of one that is a flag, or "" for all -> a sentence on why it is done so."""

    @property
    def family(self) -> str:
        """The file that it stands in."""
        return self.function.__module__.rpartition(".")[2]


REGISTRY: dict[str, Computation] = {}
"""Every computation by name, in order of definition. Families fill it when they are imported."""

LAWS: set[Callable[..., Any]] = set()
"""Functions that computations call and that a kernel has as ``@wp.func``; a computation sees those of its file."""


def computation(
    schema: Schema, intent: str, why: Mapping[str, str] | None = None, **variants: Choices
) -> Callable[[Callable[..., Any]], Computation]:
    """Mark a function as a computation; ValueError where the name is taken."""

    def mark(function: Callable[..., Any]) -> Computation:
        if function.__name__ in REGISTRY:
            raise ValueError(f"computation {function.__name__!r} is defined twice")
        made = Computation(function.__name__, schema, intent, variants, _without_code(function), why or {})
        REGISTRY[made.name] = made
        return made

    return mark


def law(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function of numbers and vectors that computations share; its annotations are Warp's types."""
    LAWS.add(_without_code(function))
    return function


def _without_code(function: Callable[..., Any]) -> Callable[..., Any]:
    """Drop the code, which nobody runs and which is a tenth of a computation's memory; file, line and names stay."""
    code = function.__code__
    stub = _nothing.__code__.replace(co_filename=code.co_filename, co_firstlineno=code.co_firstlineno)
    function.__code__ = stub.replace(co_name=code.co_name, co_qualname=code.co_qualname)
    return function


def _nothing() -> None:
    raise TypeError("a computation is read, not run")
