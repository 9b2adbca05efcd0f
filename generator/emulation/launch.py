"""Launches a kernel: takes arguments, gives outputs, findings and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from math import prod
from typing import Any

import numpy as np

from generator.emulation.arguments import output_of, place_arguments, place_variables
from generator.emulation.counts import Counts, counted
from generator.emulation.kernel import Kernel, prepare
from generator.emulation.machine.findings import Finding
from generator.emulation.machine.memory import Memory
from generator.emulation.machine.races import find_races
from generator.emulation.machine.state import State, Trap
from generator.emulation.recording import Recording
from generator.emulation.scheduling.schedule import Schedule
from generator.emulation.scheduling.serial import in_serial_order
from generator.emulation.widths import widths_apart

MOST_STEPS = 2_000_000
"""Most instructions of a launch, each counted for all its lanes together; a launch with more is reported as endless."""

MOST_THREADS = 1024
"""Most threads of a block."""

MOST_SIZES = {"block": (1024, 1024, 64), "grid": (2**31 - 1, 65535, 65535)}
"""Largest block and grid by dimension: CUDA's limits on every architecture from sm_50 on."""

SHARED_LIMITS = {
    "sm_70": 98304,
    "sm_75": 65536,
    "sm_80": 166912,
    "sm_86": 101376,
    "sm_89": 101376,
    "sm_90": 232448,
    "sm_100": 232448,
}
"""Most bytes of shared memory of a block, by architecture."""


@dataclass(frozen=True)
class Run:
    """What a launch did: outputs in the order of the arguments, findings, counts, prints and traps.

    An output is an array, None for a scalar, a tuple of arrays for a `Packed`.
    """

    outputs: tuple[Any, ...]
    findings: tuple[Finding, ...]
    printed: tuple[str, ...]
    traps: tuple[str, ...]
    count: Callable[[], Counts] = field(repr=False, compare=False)
    note: Callable[[], Iterable[str]] = field(repr=False, compare=False)

    @cached_property
    def counts(self) -> Counts:
        """Counts of the launch, made on first use, in a tenth of the launch's time."""
        return self.count()

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Possible mistakes that are no faults, a line each: arrays that no access reads or writes by its elements."""
        return tuple(self.note())


def emulate(
    ptx: str,
    kernel: str,
    args: Sequence[Any],
    grid: int | Sequence[int],
    block: int | Sequence[int],
    *,
    shared: int = 0,
    order: str = "forward",
    seed: int = 0,
    most_steps: int = MOST_STEPS,
    recording: Recording | None = None,
) -> Run:
    """Runs a kernel of a PTX text; ``args`` in order: arrays for pointers, numbers for scalars, `Packed` for structs.

    ``grid`` and ``block`` are sizes in one to three dimensions, ``shared`` bytes of dynamic shared memory. ``order`` of
    the lanes is "forward", "backward", "random" (by ``seed``) or "serial": one thread after another, each until it ends
    or waits for others. "as_serial" gives the outputs of "serial", but runs all lanes side by side, with their counts,
    where the result is provably the same.
    Arrays are copied; the run's outputs are the changed copies. ``recording`` is filled with what the lanes did.
    PtxError: the text is not PTX; Unsupported: the machine has no such opcode; ValueError: arguments that do not fit
    the kernel.
    """
    ready = prepare(ptx, kernel)
    grid3, block3 = _three("grid", grid), _three("block", block)
    most = ready.function.most_threads
    if most and prod(block3) > most:
        raise ValueError(f"a block of {prod(block3)} threads: {kernel} is compiled for {most} at most (.maxntid)")
    memory = Memory()
    state = State(grid3, block3, _order(prod(grid3) * prod(block3), order, seed), memory)
    state.files, state.dynamic_shared = ready.module.files, shared
    place_variables(ready, memory, state, shared)
    arrays = place_arguments(ready.function, memory, args)
    state.registers, state.unwritten = list(ready.registers), dict(ready.unwritten)
    _check_shared(ready, shared, state)
    if recording and order == "as_serial":  # the recording shows the real run
        order = "serial"
    starts = [each.data.copy() for each in memory.globals] if order == "as_serial" else []
    blocks = recording.traced(ready.blocks, ready.names) if recording else ready.blocks
    schedule = Schedule(state, blocks, most_steps)
    with np.errstate(all="ignore"):
        try:
            schedule.run(one_by_one=order == "serial")
        except Trap as trap:
            state.traps.append(str(trap))
        find_races(state, [*memory.globals, memory.grid, *filter(None, (memory.shared,))], ready.guesses)
        if order == "as_serial" and not in_serial_order(state, blocks, starts):
            return emulate(
                ptx, kernel, args, grid, block,
                shared=shared, order="serial", seed=seed, most_steps=most_steps, recording=recording,
            )  # fmt: skip
    if recording:
        recording.finish(state, schedule)
    outputs = tuple(output_of(each) for each in arrays)
    count = partial(counted, state, schedule)
    note = partial(widths_apart, arrays, ready.blocks)
    return Run(outputs, tuple(state.findings), tuple(state.printed), tuple(state.traps), count, note)


def _three(what: str, sizes: int | Sequence[int]) -> tuple[int, int, int]:
    values = (sizes,) if isinstance(sizes, int | np.integer) else tuple(sizes)
    if not 1 <= len(values) <= 3 or min(values) < 1:
        raise ValueError(f"a {what} has one to three sizes of at least 1, not {values}")
    given, most = (" x ".join(f"{each:,}" for each in each_of) for each_of in (values, MOST_SIZES[what]))
    if any(size > limit for size, limit in zip(values, MOST_SIZES[what], strict=False)):
        raise ValueError(f"a {what} of {given}: CUDA has {most} by dimension at most")
    if what == "block" and prod(values) > MOST_THREADS:
        raise ValueError(f"a block of {given} threads: CUDA has {MOST_THREADS:,} at most")
    return tuple(int(each) for each in (*values, 1, 1)[:3])  # type: ignore[return-value]


def _order(count: int, order: str, seed: int) -> Any:
    if order in ("forward", "serial", "as_serial"):
        return np.arange(count)
    if order == "backward":
        return np.arange(count)[::-1].copy()
    if order == "random":
        return np.random.Generator(np.random.PCG64(seed)).permutation(count)
    raise ValueError(f"order is forward, backward, random, serial or as_serial, not {order!r}")


def _check_shared(ready: Kernel, dynamic: int, state: State) -> None:
    size = sum(each.size for each, _ in ready.shared) + dynamic
    limit = SHARED_LIMITS.get(ready.module.target.rstrip("af"), 49152)
    if size > limit:
        text = f"{size} bytes of shared memory, and {ready.module.target} has {limit} for a block"
        state.report(Finding("shared_limit", text, 0, space="shared", count=1))
