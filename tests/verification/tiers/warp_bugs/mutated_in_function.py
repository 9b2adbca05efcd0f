"""The loop that replaces its variable stands in a ``@wp.func``."""

import warp as wp


@wp.func
def f(v: wp.float32, n: wp.int32):
    r = v
    for k in range(n):
        r = r * v
    return r


@wp.kernel
def mutated_in_function(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = f(x[i], n)
