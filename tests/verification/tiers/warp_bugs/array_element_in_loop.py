"""An array element is the accumulator of a product: each step's adjoint reads the last value."""

import warp as wp


@wp.kernel
def array_element_in_loop(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = x[i]
    for k in range(3):
        y[i] = y[i] * x[i]
