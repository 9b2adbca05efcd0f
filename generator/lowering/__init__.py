"""Turns a Warp kernel into code; takes any kernel and knows nothing of how it came to be."""
