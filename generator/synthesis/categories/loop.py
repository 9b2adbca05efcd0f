"""One loop: sums over a window or a whole array, recurrences, Horner's rule, searches in a helper."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, size_parameter, start
from generator.synthesis.iterations import product_loop, recurrence
from generator.synthesis.loops import sum_loop
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.newton import newton_steps
from generator.synthesis.prose import purpose_of
from generator.synthesis.ranges import dynamic_range, other_array, short_table, static_range
from generator.synthesis.searches import search_step


def window(builder: Builder) -> str:
    """A few elements from the thread's own on, wrapping around."""
    header = static_range(builder, 2, 7)
    length = len_of(builder)
    array = other_array(builder, builder.threads)
    subscript = builder.random.pick(
        (
            f"({builder.index} + {header.counter}) % {length}",
            f"wp.min({builder.index} + {header.counter}, {length} - 1)",
        )
    )
    loop = builder.random.pick((sum_loop, sum_loop, product_loop))
    loop(builder, header, array, subscript)
    return f"over a window of {header.trips}"


def len_of(builder: Builder) -> str:
    """The number of elements: an argument."""
    return size_parameter(builder, builder.threads)


def table(builder: Builder) -> str:
    """A short table of coefficients, with a constant trip count."""
    header, array = short_table(builder, 3, 8)
    builder.random.pick((sum_loop, product_loop))(builder, header, array, header.counter)
    return f"over {header.trips} table entries"


def whole(builder: Builder) -> str:
    """All of another array, whose length is an argument."""
    length = builder.random.between(5, 16)
    bound = size_parameter(builder, length)
    array = other_array(builder, length)
    header = dynamic_range(builder, length, bound)
    sum_loop(builder, header, array, header.counter)
    return f"looping over {header.over(array[0])}"


def iterations(builder: Builder) -> str:
    """A recurrence of a few steps."""
    header = static_range(builder, 2, 6)
    recurrence(builder, header)
    return f"by {header.trips} iterations"


def root(builder: Builder) -> str:
    """An equation, solved by Newton's steps."""
    header = static_range(builder, 2, 5)
    newton_steps(builder, header)
    return f"by {header.trips} Newton steps"


FORMS = (
    ((window, ("scan", "sweep", "combine")), 3.0),
    ((table, ("combine", "expand", "evaluate")), 2.5),
    ((whole, ("accumulate", "sum", "integrate", "total")), 3.0),
    ((iterations, ("iterate", "advance", "refine")), 2.0),
    ((root, ("solve", "refine", "iterate")), 1.0),
    ((search_step, ("look_up", "map")), 1.0),
)
"""Forms, each with the verbs that are true of it."""


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, compute a little, loop, perhaps compute more, store."""
    random = builder.random
    start(builder, guard=0.0)
    builder.inline_loads = False  # no round reads the thread's own element again
    add_arrays(builder, random.between(1, 3))
    if random.chance(0.35):
        add_parameter(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    form, verbs = random.weighted(FORMS)
    how = form(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(verbs), purpose_of(builder, how)


register(Category("loop", DEFAULT, "One loop: windows, tables, whole arrays, recurrences, searches.", grow_kernel))
