"""Straight-line arithmetic on scalars: sums, products, quotients, minima and maxima."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.motifs import INTEGER_MOTIFS, SCALAR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.straight import grown_step

VERBS = ("combine", "compute", "update", "evaluate", "derive", "estimate")
TABLE = Table(
    (
        *SCALAR_MOTIFS["algebra"],
        *((m, 0.6 * w) for m, w in SCALAR_MOTIFS["comparing"]),
        *((m, 0.4 * w) for m, w in INTEGER_MOTIFS),
    )
)


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load two to four arrays, chain three to nine steps, store."""
    random = builder.random
    start(builder)
    add_arrays(builder, random.between(2, 4))
    if random.chance(0.4):
        add_parameter(builder)
    for _ in range(random.between(2, 7)):
        if random.chance(0.25):
            grown_step(builder, "F", random.between(2, 4), 0.0)
        else:
            apply_motif(builder, TABLE)
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("arithmetic", DEFAULT, "Straight-line arithmetic on scalars.", grow_kernel))
