"""The adjoint of a recorded kernel: activity, sweeps, and the reverse rule of each operation."""
