"""Matrix elements and their packing in registers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generator.emulation.machine.state import Lanes
from generator.emulation.opcodes.half import half_bits, halves_of
from generator.emulation.opcodes.small_floats import FLOAT8


@dataclass(frozen=True)
class Element:
    """How a register holds elements of a type: their count, a function that unpacks words, the register's type."""

    count: int
    read: Callable[[Lanes], Lanes]
    word: str = "b32"


def _as(kind: str) -> Callable[[Lanes], Lanes]:
    return lambda words: np.ascontiguousarray(words).view(kind)


def _bytes(words: Lanes) -> Lanes:
    return np.ascontiguousarray(words).view(np.uint8).reshape(len(words), -1)


def _nibbles(words: Lanes) -> Lanes:
    parts = _bytes(words)
    return np.stack([parts & np.uint8(15), parts >> np.uint8(4)], axis=2).reshape(len(words), -1)


ELEMENTS = {
    "f16": Element(2, lambda words: halves_of(words, "f16x2").reshape(len(words), -1)),
    "bf16": Element(2, lambda words: halves_of(words, "bf16x2").reshape(len(words), -1)),
    "tf32": Element(1, lambda words: (words & np.uint32(0xFFFFE000)).view(np.float32)),
    "e4m3": Element(4, lambda words: FLOAT8["e4m3"].value(_bytes(words))),
    "e5m2": Element(4, lambda words: FLOAT8["e5m2"].value(_bytes(words))),
    "s8": Element(4, _as("i1")),
    "u8": Element(4, _as("u1")),
    "s4": Element(8, lambda words: (_nibbles(words) ^ np.uint8(8)).astype(np.int8) - np.int8(8)),
    "u4": Element(8, _nibbles),
    "b1": Element(32, lambda words: np.unpackbits(_bytes(words), axis=1, bitorder="little")),
    "f32": Element(1, _as("f4")),
    "s32": Element(1, _as("i4")),
    "f64": Element(1, _as("f8"), "b64"),
}
"""Types of elements, a type a line; the low 13 bits of tf32 are ignored."""


def sums_as(kind: str, *, saturated: bool) -> Callable[[Lanes], Lanes]:
    """A function that converts sums to elements of a type; floats are rounded once."""
    if kind == "f16":
        return lambda sums: half_bits(sums, brain=False)
    if kind == "s32":
        limits = np.iinfo(np.int32)
        return lambda sums: (np.clip(sums, limits.min, limits.max) if saturated else sums).astype(np.int32)
    return lambda sums: sums.astype({"f32": np.float32, "f64": np.float64}[kind])


def words_of(elements: Lanes, kind: str) -> Lanes:
    """Elements, in the bits of their type, packed into words along the last axis."""
    return np.ascontiguousarray(elements).view(np.uint64 if ELEMENTS[kind].word == "b64" else np.uint32)
