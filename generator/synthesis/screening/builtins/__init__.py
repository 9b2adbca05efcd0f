"""Warp's built-ins over lanes: an operation a line."""
