"""A producer that is killed, or runs out of disk, goes on and ends with the bytes of an undisturbed run."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.production import producer
from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.folder.files import TEMPORARY
from generator.production.folder.manifest_file import MANIFEST
from generator.production.making.plan import Plan, write_plan
from tests.production.folders import build, content

# Folders are watched by os.walk: rglob raises when a running producer removes a folder under it.

TOY_PRODUCER = """
import sys
from pathlib import Path
from generator.production.running.executors import executor_for
from generator.production.producer import produce
from generator.production.progress import Silent
from tests.production import toy_kernels

if __name__ == "__main__":
    with executor_for("local", int(sys.argv[2])) as executor:
        produce(toy_kernels.recipe(verify="compile"), Path(sys.argv[1]), executor, Silent())
"""


def toy_command(folder: Path, out: Path, workers: int) -> list[str]:
    """What makes a toy build in a process of its own."""
    script = folder / "toy_producer.py"
    script.write_text(TOY_PRODUCER)
    return [str(script), str(out), str(workers)]


def start(command: Sequence[str], root: Path) -> subprocess.Popen[bytes]:
    environment = os.environ | {"PYTHONPATH": str(root)}
    return subprocess.Popen([sys.executable, *command], cwd=root, env=environment, start_new_session=True)


def events(build_folder: Path) -> int:
    """How many files were finished so far; it grows while a producer works."""
    return sum(not name.endswith(TEMPORARY) for _, _, names in os.walk(build_folder) for name in names)


def members_of_group(group: int) -> list[int]:
    """Processes of the session that a producer began, zombies left out."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(entry.parent.name))
    return found


