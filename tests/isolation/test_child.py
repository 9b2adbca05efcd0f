"""Hostile functions in a child: each ends with its own line, and nothing of the machine is touched."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from generator.isolation import Child, ChildFailed, Limits, call
from generator.isolation.mechanisms import LANDLOCK, LIMITS, NAMESPACES

BOUNDS = Limits(seconds=60, memory_bytes=1 << 30, processes=16, file_bytes=16 << 20, result_bytes=16 << 20)
"""What is done at once on a quiet machine may take its time on a busy one."""
SHORT = replace(BOUNDS, seconds=2)
PATIENCE = 30.0
"""Longest wait for what the kernel does soon, in seconds."""
SERVERS = {NAMESPACES: 1, LANDLOCK: 0}
"""Processes of its own that a child has below its first one."""
HERE = Path(__file__).parent


@pytest.fixture(scope="module", params=[NAMESPACES, LANDLOCK])
def child(request: pytest.FixtureRequest) -> Iterator[Child]:
    """A child that is shut in, with namespaces and with what stands in for them."""
    sys.path.insert(0, str(HERE))
    try:
        opened = Child(shut_in=request.param, readable=[HERE / "hostile.py"])
        try:
            opened.__enter__()
        except ChildFailed as error:
            pytest.skip(f"this system has no {request.param}: {error}")
        yield opened
        opened.close()
    finally:
        sys.path.remove(str(HERE))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("exit_quietly", "exited with 0 before it was done"),
        ("exit_at_once", "exited with 0 before it was done"),
        ("loop", "ran longer than 2 s"),
        ("allocate", "needed more than 1 GB"),
        ("fork_bomb", "started more than 16 processes"),
        ("write_to_every_pipe", "exited with 0 before it was done"),
        ("raise_error", "raised ValueError: bad?[31m"),
        ("answer_no_json", "raised TypeError: Object of type set is not JSON serializable"),
        ("answer_much", "answered with more than 16 MB"),
    ],
)
def test_a_call_that_fails_has_its_line(child: Child, name: str, line: str) -> None:
    with pytest.raises(ChildFailed) as failed:
        child.call(f"hostile:{name}", None, SHORT if name == "loop" else BOUNDS)
    assert str(failed.value) == line
    assert child.call("hostile:echo", {"a": [1, None, "é"]}, BOUNDS) == {"a": [1, None, "é"]}


def test_a_crash_is_told(child: Child) -> None:
    with pytest.raises(ChildFailed, match=f"killed by signal ({int(signal.SIGABRT)}|{int(signal.SIGSEGV)})$"):
        child.call("hostile:crash", None, BOUNDS)


def test_memory_of_all_processes_of_the_call_counts(child: Child) -> None:
    bounds = replace(BOUNDS, memory_bytes=128 << 20)
    for _ in range(4):
        with pytest.raises(ChildFailed, match="needed more than 128 MB"):
            child.call("hostile:allocate_by_children", 4, bounds)
        assert child.call("time:sleep", 0.05, bounds) is None, "what an earlier call had does not count"


def test_nothing_is_written_outside(child: Child, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    marker = tmp_path / "marker"
    child.call("hostile:write_outside", str(marker), BOUNDS)
    assert not os.listdir(tmp_path)


def test_nothing_is_changed_outside(child: Child, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    victim = tmp_path / "victim"
    victim.write_text("mine")
    before = victim.stat()
    assert child.call("hostile:change_outside", str(victim), BOUNDS) == []
    assert victim.read_text() == "mine"
    assert (victim.stat().st_mode, victim.stat().st_mtime) == (before.st_mode, before.st_mtime)


def test_nothing_is_read_outside(child: Child, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("hf_secret")
    for path in (tmp_path / "token", Path("/etc/passwd"), Path(f"/proc/{os.getpid()}/environ")):
        with pytest.raises(ChildFailed, match=r"raised (PermissionError|FileNotFoundError)"):
            child.call("hostile:read", str(path), BOUNDS)


def test_what_is_readable_is_read(child: Child) -> None:
    assert "hostile" in child.call("hostile:read", str(HERE / "hostile.py"), BOUNDS)


def test_no_socket_reaches_anything(child: Child) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        greeter = threading.Thread(target=_greet, args=(server,), daemon=True)
        greeter.start()
        port = server.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as connection:  # the server does answer
            assert connection.recv(10) == b"hello"
        with pytest.raises(ChildFailed, match=r"raised (ConnectionRefusedError|PermissionError|OSError)"):
            child.call("hostile:open_socket", port, BOUNDS)


def _greet(server: socket.socket) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.sendall(b"hello")


def test_what_is_printed_is_bounded_and_apart(child: Child) -> None:
    answer = child.answer("hostile:print_much", None, BOUNDS)
    assert answer.value == "done"
    assert set(answer.printed) == {"x", "\n"}
    assert BOUNDS.output_bytes <= len(answer.printed) <= BOUNDS.output_bytes + 1


def test_closed_pipes_are_no_answer(child: Child) -> None:
    with pytest.raises(ChildFailed):
        child.call("hostile:close_everything", None, BOUNDS)
    assert child.call("hostile:echo", 1, BOUNDS) == 1


def test_the_parents_survive(child: Child) -> None:
    assert child.call("hostile:kill_parent", None, BOUNDS) == "survived"
    bystander = subprocess.Popen(["sleep", "600"])
    try:
        child.call("hostile:kill_by_number", bystander.pid, BOUNDS)
        child.call("hostile:signal_with_a_program", bystander.pid, BOUNDS)
        time.sleep(0.05)
        assert bystander.poll() is None
    finally:
        bystander.kill()
        bystander.wait()


def test_a_daemon_does_not_outlive_its_call(child: Child, tmp_path: Path) -> None:
    started = time.monotonic()
    assert child.call("hostile:daemonize", "marker", BOUNDS) == "left a daemon"
    assert time.monotonic() - started < 30, "the daemon, which sleeps for a minute, was waited for"
    assert child._process is not None
    assert len(_processes_below(child._process.pid)) == SERVERS[child.protection.mechanism], "the daemon is gone"


def _processes_below(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append(int(name))
    found, front = [], [pid]
    while front:
        front = [child for parent in front for child in children.get(parent, [])]
        found += front
    return found


def test_files_are_bounded_and_gone_with_their_call(child: Child) -> None:
    with pytest.raises(ChildFailed, match=r"raised OSError: .*(File too large|No space left)"):
        child.call("hostile:fill_disk", None, BOUNDS)
    assert child.call("hostile:leave_file", None, BOUNDS) == []
    assert child.call("hostile:leave_file", None, BOUNDS) == []


def test_the_environment_holds_no_secret(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    with Child(shut_in=child.protection.mechanism, readable=[HERE / "hostile.py"]) as fresh:
        seen = fresh.call("hostile:environment", None, BOUNDS)
        assert "HF_TOKEN" not in seen and "PATH" in seen
        folder, home, temporary = fresh.call("hostile:place", None, BOUNDS)
        assert folder == home == temporary
    assert not Path(folder).exists()


def test_no_privilege_comes_back(child: Child) -> None:
    assert child.call("hostile:become_root", None, BOUNDS) == []


def test_limits_hold_where_the_system_isolates_nothing() -> None:
    with pytest.raises(ChildFailed, match="exited with 0 before it was done"):
        call("os:_exit", 0, BOUNDS, shut_in=LIMITS)
    with pytest.raises(ChildFailed, match="ran longer than 1 s"):
        call("time:sleep", 60, Limits(seconds=1), shut_in=LIMITS)


def test_a_child_ends_with_its_parent_and_all_that_it_started(child: Child) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from generator.isolation import Child, Limits\n"
        "child = Child(shut_in=sys.argv[2], readable=[sys.argv[1] + '/hostile.py']); child.__enter__()\n"
        "print(child._process.pid, child._folder.name, flush=True)\n"
        "child.call('hostile:leave_sleeper', None, Limits(seconds=600))"
    )
    command = [sys.executable, "-c", code, str(HERE), child.protection.mechanism]
    parent = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=HERE.parents[1])
    assert parent.stdout is not None and parent.stderr is not None
    line = parent.stdout.readline().split()
    assert line, parent.stderr.read()
    server, folder = int(line[0]), line[1]
    deadline = time.monotonic() + PATIENCE
    expected = SERVERS[child.protection.mechanism] + 2
    while len(sleepers := _processes_below(server)) < expected and time.monotonic() < deadline:
        time.sleep(0.02)
    assert len(sleepers) == expected
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + PATIENCE
    while any(map(_runs, [server, *sleepers])) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(_runs, [server, *sleepers]))
    if child.protection.mechanism == LANDLOCK:
        assert not Path(folder).exists()


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
