"""Nested loops: stencils over 2-D arrays, pair sums, products of tables."""

from __future__ import annotations

from functools import partial

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, quantity, size_parameter, start
from generator.synthesis.loops import changed_by, summand
from generator.synthesis.mixing import elements, own
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import described, purpose_of
from generator.synthesis.ranges import Range, dynamic_range, element, other_array, short_table, zero
from generator.synthesis.variable import Variable


def matrix_row(builder: Builder, width: int) -> tuple[str, float, float]:
    """A 2-D input array with a row for each thread."""
    name, low, high = quantity(builder, "F")
    builder.array(name, "F", (builder.threads, width), INPUT, "uniform", low, high)
    return name, low, high


def outer_range(builder: Builder) -> tuple[Range, tuple[str, float, float]]:
    """A loop and the array that it runs over."""
    if builder.random.chance(0.5):
        return short_table(builder, 2, 4)
    length = builder.random.between(4, 9)
    bound = size_parameter(builder, length)
    return dynamic_range(builder, length, bound), other_array(builder, length)


def open_loop(builder: Builder, header: Range) -> None:
    builder.define(header.counter, "I", 0, header.highest, required=False)


def pair_sum(builder: Builder) -> str:
    """``for j: for k: total += f(x[j], y[k])``, directly or through an inner sum."""
    random = builder.random
    outer, first = outer_range(builder)
    inner, second = outer_range(builder)
    through = inner.unrolled and random.chance(0.7)
    total = builder.name("total", "accumulated", "acc")
    ours = own(builder)
    builder.emit(f"{total} = {zero(builder)}")
    with builder.block(f"for {outer.counter} in {outer.text}:"):
        open_loop(builder, outer)
        left = element(builder, first, outer.counter, inline=0.0)
        row = builder.name("row_sum", "inner_sum", "partial_sum")
        if through:
            builder.emit(f"{row} = {zero(builder)}")
        with builder.block(f"for {inner.counter} in {inner.text}:"):
            open_loop(builder, inner)
            right = element(builder, second, inner.counter)
            sides = [
                elements(variable.expression.text.partition("[")[0], had=partial(builder.read, variable))
                for variable in (right, left)
            ]
            around, rounds = changed_by(outer, left), [changed_by(inner, right)]
            if not through:
                rounds.insert(0, around)
            value = summand(builder, right, rounds, (*sides, ours), depth=1, around=around)
            builder.emit(f"{row if through else total} += {value}")
            added = described(value)
        reach = inner.trips * value.largest()
        largest = value.largest() or 1.0
        shares = [x / largest for x in value.samples]
        if through:
            weighed = builder.read(left) * Expression(builder, row, "F", -reach, reach)
            builder.emit(f"{total} += {weighed}")
            reach = weighed.largest()
    bound = outer.trips * reach
    if bound > builder.largest:
        raise Unfit("magnitude of a pair sum")
    pairs = f"pairs of {outer.over(first[0])} and {inner.over(second[0])}"
    if pairs.count("all elements of ") == 2:
        pairs = f"all {pairs.replace('all elements of ', '')}"
    if through:
        builder.steps.append((row, f"the sum of {added} over {inner.over(second[0])}"))
        builder.steps.append((total, f"the sum of {described(weighed)} over {outer.over(first[0])}"))
    else:
        builder.steps.append((total, f"the sum of {added} over {pairs}"))
    unrolled = outer.unrolled and inner.unrolled
    samples = tuple([min(max(0.5 * bound * share, -bound), bound) for share in shares])
    builder.define(total, "F", -bound, bound, linear=not unrolled, samples=samples, rough=True)
    return f"looping over {pairs}"


def stencil(builder: Builder) -> str:
    """A weighted window over the thread's row of a 2-D array."""
    random = builder.random
    rows, columns = random.between(2, 4), random.between(2, 4)
    name, low, high = matrix_row(builder, columns)
    weights = builder.name("weights", "stencil", "taps_table")
    builder.array(weights, "F", (rows, columns), INPUT, "uniform", -1.0, 1.0)
    total = builder.name("filtered_sum", "response_sum", "total")
    outer = Range(builder.name("row", "a"), f"range({rows})", rows, rows - 1, True)
    inner = Range(builder.name("column", "b"), f"range({columns})", columns, columns - 1, True)
    count = size_parameter(builder, builder.threads)
    builder.emit(f"{total} = {zero(builder)}")
    with builder.block(f"for {outer.counter} in {outer.text}:"):
        open_loop(builder, outer)
        place = random.pick(
            (
                f"({builder.index} + {outer.counter}) % {count}",
                f"wp.min({builder.index} + {outer.counter}, {count} - 1)",
            )
        )
        line = builder.name("line", "source_row")
        builder.emit(f"{line} = {place}")
        with builder.block(f"for {inner.counter} in {inner.text}:"):
            open_loop(builder, inner)
            weight = Expression(builder, f"{weights}[{outer.counter}, {inner.counter}]", "F", -1.0, 1.0)
            sample = Variable(Expression(builder, f"{name}[{line}, {inner.counter}]", "F", low, high))
            builder.variables.append(sample)
            if random.chance(0.6):
                value = summand(builder, sample, [changed_by(inner)], depth=1)
            else:
                value = builder.read(sample)
            if not sample.uses:
                value = value * builder.read(sample)
            value = value * weight if random.chance(0.5) else weight * value
            builder.emit(f"{total} += {value}")
    told = described(value)
    for counter in (line, outer.counter):
        told = told.replace(f"[{counter}, {inner.counter}]", "")
    bound = rows * columns * value.largest()
    if bound > builder.largest:
        raise Unfit("magnitude of a stencil")
    builder.steps.append((total, f"the sum of {told} over a window of {rows} by {columns}"))
    scale = 0.4 * rows * columns
    builder.define(total, "F", -bound, bound, samples=tuple([scale * x for x in value.samples]), rough=True)
    return f"over a window of {rows} by {columns}"


FORMS = (
    ((pair_sum, ("accumulate", "assemble", "sum", "total")), 3.0),
    ((stencil, ("filter", "sweep", "weigh")), 1.5),
)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, nest two loops, perhaps compute more, store."""
    random = builder.random
    start(builder, guard=0.0)
    builder.inline_loads = False  # no round reads the thread's own element again
    add_arrays(builder, random.between(1, 2))
    if random.chance(0.3):
        add_parameter(builder)
    if random.chance(0.4):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    form, verbs = random.weighted(FORMS)
    how = form(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(verbs), purpose_of(builder, how)


register(Category("nested", DEFAULT, "Nested loops: pair sums and stencils.", grow_kernel))
