"""A variable is replaced in a ``while`` loop."""

import warp as wp


@wp.kernel
def while_loop(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = x[i]
    c = int(0)
    while c < n:
        v = wp.sin(v)
        c += 1
    y[i] = v
