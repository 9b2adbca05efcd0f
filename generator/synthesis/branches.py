"""Branches: what both arms of an ``if`` assign, and how arms are grown."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress

from generator.synthesis.asked import decides
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.finish import join
from generator.synthesis.forms import ONE, Form, form_of
from generator.synthesis.grow import grow
from generator.synthesis.motifs import SCALAR_MOTIFS, Motif
from generator.synthesis.motifs.motif import build_motif
from generator.synthesis.narrowing import narrowed
from generator.synthesis.outcome import Outcome, arms_of
from generator.synthesis.prose import formula, names_for
from generator.synthesis.samples import varies
from generator.synthesis.variable import Variable

UPDATES = (("=", 4.0), ("+=", 2.5), ("*=", 1.5), ("-=", 1.5))
OUTCOMES = ("selected", "outcome", "response", "chosen", "adapted", "adjusted")
"""Names for what a decision gives."""


def alike(one: Form, other: Form) -> bool:
    """Whether a reader would draw out what both share: a factor, a term, or the call that each of them is."""
    if one.parts and other.parts:
        return not (one.terms - {ONE}).isdisjoint(other.terms)
    if len(one.over) + len(one.under) > 1 and len(other.over) + len(other.under) > 1:
        return not (set(one.over).isdisjoint(other.over) and set(one.under).isdisjoint(other.under))
    if one.parts or other.parts or one.under or other.under or not (len(one.over) == len(other.over) == 1):
        return False
    called, _, inner = one.over[0].partition("(")
    return bool(inner) and called == other.over[0].partition("(")[0]


def arm_value(
    builder: Builder,
    table: Sequence[tuple[Motif, float]] = SCALAR_MOTIFS["any"],
    varied: bool = False,
    beside: Sequence[Form] = (),
    taken: Sequence[bool] = (),
) -> tuple[Expression, str]:
    """A float for one arm, and what it is; ``varied`` between threads, and not like the arms ``beside`` it.

    ``taken`` says which threads come to it: by those it is judged, if they are not too few.
    """
    random = builder.random
    for _ in range(8):
        mark = len(builder.reads)
        try:
            if random.chance(0.3):
                value = grow(builder, "F", random.between(1, 3), calls=0.4)
                phrase = formula(value)
            else:
                value, phrase = build_motif(builder, random.weighted(table))
                phrase = phrase or formula(value)
            if builder.is_uniform(value):
                if varied:
                    raise Unfit("arm that is the same for every thread")
            else:
                here = tuple(compress(value.samples, taken)) if sum(taken) > 2 else value.samples
                if not varies(here):
                    raise Unfit("arm that hardly varies")
            check_apart(value, beside)
            return value, phrase
        except Unfit:
            builder.unread_since(mark)
    raise Unfit("no value for an arm")


def check_apart(value: Expression, beside: Sequence[Form]) -> None:
    """Unfit where an arm shares with one beside it what a reader would draw out."""
    form = form_of(value) if beside else None
    if form is not None and any(alike(form, other) for other in beside):
        raise Unfit("arms that share a factor or a call")


def branch_value(
    builder: Builder, name: str, conditions: Sequence[tuple[Expression, str]], default: bool = True,
    locals_chance: float = 0.3,
    settled: bool = False,
) -> Variable:  # fmt: skip
    """``if / elif / else`` that assigns ``name`` in every arm; the variable, with the hull of the arms' intervals.

    Without ``default`` the name starts with a value and the arms update it, so that no ``else`` is needed. ``settled``:
    which arm is taken does not depend on the thread, so that arms read only what was read before.
    """
    outcome = Outcome(builder, name)
    details: list[str] = []
    if not default:
        kept = [not any(met) for met in zip(*[condition.samples for condition, _ in conditions], strict=True)]
        start, phrase = arm_value(builder, taken=kept)
        if any(decides(condition, start.text) for condition, _ in conditions):
            raise Unfit("extremum that a condition decides")
        outcome.begin(start, phrase, kept)
    builder.settled = settled
    for arm in arms_of(conditions, default):
        if not settled:
            if not any(arm.taken):
                raise Unfit("an arm that no thread takes")
            builder.arm(arm.taken)
        with builder.block(arm.header), narrowed(builder, arm.met, arm.missed):
            if builder.random.chance(locals_chance):
                inner, phrase = arm_value(builder, varied=True)
                local = builder.assign(names_for(inner), inner)
                details.append(f"{local.expression.text} is {phrase}")
            value, phrase = arm_value(builder, varied=settled, beside=outcome.forms, taken=arm.taken)
            alone = value.text
            value = consume(builder, value)
            if value.text != alone:
                phrase = formula(value)
                check_apart(value, outcome.forms)
            operator = "=" if default else builder.random.weighted(UPDATES)
            outcome.update(operator, value, phrase, arm)
    builder.settled = False
    told = ", ".join(outcome.told)
    builder.steps.append((name, f"{told} (where {', '.join(details)})" if details else told))
    return outcome.variable(settled)


def consume(builder: Builder, value: Expression) -> Expression:
    """Join to ``value`` what the present block computed and did not read yet."""
    while pending := [v for v in builder.variables if v.required and not v.uses and is_local(builder, v)]:
        value = join(builder, value, builder.read(pending[0]))
    return value


def is_local(builder: Builder, variable: Variable) -> bool:
    """Whether the variable was assigned inside the block that is open."""
    pattern = f"{variable.expression.text} = "
    indent = "    " * builder.depth
    for line in reversed(builder.lines):
        if not line.startswith(indent):
            return False
        if line[len(indent) :].startswith(pattern):
            return True
    return False
