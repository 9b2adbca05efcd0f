"""Several constructs in one kernel: loops, branches, vectors, helpers, atomics."""

from __future__ import annotations

from collections.abc import Callable

from generator.launch import INPUT, OUTPUT
from generator.synthesis.branches import OUTCOMES, branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import comparison, compound
from generator.synthesis.finish import finish, gather, output_array
from generator.synthesis.functions import call_helper
from generator.synthesis.inputs import add_arrays, add_parameter, size_parameter, start
from generator.synthesis.iterations import product_loop, recurrence
from generator.synthesis.loops import sum_loop
from generator.synthesis.motifs import INTEGER_MOTIFS, SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.prose import described, purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.ranges import dynamic_range, other_array, short_table, static_range
from generator.synthesis.searches import search_step

MIXED = Table((*SCALAR_MOTIFS["any"], *((m, 0.5 * w) for m, w in INTEGER_MOTIFS)))
VERBS = ("process", "model", "update", "evaluate", "assemble", "derive")


def vectors(builder: Builder) -> str:
    """Two vector steps that end in a float."""
    type = builder.random.weighted((("V3", 4.0), ("V2", 1.0)))
    add_arrays(builder, 2, type)
    apply_motif(builder, VECTOR_MOTIFS[type]["any"])
    apply_motif(builder, VECTOR_MOTIFS[type]["scalar"])
    return "vectors"


def branch(builder: Builder) -> str:
    """One decision."""
    condition = compound(builder, 2) if builder.random.chance(0.4) else comparison(builder)
    branch_value(builder, builder.name(*builder.random.turned(OUTCOMES)), [condition], builder.random.chance(0.6))
    return "a decision"


def window(builder: Builder) -> str:
    """An unrolled loop over a table."""
    header, array = short_table(builder, 2, 5)
    builder.random.pick((sum_loop, product_loop))(builder, header, array, header.counter)
    return "a loop"


def iterations(builder: Builder) -> str:
    """A recurrence."""
    recurrence(builder, static_range(builder, 2, 4))
    return "iterations"


def whole_array(builder: Builder) -> str:
    """A sum with a run-time bound."""
    length = builder.random.between(5, 12)
    bound = size_parameter(builder, length)
    array = other_array(builder, length)
    header = dynamic_range(builder, length, bound)
    sum_loop(builder, header, array, header.counter)
    return "a sum"


def helper(builder: Builder) -> str:
    """A helper function."""
    call_helper(builder, builder.random.between(1, 3))
    return "a helper function"


def search(builder: Builder) -> str:
    """A search in a helper."""
    search_step(builder)
    return "a search"


PARTS: tuple[tuple[Callable[[Builder], str], float], ...] = (
    (vectors, 2.0), (branch, 3.0), (window, 2.0), (iterations, 1.2), (whole_array, 1.5), (helper, 2.5), (search, 0.6),
)  # fmt: skip
LOOPS = frozenset((window, iterations, whole_array))


def reduce_into(builder: Builder) -> str:
    """Everything unread, added atomically by group; how that is told."""
    count = builder.random.between(3, 9)
    name = builder.name(*builder.random.turned(builder.theme.indices), "groups")
    builder.array(name, "I", builder.dim, INPUT, "index", 0, count)
    target = output_array(builder, "F", OUTPUT, (count,))
    value = gather(builder, builder.unread())
    builder.emit(f"wp.atomic_add({target}, {name}[{builder.index}], {value})")
    builder.steps.append((target, f"the sum of {described(value)}"))
    return f"added up atomically by {name.replace('_', ' ')}"


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Two to four different parts after one another, then stores or an atomic sum."""
    random = builder.random
    start(builder, guard=0.0)
    parts: list[Callable[[Builder], str]] = []
    wanted = random.weighted(((2, 3.0), (3, 1.6), (4, 0.4)))
    while len(parts) < wanted:
        part = random.weighted(PARTS)
        if part not in parts:
            parts.append(part)
    if not LOOPS.isdisjoint(parts):
        builder.inline_loads = False  # no round reads the thread's own element again
    add_arrays(builder, random.between(1, 2))
    if random.chance(0.4):
        add_parameter(builder)
    for part in parts:
        part(builder)
        if random.chance(0.3):
            apply_motif(builder, MIXED)
    atomic = builder.precision != "float16" and random.chance(0.25) and not any(v.linear for v in builder.unread())
    how = ""
    if atomic and not all(v.uniform for v in builder.unread()):
        how = reduce_into(builder)
    else:
        finish(builder)
    return random.pick(VERBS), purpose_of(builder, how)


register(Category("combined", DEFAULT, "Several constructs in one kernel.", grow_kernel))
