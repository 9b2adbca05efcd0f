"""A component of a vector is set anew: what it was keeps the adjoint of what it became."""

import warp as wp


@wp.kernel
def component_replaced(p: wp.array(dtype=wp.vec3), x: wp.array(dtype=wp.float32), q: wp.array(dtype=wp.vec3)):
    i = wp.tid()
    v = p[i]
    v[0] = x[i]
    q[i] = v
