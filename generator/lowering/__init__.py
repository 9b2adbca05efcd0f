"""Turns any Warp kernel into code; knows nothing of how the kernel was made."""
