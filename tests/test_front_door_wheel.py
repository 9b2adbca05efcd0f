"""The wheel works outside the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        ".",
    ]
    subprocess.run(build, cwd=root, check=True)
    (found,) = folder.glob("*.whl")
    return found


def test_it_holds_the_package_and_nothing_else(wheel: Path, root: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    configs = {f"generator/configs/{path.name}" for path in (root / "configs").glob("*.yaml")}
    assert configs <= names and "warp_cuda_ir.py" in names
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"generator", "warp_cuda_ir.py"}
    sources = {path.relative_to(root).as_posix() for path in (root / "generator").rglob("*.py")}
    assert sources <= names


def test_it_loads_by_name_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(home), str(wheel)]
    subprocess.run(install, check=True)
    code = (
        "import warp as wp; wp.config.log_level = wp.LOG_ERROR\n"
        "import generator, warp_cuda_ir\n"
        "for path in ('warp_cuda_ir.py', './warp_cuda_ir.py', 'warp_cuda_ir', warp_cuda_ir.__file__):\n"
        "    found = warp_cuda_ir.load_dataset(path, 'cuda_backward', streaming=True, split='train')\n"
        "    print(next(iter(found))['id'], generator.__file__)"
    )
    environment = os.environ | {"PYTHONPATH": str(home), "PYTHONSAFEPATH": "1"}
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    lines = found.stdout.split("\n")[:-1]
    assert len(lines) == 4 and len(set(lines)) == 1
    assert lines[0].endswith(str(home / "generator" / "__init__.py"))
