"""A dynamic loop's sum is used in a product: the adjoint launch does not run the loop, and sees where it started."""

import warp as wp


@wp.kernel
def dynamic_loop_result_used(
    x: wp.array(dtype=wp.float32), gain: wp.array(dtype=wp.float32), n: wp.int32, y: wp.array(dtype=wp.float32)
):
    i = wp.tid()
    total = float(0.0)
    for k in range(n):
        total += x[k]
    y[i] = gain[i] * total
