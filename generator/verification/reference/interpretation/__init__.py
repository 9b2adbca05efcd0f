"""Rewrite a kernel's Python and run it over NumPy, one thread at a time."""
