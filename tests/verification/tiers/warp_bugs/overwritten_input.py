"""An array element is overwritten after it was read: the adjoint multiplies with the new value."""

import warp as wp


@wp.kernel
def overwritten_input(x: wp.array(dtype=wp.float32), z: wp.array(dtype=wp.float32)):
    i = wp.tid()
    z[i] = x[i] * x[i]
    x[i] = 2.0 * x[i]
