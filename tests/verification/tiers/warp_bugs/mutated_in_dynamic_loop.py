"""A variable is replaced in a loop of dynamic length: the adjoint replays it with the final value."""

import warp as wp


@wp.kernel
def mutated_in_dynamic_loop(x: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    v = x[i]
    for k in range(n):
        v = v * v + 0.5
    y[i] = v
