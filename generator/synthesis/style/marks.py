"""A kernel's decorator, in the habits of a project, and constants of the module as ``wp.static``."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Block, parts_of
from generator.syntax.values import Value, call, dotted, literal
from generator.syntax.walks.rewriting import change_block
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.randomness import Random

BLOCK_SIZES = (256, 512, 1024)
"""Values of ``launch_bounds``, the most threads of a block: a launch with more fails, and Warp's has 256."""


def kernel_mark(random: Random, habits: Habits, body: Block, *, tiled: bool) -> Value:
    """The decorator of a kernel with that body; none switches its adjoint off, so that every row has one."""
    made = tiled or any(part.operation == "python" for part in parts_of(body))  # within ``wp.static``
    kind = "made" if made else "others"
    arguments: list[tuple[str, Value]] = []
    if random.chance(getattr(habits.unique, kind)):
        arguments.append(("module", literal("unique", '"unique"')))
    if random.chance(getattr(habits.no_stride, kind)):
        arguments.append(("grid_stride", literal(False)))
    if random.chance(habits.launch_bounds) and not tiled:  # a launch of tiles says its block by itself
        arguments.append(("launch_bounds", literal(random.pick(BLOCK_SIZES))))
    mark = dotted("wp.kernel")
    return call(mark, *(Value("keyword", argument) for argument in arguments)) if arguments else mark


def with_static_constants(body: Block, constants: Collection[str]) -> Block:
    """The body with ``wp.static(NAME)`` for each use of a constant of the module."""
    words = set(constants)

    def change(value: Value) -> Value:
        if value.is_name and value.operands[0] in words:
            return call(dotted("wp.static"), Value("python", (value.operands[0],)), type=value.type)
        return value

    return change_block(body, change) if words else body
