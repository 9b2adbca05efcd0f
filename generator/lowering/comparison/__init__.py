"""CPU and CUDA code of one kernel side by side, and why they differ."""
