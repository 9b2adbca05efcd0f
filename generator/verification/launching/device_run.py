"""Run a code column on the emulator, in place of its CPU build."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from generator.emulation import Run, emulate, most_threads
from generator.verification.launching.device_arguments import DeviceLaunch, take_back
from generator.verification.launching.host_arguments import Arguments, Code
from generator.verification.launching.tolerances import near

LAUNCHES = ((256, 1, "forward"), (64, 2, "backward"), (96, 1, "random"))
"""Launches in turn: threads of a block, divisor of the number of blocks (items a thread), order of threads."""

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

MOST_SERIAL = 4096
"""Most threads of a launch that is run one thread after another."""


class DeviceFault(Exception):
    """The device code is wrong; the message is the emulator's finding."""


@dataclass
class DeviceText:
    """PTX of a column, and ``host``, the CPU build of the same text; ``run`` is as that of `HostText`.

    ``launches``: taken in turn by the runs. ``serial``: run one thread after another, for kernels whose result depends
    on the order. ``strides``: it has a grid-stride loop. ``first`` keeps the first run. An adjoint with ``forward``
    may leave numbers only as that code left them, or as a second run of it would: an adjoint calls functions again for
    their results.
    """

    ptx: str
    entry: str
    host: Code
    backward: bool = False
    launches: tuple[tuple[int, int, str], ...] = LAUNCHES
    launch: DeviceLaunch = field(default_factory=DeviceLaunch)
    serial: bool = False
    strides: bool = True
    turn: int = 0
    first: Run | None = None
    forward: Code | None = None

    def run(self, arguments: Arguments) -> None:
        """Launch with these arguments; DeviceFault for a finding, `Unsupported` for an opcode that is not emulated."""
        threads, fewer, order = self.launches[self.turn % len(self.launches)]
        threads = min(threads, most_threads(self.ptx, self.entry) or threads)
        tiled = self.launch.tiled
        if tiled:
            threads, fewer, order = tiled, 1, order if self.launches is SWEEP else "forward"
        self.turn += 1
        scalars = self._adjoints_by_value(arguments) if self.backward else {}
        given = self.launch.arguments(arguments, backward=self.backward)
        total = self.launch.threads(arguments)
        if self.serial and not tiled and total <= MOST_SERIAL:
            fewer, order = 1, "as_serial"  # one item a thread: else a thread's second item runs before its neighbour's
        if not self.strides:
            fewer = 1
        if fewer > 1:
            threads = min(threads, -(-total // fewer))  # so that even one block has fewer threads than items
        blocks = max(-(-total // (threads * fewer)), 1)
        found = emulate(
            self.ptx, self.entry, given, blocks, threads, shared=self.launch.shared, order=order, seed=self.turn
        )
        before = [leaf.values.copy() for leaf in arguments.leaves] if self.forward else []
        take_back(arguments, given, found.outputs)
        for number, values in scalars.items():
            arguments.leaves[number].adjoints[...] = values
        self.first = self.first or found
        for finding in found.findings:
            if finding.kind != "race" or not (finding.same_value or finding.volatile):
                raise DeviceFault(f"{finding} at {threads} threads a block, {order} order")
        if found.traps:
            raise DeviceFault(found.traps[0])
        if self.forward is not None and (changed := _changed(arguments, before, self.forward)):
            raise DeviceFault(f"it changes {changed} at {threads} threads a block, {order} order")

    def _adjoints_by_value(self, arguments: Arguments) -> dict[int, np.ndarray]:
        """Adjoints of arguments that are numbers, by the CPU build: a device kernel takes them by value."""
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
    """The first argument that is left neither as ``before`` nor as another forward run leaves it; else empty."""
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
    """Whether each element equals, within rounding, that of one array or of the other."""
    if found.dtype.kind == "f":
        return bool((near(found, one) | near(found, other)).all())
    return bool(((found == one) | (found == other)).all())
