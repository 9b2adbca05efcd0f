"""``python -m tests.gpu``: the checks that need a GPU, then the table of times; exit code 3 where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import warp as wp

from generator.cores import cores
from tests.gpu.devices import NO_GPU, gpu
from tests.gpu.timings import show

ROOT = Path(__file__).parents[2]

PROCESSES = 16
"""Processes at the most: each has a context, of some hundred megabytes, on the GPU."""

CHECKS = ("-o", "python_files=check_*.py", "-o", "python_functions=check_*", "tests/gpu")
"""What only a GPU can tell."""

EMULATION = ("-p", "tests.gpu.beside", "tests/emulation")
"""The tests of the emulator, each of whose launches is made on the GPU as well."""


def main() -> int:
    """Exit code: 0 when all agrees, pytest's when something does not, ``NO_GPU`` without a GPU."""
    wp.config.log_level = wp.LOG_ERROR
    device = gpu()
    if not device:
        print("gpu-test: not run: Warp finds no CUDA device on this machine", file=sys.stderr)
        return NO_GPU
    print(f"gpu-test on {wp.get_device(device).name}", flush=True)
    count = min(cores(), PROCESSES)
    pytest = [sys.executable, "-m", "pytest", "-n", str(count), "-p", "tests.gpu.summary"]
    codes = [subprocess.run([*pytest, *part], cwd=ROOT, check=False).returncode for part in (CHECKS, EMULATION)]
    show(device)
    return next((code if code > 0 else 1 for code in codes if code), 0)  # a signal that ended one is below zero


if __name__ == "__main__":
    sys.exit(main())
