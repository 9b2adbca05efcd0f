"""``break`` in a loop of dynamic length: the adjoint goes through the steps that were not taken."""

import warp as wp


@wp.kernel
def break_in_dynamic_loop(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    s = float(0.0)
    for k in range(n):
        s += x[k] * x[k]
        if s > 0.5:
            break
    y[i] = s
