"""A dynamic loop adds to a quotient: the adjoint of the division reads its result, which the loop has changed."""

import warp as wp


@wp.kernel
def sum_from_quotient(
    x: wp.array(dtype=wp.float32), gain: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)
):
    i = wp.tid()
    total = x[i] / gain[i]
    for k in range(n):
        total += x[k]
    y[i] = total
