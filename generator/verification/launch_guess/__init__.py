"""How to launch a kernel that came without a launch: guessed from its code, tried under bounds checks, repaired."""
