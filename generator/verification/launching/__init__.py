"""Launching a kernel: inputs, arguments, guarded memory, and the builds that run it on this machine."""
