"""Findings: faults of a launch and where they are."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("out_of_bounds", "misaligned", "uninitialized", "race", "barrier", "endless", "shared_limit")
"""Kinds of findings."""


@dataclass(frozen=True)
class Thread:
    """A thread by the linear index of its block, and its own in the block."""

    block: int
    thread: int


@dataclass(frozen=True)
class Finding:
    """One fault: its kind, the line of the PTX and of the source, the threads and addresses that show it.

    ``space`` is the state space, ``name`` the argument or variable, ``addresses`` are bytes from its begin. ``source``
    is "file:line", empty where the PTX has no `.loc`. ``other_line`` is the second access of a race. At most eight
    threads are named; ``count`` says how many there were. Of a race, ``same_value``: all accesses are writes
    of one value, or reads by threads that wrote it; ``volatile``: all are volatile ones of global memory, as on a flag,
    or atomic or ordered ones.
    """

    kind: str
    message: str
    line: int
    source: str = ""
    space: str = ""
    name: str = ""
    threads: tuple[Thread, ...] = ()
    addresses: tuple[int, ...] = ()
    count: int = 0
    other_line: int = 0
    same_value: bool = False
    volatile: bool = False

    def __str__(self) -> str:
        where = f"line {self.line}" + (f" ({self.source})" if self.source else "")
        return f"{self.kind}: {self.message}, {where}"
