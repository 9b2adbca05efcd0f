"""Device functions without a body: `vprintf` prints, `__assertfail` ends the launch."""

from __future__ import annotations

import ctypes
import re
from typing import Any

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


_CONVERSION = re.compile(
    r"%(?P<flags>[-+ #0]*)(?P<width>\*|\d{,4})(?P<precision>(?:\.(?:\*|\d{,4}))?)(?P<length>hh|h|ll|l|j|z|t|)"
    r"(?P<letter>[diouxXcsfFeEgGaAp%])"
)
"""A conversion of C's printf; what is none of it, or wider than any text is, is printed as it stands."""

_WIDEST = 9999
"""Largest width and precision that an argument gives: four digits, as in a conversion."""

_ROOM = 16384
"""Bytes of the longest conversion: a text of 4096, or 9999 digits behind the 309 of the largest double."""

_WIDE = ("l", "ll", "j", "z", "t")
"""Lengths of 64 bits."""

_NARROW = {"hh": 1, "h": 2}
"""Lengths shorter than the int that is passed -> bytes."""


def _filled(state: State, lane: int, form: str, address: int) -> str:
    """The text of a format and of the arguments that stand from an address on, each aligned to its size."""
    offset = 0

    def argument(size: int) -> bytes:
        nonlocal offset
        start = -(-offset // size) * size
        offset = start + size
        return _bytes_at(state, lane, address + start, size).ljust(size, b"\0")

    def number(part: str) -> str:
        if "*" not in part:
            return part
        value = int.from_bytes(argument(4), "little", signed=True)
        return part.replace("*", str(max(-_WIDEST, min(value, _WIDEST))))

    def text(found: re.Match[str]) -> str:
        letter, length = found["letter"], found["length"]
        if letter == "%":
            return "%"
        form = f"%{found['flags']}{number(found['width'])}"
        precision = number(found["precision"])
        form += "" if "-" in precision else precision  # as C has it
        raw = argument(8 if letter in "fFeEgGaAps" or length in _WIDE else 4)
        if letter == "s":
            return _printed(f"{form}s", _text(state, lane, int.from_bytes(raw, "little")).encode())
        return _converted(form, letter, raw[: _NARROW.get(length, len(raw))])

    return _CONVERSION.sub(text, form)


def _converted(form: str, letter: str, raw: bytes) -> str:
    """A number as C prints it."""
    if letter in "fFeEgGaA":
        return _printed(form + letter, ctypes.c_double.from_buffer_copy(raw))
    if letter == "c":
        return _printed(f"{form}c", raw[0])
    value = int.from_bytes(raw, "little", signed=letter in "di")
    if letter == "p":
        return _printed(f"{form}p", ctypes.c_void_p(value))
    return _printed(f"{form}ll{letter}", ctypes.c_longlong(value))


def _printed(form: str, value: Any) -> str:
    """The text of one conversion, by the C library of this process, as that of the host prints for a GPU."""
    print_into = ctypes.CDLL(None).snprintf
    print_into.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p]
    room = ctypes.create_string_buffer(_ROOM)
    count = print_into(room, _ROOM, form.encode(), value)
    return room.raw[:count].decode(errors="replace")
