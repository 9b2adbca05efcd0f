"""Heads of functions: on one line, or a line for each parameter."""

from __future__ import annotations

from dataclasses import replace

from generator.syntax.line_breaks import LONGEST
from generator.syntax.modules import Function, Part
from generator.syntax.value_text import value_text


def in_lines(part: Part) -> Part:
    """A part of a module; a function whose head is too long for a line with a parameter a line."""
    if not isinstance(part, Function):
        return part
    returns = "" if part.returns is None else value_text(part.returns)
    return replace(part, one_line=fits(part, LONGEST - len(f"def () -> {returns}:")))


def fits(function: Function, longest: int) -> bool:
    """Whether the signature stands on one line."""
    parameters = function.parameters
    if len(parameters) < 2:
        return True
    width = sum(len(p.name) + len(value_text(p.annotation)) + 4 for p in parameters if p.annotation is not None)
    headed = parameters[0].heading and len(parameters) > 3
    return width + len(function.name) < longest and not headed
