"""``python -m tests.gpu``: the checks that need a GPU, then the table of times; exit code 3 where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import warp as wp

from tests.gpu.devices import NO_GPU, gpu
from tests.gpu.timings import show


def main() -> int:
    """Exit code: 0 when all agrees, pytest's when something does not, ``NO_GPU`` without a GPU."""
    wp.config.log_level = wp.LOG_ERROR
    device = gpu()
    if not device:
        print("gpu-test: not run: Warp finds no CUDA device on this machine", file=sys.stderr)
        return NO_GPU
    print(f"gpu-test on {wp.get_device(device).name}")
    names = ["-o", "python_files=check_*.py", "-o", "python_functions=check_*"]
    code = int(pytest.main([*names, "--rootdir", str(Path(__file__).parents[2]), str(Path(__file__).parent)]))
    show(device)
    return code


if __name__ == "__main__":
    sys.exit(main())
