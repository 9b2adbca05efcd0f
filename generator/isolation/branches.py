"""Runs a function on many arguments in forks of a call's process, which share the foreign code that it has imported.

A fork can reach neither this process nor the answer of the call. Files that it left are deleted before the next fork,
and after one that left anything else there is no further fork: so none can change another one's answer.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from generator.isolation import system_calls
from generator.isolation.processes import die_with_parent

POLL = 0.05
"""Seconds between two polls of a fork."""


class Branches:
    """Forks of the process of a call; to be created before it imports foreign code (Linux)."""

    def __init__(self) -> None:
        self._folder = os.getcwd()
        # A call's process starts with one open pipe, that of its answer, which has a low number.
        self._answer_pipes = [number for number in range(3, 256) if _is_open(number)]
        self._dumpable = int(system_calls.prctl(system_calls.PR_GET_DUMPABLE) == 1)

    def run(
        self, function: Callable[[Any], Any], arguments: Sequence[Any], seconds: float, result_bytes: int
    ) -> list[Any]:
        """The results of ``function`` for each argument (plain JSON), each in a fork of its own, one after the other.

        A result is None where the fork did not answer within a quarter of ``seconds``, or died; all are once
        ``seconds`` or ``result_bytes`` are spent, and from the first fork on that left a process or changed a file.
        The caller should make a call of its own for each of these arguments.
        """
        found: list[Any] = [None] * len(arguments)
        if threading.active_count() > 1 or _has_children():
            return found  # a fork has neither its threads nor its children
        system_calls.prctl(system_calls.PR_SET_CHILD_SUBREAPER, 1)
        system_calls.prctl(system_calls.PR_SET_DUMPABLE, 0)  # forks cannot read its memory or its pipes
        files = self._files()
        end = time.monotonic() + seconds
        for place, argument in enumerate(arguments):
            deadline = min(end, time.monotonic() + seconds / 4)
            if deadline - time.monotonic() < seconds / 8:
                break
            answer = self._branch(function, argument, deadline, result_bytes)
            if _has_children() or not self._put_back(files):
                break
            result_bytes -= len(answer)
            found[place] = _parsed(answer)
        return found

    def _branch(self, function: Callable[[Any], Any], argument: Any, deadline: float, most: int) -> bytes:
        """The answer of a fork; empty where it dies, is late, or answers with more than ``most`` bytes."""
        out, into = os.pipe()
        pid = os.fork()
        if pid == 0:
            self._answer(function, argument, into, out)
        os.close(into)
        os.set_blocking(out, False)
        text = bytearray()
        is_open = True
        try:
            while True:
                select.select([out] if is_open else [], [], [], POLL)
                is_open = is_open and _read(out, text)
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    while is_open and _is_ready(out):
                        is_open = _read(out, text)
                    return bytes(text) if status == 0 and len(text) <= most else b""
                if time.monotonic() > deadline or len(text) > most:
                    os.kill(pid, signal.SIGKILL)
        finally:
            os.close(out)

    def _answer(self, function: Callable[[Any], Any], argument: Any, into: int, out: int) -> NoReturn:
        """Run the function and write its answer, in the fork."""
        try:
            os.setsid()
            die_with_parent()
            for pipe in (*self._answer_pipes, out):
                os.close(pipe)
            system_calls.prctl(system_calls.PR_SET_DUMPABLE, self._dumpable)
            left = memoryview(json.dumps(function(argument)).encode())
            while left:
                left = left[os.write(into, left) :]
            os._exit(0)
        finally:
            os._exit(1)  # the fork must not return into the code of the call

    def _files(self) -> dict[str, tuple[int, int]]:
        """Path -> size and time of change of each file in the private folder; folders are listed with zeros."""
        found: dict[str, tuple[int, int]] = {}
        for folder, folders, names in os.walk(self._folder):
            found |= {os.path.join(folder, name): (0, 0) for name in folders}
            for name in names:
                status = os.lstat(os.path.join(folder, name))
                found[os.path.join(folder, name)] = status.st_size, status.st_ctime_ns
        return found

    def _put_back(self, files: dict[str, tuple[int, int]]) -> bool:
        """Delete what a fork wrote into the private folder; False where that does not restore the files of before."""
        for path in sorted(self._files().keys() - files.keys(), reverse=True):  # a folder after what is in it
            try:
                os.rmdir(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)
            except OSError:
                return False
        return self._files() == files


def can_branch() -> bool:
    """Whether this system can keep forks apart."""
    return sys.platform == "linux"


def _has_children() -> bool:
    """Whether this process has children, zombies and adopted orphans included: those show that a fork left one."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _parsed(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # foreign code may have written anything
        return None


def _is_ready(pipe: int) -> bool:
    return bool(select.select([pipe], [], [], 0)[0])


def _read(pipe: int, text: bytearray) -> bool:
    """Read a part of the answer into ``text``; False at its end."""
    try:
        part = os.read(pipe, 1 << 20)
    except BlockingIOError:
        return True
    text += part
    return bool(part)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
