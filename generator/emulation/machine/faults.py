"""Reports of wrong accesses: out of bounds, of unwritten bytes, of bytes that a copy is still writing."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.emulation.machine.findings import Finding
from generator.emulation.machine.memory import UNDER_WAY, WRITTEN, Segment, full_state
from generator.emulation.machine.state import Lanes, State
from generator.emulation.ptx.program import Instruction


def report_unwritten(
    state: State, item: Instruction, segment: Segment, lanes: Lanes, places: Any, offsets: Lanes, good: Any, size: int
) -> None:
    """Reports reads of unwritten bytes, and of bytes of a copy that is not waited for."""
    part = min(size, 8)
    safe = offsets if good is True else np.where(good, offsets, 0)
    wrong = np.zeros(len(offsets), bool)
    whole = full_state(part, WRITTEN)
    for step in range(size // part):
        wrong |= segment.shadow_view(part)[(safe >> (part.bit_length() - 1)) + step] != whole
    if good is not True:
        wrong &= good
    if wrong.any():
        wrong &= ~report_under_way(state, item, segment, lanes, places, offsets, wrong, size)
    if wrong.any():
        text = f"{segment.space} memory is read that nothing has written"
        report(state, item, ("uninitialized", text), segment, lanes, places, offsets, wrong)


def report_under_way(
    state: State, item: Instruction, segment: Segment, lanes: Lanes, places: Any, offsets: Lanes, good: Any, size: int
) -> Lanes:
    """Reports accesses to bytes of a copy that is not waited for; gives a mask of these accesses."""
    assert segment.shadow is not None
    safe = offsets if good is True else np.where(good, offsets, 0)
    found = (segment.shadow[safe[:, None] + np.arange(size)] == UNDER_WAY).any(axis=1) & good
    if found.any():
        text = f"{segment.space} memory is touched while a cp.async into it is not waited for"
        report(state, item, ("race", text), segment, lanes, places, offsets, found)
    return found


def stray(
    state: State, item: Instruction, segment: Segment | None, lanes: Lanes, places: Any, offsets: Lanes, wrong: Lanes
) -> None:
    text = "an address outside of every allocation" if segment is None else f"an address outside of {segment.name}"
    report(state, item, ("out_of_bounds", text), segment, lanes, places, offsets, wrong)


def report(
    state: State,
    item: Instruction,
    fault: tuple[str, str],
    segment: Segment | None,
    lanes: Lanes,
    places: Any,
    offsets: Lanes,
    wrong: Lanes,
) -> None:
    """Reports a fault (kind and text) of the accesses where ``wrong`` holds."""
    own = lanes[places]
    bad = own[wrong] if len(wrong) == len(own) else own
    at = offsets[wrong][:8]
    found = [
        segment.variable_at(each) if segment else ("", each)
        for each in (segment.within(at) if segment else at).tolist()
    ]
    name = found[0][0]
    state.report(
        Finding(
            *fault,
            item.line,
            state.source(item.source),
            segment.space if segment else "",
            name,
            state.named(bad),
            tuple(offset for each, offset in found if each == name),
            len(bad),
        )
    )
