"""Integers and bits: hashing, packing, masks, counters, codes. Integer results have no derivative."""

from __future__ import annotations

import re
from collections.abc import Callable

from generator.launch import INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.inputs import start
from generator.synthesis.motifs import apply_motif
from generator.synthesis.motifs.making import entry
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import COUNT, divided

VERBS = ("hash", "pack", "encode", "mask", "count", "rank")
NAMES = ("codes", "keys", "words", "flags", "labels", "tickets", "ticks", "levels")
E = Expression
PRIMES = (31, 37, 53, 97, 131, 193, 257, 769, 1543)


def _whole(b: Builder, text: str, low: float, high: float, precedence: int = 1) -> E:
    if high > 2.0e9 or low < -2.0e9:
        raise Unfit("overflow")
    samples = _evaluated(b, text)
    if len(set(samples)) < 3:
        raise Unfit("hardly varies")
    return Expression(b, text, "I", low, high, precedence, "integer", samples=samples)


class _Integers:
    """Warp's integer built-ins, on Python integers: enough to see whether a value varies."""

    abs, min, max = staticmethod(abs), staticmethod(min), staticmethod(max)
    sign = staticmethod(lambda x: -1 if x < 0 else 1)
    clamp = staticmethod(lambda x, low, high: min(max(x, low), high))
    where = staticmethod(lambda met, a, b: a if met else b)
    bit_count = staticmethod(lambda x: (x & 0xFFFFFFFF).bit_count())
    nonzero = staticmethod(lambda x: int(x != 0))
    int8 = int16 = uint8 = uint16 = int64 = uint32 = staticmethod(int)


def _evaluated(b: Builder, text: str) -> tuple[float, ...]:
    """The text's value for the samples of the variables in scope."""
    code = compile(text, "<integer>", "eval")
    columns = {v.expression.text: v.expression.samples for v in b.variables if v.type == "I"}
    rows = ({name: int(column[k]) for name, column in columns.items()} for k in range(COUNT))
    return tuple([eval(code, {"wp": _Integers, "int": int}, row) for row in rows])


def _group(e: E) -> str:
    return e.text if e.precedence >= 14 else f"({e.text})"


def _magnitude(e: E) -> str:
    return e.text if e.low >= 0 else f"wp.abs({e})"


def _mask(b: Builder, x: E) -> E:
    bits = b.random.pick((1, 3, 7, 15, 31, 63, 127, 255))
    if x.low >= 0 and x.high <= bits:
        raise Unfit("mask that keeps everything")
    return _whole(b, f"{_group(x)} & {bits}", 0, bits)


def _hash(b: Builder, x: E, y: E) -> E:
    first, second = b.random.sample(PRIMES, 2)
    return _whole(b, f"({_group(x)} * {first}) ^ ({_group(y)} * {second})", -(2**22), 2**22)


def _pack(b: Builder, x: E, y: E) -> E:
    width = b.random.between(2, 6)
    low = _group(y) if y.low >= 0 and y.high < 2**width else f"({_group(y)} & {2**width - 1})"
    return _whole(b, f"({_group(x)} << {width}) | {low}", x.low * 2**width, x.high * 2**width + 2**width - 1)


def _narrow(b: Builder, x: E) -> E:
    type, masked = b.random.pick(("uint8", "int8", "uint16", "int16")), _mask(b, x)
    wraps = type == "int8" and masked.high > 127
    return _whole(b, f"int(wp.{type}({masked}))", -128 if wraps else 0, 127 if wraps else masked.high, 15)


def _saturated(b: Builder, x: E) -> E:
    high = b.random.between(20, 60)
    if x.high <= high:
        raise Unfit("bound that is not reached")
    text = f"wp.min({x}, {high})" if x.low >= 0 else f"wp.clamp({x}, {(low := b.random.between(0, 5))}, {high})"
    return _whole(b, text, 0 if x.low >= 0 else low, high, 15)


def _bitwise(operator: str, reach: float) -> Callable[[Builder, E, E], E]:
    """``x operator y``; Unfit where one operand already went through the same with the other."""

    def build(b: Builder, x: E, y: E) -> E:
        for one, other in ((x, y), (y, x)):
            made = b.definitions.get(one.text, "")
            if re.search(rf"\b{re.escape(other.text)}\b", made) and (f" {operator} " in made or operator in "&|"):
                raise Unfit("the same bits twice")
        bound = reach * (x.largest() + y.largest()) + 1
        return _whole(b, f"{_group(x)} {operator} {_group(y)}", -bound if min(x.low, y.low) < 0 else 0, bound)

    return build


def _extremum(b: Builder, name: str, x: E, y: E) -> E:
    if not divided([one < other for one, other in zip(x.samples, y.samples, strict=True)]):
        raise Unfit("one operand always wins")
    pick = min if name == "min" else max
    return _whole(b, f"wp.{name}({x}, {y})", pick(x.low, y.low), pick(x.high, y.high), 15)


