"""The old value that ``wp.atomic_add`` returns is used: the adjoint does not know it."""

import warp as wp


@wp.kernel
def atomic_result_used(x: wp.array(dtype=wp.float32), t: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    old = wp.atomic_add(t, 0, x[i] * x[i])
    y[i] = old * x[i]
