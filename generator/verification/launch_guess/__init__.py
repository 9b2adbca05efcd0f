"""Guess a launch for a kernel that came without one: from its code, tried with bounds checks, repaired."""
