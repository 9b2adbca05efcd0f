"""The number of cores of this machine. A leaf."""

from __future__ import annotations

import math
import os
from pathlib import Path

CGROUPS = Path("/sys/fs/cgroup")
"""Where Linux shows control groups; in a container, its own and those below it."""

OWN_CGROUP = Path("/proc/self/cgroup")


def cores() -> int:
    """Number of cores that this process may use: all, those of its CPU affinity, or fewer by a quota of CPU time."""
    found = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, math.ceil(min(found, _quota())))


def _quota() -> float:
    """Cores' worth of time that ``cpu.max`` (cgroup v2) of this process's group and of all above it allow."""
    try:
        lines = OWN_CGROUP.read_text(encoding="utf-8").splitlines()
    except OSError:
        return math.inf
    own = next((line.removeprefix("0::/") for line in lines if line.startswith("0::/")), "")
    folders = [CGROUPS / own, *(CGROUPS / own).parents]
    return min(_quota_of(folder / "cpu.max") for folder in folders if folder.is_relative_to(CGROUPS))


def _quota_of(file: Path) -> float:
    try:
        time, period = file.read_text(encoding="utf-8").split()
        return math.inf if time == "max" else int(time) / int(period)
    except (OSError, ValueError):  # the root has no such file
        return math.inf
