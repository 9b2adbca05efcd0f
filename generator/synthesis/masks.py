"""Conditions on an array of flags: one mask a kernel, as solvers mark cells, bodies or samples that take part."""

from __future__ import annotations

from generator.launch import INPUT
from generator.synthesis.builder import Builder
from generator.synthesis.expression import NOT, Expression, Unfit
from generator.synthesis.samples import COUNT, EVERY, mask_of, outcomes_of
from generator.synthesis.thresholds import Admits, divides
from generator.synthesis.variable import Variable

NAMES = ("active_mask", "valid_mask", "boundary_mask", "selected_mask", "enabled_mask", "marked_mask")
ATTEMPTS = 4


def flag_condition(builder: Builder, admits: Admits = divides, beside: bool = False) -> tuple[Expression, str]:
    """``mask[i]`` of a new input, and its prose; ``beside`` another condition maybe ``not mask[i]``."""
    if not builder.index:
        raise Unfit("a helper has no thread index")
    if any(argument.dtype == "bool" for argument, _ in builder.inputs):
        raise Unfit("a second mask")
    random = builder.random
    for _ in range(ATTEMPTS):
        met = mask_of([random.chance(0.5) for _ in range(COUNT)])
        if admits(met):
            break
    else:
        raise Unfit("condition that hardly ever changes")
    name = builder.name(*random.turned(NAMES))
    builder.array(name, "B", builder.dim, INPUT, "uniform", 0.0, 2.0)
    text, told = f"{name}[{builder.index}]", name.replace("_", " ")
    negated = beside and random.chance(0.5)
    flag = Variable(Expression(builder, text, "B", 0, 1, samples=outcomes_of(EVERY & ~met if negated else met)))
    builder.variables.append(flag)
    builder.read(flag)
    if negated:
        return Expression(builder, f"not {text}", "B", 0, 1, NOT, "not", samples=outcomes_of(met)), f"{told} is not set"
    return flag.expression, f"{told} is set"
