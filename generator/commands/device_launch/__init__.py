"""A launch on the emulator for the command line: what the child does, what it answers, how it is shown."""
