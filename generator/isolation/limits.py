"""How much of the machine one call in a child may use."""

from __future__ import annotations

from dataclasses import dataclass

GIGABYTE = 1 << 30
MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Bounds of one call; a call that exceeds one is killed, and ``ChildFailed`` says which."""

    seconds: float = 60.0
    """Wall-clock time of a call, in seconds; processor time of each of its processes has the same bound."""
    memory_bytes: int = 4 * GIGABYTE
    """Address space of each process of the call, and resident memory of all of them together, in bytes."""
    processes: int = 64
    """Processes of the call at one time, its own included; the kernel's own limit counts threads as well."""
    file_bytes: int = GIGABYTE
    """Size of each file that it writes, in bytes; with namespaces, of its whole private folder."""
    result_bytes: int = 64 * MEGABYTE
    """Size of the JSON that it answers with, in bytes."""
    output_bytes: int = 64 * 1024
    """Printed output that is kept, in bytes; the rest is read and dropped."""
