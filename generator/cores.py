"""How many processes run side by side on this machine. A leaf."""

from __future__ import annotations

import os


def cores() -> int:
    """Cores that this process may use: of a container's share, where the system says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
