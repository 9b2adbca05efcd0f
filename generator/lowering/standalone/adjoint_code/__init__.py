"""The adjoint of a recorded kernel: what has a gradient, in which sweep, by which rule."""
