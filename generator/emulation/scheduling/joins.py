"""Joins after a barrier: blocks that all its threads come to afterwards. A thread there before them bypassed it.

A thread that has returned is not waited for. One that bypassed a barrier, by a condition or a loop on which threads of
the block diverge, has gone on to where all paths join again, while others still wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emulation.machine.blocks import Block, successors


def note_joins(blocks: Sequence[Block]) -> None:
    """Sets ``after`` of each block barrier: the basic blocks on every path from it to an exit (its postdominators).

    Those that only exit are left out: a thread that does not come to the barrier may exit.
    """
    barriers = [place for place, block in enumerate(blocks) if block.end.kind == "barrier"]
    certain = _certain(blocks) if barriers else []
    does = [place for place, block in enumerate(blocks) if not block.only_leaves]
    for place in barriers:
        blocks[place].end.after = tuple(each for each in does if each != place and certain[place] >> each & 1)


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
