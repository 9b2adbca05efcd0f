"""Launches that are compared in their first threads, then in more, then in all: most effects show in two."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from generator.launch import Launch
from generator.verification.inputs import Inputs
from generator.verification.reference import UNDEFINED, ReferenceKernel

Outputs = dict[str, np.ndarray]
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
    _known: dict[int | None, Outputs | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        threads = math.prod(self.launch.dim)
        self.stages = (*(stage for stage in STAGES if stage < threads), None)
        if self.expected is not None:
            self._known[None] = self.expected

    def unchanged(self, threads: int | None) -> Outputs | None:
        """Outputs of the first threads, or of all; None where these inputs give none."""
        if threads not in self._known:
            try:
                self._known[threads] = self.changed(threads)
            except UNDEFINED:
                self._known[threads] = None
        return self._known[threads]

    def changed(self, threads: int | None, inputs: Inputs | None = None) -> Outputs:
        """The same of a reference that has been changed since, or on other inputs."""
        return flat(self.reference.run(self.launch, self.inputs if inputs is None else inputs, first=threads))


def flat(outputs: Outputs) -> Outputs:
    """Outputs with each field of a structured array on its own, as ``argument.field``."""
    found: Outputs = {}
    for name, values in outputs.items():
        if values.dtype.names is None:
            found[name] = values
        else:
            found.update(flat({f"{name}.{member}": values[member] for member in values.dtype.names}))
    return found
