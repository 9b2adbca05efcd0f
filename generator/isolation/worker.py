"""The process of one call: sets its limits, drops its privileges, runs the function, writes its answer."""

from __future__ import annotations

import errno
import hashlib
import importlib
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
from typing import Any, NoReturn

from generator.isolation import landlock, processes, seccomp, system_calls
from generator.isolation.limits import Limits
from generator.isolation.mechanisms import LANDLOCK, LIMITS, NAMESPACES

RESULT, RAISED, MEMORY = b"=", b"!", b"m"
"""First byte of an answer: a result in JSON, the message of an exception, out of memory."""
FRAME = 16 + 1 + 8 + 32
"""Bytes before an answer: the call's nonce, the kind, the length, the SHA-256."""
WORDS = 500
"""Longest message of an exception that is passed on, in letters."""

_NO_SHARED_USER = 1_000_000_000
"""First of the user ids that nobody has: a call started by root runs as this plus the server's process id."""


def prepare(setup: dict[str, Any]) -> None:
    """Try the sandbox that every call will need; raises OSError where the system refuses it."""
    if setup["mechanism"] != LIMITS:
        pid = os.fork()
        if pid == 0:
            try:
                _shut_in(setup, Limits())
            except OSError as error:
                os._exit(error.errno or errno.EPERM)
            os._exit(0)
        refused = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if refused:
            raise OSError(refused, f"{setup['mechanism']}: {os.strerror(abs(refused))}")


def user_of_calls(setup: dict[str, Any]) -> int | None:
    """The user under which only calls of this server run; None where it cannot choose one, or needs none."""
    return _NO_SHARED_USER + setup["server"] if setup["mechanism"] != NAMESPACES and os.getuid() == 0 else None


def fresh_private_folder(setup: dict[str, Any]) -> None:
    """Empty the private folder, where there are no namespaces; it has the same path in each call."""
    path = setup["private"]
    remove_folder(path)
    os.mkdir(path, 0o700)
    user = user_of_calls(setup)
    if user is not None:
        os.chmod(setup["folder"], 0o711)
        os.chown(path, user, user)


def remove_folder(path: str) -> None:
    """Delete a folder that foreign code filled, however deep."""
    subprocess.run(["rm", "-rf", "--", path], check=True)


def run(
    setup: dict[str, Any], request: dict[str, Any], limits: Limits, nonce: bytes, result: int, printed: int
) -> NoReturn:
    """Become the process of a call; ``result`` and ``printed`` are the pipes that it writes to."""
    try:
        os.setsid()
        processes.die_with_parent()
        os.dup2(printed, 1)
        os.dup2(printed, 2)
        os.closerange(3, result)
        os.closerange(result + 1, os.sysconf("SC_OPEN_MAX"))
        os.chdir(setup["private"])
        tempfile.tempdir = None
        _answer(setup, request, limits, nonce, result)
        os._exit(0)
    finally:
        os._exit(1)  # the fork must not return into the server's code


def _answer(setup: dict[str, Any], request: dict[str, Any], limits: Limits, nonce: bytes, result: int) -> None:
    try:
        _shut_in(setup, limits)
        kind, text = _outcome(request)
    except SystemExit as error:
        _flush()
        os._exit(error.code if isinstance(error.code, int) else bool(error.code))
    except BaseException as error:  # foreign code may raise anything
        kind, text = _words(error)
    _flush()
    body = text.encode(errors="replace")
    left = memoryview(nonce + kind + len(body).to_bytes(8, "little") + hashlib.sha256(body).digest() + body)
    while left:
        left = left[os.write(result, left) :]


def unframe(content: bytes, nonce: bytes) -> tuple[bytes, str] | None:
    """Kind and text of a complete answer; None for anything else that was written to the pipe."""
    body = content[FRAME:]
    kind = content[16:17]
    whole = nonce + kind + len(body).to_bytes(8, "little") + hashlib.sha256(body).digest()
    return (kind, body.decode(errors="replace")) if content[:FRAME] == whole else None


def _outcome(request: dict[str, Any]) -> tuple[bytes, str]:
    module, _, name = request["entry"].partition(":")
    function = getattr(importlib.import_module(module), name)
    return RESULT, json.dumps(function(request["argument"]))


def _words(error: BaseException) -> tuple[bytes, str]:
    if isinstance(error, MemoryError):
        return MEMORY, ""
    first = next((line for line in str(error).splitlines() if line.strip()), "")
    text = f"raised {type(error).__name__}: {first}" if first else f"raised {type(error).__name__}"
    return RAISED, "".join(c if c.isprintable() else "?" for c in text[:WORDS])


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # foreign code may have put anything in its place
            continue


def _shut_in(setup: dict[str, Any], limits: Limits) -> None:
    user = user_of_calls(setup)
    _set_limits(limits, None if os.getuid() == 0 and user is None else 2 * limits.processes + setup["threads"])
    if sys.platform != "linux":
        return
    kept = _give_up_root(user) if user is not None else 0
    system_calls.set_capabilities(kept)
    system_calls.prctl(system_calls.PR_SET_NO_NEW_PRIVS, 1)
    network = setup["network"]
    if setup["mechanism"] == NAMESPACES:
        seccomp.restrict(seccomp.KERNEL, sockets="all")
        return
    if setup["mechanism"] == LANDLOCK:
        landlock.restrict(setup["readable"], setup["listable"], setup["devices"], setup["private"], network)
    signals = {} if user is not None or landlock.version() >= landlock.SIGNALS_SINCE else seccomp.SIGNALS
    attributes = {} if user is not None else seccomp.ATTRIBUTES
    seccomp.restrict(seccomp.KERNEL, signals, attributes, sockets="internet" if network else "none")


def _give_up_root(user: int) -> int:
    """Become ``user``, who can still read root's Python; returns the mask of the capability that allows it."""
    permitted = system_calls.permitted_capabilities()
    reading = 1 << system_calls.CAP_DAC_READ_SEARCH & permitted or 1 << system_calls.CAP_DAC_OVERRIDE & permitted
    system_calls.prctl(system_calls.PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    return reading


def _set_limits(limits: Limits, threads: int | None) -> None:
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_CPU: math.ceil(limits.seconds) + 1,
        resource.RLIMIT_FSIZE: limits.file_bytes,
    }
    if threads is not None:
        bounds[resource.RLIMIT_NPROC] = threads
    for kind, bound in bounds.items():
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            bound = min(bound, hard)
        try:
            resource.setrlimit(kind, (bound, bound))
        except ValueError:
            continue  # macOS knows no bound on address space
