"""What tiled kernels are made of: asynchronous copies into shared memory, and matrices that a warp holds together."""
