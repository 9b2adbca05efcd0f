"""Kernels that people published: found in wheels and folders, lowered, checked, split by project."""
