"""Integers and bits: hashing, packing, masks, counters, codes. Integer results have no derivative."""

from __future__ import annotations

from collections.abc import Callable

from generator.launch import INPUT, OUTPUT
from generator.synthesis import codes
from generator.synthesis.bitwise import bitwise
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.inputs import start
from generator.synthesis.motifs import apply_motif
from generator.synthesis.motifs.making import entry
from generator.synthesis.motifs.motif import FITS
from generator.synthesis.page import INDENT, LONGEST_LINE
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import COUNT
from generator.synthesis.variable import Variable

VERBS = {
    "hash": "hash", "pack": "pack", "mask": "mask", "bits": "mix", "count": "count", "choice": "choose",
    "modulo": "wrap", "scramble": "scramble", "shift": "shift", "byte": "narrow", "narrow": "narrow", "gap": "compare",
    "cut": "bound", "min": "select", "max": "select", "quotient": "bin", "multiple": "combine", "sign": "compare",
    "presence": "test",
}  # fmt: skip
"""What a kernel is called by the step that its first output comes from."""
OUTPUTS = ("code", "result", "digest", "slot_value", "mark", "bits_out")
NAMES = ("codes", "keys", "words", "flags", "labels", "tickets", "ticks", "levels")
E = Expression
PRIMES = (43, 59, 83, 131, 179, 211, 263, 787, 1543)
MULTIPLIERS = (2654435761, 2246822519, 3266489917)
MASKS = (3, 7, 15, 31, 63, 127, 255)


def _fits(alone: bool = False, bits: bool = False) -> Callable[[Expression], bool]:
    """More than a flag. ``alone`` it is not the thread index, of which would come a table that no input enters; where
    ``bits`` are asked for, no number of bits, whose own bits mean nothing.
    """
    return lambda e: (
        e.high - e.low > 2 and not (alone and e.text == e.builder.index) and not (bits and codes.is_count(e))
    )


FITS |= {"I:code": _fits(), "I:word": _fits(alone=True), "I:bits": _fits(bits=True)}
FITS["I:bitword"] = _fits(alone=True, bits=True)


def _direction(b: Builder, x: E, y: E) -> E:
    gap = codes.gap(b, x, y)
    return codes.flag(b, f"wp.sign({gap})", [value >= 0 for value in gap.samples], -1, "sign")


def _presence(b: Builder, x: E) -> E:
    bits = codes.masked(b, x, b.random.pick((3, 6, 12, 24, 48)))
    return codes.flag(b, f"wp.nonzero({bits})", [value != 0 for value in bits.samples], 0, "presence")


def _hash(b: Builder, x: E, y: E) -> E:
    return codes.hashed(b, x, y, *b.random.sample(PRIMES, 2))


