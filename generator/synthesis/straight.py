"""The flow that many families share: load, chain steps of a table, store."""

from __future__ import annotations

from collections.abc import Sequence

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.finish import WHOLE, finish
from generator.synthesis.grow import grow
from generator.synthesis.inputs import read_element
from generator.synthesis.motifs import Motif, apply_motif
from generator.synthesis.prose import formula, names_for
from generator.synthesis.variable import Variable

Table = Sequence[tuple[Motif, float]]


def typed_array(builder: Builder, type: str, names: Sequence[str], fill: str, low: float, high: float) -> Variable:
    """An input array of any type, read once for this thread."""
    name = builder.name(*builder.random.shuffled(names))
    builder.array(name, type, builder.dim, INPUT, fill, low, high)
    return read_element(builder, name, type, low, high)


def grown_step(builder: Builder, type: str, budget: int, calls: float) -> None:
    """A grown expression under a name that tells its head; nothing where a mere variable came of it."""
    for _ in range(3):
        mark = builder.checkpoint()
        try:
            value = grow(builder, type, budget, calls)
            if value.head:
                builder.assign(names_for(value), value, formula(value))
                return
        except Unfit:
            pass
        builder.rollback(mark)


def chain(builder: Builder, table: Table, steps: int) -> None:
    """Apply so many motifs of a table, use every input at least once, then store what is unread."""
    for _ in range(steps):
        apply_motif(builder, table)
    for variable in builder.unread():
        if variable.type in WHOLE and variable.expression.text in builder.prose:
            fitting = [(m, w) for m, w in table if m.operands[0] == variable.type]
            apply_motif(builder, fitting, first=variable)
    finish(builder)
