"""A kernel's Python, rewritten so that it runs over NumPy one thread at a time."""
