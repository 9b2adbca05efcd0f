"""Redirects the output of Warp's native code, which bypasses Python's streams."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import warp as wp

STDOUT, STDERR = 1, 2
_NO_DRIVER = "Could not find or load the NVIDIA CUDA driver"


@contextmanager
def printed_to(log: Path, *descriptors: int) -> Iterator[None]:
    """Redirect these file descriptors to the file ``log`` for the block, native output included."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = [os.dup(descriptor) for descriptor in descriptors]
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for descriptor in descriptors:
            os.dup2(target, descriptor)
        yield
    finally:
        for held, descriptor in zip(kept, descriptors, strict=True):
            os.dup2(held, descriptor)
        for descriptor in (*kept, target):
            os.close(descriptor)


def silence_warp() -> None:
    """Make Warp print errors alone from now on: no greeting, no warnings."""
    wp.config.log_level = wp.LOG_ERROR


@cache
def start_warp() -> None:
    """``wp.init()`` without its warning of a missing CUDA driver, as nothing here needs one; others are passed on."""
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        log = Path(folder, "log")
        try:
            with printed_to(log, STDERR):
                wp.init()
        finally:
            said = log.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
            sys.stderr.write("".join(line for line in said if _NO_DRIVER not in line))
