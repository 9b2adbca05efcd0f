"""The values that kernels compute with: vectors, matrices, quaternions, arrays, tiles, and their types."""
