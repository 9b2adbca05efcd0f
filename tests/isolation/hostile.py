"""Functions that a hostile row or file might bring; each is run in a child alone."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def exit_quietly(_: Any) -> None:
    sys.exit(0)


def exit_at_once(_: Any) -> None:
    os._exit(0)


def loop(_: Any) -> None:
    while True:
        pass


def allocate(_: Any) -> int:
    return len(bytearray(64 << 30))


def allocate_by_children(count: int) -> None:
    for _ in range(count):
        if os.fork() == 0:
            kept = bytearray(b"x") * (40 << 20)
            time.sleep(60)
            print(len(kept))
    time.sleep(60)


def fork_bomb(_: Any) -> None:
    while True:
        with contextlib.suppress(OSError):
            os.fork()


def write_outside(path: str) -> None:
    for where in (path, f"{path}.link"):
        with contextlib.suppress(OSError):
            Path(where).write_text("was here")
    with contextlib.suppress(OSError):
        os.symlink(path, "link")
        Path("link").write_text("was here")


def change_outside(path: str) -> list[str]:
    """Try each way to change or remove a file of the caller; the names of those that worked."""
    ways = {
        "chmod": lambda: os.chmod(path, 0o777),
        "utime": lambda: os.utime(path, (0, 0)),
        "truncate": lambda: os.truncate(path, 0),
        "remove": lambda: os.remove(path),
        "rename": lambda: os.rename(path, f"{path}.moved"),
        "link": lambda: os.link(path, "other"),
    }
    worked = []
    for name, way in ways.items():
        with contextlib.suppress(OSError):
            way()
            worked.append(name)
    return worked


def read(path: str) -> str:
    return Path(path).read_text()


def open_socket(port: int) -> str:
    with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        return connection.recv(100).decode()


def print_much(_: Any) -> str:
    for _ in range(2000):
        print("x" * 10_000)
    return "done"


def write_to_every_pipe(_: Any) -> None:
    for fd in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(fd, b'{"result": "forged"}' * 10)
    os._exit(0)


def close_everything(_: Any) -> str:
    os.closerange(0, 1000)
    return "closed"


def kill_parent(_: Any) -> str:
    for target in (os.getppid(), 1 if os.getppid() == 1 else os.getppid()):
        with contextlib.suppress(OSError):
            os.kill(target, signal.SIGKILL)
    time.sleep(0.2)
    return "survived"


def kill_by_number(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)


def daemonize(marker: str) -> str:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
            Path(marker).write_text("was here")
        os._exit(0)
    os.wait()
    return "left a daemon"


def leave_sleeper(_: Any) -> None:
    if os.fork() == 0:
        os.setsid()
    time.sleep(600)


def crash(_: Any) -> None:
    os.abort()


def raise_error(_: Any) -> None:
    raise ValueError("bad\x1b[31m\nsecond line")


def answer_no_json(_: Any) -> Any:
    return {1, 2}


def fill_disk(_: Any) -> None:
    with open("big", "wb") as file:
        for _ in range(64):
            file.write(b"x" * (1 << 20))


def leave_file(_: Any) -> list[str]:
    before = sorted(os.listdir("."))
    Path("left").write_text("was here")
    os.makedirs("/".join(["d"] * 500))
    return before


def environment(_: Any) -> dict[str, str]:
    return dict(os.environ)


def place(_: Any) -> list[str]:
    return [os.getcwd(), str(Path.home()), os.environ["TMPDIR"]]


def signal_with_a_program(pid: int) -> int:
    return subprocess.run(["/bin/sh", "-c", f"kill -9 {pid}"], stderr=subprocess.DEVNULL).returncode


def become_root(_: Any) -> list[str]:
    worked = []
    for name in ("setuid", "setgid"):
        with contextlib.suppress(OSError):
            getattr(os, name)(1)
            worked.append(name)
    return worked


def answer_much(_: Any) -> str:
    return "x" * (20 << 20)


def echo(argument: Any) -> Any:
    return argument
