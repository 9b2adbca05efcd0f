"""Kernels that scalar arguments drive: coefficients, thresholds, modes, sizes."""

from __future__ import annotations

from generator.synthesis.branches import OUTCOMES, branch_value
from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.conditions import comparison
from generator.synthesis.expression import COMPARISON, Expression
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_array, add_arrays, add_parameter, start
from generator.synthesis.motifs import INTEGER_MOTIFS, SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.samples import COUNT
from generator.synthesis.straight import grown_step

MIXED = Table((*SCALAR_MOTIFS["any"], *((m, 0.5 * w) for m, w in INTEGER_MOTIFS)))
VERBS = ("compute", "update", "evaluate", "derive", "estimate")


def mode_switch(builder: Builder) -> str:
    """An integer argument chooses the formula; prose of that."""
    value = builder.random.between(0, 2)
    mode = builder.scalar(builder.name("mode", "variant", "model"), "I", value, 0, 2)
    text = builder.read(mode)

    def chosen(case: int) -> tuple[bool, ...]:
        return (case == value,) * COUNT

    cases = builder.random.between(1, 2)
    conditions = [
        (Expression(builder, f"{text} == {k}", "B", 0, 1, COMPARISON, "==", samples=chosen(k)), f"{text} is {k}")
        for k in range(cases)
    ]
    branch_value(builder, builder.name("by_mode", "selected"), conditions, settled=True)
    return f"with a formula for each {text}"


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Two to four scalars, one to three arrays, a chain of steps that reads them all."""
    random = builder.random
    start(builder, guard=0.25)
    parameters = random.between(2, 3)
    for _ in range(parameters):
        add_parameter(builder)
    add_array(builder)
    add_arrays(builder, random.between(0, 2))
    for _ in range(random.between(2, 5)):
        if random.chance(0.25):
            grown_step(builder, "F", random.between(2, 4), 0.3)
        else:
            apply_motif(builder, MIXED)
    how = ""
    if random.chance(0.3):
        how = mode_switch(builder)
    elif random.chance(0.3):
        branch_value(builder, builder.name(*random.turned(OUTCOMES)), [comparison(builder)], default=random.chance(0.5))
    finish(builder)
    return random.pick(VERBS), purpose_of(builder, how)


register(Category("scalar_param", DEFAULT, "Kernels driven by scalar arguments.", grow_kernel))
