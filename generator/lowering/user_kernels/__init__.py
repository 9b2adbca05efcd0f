"""User-written kernels: found in a file or in Warp's library, made concrete and self-contained."""
