"""Atomic operations: at each address one lane after another, in the order of lanes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.machine.accesses import Resolve, good_addresses, lanes_at, of_block
from generator.emulation.machine.faults import report_unwritten
from generator.emulation.machine.memory import WRITTEN, Access, Segment, full_state
from generator.emulation.machine.state import Lanes, State
from generator.emulation.opcodes import rounding
from generator.emulation.opcodes.form import Form
from generator.emulation.opcodes.half import as_halves
from generator.emulation.opcodes.types import types_of
from generator.emulation.ptx.program import Instruction

Step = Callable[[Lanes, Lanes, Lanes], Lanes]
"""Gives the new value in memory from the old one and two operands."""

_PLAIN: dict[str, Step] = {
    "add": lambda old, a, b: old + a,
    "exch": lambda old, a, b: a,
    "cas": lambda old, a, b: np.where(old == a, b, old),
    "and": lambda old, a, b: old & a,
    "or": lambda old, a, b: old | a,
    "xor": lambda old, a, b: old ^ a,
    "inc": lambda old, a, b: np.where(old >= a, old.dtype.type(0), old + old.dtype.type(1)),
    "dec": lambda old, a, b: np.where((old == 0) | (old > a), a, old - old.dtype.type(1)),
}
"""Atomic operators, an operator a line; `min` and `max` depend on the type."""


def step_of(operator: str, kind: str) -> Step | None:
    """The function of an operator on a type; None where there is none."""
    if operator in ("min", "max"):
        if kind in ("f32", "f64", "f16", "bf16"):
            return None
        choose = np.minimum if operator == "min" else np.maximum
        return lambda old, a, b: choose(old, a)
    if operator == "add" and kind in ("f16", "f16x2", "bf16", "bf16x2"):
        add = as_halves(Form("add", (kind,)), lambda x, y: x + y)
        return lambda old, a, b: add(old, a)
    if operator == "add" and kind in ("f32", "f64"):
        return lambda old, a, b: rounding.canonical(old + a)
    return _PLAIN.get(operator)


def step_in(space: str, change: tuple[str, str], step: Step) -> Step:
    """The step in a state space: float32 sums in global memory flush subnormal operands and results to zero."""
    if space != "global" or change != ("add", "f32"):
        return step
    return lambda old, a, b: rounding.flushed(step(rounding.flushed(old), rounding.flushed(a), b))


def change_of(item: Instruction) -> tuple[str, str]:
    """The operator of `atom` or `red`, "" for one that is unknown, and its type."""
    kind = types_of(item.modifiers)[-1]
    return next((each for each in item.modifiers if step_of(each, kind)), ""), kind


def atomic(
    state: State, item: Instruction, resolve: Resolve, address: Lanes, operands: list[Lanes], step: Step
) -> Lanes:
    """Carries the operation out for the active lanes; gives the old value that each found in memory."""
    lanes = state.active()
    address = np.broadcast_to(address, len(lanes)) if len(address) == 1 else address
    kind = operands[0].dtype
    size = kind.itemsize
    before = np.zeros(len(lanes), kind)
    first, second = (
        each if len(each) == len(lanes) else np.broadcast_to(each, len(lanes)) for each in (operands[0], operands[-1])
    )
    for segment, places, offsets in resolve(state, lanes, address):
        good = good_addresses(state, item, segment, lanes, places, offsets, size)
        if segment is None or good is False:
            continue
        if segment.shadow is not None:
            report_unwritten(state, item, segment, lanes, places, offsets, good, size)
            segment.shadow_view(size)[(offsets if good is True else offsets[good]) >> (size.bit_length() - 1)] = (
                full_state(size, WRITTEN)
            )
        own = np.arange(len(lanes))[places]
        if good is not True:
            own, offsets = own[good], offsets[good]
        places_of = offsets >> (size.bit_length() - 1)
        before[own] = in_turn(
            segment, places_of, first[own], second[own], step_in(segment.space, change_of(item), step)
        )
        segment.written = True
        numbers = lanes_at(state, lanes, places) if good is True else lanes[own]
        segment.log.append(
            Access(
                item.line,
                item.source,
                "atomic",
                size,
                offsets,
                numbers,
                state.stamps,
                (first[own],),
                "",
                of_block(item),
            )
        )
    return before


def in_turn(segment: Segment, index: Lanes, a: Lanes, b: Lanes, step: Step) -> Lanes:
    """Changes elements, lanes of the same index one after another; gives the old value that each lane found."""
    view = segment.view(a.dtype)
    before = np.empty(len(index), a.dtype)
    order = np.argsort(index, kind="stable")
    ordered = index[order]
    first = np.ones(len(index), bool)
    first[1:] = ordered[1:] != ordered[:-1]
    begins = np.flatnonzero(first)
    if len(begins) == len(index):
        before = view[index]
        view[index] = step(before, a, b)
        return before
    ends = np.append(begins[1:], len(index))
    # Round by round: the first lane of each address, then the second of each, and so on.
    for turn in range(int((ends - begins).max())):
        if turn & (turn - 1) == 0:  # none of the others changes anything: locks that are taken, a largest that is found
            left = order[np.arange(len(index)) - np.repeat(begins, ends - begins) >= turn]
            old = view[index[left]]
            if step(old, a[left], b[left]).tobytes() == old.tobytes():
                before[left] = old
                break
        places = begins[begins + turn < ends] + turn
        chosen = order[places]
        old = view[index[chosen]]
        before[chosen] = old
        view[index[chosen]] = step(old, a[chosen], b[chosen])
    return before
