"""The narration: the steps of a kernel, one after another."""

from __future__ import annotations

from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.telling.steps import steps


def narration_of(drawn: DrawnKernel) -> str:
    """A list of steps."""
    return "\n".join(steps(drawn.kernel.body))
