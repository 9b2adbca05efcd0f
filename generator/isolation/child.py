"""Runs a function in a sandboxed child process: JSON in, JSON out, and no other access to the machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from generator.isolation import frames, namespaces
from generator.isolation.limits import Limits
from generator.isolation.mechanisms import LIMITS, MECHANISMS, NAMESPACES, Protection

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from generator.isolation import server; server.main()"
)
_START_SECONDS = 60.0
"""Time limit for a child to start and to import its modules, in seconds."""
_GRACE_SECONDS = 10.0
"""Time after a call's limit in which the child has to report that it ended the call, in seconds."""
_KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH")
_SYSTEM = (
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/alternatives",
)
_FOR_NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/ssl", "/etc/pki", "/etc/ca-certificates")
_OF_PROCESSOR = ("/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")

_refusals: dict[str, str] = {}
"""Mechanism -> why this system does not have it; found once a process."""


class ChildFailed(Exception):
    """A call gave no answer; ``args[0]`` says in one plain line what its process did instead."""

    def __init__(self, reason: str, printed: str = "") -> None:
        super().__init__(reason)
        self.printed = printed
        """The first of what it printed (``Limits.output_bytes``)."""


@dataclass(frozen=True)
class Answer:
    """The answer of a call."""

    value: Any
    """The function's result, decoded from JSON."""
    printed: str
    """The first of what it printed to stdout and stderr (``Limits.output_bytes``)."""


def call(
    entry: str,
    argument: Any,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    *,
    readable: Sequence[Path] = (),
    network: bool = False,
    shut_in: str | None = None,
) -> Any:
    """The result of the function ``entry`` ("package.module:function") for ``argument``, in a child made for it.

    ``argument`` and the result are plain JSON. The child sees Python, its packages, the system's libraries and
    ``readable`` (files or folders), all read-only; its folder, HOME and TMPDIR are private, empty, and deleted
    afterwards; every process that it leaves is killed. It gets only a short list of environment variables. ``shut_in``
    is one of ``MECHANISMS`` (None: the strongest that the system has). Raises ``ChildFailed``.

    At worst, a hostile ``argument`` makes the child lie about its own result: check what comes back.
    """
    with Child(readable=readable, network=network, shut_in=shut_in) as child:
        return child.call(entry, argument, limits)


class Child:
    """A sandboxed process that answers calls, each in a fork of its own, so that modules are imported once.

    ``modules`` are imported before the first call ("warp"); foreign code runs in forks alone, and a call leaves
    nothing for the next. Calls from several threads wait for each other. A context manager.
    """

    def __init__(
        self,
        *,
        modules: Sequence[str] = (),
        readable: Sequence[Path] = (),
        network: bool = False,
        shut_in: str | None = None,
    ) -> None:
        self._modules = list(modules)
        self._readable = [str(Path(path).absolute()) for path in readable]
        self._network = network
        self._mechanisms = (shut_in,) if shut_in else MECHANISMS
        self.protection = Protection(LIMITS)
        """How it is sandboxed, once it was started."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._ended = False

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def call(self, entry: str, argument: Any, limits: Limits = Limits()) -> Any:  # noqa: B008 (frozen)
        """Like the function ``call``."""
        return self.answer(entry, argument, limits).value

    def answer(self, entry: str, argument: Any, limits: Limits = Limits()) -> Answer:  # noqa: B008 (frozen)
        """Like ``call``, together with what was printed."""
        with self._lock:
            if self._process is None:
                self._start()
            request = {"entry": entry, "argument": argument, "limits": asdict(limits)}
            message = self._exchange(request, limits.seconds + _GRACE_SECONDS, f"ran longer than {limits.seconds:g} s")
        if "reason" in message:
            raise ChildFailed(message["reason"], message["printed"])
        try:
            return Answer(json.loads(message["result"]), message["printed"])
        except (ValueError, RecursionError):
            raise ChildFailed("answered with what is no JSON", message["printed"]) from None

    def end(self) -> None:
        """Kill the child for good, from any thread: a running call and all later ones raise ``ChildFailed``."""
        self._ended = True
        process = self._process
        if process is not None:
            process.kill()

    def close(self) -> None:
        """End the child and delete its folder; a later call starts a new one."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin and process.stdout and process.stderr
            process.stdin.close()
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()
            process.stderr.close()
        if self._folder is not None:
            subprocess.run(["rm", "-rf", "--", f"{self._folder.name}/call"], check=False)
            self._folder.cleanup()
            self._folder = None

    def _start(self) -> None:
        if self._ended:
            raise ChildFailed("was ended")
        for mechanism in self._mechanisms:
            if mechanism not in _refusals or len(self._mechanisms) == 1:
                reason = self._start_as(mechanism)
                if not reason:
                    break
                _refusals[mechanism] = reason
        else:
            raise ChildFailed(f"does not start here: {_refusals[self._mechanisms[-1]]}")
        weaker = self._mechanisms[: self._mechanisms.index(mechanism)]
        words = "; ".join(_refusals[m] for m in weaker)
        self.protection = Protection(mechanism, words if sys.platform == "linux" else f"{sys.platform} has none")

    def _start_as(self, mechanism: str) -> str:
        """Start the child; returns why the system refuses that mechanism, or an empty text."""
        self._folder = tempfile.TemporaryDirectory(prefix="warp-cuda-ir-child-")
        private = namespaces.PRIVATE if mechanism == NAMESPACES else f"{self._folder.name}/call"
        path = [os.path.abspath(entry) for entry in sys.path]
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _START, json.dumps(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=_environment(private),
            cwd="/",
            start_new_session=True,
        )
        setup = {
            "mechanism": mechanism,
            "modules": self._modules,
            "folder": self._folder.name,
            "private": private,
            "network": self._network,
            "devices": list(_DEVICES),
            "listable": path,
            "readable": [*_needed(path), *(_FOR_NETWORK if self._network else ()), *self._readable]
            + ([] if mechanism == NAMESPACES else list(_OF_PROCESSOR)),
        }
        message = self._exchange(setup, _START_SECONDS, "did not start in time")
        if "refused" in message:
            self.close()
        return str(message.get("refused", ""))

    def _exchange(self, message: Any, seconds: float, late: str) -> dict[str, Any]:
        assert self._process and self._process.stdin and self._process.stdout and self._process.stderr
        try:
            frames.send(self._process.stdin.fileno(), message)
            answer: dict[str, Any] = frames.receive(self._process.stdout.fileno(), time.monotonic() + seconds)
            return answer
        except frames.Late:
            self._process.kill()
            self.close()
            raise ChildFailed(late) from None
        except (frames.Closed, BrokenPipeError):
            said = self._process.stderr.read(1 << 16).decode(errors="replace").strip().splitlines()
            self.close()
            raise ChildFailed(f"its own process ended{': ' + said[-1] if said else ''}") from None


def _environment(private: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    return kept | {
        "HOME": private,
        "TMPDIR": private,
        "USER": "nobody",
        "LOGNAME": "nobody",
        "WARP_CACHE_PATH": f"{private}/warp",
        "OPENBLAS_NUM_THREADS": "1",  # a stack and an arena for each core would count as address space
        "OMP_NUM_THREADS": "1",
    }


def _needed(path: Sequence[str]) -> list[str]:
    """Files that Python needs: itself, its packages, this package; no other files of the folders on its path."""
    package = str(Path(__file__).parents[1])
    packages = [entry for entry in path if Path(entry).name in ("site-packages", "dist-packages")]
    return [*_SYSTEM, sys.prefix, sys.base_prefix, sys.exec_prefix, *packages, package]
