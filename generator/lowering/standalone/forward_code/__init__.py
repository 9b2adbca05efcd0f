"""A recorded kernel as CUDA statements."""
