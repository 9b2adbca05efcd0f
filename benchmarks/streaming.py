"""Time to the first streamed row and memory of a long stream, each in a fresh process."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure, Scale

_ROOT = Path(__file__).resolve().parent.parent

_FIRST_ROW = """
import json, time
start = time.perf_counter()
import warp as wp, datasets
from warp_cuda_ir import load_dataset
import generator.dataset.rows, generator.dataset.shards
imported = time.perf_counter()
row = next(iter(load_dataset("./warp_cuda_ir.py", "cuda_backward", streaming=True)["train"]))
print(json.dumps({"imports": imported - start, "row": time.perf_counter() - imported}))
"""

_MEMORY = """
import json, resource, sys, time
from warp_cuda_ir import load_dataset
marks = [int(mark) for mark in sys.argv[1:]]
resident = {}
stream = load_dataset("./warp_cuda_ir.py", "cuda_backward", streaming=True, rows=2 * marks[-1])["train"]
start = time.perf_counter()
for number, row in enumerate(stream, start=1):
    if number in marks:
        pages = int(open("/proc/self/statm").read().split()[1])
        resident[number] = pages * resource.getpagesize() / 1e6
    if number == marks[-1]:
        break
print(json.dumps({"resident": resident, "seconds": time.perf_counter() - start}))
"""


def measure(scale: Scale) -> Iterator[Figure]:
    """First row after imports, then resident memory at each of ``scale.memory_rows``."""
    starts = [_python(_FIRST_ROW) for _ in range(max(3, scale.rounds // 2))]
    first = statistics.median(start["row"] for start in starts)
    imports = statistics.median(start["imports"] for start in starts)
    yield Figure("streaming", "first row after imports", first, "s", first / imports, "imports", "<=0.4", absolute=True)

    found = _python(_MEMORY, *map(str, scale.memory_rows))
    resident = {int(rows): megabytes for rows, megabytes in found["resident"].items()}
    least = resident[scale.memory_rows[0]]
    start = f"after {scale.memory_rows[0]:,} rows"
    for rows, megabytes in resident.items():
        yield Figure("streaming", f"resident after {rows:,} rows", megabytes, "MB", megabytes / least, start)
    growth = megabytes - least
    yield Figure("streaming", f"growth to {rows:,} rows", growth, "MB", growth / least, start, "<=50", absolute=True)
    rate = scale.memory_rows[-1] / found["seconds"]
    yield Figure("streaming", "rate through `datasets`", rate, "rows/s", 1.0, "itself")


def _python(program: str, *arguments: str) -> dict[str, Any]:
    """The JSON on the last line that a fresh interpreter prints."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise RuntimeError(ran.stderr)
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found
