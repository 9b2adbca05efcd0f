"""Loads and stores: every address is checked before memory is accessed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from generator.emulation.machine.faults import report, report_under_way, report_unwritten, stray
from generator.emulation.machine.memory import (
    RANGE_BITS,
    START,
    UNWRITTEN,
    WRITTEN,
    Access,
    Segment,
    full_state,
)
from generator.emulation.machine.state import Lanes, State
from generator.emulation.ptx.program import Instruction

Found = Iterator[tuple[Segment | None, Any, Lanes]]
Resolve = Callable[[State, Lanes, Lanes], Found]
"""Finds the segments of addresses: (segment, places among the active lanes, byte offsets in the segment)."""

_LOW = (1 << RANGE_BITS) - 1


def resolver(space: str) -> Resolve:
    """The function that resolves addresses of a state space; "" for generic ones."""
    return {"shared": _shared, "local": _local, "param": _param, "global": _generic, "const": _generic, "": _generic}[
        space
    ]


def _generic(state: State, lanes: Lanes, address: Lanes) -> Found:
    first = int(address[0]) >> RANGE_BITS
    if len(address) == 1 or int(np.maximum.reduce(address - np.uint64(first << RANGE_BITS))) <= _LOW:
        yield from _in_range(state, first, lanes, address, slice(None))
        return
    numbers = address >> np.uint64(RANGE_BITS)
    for number in np.unique(numbers):
        chosen = np.flatnonzero(numbers == number)
        yield from _in_range(state, int(number), lanes[chosen], address[chosen], chosen)


def _in_range(
    state: State, number: int, lanes: Lanes, address: Lanes, places: Any
) -> Iterator[tuple[Segment | None, Any, Lanes]]:
    segment = state.memory.of_range(number)
    if segment is None:
        yield None, places, address.astype(np.int64)
    elif (group := state.group_in(segment)) is None:
        yield segment, places, (address - np.uint64(segment.start)).view(np.int64)
    else:
        yield segment, places, segment.placed(group[lanes], address - np.uint64(START))


def _window(name: str) -> Resolve:
    def resolve(state: State, lanes: Lanes, address: Lanes) -> Found:
        segment: Segment | None = getattr(state.memory, name)
        group = None if segment is None else state.group_in(segment)
        if segment is None or group is None:
            yield None, slice(None), address.astype(np.int64)
        else:
            yield segment, slice(None), segment.placed(group[lanes], address.astype(np.uint64))

    return resolve


_shared, _local = _window("shared"), _window("local")


def _param(state: State, lanes: Lanes, address: Lanes) -> Found:
    yield state.memory.param, slice(None), (address.astype(np.uint64) & np.uint64(_LOW)).view(np.int64)


def load(
    state: State, item: Instruction, resolve: Resolve, address: Lanes, kind: np.dtype[Any], count: int
) -> list[Lanes]:
    """``count`` neighbouring elements at the addresses of the active lanes; 0 where an address is wrong."""
    lanes = state.active()
    found: list[Lanes] | None = None
    uniform = len(address) == 1 and (resolve is _param or (resolve is _generic and _one_for_all(state, address)))
    for segment, places, offsets in resolve(state, lanes[:1] if uniform else lanes, address):
        good = good_addresses(state, item, segment, lanes, places, offsets, kind.itemsize * count)
        if segment is None or good is False:
            part = [np.zeros(len(offsets), kind)] * count
        else:
            safe = offsets if good is True else np.where(good, offsets, 0)
            first = safe >> (kind.itemsize.bit_length() - 1)
            view = segment.view(kind)
            part = [view.take(first + step if step else first, mode="clip") for step in range(count)]
            if segment.shadow is not None:
                report_unwritten(state, item, segment, lanes, places, safe, good, kind.itemsize * count)
            own = lanes_at(state, lanes, places)
            if good is not True:
                own, safe = lanes[places][good] if len(safe) > 1 else lanes, safe[good]
            size, order = kind.itemsize * count, order_of(item, segment)
            segment.log.append(
                Access(item.line, item.source, "read", size, safe, own, state.stamps, (), order, of_block(item))
            )
        if isinstance(places, slice):
            return part
        found = found or [np.zeros(len(lanes), kind) for _ in range(count)]
        for whole, values in zip(found, part, strict=True):
            whole[places] = values
    return found or [np.zeros(len(lanes), kind)] * count


def _one_for_all(state: State, address: Lanes) -> bool:
    """Whether a generic address is the same place for all threads: not in shared or local memory."""
    segment = state.memory.of_range(int(address[0]) >> RANGE_BITS)
    return segment is None or state.group_in(segment) is None


def store(state: State, item: Instruction, resolve: Resolve, address: Lanes, values: list[Lanes]) -> None:
    """Writes neighbouring elements at the addresses of the active lanes; on one address the last lane wins."""
    lanes = state.active()
    kind = values[0].dtype
    for segment, places, offsets in resolve(state, lanes, address):
        size = kind.itemsize * len(values)
        good = good_addresses(state, item, segment, lanes, places, offsets, size)
        if segment is None or good is False:
            continue
        if state.copies and segment.shadow is not None:
            report_under_way(state, item, segment, lanes, places, offsets, good, size)
        own = lanes_at(state, lanes, places)
        chosen = [each if len(each) == 1 else each[places] for each in values]
        if good is not True:
            own = lanes[places][good] if len(offsets) > 1 else own
            chosen = [each if len(each) == 1 else each[good] for each in chosen]
            offsets = offsets[good]
        first = offsets >> (kind.itemsize.bit_length() - 1)
        for step, each in enumerate(chosen):
            segment.view(kind)[first + step if step else first] = (
                each if len(first) > 1 or len(each) == 1 else each[-1:]
            )
        segment.written = True
        if segment.shadow is not None:
            for step in range(len(values)):
                segment.shadow_view(kind.itemsize)[first + step] = full_state(kind.itemsize, WRITTEN)
        order = order_of(item, segment)
        segment.log.append(
            Access(
                item.line, item.source, "write", size, offsets, own, state.stamps, tuple(chosen), order, of_block(item)
            )
        )


_ORDERED = frozenset({"relaxed", "acquire", "release", "mmio"})


def order_of(item: Instruction, segment: Segment) -> str:
    """`Access.order` of a load or store: "ordered", "volatile" in global memory, or "".

    In shared memory `volatile` does not count: warps that sum with it instead of `__syncwarp()` are wrong since sm_70.
    """
    if not _ORDERED.isdisjoint(item.modifiers):
        return "ordered"
    return "volatile" if "volatile" in item.modifiers and segment.space == "global" else ""


def of_block(item: Instruction) -> bool:
    """Whether an instruction's scope is a block; a cluster counts as one, as no launch here has larger clusters."""
    return "cta" in item.modifiers or "cluster" in item.modifiers


