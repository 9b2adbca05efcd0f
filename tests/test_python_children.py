"""Nothing runs of the folder that a command is called in, whatever processes it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TRAPS = ("random", "multiprocessing", "selectors", "subprocess", "pip", "numpy", "typer", "generator")
"""Modules of a stranger: Python, multiprocessing and pip import the first ones as they start."""

STARTS = {
    "verification": """
from generator.verification.tiers.worker import Worker
worker = Worker(60.0)
worker.pipe_broken = True  # it ends by itself, when its pipe does
assert worker.end() == 0
""",
    "a pool": """
from generator.production.running.executors import LocalPool
with LocalPool(1) as executor:
    assert executor.pool.submit(max, 1, 2).result() == 2
""",
    "Ray": """
from generator.production.running.executors import RayCluster
with RayCluster(1) as executor:
    assert executor.ray.get(executor.ray.remote(lambda: 2).remote()) == 2
""",
    "pip": """
from pathlib import Path
from generator.production.collecting.sources.requirements import Requirement
from generator.production.collecting.sources.wheels import NoWheel, fetched_wheel
try:
    fetched_wheel(Requirement("nothing", "1", ("0" * 64,)), Path(__file__).parent)
except NoWheel as error:
    assert "no wheel of that version" in str(error), error
""",
    "Slurm": """
import subprocess
from pathlib import Path
from generator.production.running.slurm import jobs
script = jobs(Path("nothing"), 1, 1, [])[1].script
done = subprocess.run(["bash", "-c", script], stderr=subprocess.PIPE, text=True)
assert "generator/production/steps.py" in done.stderr, done.stderr  # it came so far, and there is no build
""",
}


@pytest.mark.parametrize("name", STARTS)
def test_processes_import_nothing_from_the_current_folder(tmp_path: Path, root: Path, name: str) -> None:
    if name == "Ray":
        pytest.importorskip("ray", reason="Ray is in the extra `scale`")
    program = tmp_path / "bin" / "program.py"  # as an installed command: what it starts has no `-P` of its own
    program.parent.mkdir()
    program.write_text(f"if __name__ == '__main__':{STARTS[name]}".replace("\n", "\n    "))
    _untouched(tmp_path, root, TRAPS, str(program))


def test_python_m_leaves_the_current_folder(tmp_path: Path, root: Path) -> None:
    """Its own package and what Python imports before any of it cannot be helped; all later modules are."""
    _untouched(tmp_path, root, ("typer", "random", "multiprocessing"), "-m", "generator", "preview", "--help")


def _untouched(folder: Path, root: Path, traps: tuple[str, ...], *arguments: str) -> None:
    """Run Python in a folder of these modules: it ends well, and none of them ran."""
    marker, strange = folder / "marker", folder / "strange"
    strange.mkdir()
    for name in traps:
        (strange / f"{name}.py").write_text(f"open({str(marker)!r}, 'a').write('{name} ')\nraise SystemExit(77)\n")
    environment = os.environ | {"PYTHONPATH": str(root), "PIP_NO_INDEX": "1"}
    for name in ("PYTHONSAFEPATH", "RAY_ADDRESS"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, *arguments], cwd=strange, env=environment, capture_output=True, text=True, timeout=200
    )
    assert not marker.exists(), marker.read_text()
    assert done.returncode == 0, done.stderr
