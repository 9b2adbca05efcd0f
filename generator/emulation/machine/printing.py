"""Device functions without a body: `vprintf` prints, `__assertfail` ends the launch."""

from __future__ import annotations

import numpy as np

from generator.emulation.machine.decoding import Names, Step
from generator.emulation.machine.memory import RANGE_BITS, START
from generator.emulation.machine.state import State, Trap
from generator.emulation.ptx.program import Instruction, Symbol, Unsupported, Vector

MOST_LINES = 1000
"""Most lines that a launch prints; the rest is dropped."""

_READ = {"__assertfail": 1, "vprintf": 2}
"""How many leading arguments of a call the machine reads."""


def external_call(names: Names, item: Instruction) -> Step:
    """The step of a call to a device function that has no body."""
    target, _, arguments = item.operands
    assert isinstance(target, Symbol) and isinstance(arguments, Vector)
    places = [names.address(each.name) for each in arguments.parts if isinstance(each, Symbol)]
    if len(places) < _READ.get(target.name, 0):
        raise ValueError(target.name)
    if target.name == "__assertfail":
        return lambda state: _assertion(state, places)
    if target.name == "vprintf":
        return lambda state: _print(state, places)
    raise Unsupported(f"call of {target.name}", item.line)


def _word(state: State, lane: int, place: int) -> int:
    local = state.memory.local
    assert local is not None
    start = int(state.order[lane]) * local.stride + place
    return int(local.data[start : start + 8].view(np.uint64)[0])


def _bytes_at(state: State, lane: int, address: int, size: int) -> bytes:
    segment = state.memory.of_range(address >> RANGE_BITS)
    if segment is None:
        return b""
    group = state.group_in(segment)
    at = np.array([address], np.uint64)
    start = address - segment.start if group is None else int(segment.placed(group[lane], at - np.uint64(START))[0])
    if start < 0:
        return b""
    return bytes(segment.data[start : start + size])


def _text(state: State, lane: int, address: int) -> str:
    return _bytes_at(state, lane, address, 4096).split(b"\0")[0].decode(errors="replace")


def _assertion(state: State, places: list[int]) -> None:
    lane = int(state.active()[0])
    raise Trap(f"assertion {_text(state, lane, _word(state, lane, places[0]))!r} does not hold")


def _print(state: State, places: list[int]) -> None:
    for lane in state.active():
        if len(state.printed) >= MOST_LINES:
            return
        form = _text(state, int(lane), _word(state, int(lane), places[0]))
        state.printed.append(_filled(state, int(lane), form, _word(state, int(lane), places[1])))


def _filled(state: State, lane: int, form: str, address: int) -> str:
    parts, place, offset = [], 0, 0
    while (start := form.find("%", place)) >= 0:
        parts.append(form[place:start])
        end = start + 1
        while end < len(form) and form[end] in "+-# 0123456789.lhzjt":
            end += 1
        letter = form[end : end + 1]
        if letter == "%":
            parts.append("%")
            place = end + 1
            continue
        flags = form[start:end].replace("l", "").replace("h", "").replace("z", "")
        size = 8 if letter in "feEgGaps" or "l" in form[start:end] or "z" in form[start:end] else 4
        offset = -(-offset // size) * size
        raw = _bytes_at(state, lane, address + offset, size).ljust(size, b"\0")
        offset += size
        parts.append(_one(state, lane, flags, letter, raw))
        place = end + 1
    return "".join([*parts, form[place:]])


def _one(state: State, lane: int, flags: str, letter: str, raw: bytes) -> str:
    if letter in "feEgG":
        return (flags + letter) % float(np.frombuffer(raw, "f8")[0])
    if letter == "s":
        return (flags + "s") % _text(state, lane, int.from_bytes(raw, "little"))
    if letter == "c":
        return chr(raw[0])
    signed = letter in "di"
    value = int.from_bytes(raw, "little", signed=signed)
    return (flags + {"i": "d", "u": "d", "p": "x"}.get(letter, letter)) % value
