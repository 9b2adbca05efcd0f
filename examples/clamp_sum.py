"""A kernel with a function, an early return and an atomic: what `compare` and `lower` are shown with."""

import warp as wp


@wp.func
def weigh(x: float):
    return x * x


@wp.kernel
def clamp_sum(x: wp.array(dtype=float), total: wp.array(dtype=float)):
    """Sum the squares of the positive elements."""
    i = wp.tid()
    if x[i] < 0.0:
        return
    wp.atomic_add(total, 0, weigh(x[i]))
