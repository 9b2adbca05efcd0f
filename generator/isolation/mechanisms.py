"""Ways to shut a child in, from the strongest on."""

from __future__ import annotations

import sys
from dataclasses import dataclass

NAMESPACES, LANDLOCK, LIMITS = "namespaces", "landlock", "limits"
MECHANISMS = (NAMESPACES, LANDLOCK, LIMITS) if sys.platform == "linux" else (LIMITS,)
"""Those to try on this system; ``LIMITS`` bounds what a child uses, closes nothing, and is there everywhere."""


@dataclass(frozen=True)
class Protection:
    """How a child is shut in."""

    mechanism: str
    """One of ``MECHANISMS``."""
    reason: str = ""
    """Why it is no stronger one, in the system's words."""

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
