"""Several decisions: ``elif`` chains and boolean conditions."""

from __future__ import annotations

from generator.synthesis.branches import branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import NOTHING, comparison, compound, sides
from generator.synthesis.expression import COMPARISON, Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.literals import rounded
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import EVERY, clear_of, mask_of, spread

VERBS = ("grade", "resolve", "assign", "adjust", "decide", "set")
NAMES = ("level_value", "category_value", "graded", "decision", "regime", "piecewise")


def ladder(builder: Builder, rungs: int) -> list[tuple[Expression, str]]:
    """``x < a``, ``x < b`` ... with rising thresholds among the samples of one variable."""
    value = builder.take("F", (), lambda e: not e.rough and spread(e.samples) > 0.4)
    ordered = sorted(value.samples)
    found = []
    for k in range(1, rungs + 1):
        place = k * len(ordered) // (rungs + 1)
        number = rounded(0.5 * (ordered[place - 1] + ordered[place]), spread(ordered) / (rungs + 1))
        if not clear_of(ordered, number):
            raise Unfit("threshold on a sample")
        text = f"{value} < {builder.number(number)}"
        outcomes = tuple([x < number for x in value.samples])
        condition = Expression(builder, text, "B", 0, 1, COMPARISON, "<", samples=outcomes)
        found.append((condition, f"{readable(value)} is below {number}"))
    return found


def _dividing(builder: Builder, free: int) -> tuple[Expression, str] | None:
    """A condition that some of the threads meet that are still free, and some do not; None where none is found."""
    random = builder.random
    for _ in range(3):
        mark = len(builder.reads)
        parts = random.weighted(((1, 0.38), (2, 0.5), (3, 0.12)))
        try:
            condition = compound(builder, parts) if parts > 1 else comparison(builder)
        except Unfit as reason:
            if str(reason) == NOTHING:
                break
            continue
        if 0 < free & mask_of([bool(met) for met in condition[0].samples]) < free:
            return condition
        builder.unread_since(mark)
    return None


def conditions(builder: Builder) -> list[tuple[Expression, str]]:
    """Conditions of one chain."""
    random = builder.random
    if random.chance(0.4):
        return ladder(builder, random.between(2, 4))
    found: list[tuple[Expression, str]] = []
    free = EVERY
    builder.compared = set()
    for _ in range(random.weighted(((1, 2.0), (2, 2.0), (3, 1.0)))):
        condition = _dividing(builder, free)
        if condition is None:
            break
        # What is left of a value that was compared is half decided.
        builder.compared |= {left for left, _ in sides(condition[0])}
        if any(condition[0].text == other.text for other, _ in found):
            raise Unfit("a condition twice")
        free &= ~mask_of([bool(met) for met in condition[0].samples])
        found.append(condition)
    if not found:
        raise Unfit("no condition")
    if len(found) == 1 and found[0][0].head not in ("and", "or"):
        found.append(compound(builder, 2))
    return found


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, decide once or twice among several cases, store."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(2, 4))
    if random.chance(0.4):
        add_parameter(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    for _ in range(random.weighted(((1, 4.0), (2, 1.0)))):
        branch_value(builder, builder.name(*NAMES), conditions(builder), random.chance(0.7), locals_chance=0.2)
    if random.chance(0.4):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(VERBS), purpose_of(builder, "case by case")


register(Category("multi_cond", DEFAULT, "elif chains and boolean conditions.", grow_kernel))
