"""Types, names, expressions and built-ins as CUDA text."""
