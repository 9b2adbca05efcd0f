"""Straight-line mathematics: transcendental and special functions of the registry."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.motifs import SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.straight import grown_step

VERBS = ("evaluate", "predict", "estimate", "compute", "model")
TABLE = Table((*SCALAR_MOTIFS["transcendental"], *((m, 0.3 * w) for m, w in SCALAR_MOTIFS["algebra"])))


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load one to three arrays, chain functions of them, store."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(1, 3))
    if random.chance(0.35):
        add_parameter(builder)
    for step in range(random.between(2, 6)):
        if step and random.chance(0.3):
            grown_step(builder, "F", random.between(2, 4), 0.75)
        else:
            apply_motif(builder, TABLE)
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("math", DEFAULT, "Straight-line mathematics with transcendental functions.", grow_kernel))
