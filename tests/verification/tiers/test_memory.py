"""A process that verifies row after row holds no more at the end than after its first batch: about 400 MB."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HOLDS = 430
"""Megabytes resident at most: 400, and what another machine's libraries add to 160 MB of mapped files."""

_PROGRAM = """
import json
from itertools import islice
from generator.dataset.stream import stream
from generator.verification.tiers.tiers import Item, verify

def megabytes(name):
    lines = dict(line.split(":", 1) for line in open("/proc/self/status") if ":" in line)
    return int(lines[name].split()[0]) / 1000

categories = ("nested", "continuum", "combined")
drawn = [kernel for category in categories for kernel in islice(stream(0, category, "train", 0), 80)]
items = [Item(kernel.candidate.source, kernel.candidate.launch, seed=kernel.key.id) for kernel in drawn]
resident = []
for start in range(0, len(items), 80):
    verdicts = verify(items[start : start + 80])
    assert all(verdict.sound for verdict in verdicts)
    resident.append(megabytes("VmRSS"))
print(json.dumps({"resident": resident, "most": megabytes("VmHWM")}))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_stays_flat_over_the_longest_rows() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, timeout=900, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["most"] < HOLDS, found
    assert found["resident"][-1] - found["resident"][0] < 60, found
