"""Where a barrier's threads come together with those that went another way: what a thread passes that leaves it out.

A thread that has returned is not waited for. One that took the other way around a barrier, as of a condition that not
all threads of the block share, has gone on to where all ways meet again, while others still wait.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.emulation.machine.blocks import Block, successors


def find_joins(blocks: Sequence[Block]) -> dict[int, int]:
    """For each barrier of a block of threads, by its place, the first block after it that is reached without it too.

    A barrier without such a block is left out: who does not come to it does nothing more than return.
    """
    barriers = [place for place, block in enumerate(blocks) if block.end.kind == "barrier"]
    if not barriers:
        return {}
    following = [tuple(successors(blocks, place)) for place in range(len(blocks))]
    certain = _certain(blocks, following)
    joins: dict[int, int] = {}
    for place in barriers:
        around = _reached(following, place)
        after = [each for each in around if certain[place] >> each & 1 and not blocks[each].only_leaves]
        if after:
            joins[place] = max(after, key=lambda each: certain[each].bit_count())
    return joins


def _certain(blocks: Sequence[Block], following: Sequence[tuple[int, ...]]) -> list[int]:
    """For each block, as bits, the blocks that every way from it to an exit goes through, itself among them."""
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


def _reached(following: Sequence[tuple[int, ...]], without: int) -> set[int]:
    """The blocks that are reached from the first one without going through one of them."""
    found, queue = {0} - {without}, [0] if without else []
    while queue:
        for each in following[queue.pop()]:
            if each != without and each not in found:
                found.add(each)
                queue.append(each)
    return found
