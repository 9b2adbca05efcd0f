"""How a kernel is marked: ``@wp.kernel`` and the arguments that it has in the habits of a project."""

from __future__ import annotations

from generator.syntax.values import Value, call, dotted, literal
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.randomness import Random

BLOCK_SIZES = (256, 512, 1024)
"""Threads of a block, at the most, that a kernel is compiled for: a launch with more fails, and Warp's has 256."""


def kernel_mark(random: Random, habits: Habits, *, tiled: bool) -> Value:
    """The decorator of a kernel; none switches its adjoint off, so that every row has one."""
    arguments: list[tuple[str, Value]] = []
    if random.chance(habits.unique):
        arguments.append(("module", literal("unique", '"unique"')))
    if random.chance(habits.no_stride):
        arguments.append(("grid_stride", literal(False)))
    if random.chance(habits.launch_bounds) and not tiled:  # a launch of tiles says its block by itself
        arguments.append(("launch_bounds", literal(random.pick(BLOCK_SIZES))))
    mark = dotted("wp.kernel")
    return call(mark, *(Value("keyword", argument) for argument in arguments)) if arguments else mark
