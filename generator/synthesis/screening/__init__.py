"""What a drawn kernel does, seen before any lowering: its tree over NumPy, all threads and draws side by side."""
