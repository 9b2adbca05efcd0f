"""Finds and runs NVIDIA's command-line tools: those of the PyPI wheels first, then those on PATH."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

EXTRA = {"nvcc": "sass", "ptxas": "sass", "cuobjdump": "sass", "nvdisasm": "sass"}
"""Tool -> the extra of this project that installs it."""

_TOO_OLD = ("Unsupported .version", "is not defined for option 'gpu-name'")
"""Messages of tools that are too old for the PTX that Warp writes, or for the architectures of this project."""


class ToolMissing(RuntimeError):
    """A tool is not installed, or too old; ``args[0]`` names the extra that installs it."""


class ToolFailed(RuntimeError):
    """A tool refused its input; ``args[0]`` is what it printed."""


@cache
def find_tool(name: str) -> Path:
    """Path of ``nvcc``, ``ptxas``, ``cuobjdump`` or ``nvdisasm``; raises ``ToolMissing``."""
    found = _in_wheels(name) or shutil.which(name)
    if found is None:
        raise ToolMissing(
            f"{name} is not installed: pip install 'warp-cuda-ir[{EXTRA[name]}]', or put a CUDA toolkit on PATH"
        )
    return Path(found)


def run_tool(name: str, arguments: Sequence[str | Path], *, timeout: float = 300.0) -> str:
    """Run a tool and return what it printed on both streams; raises ``ToolMissing`` or ``ToolFailed``."""
    tool = find_tool(name)
    # cuobjdump starts nvdisasm, and nvcc its own parts, by name.
    path = os.pathsep.join((str(tool.parent), os.environ.get("PATH", "")))
    try:
        done = subprocess.run(
            [str(tool), *map(str, arguments)],
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ToolFailed(f"{name}: did not end in {timeout:g} seconds") from None
    if any(words in done.stdout for words in _TOO_OLD):
        raise ToolMissing(f"{tool} is older than the PTX that Warp writes: pip install 'warp-cuda-ir[{EXTRA[name]}]'")
    if done.returncode != 0:
        raise ToolFailed(f"{name}: {done.stdout.strip() or f'exit code {done.returncode}'}")
    return done.stdout


def _in_wheels(name: str) -> Path | None:
    # The wheels share the namespace package `nvidia`: nvidia/<package>/bin/<tool>.
    spec = importlib.util.find_spec("nvidia")
    for location in spec.submodule_search_locations or () if spec is not None else ():
        for tool in sorted(Path(location).glob(f"*/bin/{name}"), reverse=True):
            if os.access(tool, os.X_OK):
                return tool
    return None
