"""Warp-wide operations: shuffles, votes, matches, reductions."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.emulation.machine.state import WARP, Lanes, State

_REDUCTIONS: dict[str, np.ufunc] = {
    "add": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}


def lane_table(state: State) -> Lanes:
    """A table of the machine's lanes, by warp and lane in the warp; -1 where a warp has no such thread."""
    if state.warp_table is None:
        state.warp_table = np.full((int(state.warp.max()) + 1, WARP), -1, np.int64)
        state.warp_table[state.warp, state.lane_in_warp] = state.all_lanes
    return state.warp_table


def spread(state: State, value: Lanes, kind: Any) -> Lanes:
    """A value of the active lanes over all lanes, 0 in the others."""
    whole = np.zeros(state.count, kind)
    whole[state.active()] = value
    return whole


def missing(state: State, members: Lanes) -> Lanes:
    """Active lanes whose member mask names a thread that is neither active nor exited."""
    table = lane_table(state)
    here = np.zeros(state.count + 1, bool)
    here[state.active()] = True
    if state.live is not None:
        here[:-1] |= ~state.live
    here[-1] = True
    lanes = state.active()
    present = (
        (here[table[state.warp[lanes]]].astype(np.uint64) << np.arange(WARP, dtype=np.uint64))
        .sum(axis=1)
        .astype(np.uint32)
    )
    return lanes[(np.broadcast_to(members, len(lanes)) & ~present) != 0]


def unnamed(state: State, members: Lanes) -> Lanes:
    """Active lanes that their own member mask does not name."""
    lanes = state.active()
    return lanes[(members >> state.lane_in_warp[lanes].astype(np.uint32)) & np.uint32(1) == 0]


def sources(state: State, mode: str, distance: Lanes, clamp: Lanes, members: Lanes) -> tuple[Lanes, Lanes]:
    """`shfl`: the machine lane that each active lane reads, and whether the lane that the mode selects is in range.

    -1 where the lane to read is not active or not in the mask: the value is undefined.
    """
    lanes = state.active()
    table = lane_table(state)
    own = state.lane_in_warp[lanes].astype(np.int64)
    b = np.broadcast_to(distance, len(lanes)).astype(np.int64) & 31
    c = np.broadcast_to(clamp, len(lanes)).astype(np.int64)
    segment, bound = (c >> 8) & 31, c & 31
    highest = (own & segment) | (bound & ~segment)
    lowest = own & segment
    if mode == "up":
        source = own - b
        inside = source >= highest
    elif mode == "down":
        source = own + b
        inside = source <= highest
    elif mode == "bfly":
        source = own ^ b
        inside = source <= highest
    else:
        source = lowest | (b & ~segment)
        inside = source <= highest
    source = np.clip(np.where(inside, source, own), 0, 31)
    found = table[state.warp[lanes], source]
    here = np.zeros(state.count + 1, bool)
    here[lanes] = True
    named = (members >> source.astype(np.uint32)) & np.uint32(1) != 0
    return np.where(here[found] & (named | (source == own)), found, -1), inside


def ballot(state: State, predicate: Lanes, members: Lanes) -> Lanes:
    """For each active lane, the bits of its warp's lanes whose predicate holds."""
    lanes = state.active()
    bits = np.zeros(int(state.warp.max()) + 1, np.uint32)
    chosen = np.broadcast_to(predicate, len(lanes))
    np.bitwise_or.at(
        bits, state.warp[lanes[chosen]], np.uint32(1) << state.lane_in_warp[lanes[chosen]].astype(np.uint32)
    )
    return bits[state.warp[lanes]] & np.broadcast_to(members, len(lanes))


def vote(state: State, mode: str, predicate: Lanes, members: Lanes) -> Lanes:
    """`vote`: all, any, uni or ballot."""
    holds = ballot(state, predicate, members)
    if mode == "ballot":
        return holds
    here = ballot(state, np.ones(1, bool), members)
    return {"all": holds == here, "any": holds != 0, "uni": (holds == here) | (holds == 0)}[mode]


def match(state: State, mode: str, value: Lanes, members: Lanes) -> tuple[Lanes, Lanes]:
    """`match`: the bits of the lanes with the same value, for `all` 0 unless all have it; and whether all have it."""
    lanes = state.active()
    value = np.broadcast_to(value, len(lanes))
    pairs = np.stack([state.warp[lanes].astype(np.uint64), value.astype(np.uint64)], axis=1)
    _, group = np.unique(pairs, axis=0, return_inverse=True)
    group = group.reshape(-1)
    bits = np.zeros(int(group.max()) + 1, np.uint32)
    np.bitwise_or.at(bits, group, np.uint32(1) << state.lane_in_warp[lanes].astype(np.uint32))
    same = bits[group] & np.broadcast_to(members, len(lanes))
    here = ballot(state, np.ones(1, bool), members)
    if mode == "any":
        return same, same == here
    return np.where(same == here, same, np.uint32(0)), same == here


def reduce(state: State, operator: str, value: Lanes, members: Lanes) -> Lanes:
    """`redux`: a reduction over the warp's lanes with the same mask; lanes of one warp may have several masks."""
    lanes = state.active()
    value = np.broadcast_to(value, len(lanes))
    operation = _REDUCTIONS[operator]
    found = np.empty(len(lanes), value.dtype)
    together = state.warp[lanes].astype(np.uint64) << np.uint64(32) | np.broadcast_to(members, len(lanes))
    for group in np.unique(together):
        chosen = np.flatnonzero(together == group)
        found[chosen] = operation.reduce(value[chosen], dtype=value.dtype)
    return found


def elect(state: State, members: Lanes) -> Lanes:
    """`elect`: for each active lane, the leader of its mask: the lowest active lane of the warp that the mask names."""
    here = ballot(state, np.ones(1, bool), members)
    lowest = here & (~here + np.uint32(1))
    return np.log2(np.maximum(lowest, np.uint32(1))).astype(np.uint32)
