"""A wheel whose modules attack who imports them costs itself alone: nothing is left of it, other rows are the same."""

from __future__ import annotations

import json
import os
import socket
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from generator.isolation import protection
from generator.production.collecting.sessions import LIMITS
from generator.production.collecting.sources.projects import projects_of
from generator.production.collection import Collection, work_folder
from generator.production.collector import collect
from generator.production.progress import Silent
from tests.production.collecting.small_wheels import FILES, KERNEL, pinned, write_wheel

SECONDS = 15.0
"""Of a module, in seconds: what sleeps or forks uses them up, on a busy machine a good one needs some."""

SKIPPED = {
    "writes": "import pathlib; pathlib.Path({marker!r}).write_text('x')",
    "connects": "import socket; socket.create_connection(('127.0.0.1', {port}), 1)",
    "forks": "import os\nwhile True: os.fork()",
    "sleeps": "import time; time.sleep(3600)",
    "allocates": "x = bytearray(64 << 30)",
    "exits": "import os; os._exit(0)",
}
"""Modules that cannot be imported whole, and say so."""

QUIET = {
    "prints": "print('\\x1b]0;title\\x07\\x1b[2J' * 10_000)",
    "patches": "import warp, json\nwarp.Kernel.__init__ = None\njson.dumps = lambda *a, **k: 'null'",
    "overwrites": "import pathlib, pack.bent\nfor p in pathlib.Path(pack.bent.__file__).parent.glob('*.py'):\n"
    "    try: p.write_text('')\n    except OSError: pass",
    "leaves": "import os, subprocess\nsubprocess.Popen(['sleep', '4242'], start_new_session=True)",
}
"""Modules that may say nothing of what they tried."""


@pytest.mark.skipif(not protection().isolates, reason="this system shuts nothing in, and `collect` says so")
def test_a_hostile_wheel_costs_its_own_modules(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    marker = tmp_path / "marker"
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        kernel = "\nimport warp as wp\n" + KERNEL.format(name="own", value="x[i]")
        attacks = {
            f"pack/bad_{name}.py": text.format(marker=str(marker), port=port) + kernel
            for name, text in {**SKIPPED, **QUIET}.items()
        }
        clean = _collected(tmp_path / "clean", FILES)
        mixed = _collected(tmp_path / "mixed", FILES | attacks)
        with pytest.raises(BlockingIOError):
            server.accept()
    assert not marker.exists()
    good = {row["file"]: row for row in clean}
    assert len(good) == 4
    assert [row for row in mixed if row["file"] in good] == list(good.values())
    assert {row["file"] for row in mixed} - good.keys() <= {f"pack/bad_{name}.py" for name in QUIET}
    (project,) = json.loads((tmp_path / "mixed" / "build" / "collected.json").read_text())["projects"]
    skipped = {entry["file"]: entry["reason"] for entry in project["skipped"]}
    assert {f"pack/bad_{name}.py" for name in SKIPPED} <= skipped.keys()
    assert all(reason.isprintable() for reason in skipped.values())
    assert not [line for line in _commands() if "4242" in line]
    assert "\x1b" not in capfd.readouterr().out


def _collected(folder: Path, contents: dict[str, str]) -> list[dict[str, object]]:
    """Rows of a wheel with these files, in order."""
    listed = folder / "list.txt"
    wheel = write_wheel(folder, contents)
    listed.write_text(pinned(wheel))
    root = folder / "build"
    work, lock = work_folder(root)
    with lock:
        projects = tuple(projects_of(listed, work, print))
        limits = replace(LIMITS, seconds=SECONDS)
        collect(Collection(projects, "compile", limits=limits), root, 1, Silent())
    rows: list[dict[str, object]] = pq.read_table(root / "real" / "train-00000-of-00001.parquet").to_pylist()
    return rows


def _commands() -> list[str]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return [line for line in found if str(os.getpid()) not in line]
