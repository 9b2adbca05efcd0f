"""Vectors of two to four components: geometry, projections, norms."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.category import DEFAULT, Category, register
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, add_parameter, start
from generator.synthesis.motifs import ROTATIONS, SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.randomness import Table
from generator.synthesis.straight import grown_step

VERBS = ("measure", "derive", "evaluate", "compute", "estimate")
_FEW_SCALARS = [(m, 0.08 * w) for m, w in SCALAR_MOTIFS["any"]]
STEPS = {type: Table((*VECTOR_MOTIFS[type]["any"], *_FEW_SCALARS)) for type in ("V2", "V4")} | {
    "V3": Table((*VECTOR_MOTIFS["V3"]["any"], *((m, 0.5 * w) for m, w in ROTATIONS), *_FEW_SCALARS))
}
"""What a step may be, for each vector type."""


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """Load two vectors and perhaps a scalar, chain vector steps, store a vector, a scalar or both."""
    random = builder.random
    start(builder)
    type = random.weighted((("V3", 6.0), ("V2", 2.5), ("V4", 1.0)))
    add_arrays(builder, random.between(2, 3), type)
    if random.chance(0.6):
        add_arrays(builder, 1)
    if random.chance(0.3):
        add_parameter(builder)
    for step in range(random.between(2, 6)):
        if step and random.chance(0.2):
            grown_step(builder, random.pick((type, "F")), random.between(2, 4), 0.6)
        else:
            apply_motif(builder, STEPS[type])
    finish(builder)
    return random.pick(VERBS), purpose_of(builder)


register(Category("vector", DEFAULT, "Geometry on vectors of two to four components.", grow_kernel))
