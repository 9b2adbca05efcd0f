"""Runs a drawn kernel's tree in NumPy before any lowering, all threads and draws of its inputs side by side."""
