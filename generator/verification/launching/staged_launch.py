"""Compare launches in stages: the first threads, then more, then all. Most effects show in two threads."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.launch import Launch
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.outputs import Outputs, flat
from generator.verification.reference import UNDEFINED, ReferenceKernel

STAGES = (2, 8)
"""Numbers of first threads that run alone, in turn, before all do."""


@dataclass
class Staged:
    """Outputs of a launch on these inputs; each stage is run when it is first asked for."""

    reference: ReferenceKernel
    launch: Launch
    inputs: Inputs
    expected: Outputs | None = None
    """Outputs of all threads, if known."""
    undefined: tuple[type[Exception], ...] = UNDEFINED
    """Exceptions of a reading that leave these inputs without outputs."""
    _known: dict[int | None, Outputs | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.expected is not None:
            self._known[None] = self.expected

    def shows(self, changed: Callable[[int | None], Outputs], apart: Callable[[Outputs, Outputs], bool]) -> bool:
        """Whether the outputs of ``changed`` are ``apart`` from ours at a stage; False where ours are undefined."""
        threads = math.prod(self.launch.dim)
        for stage in (*(few for few in STAGES if few < threads), None):
            before = self.unchanged(stage)
            if before is None:
                return False
            if apart(before, changed(stage)):
                return True
        return False

    def unchanged(self, threads: int | None) -> Outputs | None:
        """Outputs of the first threads, or of all (None); None where they are undefined."""
        if threads not in self._known:
            try:
                self._known[threads] = self.run(threads)
            except self.undefined:
                self._known[threads] = None
        return self._known[threads]

    def run(self, threads: int | None, inputs: Inputs | None = None) -> Outputs:
        """Run the reference as it is now, by default on these inputs; no result is kept."""
        return flat(self.reference.run(self.launch, self.inputs if inputs is None else inputs, first=threads))
