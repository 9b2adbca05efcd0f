"""Verified Warp kernels and their CUDA code, made on demand."""
