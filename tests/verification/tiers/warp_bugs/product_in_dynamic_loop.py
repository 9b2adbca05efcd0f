"""A running product over a loop of dynamic length."""

import warp as wp


@wp.kernel
def product_in_dynamic_loop(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = float(1.0)
    for k in range(n):
        v *= x[k]
    y[i] = v * x[i]
