"""Counts and ends the processes of a call, for the server."""

from __future__ import annotations

import os
import signal
import sys
import time

from generator.isolation import system_calls

_PAGE = os.sysconf("SC_PAGE_SIZE")


def adopt_orphans() -> None:
    """Make this process the parent of orphans among its descendants, so that none escapes (Linux)."""
    if sys.platform == "linux":
        system_calls.prctl(system_calls.PR_SET_CHILD_SUBREAPER, 1)
        system_calls.prctl(system_calls.PR_SET_DUMPABLE, 0)  # its memory is closed to others of the same user


def die_with_parent() -> None:
    """Be killed when the parent ends (Linux)."""
    if sys.platform == "linux":
        system_calls.prctl(system_calls.PR_SET_PDEATHSIG, signal.SIGKILL)


def usage(inside: bool) -> tuple[int, int]:
    """Number of processes of a call, and their resident memory in bytes; ``inside``: they have their own namespace."""
    if sys.platform != "linux":
        return 1, 0
    found = [p for p in _pids() if p != 1] if inside else _descendants()
    return len(found), sum(_resident(pid) for pid in found)


def threads_of_user(user: int) -> int:
    """Threads of a user on this machine, which the kernel's limit on processes includes."""
    return sum(fields[1] for pid in _pids() if (fields := _stat(pid)) and fields[2] == user)


def end_all(inside: bool, user: int | None) -> None:
    """Kill and reap every process of a call. ``user``: the user under which only calls of this server run, if any."""
    if inside:
        _signal_all()
    elif user is not None:
        helper = os.fork()
        if helper == 0:
            os.setresuid(user, user, user)
            _signal_all()
            os._exit(0)
        os.waitpid(helper, 0)
    while True:
        if sys.platform == "linux" and not inside:
            for pid in _descendants():
                _kill(pid)
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.002)
        except ChildProcessError:
            return


def _signal_all() -> None:
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _descendants() -> list[int]:
    children: dict[int, list[int]] = {}
    for pid in _pids():
        if fields := _stat(pid):
            children.setdefault(fields[0], []).append(pid)
    found: list[int] = []
    front = [os.getpid()]
    while front:
        front = [child for pid in front for child in children.get(pid, [])]
        found += front
    return found


def _stat(pid: int) -> tuple[int, int, int] | None:
    """Parent, threads and user of a process; None where it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
            return int(fields[1]), int(fields[17]), os.fstat(file.fileno()).st_uid
    except OSError:
        return None


def _resident(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * _PAGE
    except OSError:
        return 0