def lanes_at(state: State, lanes: Lanes, places: Any) -> Lanes | None:
    if isinstance(places, slice):
        return None if state.mask is None else lanes
    return lanes[places]


def good_addresses(
    state: State,
    item: Instruction,
    segment: Segment | None,
    lanes: Lanes,
    places: Any,
    offsets: Lanes,
    size: int,
) -> Any:
    """True if all addresses are good, False if none is, else a mask of the good ones; reports the others."""
    if segment is None:
        stray(state, item, None, lanes, places, offsets, np.ones(len(offsets), bool))
        return False
    limit = segment.stride * segment.groups - size
    good: Any = True
    # As unsigned integers, negative offsets are beyond every limit.
    if limit < 0 or int(np.maximum.reduce(offsets.view(np.uint64))) > limit:
        good = (offsets >= 0) & (offsets <= limit)
    astray = good is not True and ~good
    if size > 1 and int(np.bitwise_or.reduce(offsets)) & (size - 1):
        wrong = (offsets & (size - 1)) != 0
        if good is not True:
            wrong = wrong & good
        if wrong.any():
            text = f"an access of {size} bytes at an address that is no multiple"
            report(state, item, ("misaligned", text), segment, lanes, places, offsets, wrong)
            good = ~wrong if good is True else good & ~wrong
    if segment.shadow is not None and segment.names:
        safe = offsets if good is True else np.where(good, offsets, 0)
        states = segment.shadow[safe] & segment.shadow[np.minimum(safe + size - 1, len(segment.shadow) - 1)]
        between = (states & UNWRITTEN) == 0
        if good is not True:
            between &= good
        if between.any():
            astray = between | astray
            good = ~between if good is True else good & ~between
    if astray is not False:
        stray(state, item, segment, lanes, places, offsets, astray)
    if good is not True and not good.any():
        return False
    return good
