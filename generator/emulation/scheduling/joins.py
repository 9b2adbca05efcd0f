"""The join after a barrier: the block that all its threads come to before they exit. Who was there first bypassed it.

A thread that has returned is not waited for. One that bypassed a barrier, by a condition or a loop on which threads of
the block diverge, has gone on to where all paths join again, while others still wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emulation.machine.blocks import Block, successors


def note_joins(blocks: Sequence[Block]) -> None:
    """Sets ``join`` of each block barrier: of the basic blocks on every path from it to an exit, that nearest an exit.

    An exited thread that was at any of them was at that one too. The others may be in loops within, of which each
    thread has its own number of rounds. Blocks that only exit do not count: a thread may exit before a barrier.
    """
    barriers = [place for place, block in enumerate(blocks) if block.end.kind == "barrier"]
    certain = _certain(blocks) if barriers else []
    for place in barriers:
        after = [each for each, block in enumerate(blocks) if certain[place] >> each & 1 and not block.only_leaves]
        blocks[place].end.join = min(set(after) - {place}, key=lambda each: certain[each].bit_count(), default=-1)


def _certain(blocks: Sequence[Block]) -> list[int]:
    """The postdominators of each basic block, as bits, itself included."""
    following = [tuple(successors(blocks, place)) for place in range(len(blocks))]
    found = [(1 << len(blocks)) - 1] * len(blocks)
    changed = True
    while changed:
        changed = False
        for place in reversed(range(len(blocks))):
            exits = blocks[place].end.kind == "exit" or not following[place]
            bits = 0 if exits else -1
            for each in following[place]:
                bits &= found[each]
            bits |= 1 << place
            if bits != found[place]:
                found[place], changed = bits, True
    return found
