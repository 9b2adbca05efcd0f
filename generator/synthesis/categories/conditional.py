"""One decision: ``if/else``, a ternary, ``wp.where``, or an early return."""

from __future__ import annotations

from collections.abc import Sequence

from generator.synthesis.branches import OUTCOMES, arm_value, branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import TERNARY, Expression, Unfit
from generator.synthesis.finish import finish, output_array
from generator.synthesis.forms import Form, form_of
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.narrowing import narrowed
from generator.synthesis.page import LONGEST_LINE
from generator.synthesis.prose import purpose_of

VERBS = ("select", "choose", "compute", "derive", "estimate")
LONGEST_CHOICE = LONGEST_LINE - len("branch_value = wp.where(, , )")
ATTEMPTS = 6


def short_arm(builder: Builder, longest: int, beside: Sequence[Form] = ()) -> tuple[Expression, str]:
    """An arm that leaves room on the line; Unfit when no attempt gives one."""
    for _ in range(ATTEMPTS):
        mark = len(builder.reads)
        value, phrase = arm_value(builder, beside=beside)
        if len(value.text) <= longest:
            return value, phrase
        builder.unread_since(mark)
    raise Unfit("long line")


def ternary(builder: Builder) -> None:
    """``a if condition else b`` or ``wp.where``, which computes both, whatever the condition says."""
    condition, prose = comparison(builder)
    room = LONGEST_CHOICE - len(condition.text)
    lazy = builder.random.chance(0.5)
    with narrowed(builder, condition if lazy else None, []):
        yes, yes_phrase = short_arm(builder, room // 2)
    with narrowed(builder, None, [condition] if lazy else []):
        no, no_phrase = short_arm(builder, room - len(yes.text), [form_of(yes)])
    if yes.text == no.text:
        raise Unfit("arms that do the same")
    samples = tuple([a if met else b for met, a, b in zip(condition.samples, yes.samples, no.samples, strict=True)])
    low, high = min(yes.low, no.low), max(yes.high, no.high)
    if lazy:
        text, precedence = f"{yes} if {condition} else {no}", TERNARY
    else:
        text, precedence = f"wp.where({condition}, {yes}, {no})", 15
    value = Expression(builder, text, "F", low, high, precedence, "choice", samples=samples)
    chosen = builder.assign(builder.random.turned(OUTCOMES), value, f"{yes_phrase} if {prose}, else {no_phrase}")
    met = [bool(outcome) for outcome in condition.samples]
    builder.outcomes[chosen.expression.text] = [met, [not outcome for outcome in met]]


def early_return(builder: Builder) -> None:
    """Threads that a condition excludes store a simple value and leave."""
    condition, prose = comparison(builder)
    name = output_array(builder, "F")
    builder.arm(map(bool, condition.samples))
    with builder.block(f"if {condition}:"), narrowed(builder, condition, []):
        value, phrase = arm_value(builder, SCALAR_MOTIFS["algebra"])
        builder.emit(f"{name}[{builder.index}] = {value}")
        builder.emit("return")
    builder.remarks.append(f"Threads for which {prose} store {phrase} and return early.")
    for _ in range(builder.random.between(1, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    from generator.synthesis.finish import gather, store

    store(builder, gather(builder, builder.unread()), name)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load, compute a little, decide once, store."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(2, 3))
    if random.chance(0.4):
        add_parameter(builder)
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    form = random.weighted((("branch", 4.0), ("update", 3.0), ("ternary", 2.5), ("return", 1.5)))
    if form == "return":
        early_return(builder)
        return random.pick(VERBS), purpose_of(builder, "with an early return")
    if form == "ternary":
        ternary(builder)
    else:
        branch_value(builder, builder.name(*random.turned(OUTCOMES)), [comparison(builder)], default=form == "branch")
    for _ in range(random.between(0, 2)):
        apply_motif(builder, SCALAR_MOTIFS["any"])
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("conditional", DEFAULT, "One decision: if/else, ternary, wp.where or early return.", grow_kernel))
