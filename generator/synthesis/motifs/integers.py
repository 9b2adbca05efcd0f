"""Motifs over the thread index and other integers that end in a float: bit tricks, counts, narrow types."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs.making import entry
from generator.synthesis.motifs.motif import Build, Motif
from generator.synthesis.prose import NUMBERS

E = Expression


def _value(b: Builder, text: str, low: float, high: float) -> E:
    drawn = Expression(b, f"{b.spell('F')}({text})", "F", low, high, head="cast")
    drawn.set_samples([float(round(x)) for x in drawn.samples])
    return drawn


def _index(b: Builder) -> str:
    if not b.index:
        raise Unfit("a helper has no thread index")
    return b.index


def _masked(b: Builder, x: E, bits: int) -> E:
    return x + b.constant(0.05, 0.5) * _value(b, f"{_index(b)} & {bits}", 0, bits)


def _shifted(b: Builder, x: E) -> E:
    shift = b.random.between(1, 3)
    return x * (1.0 + b.constant(0.05, 0.3) * _value(b, f"({_index(b)} >> {shift}) & 3", 0, 3))


def _scrambled(b: Builder, x: E) -> E:
    i = _index(b)
    first, second = b.random.between(2, 5), b.random.between(1, 15)
    text = b.random.pick(
        (
            f"(({i} << {min(first, 3)}) ^ {i}) & 15",
            f"({i} ^ {second}) & 15",
            f"(~{i}) & 15",
            f"({i} ^ ({i} >> {first})) & 31",
        )
    )
    return x - b.constant(0.02, 0.1) * _value(b, text, 0, 31)


def _counted(b: Builder, x: E) -> E:
    return x + b.constant(0.05, 0.3) * _value(b, f"wp.bit_count({_index(b)})", 0, 6)


def _cyclic(b: Builder) -> E:
    width = b.random.between(3, 9)
    return _value(b, f"{_index(b)} % {width}", 0, width - 1)


def _grouped(b: Builder) -> E:
    width = b.random.between(3, 9)
    return _value(b, f"{_index(b)} // {width}", 0, b.threads // width)


NARROW = (
    ("wp.uint8({i} * 37)", 0, 255), ("wp.int8({i} * 29)", -128, 127),
    ("wp.uint16({i} * 7919) % wp.uint16(23)", 0, 22), ("wp.int16({i} * 5231) % wp.int16(17)", -16, 16),
    ("wp.uint32({i}) * wp.uint32(2654435761) >> wp.uint32(27)", 0, 31),
    ("wp.int64({i}) * wp.int64(2654435761) % wp.int64(29)", 0, 28),
    ("wp.uint64({i}) * wp.uint64(3266489917) % wp.uint64(31)", 0, 30),
)  # fmt: skip
"""Scrambles of an index that leave the range of the type, or that 32 bits do not hold; their intervals."""


def _narrow(b: Builder, x: E) -> E:
    text, low, high = b.random.pick(NARROW)
    share = b.number(b.random.pick((0.004, 0.005, 0.01))) if high > 100 else b.constant(0.02, 0.1)
    return x + share * _value(b, text.format(i=_index(b)), low, high)


def _flag(b: Builder, x: E, width: int) -> E:
    remainder = f"{_index(b)} % {width}"
    return x * (1.0 + b.constant(0.1, 0.9) * _value(b, remainder if width == 2 else f"wp.nonzero({remainder})", 0, 1))


def _m(names: str, phrase: str, *builds: Build | tuple[str, Build], weight: float = 1.0) -> tuple[Motif, float]:
    return entry(names, "F", phrase, *builds, weight=weight)


def _raised(width: int) -> tuple[str, Build]:
    where = "where the index is odd" if width == 2 else f"unless the index is a multiple of {NUMBERS[width]}"
    return f"{{0}} scaled up {where}", lambda b, x: _flag(b, x, width)


INTEGER_MOTIFS = (
    _m("striped banded", "", ("{0} plus a share of the lowest bit of the index", lambda b, x: _masked(b, x, 1)),
       ("{0} plus a share of the low two bits of the index", lambda b, x: _masked(b, x, 3)),
       ("{0} plus a share of the low three bits of the index", lambda b, x: _masked(b, x, 7))),
    _m("tiered layered", "{0} scaled up by middle bits of the index", _shifted, weight=0.7),
    _m("dithered scrambled_offset", "{0} less a share of a scramble of the index", _scrambled, weight=0.7),
    _m("popcount_term bit_weighted", "{0} plus a share of the bit count of the index", _counted, weight=0.5),
    _m("grouped phased", "{0} plus a share of the number of the thread's group", lambda b, x: x + b.constant(0.02, 0.2) * _grouped(b),
       ("{0} times a share of the number of the thread's group", lambda b, x: x * b.constant(0.05, 0.4) * _grouped(b)),
       ("{0} plus a share of a remainder of the index", lambda b, x: x + b.constant(0.02, 0.2) * _cyclic(b)),
       ("{0} times a share of a remainder of the index", lambda b, x: x * b.constant(0.05, 0.4) * _cyclic(b))),
    _m("jittered scattered", "{0} plus a share of a scramble of the index", _narrow, weight=0.6),
    _m("flagged masked_boost", "", *(_raised(width) for width in range(2, 6)), weight=0.5),
)  # fmt: skip
