"""The number of cores of this machine. A leaf."""

from __future__ import annotations

import os


def cores() -> int:
    """Number of cores that this process may use: its CPU affinity, or all cores if the system has none."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
