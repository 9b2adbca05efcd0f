"""Reductions beyond one atomic: moments, strided partial sums, compaction by a returned index, extrema."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.launch import INOUT, INPUT, OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import gather, output_array, ties
from generator.synthesis.inputs import add_arrays, quantity, start
from generator.synthesis.loops import Range, contribution, element, zero
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import formula, purpose_of


def value_of(builder: Builder) -> Expression:
    """Two to four arrays, a chain of steps, one float."""
    add_arrays(builder, builder.random.between(1, 3))
    for _ in range(builder.random.between(1, 4)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    value = gather(builder, builder.unread())
    if not value.head:
        return value
    return builder.read(builder.assign(("contribution", "own_share"), value, formula(value)))


def moments(builder: Builder) -> str:
    """Sum, sum of squares and count into one array."""
    start(builder)
    value = value_of(builder)
    order = builder.random.between(2, 4)
    target = output_array(builder, "F", OUTPUT, (order,))
    power = value.text
    for k in range(order):
        builder.emit(f"wp.atomic_add({target}, {k}, {power})")
        power += f" * {value}"
    return f"as sums of the first {order} powers of {readable(value) if not value.head else 'a combination of them'}"


def strided(builder: Builder) -> str:
    """Each thread sums every n-th element of a longer array."""
    random = builder.random
    builder.index = builder.name("tid", "lane")
    builder.emit(f"{builder.index} = wp.tid()")
    builder.define(builder.index, "I", 0, builder.threads - 1, required=False)
    trips = random.between(2, 4)
    name, low, high = quantity(builder, "F")
    builder.array(name, "F", (builder.threads * trips,), INPUT, "uniform", low, high)
    add_arrays(builder, 1)
    total = builder.name("partial", "lane_sum")
    builder.emit(f"{total} = {zero(builder)}")
    header = Range(builder.name("k", "step"), f"range({trips})", trips, trips - 1, True)
    with builder.block(f"for {header.counter} in {header.text}:"):
        builder.define(header.counter, "I", 0, header.highest, required=False)
        must = element(builder, (name, low, high), f"{header.counter} * {builder.threads} + {builder.index}")
        value = contribution(builder, must, header.counter)
        builder.emit(f"{total} += {value}")
    for variable in builder.unread():
        builder.emit(f"{total} += {builder.read(variable)}")
    target = output_array(builder, "F", OUTPUT, (1,))
    builder.emit(f"wp.atomic_add({target}, 0, {total})")
    return f"over {trips} strided elements per thread"


def compaction(builder: Builder) -> str:
    """Values that pass a test are written behind one another, at the index that the atomic returns."""
    start(builder)
    value = value_of(builder)
    condition, prose = comparison(builder)
    counter = builder.array(builder.name("counter", "cursor"), "I", (1,), INOUT, "zeros")
    builder.subject = target = output_array(builder, "F", OUTPUT, builder.dim)
    slot = builder.name("slot", "place")
    with builder.block(f"if {condition}:"):
        builder.emit(f"{slot} = wp.atomic_add({counter}, 0, 1)")
        builder.emit(f"{target}[{slot}] = {value}")
    builder.remarks.append(f"Only values for which {prose} are kept; their order depends on the schedule.")
    builder.not_differentiable = "the adjoint replays the atomic whose returned index decides where values go"
    return "kept without gaps"


def extrema(builder: Builder) -> str:
    """Minimum and maximum by group."""
    start(builder)
    value = value_of(builder)
    count = builder.random.between(2, 6)
    for operation in builder.random.sample(("min", "max"), builder.random.between(1, 2)):
        if ties(builder, value, operation):
            raise Unfit("several threads may reach the same extremum")
        name = builder.name(f"group_{operation}", f"{operation}_value")
        start_value = math.floor(value.low) - 1.0 if operation == "max" else math.ceil(value.high) + 1.0
        builder.array(name, "F", (count,), OUTPUT, "full", value=start_value)
        builder.emit(f"wp.atomic_{operation}({name}, {builder.index} % {count}, {value})")
    return f"as extrema of {count} groups"


def exchange(builder: Builder) -> str:
    """Claims by exchange or compare-and-swap, each thread on a slot of its own."""
    start(builder)
    value = value_of(builder)
    owner = builder.array(builder.name("owner", "claims"), "I", builder.dim, INOUT, "index", low=0, high=2)
    builder.subject = target = output_array(builder, "F", OUTPUT, builder.dim)
    previous = builder.name("previous", "old_claim")
    operation = builder.random.pick(
        (
            f"wp.atomic_exch({owner}, {builder.index}, {builder.index} + 2)",
            f"wp.atomic_cas({owner}, {builder.index}, 0, {builder.index} + 2)",
        )
    )
    builder.emit(f"{previous} = {operation}")
    with builder.block(f"if {previous} == 0:"):
        builder.emit(f"{target}[{builder.index}] = {value}")
    builder.remarks.append("A value is stored only by the thread that finds its slot free.")
    builder.not_differentiable = "the adjoint replays the exchange whose returned value decides what is stored"
    return "by the thread that claims the slot"


Form = Callable[[Builder], str]
FORMS: tuple[tuple[tuple[Form, tuple[str, ...]], float], ...] = (
    ((moments, ("summarize", "total", "accumulate")), 3.0),
    ((strided, ("reduce", "total", "sum")), 3.0),
    ((compaction, ("compact", "select", "collect")), 2.0),
    ((extrema, ("reduce", "bound")), 2.0),
    ((exchange, ("claim", "assign")), 1.0),
)
"""Forms with what a kernel of them may be called."""


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One of the forms."""
    form, verbs = builder.random.weighted(FORMS)
    how = form(builder)
    return builder.random.pick(verbs), purpose_of(builder, how)


register(
    Category(
        "reduction",
        EXTENDED,
        "Moments, partial sums, compaction, extrema.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
