"""Kernels whose adjoint ends the process in Warp's debug mode, with ways round that, or never ends itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ABORTS = Path(__file__).parent / "warp_aborts"
FIRST, READ = "    a = x[i]", "x[(i + 1) % x.shape[0]]"
WAYS_ROUND = {
    "len": lambda text: text.replace("x.shape[0]", "len(x)"),
    "read_first": lambda text: text.replace(READ, "x[(i + 1) % n]").replace(FIRST, f"    n = x.shape[0]\n{FIRST}"),
    "other_array": lambda text: text.replace("x.shape[0]", "y.shape[0]"),
}
"""Changes to ``warp_aborts/shape_after_element.py``; each computes the same."""

SECONDS = 5.0
"""What an adjoint without end is given; any other ends in a thousandth of it."""

_PROGRAM = """
import sys
import numpy as np
import warp as wp

sys.path.insert(0, sys.argv[1])
wp.config.mode = sys.argv[2]
wp.config.kernel_cache_dir = sys.argv[1]
import changed

x = wp.array(np.arange(4.0), dtype=wp.float32, requires_grad=True, device="cpu")
y = wp.zeros(4, dtype=wp.float32, requires_grad=True, device="cpu")
with wp.Tape() as tape:
    wp.launch(getattr(changed, sys.argv[3]), 4, inputs=[x], outputs=[y], device="cpu")
print("launched", y.numpy().tolist(), flush=True)
y.grad.fill_(1.0)
tape.backward()
print(x.grad.numpy().tolist())
"""


def command(text: str, mode: str, folder: Path, name: str) -> list[str]:
    """What runs the adjoint of a kernel in a process of its own, in Warp's mode "debug" or "release"."""
    (folder / "changed.py").write_text(text)
    return [sys.executable, "-c", _PROGRAM, str(folder), mode, name]


def adjoint_of(text: str, mode: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The adjoint of the first reproduction, run to its end."""
    what = command(text, mode, folder, "shape_after_element")
    return subprocess.run(what, capture_output=True, text=True, timeout=300, check=False)


@pytest.fixture
def text() -> str:
    return (ABORTS / "shape_after_element.py").read_text()


def test_the_adjoint_ends_the_process_in_debug_mode_alone(text: str, tmp_path: Path) -> None:
    """When Warp mends it, this passes: take it out here and in docs/known_warp_issues.md."""
    debug = adjoint_of(text, "debug", tmp_path)
    assert debug.returncode != 0 and "Assertion failed: 'i >= -arr.shape[0]" in debug.stdout + debug.stderr
    release = adjoint_of(text, "release", tmp_path)
    assert release.returncode == 0 and release.stdout.splitlines()[-1] == "[2.0, 2.0, 2.0, 2.0]"


@pytest.mark.parametrize("way", WAYS_ROUND)
def test_a_way_round_runs_in_debug_mode(way: str, text: str, tmp_path: Path) -> None:
    changed = WAYS_ROUND[way](text)
    assert changed != text
    debug = adjoint_of(changed, "debug", tmp_path)
    assert debug.returncode == 0, debug.stdout + debug.stderr
    assert debug.stdout.splitlines()[-1] == "[2.0, 2.0, 2.0, 2.0]"


def test_the_adjoint_of_a_loop_that_waits_for_an_exchange_never_ends(tmp_path: Path) -> None:
    """When Warp mends it, this passes: take it out here, in `adjoint_limits` and in docs/known_warp_issues.md."""
    name = "loop_until_exchanged"
    what = command((ABORTS / f"{name}.py").read_text(), "release", tmp_path, name)
    with subprocess.Popen(what, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert "launched [3.0, 0.0, 0.0, 0.0]\n" in iter(running.stdout.readline, "")
        with pytest.raises(subprocess.TimeoutExpired):
            running.wait(SECONDS)
        running.kill()


def test_every_reproduction_is_listed(root: Path) -> None:
    listed = re.findall(r"warp_aborts/(\w+)\.py", (root / "docs/known_warp_issues.md").read_text())
    assert set(listed) == {path.stem for path in ABORTS.glob("*.py")}
