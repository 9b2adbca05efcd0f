"""Atomic updates: reductions, histograms, scatters, extrema."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import compress

from generator.launch import INPUT, OUTPUT
from generator.synthesis.asked import asks_index, decides
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.connection import apart
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import gather, output_array, store, ties
from generator.synthesis.grow import grow
from generator.synthesis.inputs import add_arrays, add_parameter, size_parameter, start
from generator.synthesis.mixing import words_of
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import described, listed, purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.samples import spread, varies
from generator.synthesis.types import VECTORS

VERBS = {
    "one": ("reduce", "total"), "modulo": ("fold", "accumulate"), "block": ("pool", "collect"),
    "labels": ("scatter", "accumulate", "collect"), "bins": ("bin", "tally"),
}  # fmt: skip
"""What a kernel may be called by where its updates go, if they add."""
EXTREME_VERBS = ("reduce", "bound")
STEPS = {type: Table((*VECTOR_MOTIFS[type]["any"], *SCALAR_MOTIFS["any"])) for type in ("V2", "V3")}
STEPS[""] = SCALAR_MOTIFS["any"]
OPERATIONS = (("add", 6.0), ("sub", 1.5), ("max", 1.2), ("min", 1.2))
TOLD = {
    "add": "added up atomically",
    "sub": "subtracted atomically",
    "max": "as atomic maxima",
    "min": "as atomic minima",
}

SUMMED_UP = {"add": "the sum of", "sub": "minus the sum of", "max": "the maximum of", "min": "the minimum of"}


def slots(builder: Builder) -> tuple[str, str, int, str, Expression | None]:
    """Where updates go: kind, subscript, number of slots, prose, what is put into bins."""
    random = builder.random
    index = builder.index
    kind = random.weighted((("one", 2.0), ("modulo", 2.0), ("labels", 3.0), ("block", 1.5), ("bins", 1.5)))
    if kind == "one":
        return kind, "0", 1, "into a single slot", None
    if kind == "modulo":
        count = random.between(2, 9)
        return kind, f"{index} % {count}", count, f"into {count} slots by index", None
    if kind == "block":
        width = random.between(2, 8)
        return kind, f"{index} // {width}", -(-builder.threads // width), f"in groups of {width} neighbors", None
    if kind == "labels":
        count = random.between(3, 12)
        name = builder.name(*random.turned(builder.theme.indices), "labels")
        builder.array(name, "I", builder.dim, INPUT, "index", 0, count)
        return kind, f"{name}[{index}]", count, f"by {name.replace('_', ' ')}", None
    value = builder.take("F", (), lambda e: 0.5 <= e.high - e.low <= 4.5 and varies(e.samples))
    count = random.between(4, 8)
    shift = "" if value.low == 0.0 else f" {'+' if value.low < 0.0 else '-'} {builder.number(abs(value.low))}"
    extent = builder.number(round(value.high - value.low, 6))
    share = (f"({value}{shift})" if shift else value.text) + ("" if extent.low == 1.0 else f" / {extent}")
    slot = builder.name("slot", "bin_index")
    last = size_parameter(builder, count)
    cast = random.pick(("int", "int", "wp.int32"))
    builder.emit(f"{slot} = wp.clamp({cast}({share} * {builder.spell('F')}({last})), 0, {last} - 1)")
    return kind, slot, count, f"in bins of {readable(value)}", value


def leaves_empty(builder: Builder, binned: Expression, condition: Expression) -> bool:
    """Whether a condition keeps threads from some of the bins: it looks at nothing else, or holds in a part of them."""
    read = [v.expression.text for v in builder.variables if not v.uniform]
    arrays = [argument.name for argument, _ in builder.inputs if argument.ndim]
    asked = words_of(builder, condition.text) & {*read, *arrays} - builder.definitions.keys()
    low, extent = min(binned.samples), spread(binned.samples)
    thirds = [int(2.9 * (x - low) / extent) for x in binned.samples]
    alone = bool(asked) and asked <= words_of(builder, binned.text)
    return alone or set(compress(thirds, condition.samples)) != set(thirds)


def update(
    builder: Builder, target: str, subscript: str, value: Expression | str, operation: str, inplace: bool
) -> None:
    """One atomic update; ``inplace``: ``+=`` where it can be, which Warp turns into an atomic."""
    if operation in ("add", "sub") and inplace:
        builder.emit(f"{target}[{subscript}] {'+' if operation == 'add' else '-'}= {value}")
    else:
        builder.emit(f"wp.atomic_{operation}({target}, {subscript}, {value})")


def result(builder: Builder, value: Expression, count: int, operation: str) -> str:
    """The array that is updated; extrema start beyond every value."""
    if value.type in VECTORS:
        label = builder.prose.get(value.text, value.text).replace(" ", "_")
        name = builder.name(f"total_{label}" if label.isidentifier() else "vector_total")
        builder.array(name, value.type, (count,), OUTPUT, "zeros")
    else:
        name = output_array(builder, value.type, OUTPUT, (count,))
    if operation in ("min", "max"):
        argument, spelling = builder.outputs[-1]
        start = math.floor(value.low) - 1.0 if operation == "max" else math.ceil(value.high) + 1.0
        builder.outputs[-1] = replace(argument, fill="full", value=start), spelling
    return name


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, compute a value, update one or two arrays atomically."""
    random = builder.random
    start(builder)
    vector = random.weighted((("", 4.0), ("V3", 1.5), ("V2", 0.5)))
    if vector:
        add_arrays(builder, random.between(1, 2), vector)
    add_arrays(builder, random.between(1, 3))
    if random.chance(0.35):
        add_parameter(builder)
    kind, subscript, count, where, binned = slots(builder)
    for _ in range(random.between(1, 4)):
        apply_motif(builder, STEPS[vector])
    guarded = random.chance(0.3)
    limited = any(line.endswith("return") for line in builder.lines)
    if guarded:
        condition, prose = comparison(builder)
        if binned and leaves_empty(builder, binned, condition):
            raise Unfit("bins that nothing reaches")
        if kind in ("modulo", "block") and asks_index(builder, condition):
            raise Unfit("slots and threads both told by the index")
    pending = builder.unread()
    vectors = [v for v in pending if v.type in VECTORS]
    floats = [v for v in pending if v.type == "F"]
    values: list[Expression] = []
    if vectors and random.chance(0.6):
        alone = vectors.pop()
        # What is added up where data or a condition says meets there; elsewhere both have to share a quantity.
        if guarded or kind in ("labels", "bins") or not apart(builder, [alone], floats + vectors):
            values.append(builder.read(alone))
        else:
            vectors.append(alone)
    if floats or vectors:
        values.append(gather(builder, floats + vectors))
    if not values:
        values.append(grow(builder, "F", 2))
    operation = random.weighted(OPERATIONS) if values[0].type == "F" else "add"
    if operation in ("min", "max") and (guarded or limited or ties(builder, values[0], operation)):
        operation = "add"
    if operation == "sub" and values[0].head in ("+", "-", "negate"):
        operation = "add"
    if all(v.uniform for v in pending) and pending:
        raise Unfit("every thread would add the same")
    if guarded:
        for value in values:
            among = [x for x, met in zip(value.samples, condition.samples, strict=True) if met]
            if (value.type == "F" and not varies(among)) or decides(condition, value.text):
                raise Unfit("those that take part all add the same, or what a condition has decided")
        builder.arm(map(bool, condition.samples))
        builder.emit(f"if {condition}:")
        builder.depth += 1
    inplace = random.chance(0.25)
    for k, value in enumerate(values):
        chosen = operation if k == 0 else "add"
        name = result(builder, value, count, chosen)
        update(builder, name, subscript, value, chosen, inplace)
        builder.steps.append((name, f"{SUMMED_UP[chosen]} {described(value)}"))
    uneven = guarded or kind in ("labels", "bins")
    if operation == "add" and uneven and random.chance(0.3):
        counts = builder.name("counts", "hits")
        builder.array(counts, "I", (count,), OUTPUT, "zeros")
        update(builder, counts, subscript, "1", "add", inplace)
        builder.steps.append((counts, "the number of values added" + (" to each slot" if count > 1 else "")))
    updated = listed([argument.name.replace("_", " ") for argument, _ in builder.outputs])
    if guarded:
        builder.remarks.append(f"Only threads for which {prose} contribute to {updated}.")
    builder.depth = 1
    atomics = len(builder.outputs)
    if random.chance(0.2):
        extra = grow(builder, "F", 2, calls=0.4)
        if extra.head:
            store(builder, extra)
    told = TOLD[operation] + (" and sums" if len(values) > 1 and operation != "add" else "")
    if len(builder.outputs) > atomics:
        told = f"with {updated} {told}"
    verbs = EXTREME_VERBS if operation in ("min", "max") else VERBS[kind]
    return random.pick(verbs), purpose_of(builder, f"{told} {where}")


register(
    Category(
        "atomic",
        DEFAULT,
        "Atomic reductions, histograms and scatters.",
        grow_kernel,
        (("float32", 0.88), ("float64", 0.12)),
    )
)