def _bounded(b: Builder, x: E) -> E:
    low, middle = b.random.between(0, 5), sorted(x.samples)[COUNT * 2 // 3]
    return codes.bounded(b, x, low if x.low < low else 0, max(20, int(middle) // 10 * 10))


TABLE = (
    entry("low_bits masked", "I:bitword", "the low bits of {0}", lambda b, x: codes.masked(b, x, b.random.pick(MASKS)), weight=1.5),
    entry("hashed mixed_bits", "I:code I:code", "a hash of {0} and {1}", _hash, weight=1.5),
    entry("shifted_right upper_bits", "I:bitword", "the upper bits of {0}", lambda b, x: codes.shifted(b, x, b.random.between(1, 5))),
    entry("joint_code packed", "I:code I:code", "{0} packed above bits of {1}", lambda b, x, y: codes.packed(b, x, y, b.random.between(2, 6))),
    entry("toggled flipped", "I:bits I:bits", "the exclusive or of {0} and {1}", lambda b, x, y: bitwise(b, "^", x, y)),
    entry("shared_bits", "I:bits I:bits", "the common bits of {0} and {1}", lambda b, x, y: bitwise(b, "&", x, y)),
    entry("either_bits", "I:bits I:bits", "the joined bits of {0} and {1}", lambda b, x, y: bitwise(b, "|", x, y)),
    entry("complement inverted", "I:word", "the complement of {0} within a byte", codes.complement, weight=0.6),
    entry("population ones", "I:word", "the number of set bits of {0}", codes.ones),
    entry("remainder residue", "I:word", "a remainder of {0}", lambda b, x: codes.modulo(b, x, b.random.pick((5, 7, 11, 13, 17, 29))), weight=1.2),
    entry("bucket quotient", "I:word", "the size of {0} divided and rounded down", lambda b, x: codes.quotient(b, x, b.random.pick((3, 5, 6, 7, 9, 10, 12)))),
    entry("bounded_value saturated_code", "I:word", "{0} cut off at a fixed range", _bounded, weight=0.6),
    entry("smaller_code", "I:code I:code", "the smaller of {0} and {1}", lambda b, x, y: codes.extremum(b, "min", x, y), weight=0.6),
    entry("larger_code", "I:code I:code", "the larger of {0} and {1}", lambda b, x, y: codes.extremum(b, "max", x, y), weight=0.6),
    entry("combined_code", "I:code I:code", "a multiple of {0} plus {1}", lambda b, x, y: codes.multiple(b, x, y, b.random.between(2, 9)), weight=0.5),
    entry("code_gap", "I:code I:code", "the difference of {0} and {1}", codes.gap, weight=0.5),
    entry("direction_code", "I:code I:code", "the sign of the difference of {0} and {1}", _direction, weight=0.3),
    entry("wrapped_byte low_byte", "I:word", "{0} wrapped into an unsigned byte", lambda b, x: codes.narrowed(b, x, "uint8"), weight=0.5),
    entry("signed_byte", "I:word", "{0} wrapped into a signed byte", lambda b, x: codes.narrowed(b, x, "int8"), weight=0.4),
    entry("wrapped_short low_half", "I:word", "{0} wrapped into 16 unsigned bits", lambda b, x: codes.narrowed(b, x, "uint16"), weight=0.9),
    entry("signed_short", "I:word", "{0} wrapped into 16 signed bits", lambda b, x: codes.narrowed(b, x, "int16"), weight=0.9),
    entry("modular_product", "I:code I:code", "a product of {0} and {1}, reduced by a prime", lambda b, x, y: codes.wide_product(b, x, y, b.random.pick(PRIMES)), weight=0.9),
    entry("unsigned_scramble", "I:word", "an unsigned scramble of {0}", lambda b, x: codes.scrambled(b, x, b.random.pick(MULTIPLIERS), b.random.between(20, 26)), weight=0.8),
    entry("presence nonzero_flag", "I:bitword", "whether {0} has a masked bit", _presence, weight=0.3),
    entry("chosen_code", "I:code I:code", "the excess of {0} over {1}, or a remainder of {1}", lambda b, x, y: codes.chosen(b, x, y, b.random.between(3, 9)), weight=0.8),
)  # fmt: skip


UPDATES = (
    ("add", "the sum of {0}", 0), ("max", "the largest {0}", -(2**30)), ("min", "the smallest {0}", 2**30),
    ("xor", "the exclusive or of {0}", 0),
    ("or", "a set bit for each value of {0}", 0), ("and", "a cleared bit for each value of {0}", 65535),
)  # fmt: skip
"""Atomics that give the same in any order, what a slot holds then, and what it holds before."""
FEWEST_BITS, MOST_MARKS = 6, 8
"""Of the imagined threads' bits, and of threads by slot: more would mark all bits of every slot."""


def updates(builder: Builder, variable: Variable) -> str:
    """An integer atomic that gives the same result in any order; what a docstring says of it."""
    random, value = builder.random, variable.expression
    if len(set(value.samples)) < 4:
        return ""
    count = random.between(3, 8)
    # Extrema over many threads of few different numbers are the same in every slot.
    operation, told, first = random.pick(UPDATES if value.high - value.low > 60 else (UPDATES[0], *UPDATES[3:]))
    text, what = value.text, value.text.replace("_", " ")
    if operation in ("or", "and"):
        if value.high > 15 and codes.is_count(value):
            return ""
        count = max(count, -(-builder.threads // MOST_MARKS))
        try:
            bits = value if value.low >= 0 and value.high <= 15 else codes.masked(builder, value, 15)
        except Unfit:
            return ""
        if len(set(bits.samples)) < FEWEST_BITS:
            return ""
        if bits is not value:
            text, what = f"({bits})", f"{what} & 15"
        text = f"1 << {text}" if operation == "or" else f"~(1 << {text})"
    name = builder.name("table_state", "summary", "bitmap")
    builder.array(name, "I", (count,), OUTPUT, "full", value=first)
    builder.read(variable)
    builder.emit(f"wp.atomic_{operation}({name}, {builder.index} % {count}, {text})")
    shown = name.replace("_", " ")
    builder.remarks.append(f"Each of {count} slots of {shown} holds {told.format(what)} over its threads.")
    return f", and gather {what.partition(' & ')[0]} in {shown}"


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One to three integer arrays, a chain of integer steps, stores."""
    random = builder.random
    start(builder)
    builder.variables[-1].expression.set_samples(_threads(builder))
    builder.prose[builder.index] = "the thread index"
    names = random.sample(NAMES, 3)
    for _ in range(random.between(1, 3)):
        name = builder.name(names.pop())
        high = random.pick((64, 256, 1024))
        builder.array(name, "I", builder.dim, INPUT, "index", low=0, high=high)
        local = builder.name(name.rstrip("s"), f"{name}_value")
        builder.emit(f"{local} = {name}[{builder.index}]")
        builder.prose[local] = name
        builder.define(local, "I", 0, high - 1, samples=tuple([float(int(high * random.unit())) for _ in range(COUNT)]))
    for _ in range(random.between(2, 6)):
        apply_motif(builder, TABLE)
    for variable in builder.unread():
        if variable.expression.text in builder.prose:
            apply_motif(builder, TABLE, first=variable)
    pending = builder.unread()
    outputs = []
    for _ in pending:
        outputs.append(builder.name(*random.turned(OUTPUTS), "code_out"))
        builder.array(outputs[-1], "I", builder.dim, OUTPUT, "zeros")
    purpose = purpose_of(builder)
    if random.chance(0.4) and (told := updates(builder, pending[-1])):
        head, detail, rest = purpose.removesuffix(".").partition(", using ")
        purpose = f"{head}{told}{detail}{rest}."
    for variable, output in zip(pending, outputs, strict=True):
        store(builder, variable, output)
    builder.not_differentiable = "integer results have no derivative"
    return VERBS.get(pending[0].expression.made_by, "encode"), purpose


def store(builder: Builder, variable: Variable, output: str) -> None:
    """``output[i] = value``, where the value has no other use without its name."""
    name = builder.read(variable).text
    place, text = f"{output}[{builder.index}]", builder.definitions.get(name, "")
    line = f"{INDENT}{name} = {text}"
    if variable.uses > 1 or line not in builder.lines or len(place) + len(text) + 3 > LONGEST_LINE:
        builder.emit(f"{place} = {name}")
        builder.steps.append((output, name.replace("_", " ")))
        return
    builder.lines.remove(line)
    builder.emit(f"{place} = {text}")
    del builder.definitions[name]
    builder.steps[:] = [(output if label == name else label, phrase) for label, phrase in builder.steps]


def _threads(builder: Builder) -> tuple[float, ...]:
    """Indices of a dozen threads."""
    return tuple([float(int(builder.threads * builder.random.unit())) for _ in range(COUNT)])


register(Category("integer", EXTENDED, "Hashing, packing, masks and codes.", grow_kernel, (("float32", 1.0),)))
