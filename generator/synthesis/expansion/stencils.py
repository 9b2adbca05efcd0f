"""Computations and laws as trees: the Python that their authors wrote, read and never run."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from generator.syntax.modules import Function
from generator.syntax.reading import read_tree
from generator.syntax.statements import parts_of
from generator.syntax.values import Value, literal
from generator.syntax.walks.effects import draws_from
from generator.syntax.walks.names import uses
from generator.synthesis.computations.language import LAWS


@dataclass(frozen=True)
class Stencil:
    """A function's tree, and the constants and laws of its file."""

    function: Function
    constants: dict[str, Value]
    laws: dict[str, Callable[..., Any]]


@cache
def law_of(function: Callable[..., Any]) -> Stencil:
    """The tree of a law, or of the function of a computation."""
    source = inspect.getsource(function)  # our own text, which needs no check of its nesting before it is parsed
    (tree,) = read_tree(ast.parse(source), source).functions
    return Stencil(tree, *_names_of(function.__module__))


@cache
def draws(law: Callable[..., Any]) -> bool:
    """Whether a law draws random numbers, in itself or in laws that it calls: it has no other side effect."""
    stencil = law_of(law)
    called = [stencil.laws[word] for word in uses(stencil.function.body) if word in stencil.laws]
    return any(map(draws_from, parts_of(stencil.function.body))) or any(map(draws, called))


@cache
def _names_of(file: str) -> tuple[dict[str, Value], dict[str, Callable[..., Any]]]:
    """Constants, spelled as they stand there, and laws of a file of computations; computed once for a file."""
    values, text = vars(sys.modules[file]).items(), Path(sys.modules[file].__file__ or "").read_text(encoding="utf-8")
    lines = [line.split(" ") for line in text.splitlines() if line[:1].isupper()]
    # of three words: what is computed is told as the number that it is
    spelled = {line[0]: line[2] for line in lines if len(line) == 3}
    constants = {
        name: literal(value, spelled.get(name))
        for name, value in values
        if type(value) in (int, float) and name.isupper()
    }
    laws: dict[str, Callable[..., Any]] = {
        name: value for name, value in values if inspect.isfunction(value) and value in LAWS
    }
    return constants, laws
