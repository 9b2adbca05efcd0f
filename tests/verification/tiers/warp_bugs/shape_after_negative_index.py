"""The adjoint sets ``adj_x.shape`` to zero before it comes to ``x[i - 4]``, which no longer counts from the end."""

import warp as wp


@wp.kernel
def shape_after_negative_index(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    a = x[i - 4]
    y[i] = a * float(x.shape[0])
