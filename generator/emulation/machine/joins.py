"""What a barrier's threads all come to afterwards: a thread that is there before them went around it.

A thread that has returned is not waited for. One that took the other way around a barrier, as of a condition or a loop
that not all threads of the block share, has gone on to where all ways meet again, while others still wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emulation.machine.blocks import Block, successors


def note_joins(blocks: Sequence[Block]) -> None:
    """Gives the end of each barrier of a block of threads the blocks that every way from it to an exit goes through.

    Those that only exit are left out: who does not come to the barrier may do so.
    """
    barriers = [place for place, block in enumerate(blocks) if block.end.kind == "barrier"]
    certain = _certain(blocks) if barriers else []
    does = [place for place, block in enumerate(blocks) if not block.only_leaves]
    for place in barriers:
        blocks[place].end.after = tuple(each for each in does if each != place and certain[place] >> each & 1)


def _certain(blocks: Sequence[Block]) -> list[int]:
    """For each block, as bits, the blocks that every way from it to an exit goes through, itself among them."""
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
