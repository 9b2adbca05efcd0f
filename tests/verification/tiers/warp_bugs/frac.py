"""``wp.frac`` is x minus an integer, so its derivative is 1: Warp's adjoint of it is empty."""

import warp as wp


@wp.kernel
def frac(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = wp.frac(x[i])
