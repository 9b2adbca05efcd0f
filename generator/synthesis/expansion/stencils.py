"""Computations and laws as trees: the Python that their authors wrote, read and never run."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from generator.syntax.modules import Function
from generator.syntax.reading import read_tree
from generator.syntax.values import Value, literal
from generator.synthesis.computations.language import LAWS, Computation


@dataclass(frozen=True)
class Stencil:
    """A function's tree, and what its file has names for: numbers and laws."""

    function: Function
    constants: dict[str, int | float]
    laws: dict[str, Callable[..., Any]] = field(default_factory=dict)

    @cached_property
    def values(self) -> dict[str, Value]:
        """The constants as values."""
        return {word: literal(number) for word, number in self.constants.items()}


def stencil_of(computation: Computation, variant: Mapping[str, Any]) -> Stencil:
    """The tree of a computation; a variant is settled in it where plumbing makes it."""
    if computation.plumbing:
        return Stencil(computation.function(variant), {})
    return _stencil(computation.function)


def law_of(law: Callable[..., Any]) -> Stencil:
    """The tree of a law."""
    return _stencil(law)


@cache
def _stencil(function: Callable[..., Any]) -> Stencil:
    source = _source(function)  # ours: nobody has to count its brackets before it is parsed
    (tree,) = read_tree(ast.parse(source), source).functions
    values = function.__globals__.items()
    constants = {name: value for name, value in values if type(value) in (int, float) and name.isupper()}
    laws: dict[str, Callable[..., Any]] = {
        name: value for name, value in values if inspect.isfunction(value) and value in LAWS
    }
    return Stencil(tree, constants, laws)


@lru_cache(maxsize=4)  # a file has several functions, and nobody comes back for more
def _lines(file: str) -> list[str]:
    return Path(file).read_text().splitlines(keepends=True)


def _source(function: Callable[..., Any]) -> str:
    """The lines of a function at the level of its file, up to the next thing there."""
    code = function.__code__
    lines = _lines(code.co_filename)[code.co_firstlineno - 1 :]
    head = next(place for place, line in enumerate(lines) if line.startswith("def "))
    end = next((place for place, line in enumerate(lines) if place > head and line[0] not in " )#\n"), len(lines))
    return "".join(lines[:end]).rstrip() + "\n"
