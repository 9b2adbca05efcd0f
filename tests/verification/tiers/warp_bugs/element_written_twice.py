"""Two threads store to the same element: both get its adjoint, though only the last value stayed."""

import warp as wp


@wp.kernel
def element_written_twice(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i / 2] = x[i] * x[i]
