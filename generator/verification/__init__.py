"""Says what is true of a row: it compiles, it computes what the Python says, its adjoint is the derivative."""
