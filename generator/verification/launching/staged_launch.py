"""Launches that are compared in their first threads, then in more, then in all: most effects show in two."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.launch import Launch
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.outputs import Outputs, flat
from generator.verification.reference import UNDEFINED, ReferenceKernel

STAGES = (2, 8)
"""Threads that run before all of them do."""


@dataclass
class Staged:
    """What a launch on these inputs gives, each stage run when it is first asked for."""

    reference: ReferenceKernel
    launch: Launch
    inputs: Inputs
    expected: Outputs | None = None
    """What all threads give, if that is known."""
    undefined: tuple[type[Exception], ...] = UNDEFINED
    """What a reading raises of inputs that give nothing."""
    _known: dict[int | None, Outputs | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.expected is not None:
            self._known[None] = self.expected

    def shows(self, changed: Callable[[int | None], Outputs], apart: Callable[[Outputs, Outputs], bool]) -> bool:
        """Whether what ``changed`` gives is ``apart`` at one of the stages; not where these inputs give nothing."""
        threads = math.prod(self.launch.dim)
        for stage in (*(few for few in STAGES if few < threads), None):
            before = self.unchanged(stage)
            if before is None:
                return False
            if apart(before, changed(stage)):
                return True
        return False

    def unchanged(self, threads: int | None) -> Outputs | None:
        """Outputs of the first threads, or of all; None where these inputs give none."""
        if threads not in self._known:
            try:
                self._known[threads] = self.run(threads)
            except self.undefined:
                self._known[threads] = None
        return self._known[threads]

    def run(self, threads: int | None, inputs: Inputs | None = None) -> Outputs:
        """The same of a reference that has been changed since, or on other inputs."""
        return flat(self.reference.run(self.launch, self.inputs if inputs is None else inputs, first=threads))