def kill_at_random_moments(
    command: Sequence[str], root: Path, out: Path, kills: int, whole: int, moments: random.Random
) -> int:
    """Start the producer ``kills`` times and kill it each time somewhere on its way. Returns how often it was alive."""
    killed = 0
    for number in range(kills):
        # Moments are counted in finished files, not seconds: a slow machine is killed at the same places as a fast one.
        done = events(out) if out.exists() else 0
        moment = done + moments.randrange(1, max(2, (whole - done) // (kills - number) + 2))
        producer = start(command, root)
        while producer.poll() is None and (not out.exists() or events(out) < moment):
            time.sleep(0.002)
        time.sleep(moments.random() * 0.03)
        killed += producer.poll() is None
        producer.send_signal(signal.SIGKILL)
        producer.wait()
        wait_for_the_end_of(producer.pid)
    return killed


def wait_for_the_end_of(group: int) -> None:
    """A killed producer cannot end its workers: they have to see it themselves."""
    patience = time.monotonic() + 60
    while members_of_group(group):
        assert time.monotonic() < patience, "a worker outlived its producer"
        time.sleep(0.02)


def test_killed_toy_producer_ends_with_the_same_bytes(tmp_path: Path, root: Path, fresh_seed: int) -> None:
    calm, killed = tmp_path / "calm/toy", tmp_path / "killed/toy"
    build(calm, verify="compile")
    command = toy_command(tmp_path, killed, workers=2)
    alive = kill_at_random_moments(command, root, killed, 2, events(calm), random.Random(fresh_seed))
    assert alive, "the producer was never alive when it was to be killed"
    assert start(command, root).wait() == 0
    assert content(killed) == content(calm)
    assert not list(killed.rglob(f"*{TEMPORARY}"))


@pytest.mark.slow
def test_producer_killed_ten_times_ends_with_the_same_bytes(tmp_path: Path, root: Path, fresh_seed: int) -> None:
    def command(out: Path) -> list[str]:
        options = [
            "--config",
            "cuda_forward,cuda_backward",
            "--rows",
            "1100",
            "--workers",
            "2",
            "--seed",
            str(fresh_seed),
        ]
        return [
            "-m",
            "generator",
            "produce",
            *options,
            "--verify",
            "compile",
            "--verify-sample",
            "0.02",
            "--out",
            str(out),
        ]

    calm, killed = tmp_path / "calm/real", tmp_path / "killed/real"
    assert start(command(calm), root).wait() == 0
    moments = random.Random(fresh_seed)
    assert kill_at_random_moments(command(killed), root, killed, 10, events(calm), moments) >= 5
    assert start(command(killed), root).wait() == 0
    assert content(killed) == content(calm)


def test_full_disk_is_one_line_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calm, full = tmp_path / "calm/toy", tmp_path / "full/toy"
    build(calm, verify="compile")
    replace = os.replace
    room = 0

    def replace_while_there_is_room(source: Path, target: Path) -> None:
        nonlocal room
        room -= 1
        if room < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", replace_while_there_is_room)
    failures = 0
    while not (full / "README.md").exists() or failures == 0:
        before = len(list(full.rglob("*.arrow.json")))
        room = 14
        try:
            build(full, verify="compile")
        except BuildError as error:
            assert "run the same command" in str(error) and "\n" not in str(error)
            failures += 1
        assert len(list(full.rglob("*.arrow.json"))) >= before
    assert failures > 2
    room = 100
    build(full, verify="compile")
    assert content(full) == content(calm)


def test_a_plan_that_is_lost_leads_to_the_same_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rounds of draws follow from the pieces that are there, though later plans had candidates for some of them."""
    plans: list[Plan] = []
    calm, lost = tmp_path / "calm/toy", tmp_path / "lost/toy"

    def noted(*arguments: Any) -> Plan:
        plans.append(write_plan(*arguments))
        return plans[-1]

    monkeypatch.setattr(producer, "write_plan", noted)
    build(calm, rows=2_400, verify="compile")
    made, last = len(plans), plans[-1].draws
    assert made > 3 and len(last["train"]) > 3
    rounds = 0
    for stop in (made - 2, made - 1, made):
        monkeypatch.setattr(producer, "write_plan", stopped_at(stop, noted))
        with pytest.raises(KeyboardInterrupt):
            build(lost, rows=2_400, verify="compile")
        (lost / ".production/plan.json").unlink()
        rounds += 1
    monkeypatch.setattr(producer, "write_plan", noted)
    build(lost, rows=2_400, verify="compile")
    assert rounds == 3 and plans[-1].draws == last
    assert content(lost) == content(calm)


def stopped_at(number: int, write: Callable[..., Plan]) -> Callable[..., Plan]:
    """What writes plans, and stops instead of writing the ``number``-th."""
    left = number

    def written(*arguments: Any) -> Plan:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt
        return write(*arguments)

    return written


def test_work_files_damaged_while_nobody_looked_are_made_again(tmp_path: Path, root: Path) -> None:
    calm, out = tmp_path / "calm/toy", tmp_path / "out/toy"
    build(calm, verify="compile")
    producer = start(toy_command(tmp_path, out, workers=1), root)
    while sum(n.endswith(".arrow.json") for _, _, names in os.walk(out) for n in names) < 3 and producer.poll() is None:
        time.sleep(0.002)
    producer.send_signal(signal.SIGKILL)
    producer.wait()
    damaged = [path for path in [*out.rglob("*.arrow"), *out.rglob("*.bin")] if files.facts_of(path) is not None]
    assert damaged
    for path in damaged:
        path.write_bytes(b"rubbish")
    build(out, verify="compile")
    assert content(out) == content(calm)


@pytest.mark.parametrize("wait", [0.0, *(pytest.param(each, marks=pytest.mark.slow) for each in (0.15, 0.6)), 0.3])
def test_ctrl_c_while_workers_start_is_no_traceback(tmp_path: Path, root: Path, wait: float) -> None:
    """A terminal sends it to every process of the group, those too that import what they need."""
    out = tmp_path / "build"
    command = [sys.executable, "-m", "generator", "produce", "--config", "cuda_forward", "--rows", "2200"]
    producer = subprocess.Popen(
        [*command, "--workers", "2", "--out", str(out)],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # A shell that runs in the background has its children ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (out / "manifest.json").exists() and producer.poll() is None:
        time.sleep(0.01)
    time.sleep(wait)
    os.killpg(producer.pid, signal.SIGINT)
    printed, _ = producer.communicate(timeout=60)
    assert producer.returncode == 130 and "Traceback" not in printed, printed


def test_a_run_that_was_killed_as_it_wrote_its_first_file_goes_on(tmp_path: Path) -> None:
    calm, killed = tmp_path / "calm/toy", tmp_path / "killed/toy"
    killed.mkdir(parents=True)
    (killed / f"{MANIFEST}.12275{TEMPORARY}").write_text("{")
    build(killed, verify="compile")
    build(calm, verify="compile")
    assert content(killed) == content(calm)
    assert not list(killed.rglob(f"*{TEMPORARY}"))
