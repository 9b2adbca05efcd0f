"""Releases lanes that wait for others: where enough have come, and where no other lane can run."""

from __future__ import annotations

import numpy as np

from generator.emulation.machine.blocks import End
from generator.emulation.machine.state import WARP, Lanes
from generator.emulation.machine.warps import missing
from generator.emulation.scheduling.barriers import stamp
from generator.emulation.scheduling.places import Places


def come(places: Places, end: End, place: int, alone: bool) -> int:
    """The active lanes come to a barrier of some threads: they wait there, or go on; those that may pass it do."""
    state, waits = places.state, not end.arrives
    assert end.read is not None and end.members is not None and end.item is not None
    counts = state.picked(end.members(state))
    if np.any(counts % WARP != 0) or np.any(counts == 0):
        text = "a barrier of some threads that are no whole warps"
        state.report_at("barrier", text, end.item, state.active())
    if waits:
        places.waiting[place] = places.union(places.waiting.get(place), places.mask())
    else:
        places.add(place + 1, places.mask())
    going = places.counted.arrive(state.picked(end.read(state)), counts, waits)
    for each, mask in list(places.waiting.items()) if going.any() else ():
        if places.blocks[each].end.kind == "count" and (mask & going).any():
            places.add(each + 1, mask & going)
            places.waiting[each] = mask & ~going
            if not places.waiting[each].any():
                del places.waiting[each]
    return -1


def release_complete(places: Places) -> None:
    """Releases thread blocks whose lanes all wait at one barrier, though lanes of other blocks still run."""
    for place in _waiting_at(places, "barrier"):
        mask = places.waiting[place]
        going = places.barriers.complete(mask)
        if going.any():
            _pass_barrier(places, place, going, going)
            places.waiting[place] = mask & ~going
            if not places.waiting[place].any():
                del places.waiting[place]


def release(places: Places) -> None:
    """Releases waiting lanes, as no other can run: those at one warp instruction, else all at barriers."""
    for place in _waiting_at(places, "warp"):
        _warp_together(places, place)
        return
    if counted := _waiting_at(places, "count"):
        release_complete(places)
        for place in counted if not places.ready else ():
            _give_up(places, place)
        return
    waiting, places.waiting = places.waiting, {}
    together = np.logical_or.reduce(list(waiting.values()))
    for place, mask in waiting.items():
        _pass_barrier(places, place, mask, together)


def _waiting_at(places: Places, kind: str) -> list[int]:
    return sorted(place for place in places.waiting if places.blocks[place].end.kind == kind)


def _pass_barrier(places: Places, place: int, mask: Lanes, together: Lanes) -> None:
    end = places.blocks[place].end
    assert end.item is not None
    for text, lanes in places.barriers.wrong(place, mask, together):
        if lanes.any():
            places.state.report_at("barrier", text, end.item, np.flatnonzero(lanes))
    if end.step is not None:
        places.state.narrow(mask)
        end.step(places.state)
    places.add(place + 1, mask)
    stamp(places.state, mask)


def _warp_together(places: Places, place: int) -> None:
    state, end = places.state, places.blocks[place].end
    mask = places.waiting.pop(place)
    state.narrow(mask)
    assert end.members is not None and end.item is not None
    absent = missing(state, state.picked(end.members(state)))
    if len(absent):
        state.report_at("barrier", f"{end.item.opcode} without all lanes that its mask names", end.item, absent)
    places.carry_out(end)
    places.add(place + 1, mask)


def _give_up(places: Places, place: int) -> None:
    """Reports the lanes at a barrier of some threads to which too few come, and lets them go on."""
    mask, item = places.waiting.pop(place), places.blocks[place].end.item
    assert item is not None
    text = "a barrier of some threads of the block to which fewer come"
    places.state.report_at("barrier", text, item, np.flatnonzero(mask))
    places.counted.forget(mask)
    places.add(place + 1, mask)
