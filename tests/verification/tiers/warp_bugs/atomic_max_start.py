"""``wp.atomic_max`` into an array with content: the start value keeps its adjoint when it lost."""

import warp as wp


@wp.kernel
def atomic_max_start(x: wp.array(dtype=wp.float32), t: wp.array(dtype=wp.float32)):
    i = wp.tid()
    wp.atomic_max(t, 0, x[i] * x[i])
