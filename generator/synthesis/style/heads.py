"""Heads of functions: a kernel's decorator, in the habits of a project, and parameters on one line or a line each."""

from __future__ import annotations

from dataclasses import replace

from generator.syntax.line_breaks import LONGEST
from generator.syntax.modules import Function, Part
from generator.syntax.statements import Block
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, call, dotted, literal
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.randomness import Random

BLOCK_SIZES = (256, 512, 1024)
"""Values of ``launch_bounds``, the most threads of a block: a launch with more fails, and Warp's has 256."""


def kernel_mark(random: Random, habits: Habits, body: Block, *, tiled: bool) -> Value:
    """The decorator of a kernel with that body; none switches its adjoint off, so that every row has one."""
    others = not (tiled or any("python" in statement.kinds for statement in body))  # within ``wp.static``
    arguments: list[tuple[str, Value]] = []
    if random.chance(habits.unique[others]):
        arguments.append(("module", literal("unique", '"unique"')))
    if random.chance(habits.no_stride[others]):
        arguments.append(("grid_stride", literal(False)))
    if random.chance(habits.launch_bounds) and not tiled:  # a launch of tiles says its block by itself
        arguments.append(("launch_bounds", literal(random.pick(BLOCK_SIZES))))
    mark = dotted("wp.kernel")
    return call(mark, *(Value("keyword", argument) for argument in arguments)) if arguments else mark


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
