"""A worker does not hold what it has freed."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PROGRAM = """
import ctypes
from generator.production.running.memory import give_back

def megabytes():
    return next(int(line.split()[1]) / 1000 for line in open("/proc/self/status") if line.startswith("RssAnon"))

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = (ctypes.c_size_t,)
libc.free.argtypes = (ctypes.c_void_p,)
blocks = [libc.malloc(10_000) for _ in range(20_000)]
for block in blocks:
    ctypes.memset(block, 1, 10_000)
for block in blocks[:-1]:  # the last one stands at the end of the heap and keeps it
    libc.free(block)
before = megabytes()
give_back()
print(before - megabytes())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_freed_memory_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, timeout=120, check=True)
    assert float(done.stdout) > 150
