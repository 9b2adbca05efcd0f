"""Several decisions: ``elif`` chains and boolean conditions."""

from __future__ import annotations

from generator.synthesis.asked import asked
from generator.synthesis.branches import branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import Condition, compound, met_by
from generator.synthesis.expression import COMPARISON, Expression, Unfit
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.literals import rounded
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import purpose_of
from generator.synthesis.samples import EVERY, clear_of, spread
from generator.synthesis.thresholds import Admits, divides
from generator.synthesis.variable import Variable

VERBS = ("resolve", "assign", "determine", "decide", "compute")
NAMES = ("graded", "decision", "regime", "piecewise", "staged", "tiered")
RUNGS = ((2, 2.0), (3, 2.0), (4, 0.6))


def ladder(builder: Builder, rungs: int) -> list[Condition]:
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


def _among(free: int) -> Admits:
    """What a share of the threads that are still free meet, and a share do not: fewer would hide an arm's inputs."""
    share = max(1, free.bit_count() // 4)
    return lambda met: divides(met) and share <= (free & met).bit_count() <= free.bit_count() - share


def conditions(builder: Builder) -> list[Condition]:
    """Conditions of one chain."""
    random = builder.random
    if random.chance(0.4):
        mark = len(builder.reads)
        try:
            return ladder(builder, random.weighted(RUNGS))
        except Unfit:
            builder.unread_since(mark)
    found: list[Condition] = []
    free = EVERY
    builder.compared = set()
    wanted = random.weighted(((1, 2.0), (2, 2.0), (3, 0.6)))
    while len(found) < wanted:
        parts = random.weighted(((1, 0.48), (2, 0.44), (3, 0.08)))
        try:
            condition, prose = compound(builder, parts, _among(free), free)
        except Unfit:
            break
        # What is left of a value that was compared is half decided.
        builder.compared |= asked(builder, condition)
        if any(condition.text == other.text for other, _ in found):
            raise Unfit("a condition twice")
        free &= ~met_by(condition)
        found.append((condition, prose))
    if not found:
        raise Unfit("no condition")
    if len(found) == 1 and found[0][0].head not in ("and", "or"):
        found.append(compound(builder, 2, _among(free), free))
    return found


def _decision(builder: Builder) -> Variable:
    name = builder.name(*builder.random.turned(NAMES))
    return branch_value(builder, name, conditions(builder), builder.random.chance(0.7), locals_chance=0.2)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, decide once or twice among several cases, store."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(2, 4))
    if random.chance(0.4):
        add_parameter(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    decided = [_decision(builder) for _ in range(random.weighted(((1, 6.0), (2, 1.0))))]
    for earlier in decided[:-1]:
        earlier.uses = 0  # what only conditions and single arms read may count for nothing
    if random.chance(0.4):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(VERBS), purpose_of(builder, "case by case")


register(Category("multi_cond", DEFAULT, "elif chains and boolean conditions.", grow_kernel))
