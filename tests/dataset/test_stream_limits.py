"""A stream keeps its memory; how soon it begins is measured by ``benchmarks.streaming``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MEMORY = """
import gc
import os
import subprocess
import warp as wp

wp.config.log_level = wp.LOG_ERROR
from warp_cuda_ir import load_dataset


def resident() -> float:
    gc.collect()
    return int(subprocess.check_output(["ps", "-o", "rss=", "-p", str(os.getpid())])) / 1024


stream = load_dataset("warp_cuda_ir.py", "cuda_backward", streaming=True, rows=20_000, split="train")
for number, row in enumerate(stream.take(10_500)):
    if number == 500:
        before = resident()
print(resident() - before)
"""


def output(code: str, root: Path) -> float:
    environment = os.environ | {"PYTHONPATH": str(root)}
    found = subprocess.run([sys.executable, "-c", code], cwd=root, env=environment, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return float(found.stdout)


@pytest.mark.slow
def test_ten_thousand_rows_fit_in_fifty_megabytes(root: Path) -> None:
    assert output(MEMORY, root) < 50
