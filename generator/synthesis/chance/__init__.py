"""Where chance comes in: the one source of random draws, and every probability by name."""
