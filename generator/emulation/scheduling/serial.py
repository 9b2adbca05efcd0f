"""Makes memory, after a run of all threads side by side, what a run of one thread after another leaves.

Without findings, and where no thread waits for others, no thread has read what another wrote: each ran as if alone.
Only the order of atomics on one address may differ. Where nobody reads their results, they are carried out again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from generator.emulation.machine.atomics import change_of, in_turn, step_in, step_of
from generator.emulation.machine.blocks import Block
from generator.emulation.machine.memory import Access, Segment
from generator.emulation.machine.state import Lanes, State

Change = tuple[str, str]
"""The operator and the type of an atomic."""

_TIMES = ("%clock", "%globaltimer")
"""Prefixes of the special registers that show the order of threads."""


def in_serial_order(state: State, blocks: Sequence[Block], starts: Sequence[Lanes]) -> bool:
    """Makes global memory what a serial run leaves; False if it can not. ``starts``: its contents before the run."""
    shared = state.memory.shared
    if state.findings or state.traps or state.printed or state.fences or _together(blocks):
        return False
    if shared and _has_atomics(shared):
        return False
    changes = _changes(blocks)
    again: list[tuple[Segment, Lanes, Change]] = []
    for segment, start in zip(state.memory.globals, starts, strict=True):
        if _has_atomics(segment):
            found = {changes.get(access.line) for access in segment.log}
            if len(found) > 1 or None in found:
                return False
            again += [(segment, start, change) for change in found if change]
    for segment, start, change in again:
        segment.data[...] = start
        _carry_out(state, segment, change)
    return True


def _has_atomics(segment: Segment) -> bool:
    return any(access.kind == "atomic" for access in segment.log)


def _together(blocks: Sequence[Block]) -> bool:
    """Whether threads wait for each other, or read the active mask or a clock."""
    if any(block.end.kind in ("barrier", "count", "warp") for block in blocks):
        return True
    items = chain.from_iterable(block.items for block in blocks)
    read = chain.from_iterable(names for block in blocks for names, _ in block.uses)
    return any(item.name == "activemask" for item in items) or any(name.startswith(_TIMES) for name in read)


def _changes(blocks: Sequence[Block]) -> dict[int, Change]:
    """By line, the atomics whose result no instruction reads, except `cas`."""
    read = {name for block in blocks for names, _ in block.uses for name in names}
    found: dict[int, Change] = {}
    used: set[int] = set()
    for item, (_, written) in chain.from_iterable(zip(block.items, block.uses, strict=True) for block in blocks):
        if item.name not in ("atom", "red"):
            continue
        operator, kind = change_of(item)
        if operator == "cas" or not read.isdisjoint(written):
            used.add(item.line)  # an inlined function's line may occur several times
        else:
            found[item.line] = (operator, kind)
    return {line: change for line, change in found.items() if line not in used}


def _carry_out(state: State, segment: Segment, change: Change) -> None:
    """Carries out all atomics of a segment's log again: by thread, each thread's in its own order."""
    lanes = np.concatenate([_lanes(state, access) for access in segment.log])
    order = np.argsort(lanes, kind="stable")  # the log has a thread's own accesses in order
    values = np.concatenate([access.values[0] for access in segment.log if access.values])[order]
    places = np.concatenate([access.offsets for access in segment.log])[order] >> (values.itemsize.bit_length() - 1)
    step = step_of(*change)
    assert step is not None
    in_turn(segment, places, values, values, step_in(segment.space, change, step))


def _lanes(state: State, access: Access) -> Lanes:
    return state.all_lanes if access.lanes is None else access.lanes
