"""What values a kernel computes with: vectors, matrices, quaternions, arrays, tiles, and their types."""
