"""The heap of a worker keeps what is freed."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = r"""
import ctypes, re
from generator.verification.tiers.heap import keep_heap
keep_heap()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, (ctypes.c_void_p,)
for _ in range(2):
    block = libc.malloc(ctypes.c_size_t(200 << 20))
    ctypes.memset(ctypes.c_void_p(block), 1, 200 << 20)
    libc.free(block)
"""
RESIDENT = r"""
print(re.search(r"VmRSS:\s+(\d+)", open("/proc/self/status").read())[1])
"""


def test_freed_memory_stays_with_the_process_and_is_used_again() -> None:
    """Where there is no glibc, nothing is done, and nothing breaks."""
    glibc = sys.platform == "linux"
    script = SCRIPT + RESIDENT if glibc else SCRIPT
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert not glibc or 200 * 1024 <= int(done.stdout) < 380 * 1024
