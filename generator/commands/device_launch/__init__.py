"""Launches on the emulator for the command line: the child's work, its answer, and how that is shown."""
