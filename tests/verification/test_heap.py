"""The heap of a worker keeps what is freed."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = r"""
import ctypes, re
from generator.verification.heap import keep_heap
keep_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
for _ in range(2):
    block = libc.malloc(ctypes.c_size_t(200 << 20))
    ctypes.memset(ctypes.c_void_p(block), 1, 200 << 20)
    libc.free(block)
print(re.search(r"VmRSS:\s+(\d+)", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc")
def test_freed_memory_stays_with_the_process_and_is_used_again() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    assert 200 * 1024 <= int(done.stdout) < 380 * 1024
