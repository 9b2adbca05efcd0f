"""Runs PTX without a GPU: a SIMT machine in NumPy that checks every address."""

from generator.emulation.arguments import Empty, Packed
from generator.emulation.counts import Counts
from generator.emulation.kernel import entries, most_threads, pointed_to
from generator.emulation.launch import Run, emulate
from generator.emulation.machine.findings import KINDS, Finding, Thread
from generator.emulation.ptx.program import PtxError, Unsupported
from generator.emulation.recording import Recording

__all__ = [
    "KINDS", "Counts", "Empty", "Finding", "Packed", "PtxError", "Recording", "Run", "Thread", "Unsupported", "emulate",
    "entries", "most_threads", "pointed_to",
]  # fmt: skip
