"""Barriers of blocks: which lanes are all there, which are missed, and what passing one does to the lanes' stamps."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from generator.emulation.machine.state import BARRIER_STEP, Lanes, State


def complete(state: State, mask: Lanes) -> Lanes:
    """Of lanes that wait at one barrier, those of blocks of which all lanes are there and none has exited."""
    live = np.ones(state.count, bool) if state.live is None else state.live
    blocks = int(state.group.max()) + 1
    everyone, here = (np.bincount(state.group[lanes], minlength=blocks) for lanes in (live, mask))
    whole = mask & (here == everyone)[state.group]
    return whole if state.live is None else whole & ~np.isin(state.group, np.unique(state.group[~state.live]))


def unequal(state: State, waiting: Mapping[int, Lanes]) -> dict[int, dict[str, Lanes]]:
    """For each barrier at which lanes wait while nobody runs, what is wrong there, and numbers of the lanes of it."""
    everyone = np.logical_or.reduce(list(waiting.values()))
    barriers = np.zeros(int(state.group.max()) + 1, np.int64)
    for mask in waiting.values():
        barriers[np.unique(state.group[mask])] += 1
    missed = np.unique(state.group[~everyone])
    found: dict[int, dict[str, Lanes]] = {}
    for place, mask in waiting.items():
        wrong = {
            "threads of one block wait at different barriers": mask & (barriers[state.group] > 1),
            "a barrier that not all threads of the block reach": mask & np.isin(state.group, missed),
        }
        found[place] = {text: np.flatnonzero(lanes) for text, lanes in wrong.items() if lanes.any()}
    return found


def stamp(state: State, mask: Lanes) -> None:
    """Counts a barrier that lanes pass."""
    stamps = state.stamps.copy()
    stamps[mask] = (stamps[mask] // BARRIER_STEP + 1) * BARRIER_STEP
    state.stamps = stamps
