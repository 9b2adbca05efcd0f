"""Functions of one call that go on in forks of its process, and what hostile ones do there."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from generator.isolation.branches import Branches

STATE = {"imports": 0}
SECONDS = 80.0
"""Time of a call with its forks, in seconds: enough on a busy machine."""


def doubled(number: Any) -> Any:
    """What a harmless fork answers; strings are names of what a hostile one does before."""
    if isinstance(number, str):
        HOSTILE[number]()
        return "done"
    STATE["imports"] += 1
    return [2 * number, STATE["imports"]]


def leave_process() -> None:
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)


def leave_files() -> None:
    home = Path(os.environ["HOME"])
    if list(home.iterdir()):
        raise FileExistsError
    Path(home, "left", "inside").mkdir(parents=True)
    Path(home, "left", "inside", "file").write_text("x")
    Path(home, "link").symlink_to(home / "left")


def change_file() -> None:
    Path(os.environ["HOME"], "before").write_text("x")


def write_to_the_call() -> None:
    for pipe in (*range(3, 64), *_pipes_of(os.getppid())):
        with contextlib.suppress(OSError):
            os.write(pipe, b"forged" * 1000)
    with contextlib.suppress(OSError), open(f"/proc/{os.getppid()}/mem", "r+b", buffering=0) as memory:
        memory.seek(0x1000)


def _pipes_of(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [os.open(f"/proc/{pid}/fd/{name}", os.O_WRONLY) for name in os.listdir(f"/proc/{pid}/fd")]
    return []


def sleep() -> None:
    time.sleep(60)


def exit_at_once() -> None:
    os._exit(0)


def kill_the_call() -> None:
    os.kill(os.getppid(), signal.SIGKILL)


def run_a_program() -> None:
    subprocess.run(["true"], check=True)


HOSTILE = {
    "leave_process": leave_process,
    "leave_files": leave_files,
    "change_file": change_file,
    "write_to_the_call": write_to_the_call,
    "sleep": sleep,
    "exit_at_once": exit_at_once,
    "kill_the_call": kill_the_call,
    "run_a_program": run_a_program,
}


def branch(arguments: list[Any]) -> list[Any]:
    return Branches().run(doubled, arguments, 8.0 if "sleep" in arguments else SECONDS, result_bytes=1000)


def branch_with_file(arguments: list[Any]) -> list[Any]:
    branches = Branches()
    Path(os.environ["HOME"], "before").write_text("y")
    return branches.run(doubled, arguments, seconds=SECONDS, result_bytes=1000)


def branch_with_thread(arguments: list[Any]) -> list[Any]:
    branches = Branches()
    threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
    return branches.run(doubled, arguments, seconds=SECONDS, result_bytes=1000)


def branch_with_process(arguments: list[Any]) -> list[Any]:
    branches = Branches()
    with subprocess.Popen(["sleep", "5"]) as other:
        found = branches.run(doubled, arguments, seconds=SECONDS, result_bytes=1000)
        other.kill()
        return found


def branch_with_little_room(arguments: list[Any]) -> list[Any]:
    return Branches().run(doubled, arguments, seconds=SECONDS, result_bytes=10)
