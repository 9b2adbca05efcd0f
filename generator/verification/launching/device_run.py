"""A code column run on the emulator, in the place of its build for the CPU."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from generator.emulation import Finding, Run, emulate, most_threads
from generator.verification.launching.device_arguments import device_arguments, take_back
from generator.verification.launching.host_arguments import Arguments, Code
from generator.verification.launching.tolerances import near

LAUNCHES = ((256, 1, "forward"), (64, 2, "backward"), (96, 1, "random"))
"""Threads of a block, how many times fewer blocks than the items need, and the order of lanes, in turn."""

SWEEP = (
    *LAUNCHES,
    (32, 1, "random"),
    (128, 3, "backward"),
    (224, 1, "random"),
    (192, 1, "backward"),
    (48, 2, "random"),
    (256, 5, "backward"),
    (160, 1, "random"),
    (1, 1, "forward"),
    (80, 2, "random"),
)
"""The launches of a thorough check; texts are compiled for blocks of 256 threads at most."""

TILE_MEMORY = 48 * 1024
"""Bytes of dynamic shared memory that a block of a tiled kernel gets: what every architecture has."""

MOST_SERIAL = 4096
"""Threads that are run one after another at the most."""


class DeviceFault(Exception):
    """The device code did what no correct kernel does: the finding's text."""


@dataclass
class DeviceText:
    """PTX of a column with the run of the same text on the CPU; ``run`` is as that of `HostText`.

    ``launches`` are what the runs take in turn. ``serial`` runs one thread after another, for kernels whose result
    depends on their order. ``tiled`` is the size of a block that the text was compiled for, ``dimensions`` are those of
    its launch. Threads of a text that ``strides`` take as many items as there are. The first run is kept, and benign
    races: threads that write one value to one address. An adjoint that has its ``forward`` leaves numbers as that left
    them, or as it leaves them when it runs again: an adjoint calls functions once more, for their results.
    """

    ptx: str
    entry: str
    host: Code
    backward: bool = False
    launches: tuple[tuple[int, int, str], ...] = LAUNCHES
    serial: bool = False
    tiled: int = 0
    strides: bool = True
    dimensions: int = 1
    turn: int = 0
    first: Run | None = None
    benign: list[Finding] = field(default_factory=list)
    forward: Code | None = None

    def run(self, arguments: Arguments) -> None:
        """Launch with these arguments; DeviceFault for a finding, `Unsupported` for an opcode that is missing."""
        threads, fewer, order = self.launches[self.turn % len(self.launches)]
        threads = min(threads, most_threads(self.ptx, self.entry) or threads)
        if self.tiled:
            threads, fewer, order = self.tiled, 1, order if self.launches is SWEEP else "forward"
        self.turn += 1
        scalars = self._adjoints_by_value(arguments) if self.backward else {}
        given = device_arguments(arguments, backward=self.backward, threads=self.tiled or 1, dimensions=self.dimensions)
        total = int(arguments.bounds.size) * (self.tiled or 1)
        if self.serial and not self.tiled and total <= MOST_SERIAL:
            fewer, order = 1, "as_serial"  # a thread that had several items would take them before the next thread's
        if not self.strides:
            fewer = 1
        if fewer > 1:
            threads = min(threads, -(-total // fewer))  # one block of few threads must not have enough of them
        blocks = max(-(-total // (threads * fewer)), 1)
        shared = TILE_MEMORY if self.tiled else 0
        found = emulate(self.ptx, self.entry, given, blocks, threads, shared=shared, order=order, seed=self.turn)
        before = [leaf.values.copy() for leaf in arguments.leaves] if self.forward else []
        take_back(arguments, given, found.outputs)
        for number, values in scalars.items():
            arguments.leaves[number].adjoints[...] = values
        self.first = self.first or found
        for finding in found.findings:
            if finding.kind == "race" and (finding.same_value or finding.volatile):
                self.benign.append(finding)
            else:
                raise DeviceFault(f"{finding} at {threads} threads a block, {order} order")
        if found.traps:
            raise DeviceFault(found.traps[0])
        if self.forward is not None and (changed := _changed(arguments, before, self.forward)):
            raise DeviceFault(f"it changes {changed} at {threads} threads a block, {order} order")

    def _adjoints_by_value(self, arguments: Arguments) -> dict[int, np.ndarray]:
        """Adjoints of arguments that are numbers: a device kernel takes them by value and hands nothing back."""
        before = [(leaf.values.copy(), leaf.adjoints.copy()) for leaf in arguments.leaves]
        if all(leaf.in_array for leaf in arguments.leaves):
            return {}
        self.host.run(arguments)
        found = {n: leaf.adjoints.copy() for n, leaf in enumerate(arguments.leaves) if not leaf.in_array}
        for leaf, (values, adjoints) in zip(arguments.leaves, before, strict=True):
            leaf.values[...] = values
            leaf.adjoints[...] = adjoints
        return found


def _changed(arguments: Arguments, before: list[np.ndarray], forward: Code) -> str:
    """The first argument whose numbers are neither those from before nor those after another forward run."""
    after = [leaf.values.copy() for leaf in arguments.leaves]
    if all(one.tobytes() == other.tobytes() for one, other in zip(after, before, strict=True)):
        return ""
    for leaf, values in zip(arguments.leaves, before, strict=True):
        leaf.values[...] = values
    forward.run(arguments)
    again = [leaf.values.copy() for leaf in arguments.leaves]
    for leaf, values in zip(arguments.leaves, after, strict=True):
        leaf.values[...] = values
    every = zip(arguments.leaves, after, before, again, strict=True)
    return next((leaf.name for leaf, found, one, other in every if not _either(found, one, other)), "")


def _either(found: np.ndarray, one: np.ndarray, other: np.ndarray) -> bool:
    """Whether each number is equal, within rounding, to that of one array or of the other."""
    if found.dtype.kind == "f":
        return bool((near(found, one) | near(found, other)).all())
    return bool(((found == one) | (found == other)).all())