TABLE = (
    entry("low_bits masked", "I", "the low bits of {0}", _mask, weight=1.5),
    entry("hashed mixed_bits", "I I", "a hash of {0} and {1}", _hash, weight=1.5),
    entry("shifted_right upper_bits", "I", "the upper bits of {0}", lambda b, x: _whole(b, f"{_group(x)} >> {b.random.between(1, 5)}", x.low, x.high)),
    entry("shifted_left packed", "I I", "{0} and {1} packed", _pack),
    entry("toggled flipped", "I I", "the exclusive or of {0} and {1}", _bitwise("^", 2)),
    entry("shared_bits", "I I", "the common bits of {0} and {1}", _bitwise("&", 1)),
    entry("either_bits", "I I", "the joined bits of {0} and {1}", _bitwise("|", 2)),
    entry("complement inverted", "I", "the complement of {0} within a byte", lambda b, x: _whole(b, f"~{_group(x)} & 255", 0, 255), weight=0.6),
    entry("population ones", "I", "the number of set bits of {0}", lambda b, x: _whole(b, f"wp.bit_count({x})", 0, 32, 15)),
    entry("remainder residue", "I", "a remainder of {0}", lambda b, x: _whole(b, f"{_magnitude(x)} % {(m := b.random.pick((5, 7, 11, 13, 17)))}", 0, m), weight=1.2),
    entry("bucket quotient", "I", "{0} divided and rounded down", lambda b, x: _whole(b, f"{_magnitude(x)} // {(d := b.random.between(2, 9))}", 0, x.largest() // d)),
    entry("bounded_value saturated_code", "I", "{0} clamped", _saturated, weight=0.6),
    entry("smaller_code", "I I", "the smaller of {0} and {1}", lambda b, x, y: _extremum(b, "min", x, y), weight=0.6),
    entry("larger_code", "I I", "the larger of {0} and {1}", lambda b, x, y: _extremum(b, "max", x, y), weight=0.6),
    entry("combined_code", "I I", "a multiple of {0} plus {1}", lambda b, x, y: _whole(b, f"{_group(x)} * {b.random.between(2, 9)} + {_group(y)}", 9 * min(x.low, 0) + y.low, 9 * x.high + y.high), weight=0.5),
    entry("code_gap", "I I", "the difference of {0} and {1}", lambda b, x, y: _whole(b, f"{_group(x)} - {_group(y)}", x.low - y.high, x.high - y.low), weight=0.5),
    entry("direction_code", "I I", "the sign of the difference of {0} and {1}", lambda b, x, y: _whole(b, f"wp.sign({_group(x)} - {_group(y)})", -1, 1, 15), weight=0.5),
    entry("wrapped_byte narrow_code", "I", "{0} in a narrow integer type", _narrow, weight=0.8),
    entry("wide_product", "I I", "a product of {0} and {1} in 64 bits, reduced", lambda b, x, y: _whole(b, f"int(wp.int64({x}) * wp.int64({y}) % wp.int64({(m := b.random.pick(PRIMES))}))", -m, m, 15), weight=0.7),
    entry("unsigned_scramble", "I", "an unsigned scramble of {0}", lambda b, x: _whole(b, f"int(wp.uint32({x}) * wp.uint32({b.random.pick((2654435761, 2246822519, 3266489917))}) >> wp.uint32({b.random.between(20, 26)}))", 0, 4096, 15), weight=0.8),
    entry("presence nonzero_flag", "I", "whether {0} has a masked bit", lambda b, x: _whole(b, f"wp.nonzero({_mask(b, x)})", 0, 1, 15), weight=0.4),
    entry("chosen_code", "I I", "{0} or {1}, by comparison", lambda b, x, y: _whole(b, f"wp.where({x} > {y}, {_group(x)} - {_group(y)}, {_group(y)} % {b.random.between(3, 9)})", -abs(y.low) - 9, x.high - y.low, 15), weight=0.8),
)  # fmt: skip


UPDATES = (
    ("add", 0, "{v}"), ("max", -(2**30), "{v}"), ("min", 2**30, "{v}"), ("xor", 0, "{v}"),
    ("or", 0, "1 << ({m} & 15)"), ("and", 65535, "~(1 << ({m} & 15))"),
)  # fmt: skip


def updates(builder: Builder, value: Expression) -> None:
    """An integer atomic that gives the same result in any order."""
    random = builder.random
    if len(set(value.samples)) < 4:
        return
    count = random.between(3, 8)
    # Extrema over many threads of few different numbers are the same in every slot.
    operation, first, text = random.pick(UPDATES if value.high - value.low > 60 else (UPDATES[0], *UPDATES[3:]))
    name = builder.name("table_state", "summary", "bitmap")
    builder.array(name, "I", (count,), OUTPUT, "full", value=first)
    builder.emit(
        f"wp.atomic_{operation}({name}, {builder.index} % {count}, {text.format(v=value, m=_magnitude(value))})"
    )
    builder.remarks.append(f"An integer atomic ({operation}) updates {name}.")


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One to three integer arrays, a chain of integer steps, stores."""
    random = builder.random
    start(builder)
    names = random.sample(NAMES, 3)
    for _ in range(random.between(1, 3)):
        name = builder.name(names.pop())
        high = random.pick((64, 256, 1024))
        builder.array(name, "I", builder.dim, INPUT, "index", low=0, high=high)
        local = builder.name(name.rstrip("s"), f"{name}_value")
        builder.emit(f"{local} = {name}[{builder.index}]")
        builder.prose[local] = name
        builder.define(local, "I", 0, high - 1)
    for _ in range(random.between(2, 6)):
        apply_motif(builder, TABLE)
    for variable in builder.unread():
        if variable.expression.text in builder.prose:
            apply_motif(builder, TABLE, first=variable)
    pending = builder.unread()
    for variable in pending:
        output = builder.name(
            *random.shuffled(("code", "result", "digest", "slot_value", "mark", "bits_out")), "code_out"
        )
        builder.array(output, "I", builder.dim, OUTPUT, "zeros")
        builder.emit(f"{output}[{builder.index}] = {builder.read(variable)}")
    if random.chance(0.4):
        updates(builder, pending[-1].expression)
    builder.not_differentiable = "integer results have no derivative"
    return random.pick(VERBS), purpose_of(builder)


register(Category("integer", EXTENDED, "Hashing, packing, masks and codes.", grow_kernel, (("float32", 1.0),)))
