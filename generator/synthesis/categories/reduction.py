"""Reductions beyond one atomic: moments, strided partial sums, compaction by a returned index, extrema."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.launch import INOUT, INPUT, OUTPUT
from generator.synthesis.asked import asks_index
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import gather, output_array, ties
from generator.synthesis.gathering import squares_away
from generator.synthesis.inputs import add_arrays, quantity, start
from generator.synthesis.loops import changed_by, summand
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import NUMBERS, described, formula, listed, listed_or_counted, plural
from generator.synthesis.ranges import Range, element, zero

NOUNS = ("contribution", "own_share")


def value_of(builder: Builder, named: bool = True) -> Expression:
    """Two to four arrays, a chain of steps, one float; under a name of its own where it is used more than once."""
    add_arrays(builder, builder.random.between(1, 3))
    for _ in range(builder.random.between(1, 4)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    value = gather(builder, builder.unread())
    if not value.head or not named:
        return value
    return builder.read(builder.assign(NOUNS, value, formula(value)))


def words(name: str) -> str:
    """A name in prose."""
    return name.replace("_", " ")


def told(value: Expression) -> str:
    """What a value is called: by its name, where that is the name of a step and no noun."""
    name = words(readable(value))
    return f"`{value}`" if value.text in value.builder.definitions and value.text not in NOUNS else name


def sources(builder: Builder) -> str:
    """The arrays that are read."""
    arrays = [words(a.name) for a, _ in builder.inputs if a.fill != "index"]
    return listed_or_counted(arrays, "inputs")


def moments(builder: Builder) -> str:
    """Sum, sum of squares and count into one array."""
    start(builder)
    value = value_of(builder)
    if squares_away(value, value):
        raise Unfit("square of a root, of a magnitude or of an exponential")
    order = builder.random.between(2, 4)
    target = output_array(builder, "F", OUTPUT, (order,))
    builder.emit(f"wp.atomic_add({target}, 0, {value})")
    power = builder.name("power", "moment")
    for k in range(1, order):
        builder.emit(f"{power} *= {value}" if k > 1 else f"{power} = {value} * {value}")
        builder.emit(f"wp.atomic_add({target}, {k}, {power})")
    what = told(value)
    powers = f"{what} and its square" if order == 2 else f"the first {NUMBERS[order]} powers of {what}"
    made = f"with {what} computed from {sources(builder)}"
    return f"Sum {powers} over all {plural(builder)} into {words(target)}, {made}"


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
    lanes = builder.name("lanes", "stride")
    builder.scalar(lanes, "I", builder.threads, builder.threads, builder.threads, required=False)
    total = builder.name("partial", "lane_sum")
    builder.emit(f"{total} = {zero(builder)}")
    header = Range(builder.name("k", "step"), f"range({trips})", trips, trips - 1, True)
    with builder.block(f"for {header.counter} in {header.text}:"):
        builder.define(header.counter, "I", 0, header.highest, required=False)
        must = element(builder, (name, low, high), f"{header.counter} * {lanes} + {builder.index}")
        value = summand(builder, must, [changed_by(header, must)])
        builder.emit(f"{total} += {value}")
    summed = described(value)
    over = f"over {NUMBERS[trips]} strided elements of {words(name)}"
    rest = [builder.read(variable) for variable in builder.unread()]
    for part in rest:
        builder.emit(f"{total} += {part}")
    plus = f", plus {listed([described(part) for part in rest])}" if rest else ""
    target = output_array(builder, "F", OUTPUT, (1,))
    builder.emit(f"wp.atomic_add({target}, 0, {total})")
    return f"Sum what follows from {sources(builder)} into {words(target)}: each thread adds up {summed} {over}{plus}"


def compaction(builder: Builder) -> str:
    """Values that pass a test are written behind one another, at the index that the atomic returns."""
    start(builder)
    value = value_of(builder, named=False)
    condition, prose = comparison(builder)
    if asks_index(builder, condition):
        raise Unfit("places that are known before")
    counter = builder.array(builder.name("counter", "cursor"), "I", (1,), INOUT, "zeros")
    builder.subject = target = output_array(builder, "F", OUTPUT, builder.dim)
    slot = builder.name("slot", "place")
    with builder.block(f"if {condition}:"):
        builder.emit(f"{slot} = wp.atomic_add({counter}, 0, 1)")
        builder.emit(f"{target}[{slot}] = {value}")
    builder.remarks.append(f"Only values for which {prose} are kept; their order depends on the schedule.")
    builder.not_differentiable = "the adjoint replays the atomic whose returned index decides where values go"
    return f"Store {words(target)} from {sources(builder)} of those {plural(builder)} that pass a test, without gaps"


def extrema(builder: Builder) -> str:
    """Minimum and maximum by group."""
    start(builder)
    value = value_of(builder)
    count = builder.random.between(2, 6)
    operations = builder.random.sample(("min", "max"), builder.random.between(1, 2))
    for operation in operations:
        if ties(builder, value, operation):
            raise Unfit("several threads may reach the same extremum")
        name = builder.name(f"group_{operation}", f"{operation}_value")
        start_value = math.floor(value.low) - 1.0 if operation == "max" else math.ceil(value.high) + 1.0
        builder.array(name, "F", (count,), OUTPUT, "full", value=start_value)
        builder.emit(f"wp.atomic_{operation}({name}, {builder.index} % {count}, {value})")
    which = listed([{"min": "smallest", "max": "largest"}[operation] for operation in operations])
    groups = f"{NUMBERS[count]} groups of {plural(builder)}"
    return f"Find the {which} {told(value)}, computed from {sources(builder)}, in each of {groups}"


def exchange(builder: Builder) -> str:
    """What several threads name is computed by the first of them that claims it."""
    start(builder)
    named, thread = builder.name(*builder.theme.indices), builder.index
    builder.array(named, "I", builder.dim, INPUT, "index", 0, builder.threads)
    builder.index = builder.name("slot", "place")
    builder.emit(f"{builder.index} = {named}[{thread}]")
    claims = builder.array(builder.name("claims", "visited"), "I", builder.dim, INOUT, "index", low=0, high=2)
    previous = builder.name("previous", "old_claim")
    operation = builder.random.pick(("exch({}, {}, 1)", "cas({}, {}, 0, 1)")).format(claims, builder.index)
    builder.emit(f"{previous} = wp.atomic_{operation}")
    builder.emit(f"if {previous} != 0:")
    builder.emit("    return")
    value = value_of(builder, named=False)
    if builder.remarks:
        raise Unfit("an entry of another array of indices")
    builder.subject = target = output_array(builder, "F", OUTPUT, builder.dim)
    builder.emit(f"{target}[{builder.index}] = {value}")
    builder.remarks.append("Several threads may name one, and only the first that claims it goes on.")
    builder.not_differentiable = "the adjoint replays the exchange whose returned value decides what is stored"
    which = f"those {plural(builder)} that an entry of {words(named)} names and nobody has claimed before"
    return f"Compute {words(target)} from {sources(builder)} for {which}"


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
    return builder.random.pick(verbs), f"{how}."


register(
    Category(
        "reduction",
        EXTENDED,
        "Moments, partial sums, compaction, extrema.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
