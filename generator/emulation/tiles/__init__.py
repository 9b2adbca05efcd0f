"""Instructions of tiled kernels: asynchronous copies into shared memory, and matrices in the registers of a warp."""
