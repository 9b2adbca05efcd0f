"""Mechanisms to sandbox a child, the strongest first."""

from __future__ import annotations

import sys
from dataclasses import dataclass

NAMESPACES, LANDLOCK, LIMITS = "namespaces", "landlock", "limits"
MECHANISMS = (NAMESPACES, LANDLOCK, LIMITS) if sys.platform == "linux" else (LIMITS,)
"""Mechanisms to try on this system; ``LIMITS`` exists everywhere: it bounds resources and isolates nothing."""


@dataclass(frozen=True)
class Protection:
    """How a child is sandboxed."""

    mechanism: str
    """One of ``MECHANISMS``."""
    reason: str = ""
    """Why no stronger mechanism is used, in the system's words."""

    @property
    def isolates(self) -> bool:
        """Whether foreign code can neither write outside its folder nor reach other processes."""
        return self.mechanism != LIMITS

    def __str__(self) -> str:
        return {
            NAMESPACES: "own namespaces for users, mounts, processes and network",
            LANDLOCK: "Landlock and a filter of system calls",
            LIMITS: "none but limits on time, memory, processes and file size",
        }[self.mechanism]
