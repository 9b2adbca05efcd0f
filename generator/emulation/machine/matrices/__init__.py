"""Matrices that a warp holds together: `mma`, `wmma`, `ldmatrix`, `stmatrix`, `movmatrix`."""
