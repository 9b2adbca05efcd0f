"""``y[i] *= x[i]``: the adjoint reads y after the product, and loses the factor for y's own gradient."""

import warp as wp


@wp.kernel
def scaled_in_place(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] *= x[i]
