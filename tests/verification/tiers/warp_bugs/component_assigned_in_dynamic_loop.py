"""Components of a vector are squared in a loop of dynamic length."""

import warp as wp


@wp.kernel
def component_assigned_in_dynamic_loop(p: wp.array(dtype=wp.vec3), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = p[i]
    for j in range(n):
        v[j] = v[j] * v[j]
    y[i] = wp.dot(v, p[i])
