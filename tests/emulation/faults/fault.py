"""A planted fault."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from generator.emulation import Empty, Run
from tests.emulation.programs.catalogue import PROGRAMS
from tests.emulation.programs.program import Program, Size, source

MOST_STEPS = 30_000
"""Instructions of a launch with a fault: an endless loop takes a fraction of a second."""


@dataclass(frozen=True)
class Fault:
    """A patch of a program: ``old`` becomes ``new`` where it stands first after ``after``.

    ``at`` is part of the line that the finding names, "" where the finding has no line. ``launch`` is the number of
    the program's launch, or a launch; ``empty`` is the place of an argument that nothing has written; ``shared`` are
    bytes of dynamic shared memory more than the program asks for.
    """

    program: str
    old: str
    new: str
    at: str
    after: str = ""
    launch: int | tuple[Size, Size] = 0
    empty: int = -1
    shared: int = 0

    def text(self) -> str:
        """The program's text with the patch. ValueError: the patch does not fit."""
        whole = source(self.program)
        start = whole.index(self.old, whole.index(self.after))
        return whole[:start] + self.new + whole[start + len(self.old) :]

    def run(self) -> Run:
        """A launch of the patched program."""
        program = PROGRAMS[self.program]
        threads, more = program.shared
        changed = replace(program, args=self._args(program), shared=(threads, more + self.shared))
        launch = program.launches[self.launch] if isinstance(self.launch, int) else self.launch
        return changed.run(self.text(), launch, most_steps=MOST_STEPS)

    def _args(self, program: Program) -> Any:
        def args() -> list[Any]:
            given = program.args()
            if self.empty >= 0:
                array = np.asarray(given[self.empty])
                given[self.empty] = Empty(array.shape, array.dtype)
            return given

        return args
