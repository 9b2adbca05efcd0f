"""The first process of a child: sandboxes itself, then forks for each call, watches it, and ends all its processes.

Foreign code runs in the forks alone. This code is trusted, and talks to the parent over a pipe that forks close.
"""

from __future__ import annotations

import importlib
import os
import select
import signal
import sys
import time
from typing import Any

from generator.isolation import frames, namespaces, processes, worker
from generator.isolation.limits import Limits
from generator.isolation.mechanisms import NAMESPACES

POLL = 0.02
"""Seconds between two polls of a call's pipes, and of its processes in a namespace of their own."""
WIDE_POLL = 0.1
"""Seconds between two polls of a call's processes among all of the machine's."""


def main() -> None:
    """Set up as the first message says, then serve calls until the parent closes the pipe."""
    requests, answers = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    setup = frames.receive(requests)
    setup["server"] = os.getpid()
    try:
        setup["threads"] = processes.threads_of_user(os.getuid()) if os.path.isdir("/proc/self") else 0
        if setup["mechanism"] == NAMESPACES:
            _enter_namespaces(setup)
        else:
            processes.adopt_orphans()
        _fresh_private_folder(setup, Limits())
        worker.prepare(setup)
    except OSError as error:
        frames.send(answers, {"refused": str(error)})
        return
    for name in setup["modules"]:
        importlib.import_module(name)
    frames.send(answers, {"ready": True})
    try:
        while True:
            frames.send(answers, _serve(setup, frames.receive(requests), requests))
    except (frames.Closed, BrokenPipeError):
        if setup["mechanism"] != NAMESPACES:  # with namespaces the folder is in memory
            worker.remove_folder(setup["folder"])


def _enter_namespaces(setup: dict[str, Any]) -> None:
    namespaces.enter(setup["network"])
    first = os.fork()
    if first:
        os.close(2)
        _, status = os.waitpid(first, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    processes.die_with_parent()
    namespaces.close_file_system(setup["folder"], setup["readable"], setup["devices"])


def _fresh_private_folder(setup: dict[str, Any], limits: Limits) -> None:
    if setup["mechanism"] == NAMESPACES:
        namespaces.fresh_private_folder(limits.file_bytes)
    else:
        worker.fresh_private_folder(setup)


def _serve(setup: dict[str, Any], request: dict[str, Any], requests: int) -> dict[str, Any]:
    """Run one call until it ends or is ended, and leave nothing of it: no process, no file."""
    limits = Limits(**request["limits"])
    inside = setup["mechanism"] == NAMESPACES
    _fresh_private_folder(setup, limits)
    printed_out, printed_in = os.pipe()
    result_out, result_in = os.pipe()
    nonce = os.urandom(16)
    pid = os.fork()
    if pid == 0:
        worker.run(setup, request, limits, nonce, result_in, printed_in)
    os.close(printed_in)
    os.close(result_in)
    watched = _Watched(pid, limits, result_out, printed_out, requests, inside)
    try:
        watched.wait()
    finally:
        processes.end_all(inside, worker.user_of_calls(setup))
        watched.drain()
        os.close(result_out)
        os.close(printed_out)
    return watched.answer(nonce)


class _Watched:
    """One call, watched by the server: how it ended, its answer, its output."""

    def __init__(self, pid: int, limits: Limits, result: int, printed: int, requests: int, inside: bool) -> None:
        self.pid = pid
        self.limits = limits
        self.inside = inside
        self.requests = requests
        self.parts: dict[int, bytearray] = {result: bytearray(), printed: bytearray()}
        self.bounds = {result: limits.result_bytes + worker.FRAME, printed: limits.output_bytes}
        self.result, self.printed = result, printed
        self.reason = ""
        for fd in self.parts:
            os.set_blocking(fd, False)

    def wait(self) -> None:
        """Wait until the call's process has ended, or exceeded a limit."""
        look = time.monotonic()
        deadline = look + self.limits.seconds
        open_pipes = set(self.parts)
        while not self.reason:
            ready = select.select([*open_pipes, self.requests], [], [], POLL)[0]
            if self.requests in ready:
                raise frames.Closed  # the parent has gone, so nobody waits for the answer
            open_pipes -= {fd for fd in ready if not self._read(fd)}
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            if ended:
                code = os.waitstatus_to_exitcode(status)
                self.reason = f"exited with {code} before it was done" if code >= 0 else _killed(-code, self.limits)
            elif time.monotonic() > deadline:
                self.reason = f"ran longer than {self.limits.seconds:g} s"
            elif len(self.parts[self.result]) > self.bounds[self.result]:
                self.reason = f"answered with more than {_size(self.limits.result_bytes)}"
            elif time.monotonic() > look:
                look = time.monotonic() + (POLL if self.inside else WIDE_POLL)
                count, memory = processes.usage(self.inside)
                if count > self.limits.processes:
                    self.reason = f"started more than {self.limits.processes} processes"
                elif memory > self.limits.memory_bytes:
                    self.reason = f"needed more than {_size(self.limits.memory_bytes)}"

    def drain(self) -> None:
        """Read the rest from the pipes, once nobody writes to them."""
        for fd in self.parts:
            while self._read(fd):
                pass

    def answer(self, nonce: bytes) -> dict[str, Any]:
        """The message for the parent."""
        printed = bytes(self.parts[self.printed]).decode(errors="replace")
        framed = worker.unframe(bytes(self.parts[self.result]), nonce)
        if framed is None:
            return {"reason": self.reason, "printed": printed}
        kind, text = framed
        if kind == worker.MEMORY:
            return {"reason": f"needed more than {_size(self.limits.memory_bytes)}", "printed": printed}
        return {"reason" if kind == worker.RAISED else "result": text, "printed": printed}

    def _read(self, fd: int) -> bool:
        try:
            part = os.read(fd, 1 << 20)
        except BlockingIOError:
            return False
        kept = self.parts[fd]
        kept += part[: max(0, self.bounds[fd] + 1 - len(kept))]
        return bool(part)


def _killed(number: int, limits: Limits) -> str:
    return f"ran longer than {limits.seconds:g} s" if number == signal.SIGXCPU else f"killed by signal {number}"


def _size(count: int) -> str:
    return f"{count / (1 << 30):.3g} GB" if count >= 1 << 30 else f"{count / (1 << 20):.3g} MB"


if __name__ == "__main__":
    sys.exit("generator.isolation.child starts this")
