"""A vector's component is assigned and then read: earlier products see the new component."""

import warp as wp


@wp.kernel
def component_assigned_from_itself(p: wp.array(dtype=wp.vec3), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = p[i]
    v[0] = v[1] * v[2]
    v[1] = v[0] + v[2] * v[2]
    y[i] = wp.dot(v, v)
