"""The inner result of nested dynamic loops is used nonlinearly: the outer adjoint sees zero."""

import warp as wp


@wp.kernel
def nested_dynamic_loops(a: wp.array2d(dtype=wp.float32), n: wp.int32, m: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    s = float(0.0)
    for j in range(n):
        t = float(0.0)
        for k in range(m):
            t += a[j, k] * a[j, k]
        s += t * t
    y[i] = s
