"""How much code Warp makes of a kernel: it writes the body of a short loop of constant length once for each step."""

from __future__ import annotations

from generator.syntax.statements import Block, For, blocks_of
from generator.syntax.walks.loop_lengths import unrolled_steps


def operations_written(block: Block) -> int:
    """Operations of a block, those in a loop that Warp writes out once for each step; about 300 letters of adjoint CUDA
    each."""
    found = 0
    for statement in block:
        found += sum([part.operation != "name" for part in statement.parts])
        inner = sum(operations_written(each) for each in blocks_of(statement))
        found += inner * ((unrolled_steps(statement, {}) if isinstance(statement, For) else None) or 1)
    return found
