"""A thread writes what the next one reads: one array is input and output."""

import warp as wp


@wp.kernel
def aliased_neighbour(x: wp.array(dtype=wp.float32)):
    i = wp.tid()
    x[i + 1] = x[i] * 0.5
