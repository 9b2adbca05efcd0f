"""``wp.where`` passes a zero back to what it did not select; times an infinite slope there, that is not a number."""

import warp as wp


@wp.kernel
def quotient_not_selected(x: wp.array(dtype=wp.float32), n: wp.array(dtype=wp.int32), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    y[i] = wp.where(n[i] > 0, x[i] / float(n[i]), 0.0)
