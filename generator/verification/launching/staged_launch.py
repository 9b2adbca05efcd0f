"""Compare launches in stages: the first threads, then more, then all. Most effects show in two threads."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from generator.launch import Launch
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.outputs import Outputs, differs, flat
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
    _known: dict[int | None, Outputs | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.expected is not None:
            self._known[None] = self.expected

    def shows(self, changed: Inputs) -> bool:
        """Whether the outputs of the ``changed`` inputs differ from ours at a stage; False where one is undefined."""
        threads = math.prod(self.launch.dim)
        for stage in (*(few for few in STAGES if few < threads), None):
            before = self._unchanged(stage)
            if before is None:
                return False
            try:
                if differs(before, self._run(stage, changed)):
                    return True
            except UNDEFINED:
                return False
        return False

    def _unchanged(self, threads: int | None) -> Outputs | None:
        """Outputs of the first threads, or of all (None); None where they are undefined."""
        if threads not in self._known:
            try:
                self._known[threads] = self._run(threads, self.inputs)
            except UNDEFINED:
                self._known[threads] = None
        return self._known[threads]

    def _run(self, threads: int | None, inputs: Inputs) -> Outputs:
        return flat(self.reference.run(self.launch, inputs, first=threads))
